// wait, with services that the emulator does not model: which deployment it waits for, and which it never accepts.
import { describe, expect, test } from '@jest/globals';
import {
  detailOf,
  listOf,
  refusal,
  type ScriptedResponse,
  requests,
  resourceIn,
  runScripted,
} from '../../../support/service/scripted-service.ts';
import { errorOf, warningsOf } from '../../../support/world.ts';

/** Waits on a service whose list is a function of the time; every detail has finished. */
function waiting(list: (ms: number) => ScriptedResponse, inputs: Record<string, string> = {}) {
  return runScripted(
    ({ atMs, request }) => {
      if (request === requests.resource) return resourceIn('running');
      if (request === requests.list) return list(atMs);
      return detailOf(request.split('/').at(-1) ?? '', 'finished');
    },
    { operation: 'wait', ...inputs },
  );
}

describe('without an id', () => {
  test('waits for the deployment that appears, even if it has ended when it is first seen', async () => {
    const run = await waiting((ms) => (ms < 60_000 ? listOf('old finished') : listOf('new finished', 'old finished')));
    expect(errorOf(run)).toBe('');
    expect(run.outputs).toMatchObject({ 'deployment-id': 'new', status: 'finished' });
  });

  test('waits for a new deployment where earlier ones have a status of their own, without a warning', async () => {
    const old = ['old finished', 'older superseded', 'oldest superseded'];
    const run = await waiting((ms) => (ms < 60_000 ? listOf(...old) : listOf('new building', ...old)));
    expect(errorOf(run)).toBe('');
    expect(run.outputs).toMatchObject({ 'deployment-id': 'new', status: 'finished' });
    expect(warningsOf(run)).toEqual([]);
  });

  test('fails when none appears, and never takes an earlier one with an unknown status for a new entry', async () => {
    const run = await waiting(() => listOf('old finished', 'older superseded'));
    expect(run.outputs).toMatchObject({ 'error-code': 'no_deployment', 'deployment-id': '' });
    expect(errorOf(run)).toContain('None appeared');
  });

  test('polls the latest deployment in an unknown status, and one in progress below a final one', async () => {
    const latest = await waiting(() => listOf('new promoting', 'old finished'));
    expect(latest.outputs['deployment-id']).toBe('new');
    const below = await waiting(() => listOf('new finished', 'old building'));
    expect(below.outputs['deployment-id']).toBe('old');
  });

  test('never accepts an old deployment that moves up into a limited list', async () => {
    const run = await waiting((ms) =>
      ms < 60_000 ? listOf('c failed', 'b finished') : listOf('c failed', 'a finished'),
    );
    expect(run.outputs).toMatchObject({ 'error-code': 'no_deployment', 'deployment-id': '' });
  });

  test('waits for the very first deployment where the list answers 404', async () => {
    const run = await waiting((ms) => (ms < 60_000 ? refusal(404, 'not_found') : listOf('first building')));
    expect(run.outputs).toMatchObject({ 'deployment-id': 'first', status: 'finished' });
  });

  test('never accepts an old deployment after a list that answered 404 by mistake', async () => {
    const run = await waiting((ms) => (ms < 10_000 ? refusal(404, 'not_found') : listOf('old finished')));
    expect(run.outputs).toMatchObject({ 'error-code': 'no_deployment', 'deployment-id': '' });
    expect(errorOf(run)).toContain('the latest, old, is finished');
  });

  test('waits for the deployment that appears after a list that answered 404 by mistake', async () => {
    const run = await waiting((ms) => {
      if (ms < 10_000) return refusal(404, 'not_found');
      return ms < 30_000 ? listOf('old finished') : listOf('new finished', 'old finished');
    });
    expect(run.outputs).toMatchObject({ 'deployment-id': 'new', status: 'finished' });
  });

  test('reports before a short deadline, too, that no deployment appeared', async () => {
    const run = await waiting(() => listOf('old finished'), { timeout: '40s' });
    expect(run.outputs['error-code']).toBe('no_deployment');
    expect(run.tookMs).toBeLessThanOrEqual(40_000);
  });

  test('fails when the deployment in progress has no id', async () => {
    const run = await waiting(() => listOf('- building', 'old finished'));
    expect(run.outputs['error-code']).toBe('unreadable_reply');
  });
});

describe('with deployment-id: latest', () => {
  test('never skips an entry without an id', async () => {
    const run = await waiting(() => listOf('- failed', 'old finished'), { 'deployment-id': 'latest' });
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ 'error-code': 'unreadable_reply', 'deployment-id': '' });
  });
});

describe('with an id', () => {
  test.each<[string, ScriptedResponse]>([
    ['hangs', { afterMs: 3_600_000 }],
    ['fails', refusal(500, 'internal_error')],
    ['is refused', refusal(403, 'forbidden')],
    ['is a page', { body: '<html>welcome</html>' }],
  ])('polls that deployment when the list %s', async (_, response) => {
    const run = await waiting(() => response, { 'deployment-id': 'dep_7' });
    expect(errorOf(run)).toBe('');
    expect(run.outputs).toMatchObject({ 'deployment-id': 'dep_7', status: 'finished' });
    expect(run.tookMs).toBeLessThan(15_000);
  });
});

describe('with health-check-contains', () => {
  const proof = { 'health-check': '/version', 'health-check-contains': 'abc123' };

  /** The same with an app that serves a text as a function of the time. */
  function proven(
    list: (ms: number) => ScriptedResponse,
    served: (ms: number) => ScriptedResponse,
    inputs: Record<string, string> = {},
  ) {
    return runScripted(
      ({ atMs, request, host }) => {
        if (request === 'GET /version') return served(atMs);
        if (request === requests.resource) {
          return { body: { ok: true, resource: { id: 'app_web', status: 'running', domains: [host] } } };
        }
        if (request === requests.list) return list(atMs);
        return detailOf(request.split('/').at(-1) ?? '', 'finished');
      },
      { operation: 'wait', ...proof, ...inputs },
    );
  }

  test('passes at once when the app serves the text and the latest deployment is finished', async () => {
    const run = await proven(
      () => listOf('old finished'),
      () => ({ body: 'commit abc123' }),
    );
    expect(errorOf(run)).toBe('');
    expect(run.outputs).toMatchObject({ 'deployment-id': 'old', status: 'finished' });
    expect(run.tookMs).toBeLessThan(5_000);
  });

  test('has no limit of two minutes: it waits for a deployment that appears later', async () => {
    const run = await proven(
      (ms) => (ms < 200_000 ? listOf('old finished') : listOf('new building', 'old finished')),
      (ms) => ({ body: ms < 210_000 ? 'commit 000000' : 'commit abc123' }),
    );
    expect(errorOf(run)).toBe('');
    expect(run.outputs).toMatchObject({ 'deployment-id': 'new', status: 'finished' });
    expect(run.log.match(/the body "commit 000000" that does not contain/g)?.length).toBeGreaterThan(4);
  });

  test('has no limit of health-check-timeout either until a deployment has finished', async () => {
    const inputs = { 'health-check-timeout': '10s' };
    const old = await proven(
      () => listOf('old finished'),
      (ms) => ({ body: ms < 200_000 ? 'commit 000000' : 'commit abc123' }),
      inputs,
    );
    expect(errorOf(old)).toBe('');
    expect(old.tookMs).toBeGreaterThan(200_000);
    const followed = await proven(
      (ms) => (ms < 60_000 ? listOf('old finished') : listOf('new building', 'old finished')),
      () => ({ body: 'commit 000000' }),
      inputs,
    );
    expect(followed.outputs).toMatchObject({ 'deployment-id': 'new', 'error-code': 'unhealthy' });
    expect(errorOf(followed)).toContain('It was requested for 10s, all that health-check-timeout allows.');
    expect(followed.tookMs).toBeLessThan(90_000);
  });

  test.each<[string, ScriptedResponse, string]>([
    ['an old release', { body: 'commit 000000' }, 'commit 000000'],
    ['a redirect', { status: 302, headers: { location: '/login?abc123' }, body: 'abc123' }, 'Location: /login'],
  ])('is unhealthy at the deadline with %s, which is quoted', async (_, response, quoted) => {
    const run = await proven(
      () => listOf('old finished'),
      () => response,
      { timeout: '1m' },
    );
    expect(run.outputs['error-code']).toBe('unhealthy');
    expect(errorOf(run)).toContain(quoted);
    expect(errorOf(run)).toMatch(/No deployment appeared within \S+, all that the deadline of 1m left, and the health/);
    expect(run.tookMs).toBeLessThanOrEqual(60_000);
  });
});

test('is unhealthy at the deadline, too, when the app answers too slowly', async () => {
  const run = await runScripted(
    ({ request, host }) => {
      if (request === 'GET /version') return { body: 'commit 000000', afterMs: 8_000 };
      if (request === requests.list) return listOf('old finished');
      return { body: { ok: true, resource: { id: 'app_web', status: 'running', domains: [host] } } };
    },
    { operation: 'wait', 'health-check': '/version', 'health-check-contains': 'abc123', timeout: '1m' },
  );
  expect(run.outputs['error-code']).toBe('unhealthy');
  expect(errorOf(run)).toContain('commit 000000');
  expect(run.tookMs).toBeLessThanOrEqual(61_000);
});

test('continues after pages more than a minute apart, since the list was read between them', async () => {
  const page: ScriptedResponse = { body: '<html>Sign in</html>' };
  const isPage = (ms: number) => (ms > 5_000 && ms < 8_000) || (ms > 80_000 && ms < 83_000);
  const run = await waiting((ms) => {
    if (isPage(ms)) return page;
    return ms < 100_000 ? listOf('old finished') : listOf('new finished', 'old finished');
  });
  expect(run.outputs).toMatchObject({ 'deployment-id': 'new', 'error-code': '' });
});

test('reports a page instead of the list once, while a deployment is waited for', async () => {
  const page: ScriptedResponse = { body: '<html>Sign in</html>' };
  const later = (ms: number) => (ms < 20_000 ? page : listOf('new building', 'old finished'));
  const run = await waiting((ms) => (ms < 1_000 ? listOf('old finished') : later(ms)));
  expect(errorOf(run)).toBe('');
  expect(run.log.match(/the list could not be read\. .* answered 200 with an HTML page/g)).toHaveLength(1);
});
