// Which deployment a step takes for its own, with services that the emulator does not model.
import { describe, expect, test } from '@jest/globals';
import {
  detailOf,
  listOf,
  refusal,
  type ScriptedResponse,
  requests,
  resourceIn,
  runScripted,
  type Script,
  type Served,
} from '../../../support/service/scripted-service.ts';
import { errorOf, warningsOf } from '../../../support/world.ts';

const PAGE: ScriptedResponse = { status: 504, body: '<html>504 Gateway Time-out</html>' };

function postsOf(served: readonly Served[]): readonly Served[] {
  return served.filter(({ request }) => request === requests.deploy);
}

/** A service with one earlier deployment `old`; `list` and `post` are the test's, a detail is finished. */
function scriptOf(parts: {
  list: (sinceFirstPostMs: number | undefined, posts: number) => ScriptedResponse;
  post: (count: number) => ScriptedResponse;
}): Script {
  return ({ atMs, request, earlier }) => {
    const posts = postsOf(earlier);
    const firstMs = posts[0]?.atMs;
    if (request === requests.resource) return resourceIn('running');
    if (request === requests.list) return parts.list(firstMs === undefined ? undefined : atMs - firstMs, posts.length);
    if (request === requests.deploy) return parts.post(posts.length + 1);
    const id = request.split('/').at(-1) ?? '';
    return detailOf(id, 'finished');
  };
}

describe('an id in the response', () => {
  test.each(['queued', 'building'])(
    'of a deployment that was %s before is joined, reported and awaited',
    async (status) => {
      const run = await runScripted(
        scriptOf({
          list: () => listOf(`dep_7 ${status}`, 'old finished'),
          post: () => ({ body: { ok: true, deployment: { id: 'dep_7' } } }),
        }),
      );
      expect(errorOf(run)).toBe('');
      expect(run.outputs).toMatchObject({ 'deployment-id': 'dep_7', status: 'finished' });
      expect(run.log).toContain('the service joined our request to it');
    },
  );

  test('of a deployment that had ended before is not taken for ours', async () => {
    const run = await runScripted(
      scriptOf({
        list: (sinceMs) => (sinceMs === undefined ? listOf('old finished') : listOf('new building', 'old finished')),
        post: () => ({ body: { ok: true, deployment: { id: 'old' } } }),
      }),
    );
    expect(run.outputs).toMatchObject({ 'deployment-id': 'new', status: 'finished' });
  });

  test.each([{ wait: 'false' }, { timeout: '40s' }])(
    'of a deployment that had ended gives no status (%j)',
    async (inputs) => {
      const run = await runScripted(
        scriptOf({
          list: () => listOf('old finished'),
          post: () => ({ body: { ok: true, deployment: { id: 'old', status: 'finished' } } }),
        }),
        inputs,
      );
      expect(run.outputs).toMatchObject({ 'deployment-id': '', status: '' });
    },
  );
});

describe('an id in the response that the service shows late', () => {
  test('is followed as soon as the list has it, in place of the new deployment that was taken for it', async () => {
    const run = await runScripted(({ atMs, request, earlier }) => {
      if (request === requests.resource) return resourceIn('running');
      if (request === requests.deploy) return { body: { ok: true, deployment: { id: 'ours' } } };
      if (request !== requests.list) return refusal(404, 'not_found');
      if (postsOf(earlier).length === 0) return listOf('old finished');
      if (atMs < 20_000) return listOf('theirs building', 'old finished');
      return listOf('theirs finished', atMs < 30_000 ? 'ours building' : 'ours finished', 'old finished');
    });
    expect(errorOf(run)).toBe('');
    expect(run.outputs).toMatchObject({ 'deployment-id': 'ours', status: 'finished' });
    expect(run.tookMs).toBeGreaterThanOrEqual(30_000);
  });
});

describe('an id in the response whose first read is lost', () => {
  test('is not replaced by a deployment of somebody else that is new in the list', async () => {
    const run = await runScripted(({ atMs, request, earlier }) => {
      if (request === requests.resource) return resourceIn('running');
      if (request === requests.deploy) return { body: { ok: true, deployment: { id: 'ours' } } };
      if (request !== requests.list) return atMs < 10_000 ? { afterMs: 60_000 } : detailOf('ours', 'finished');
      return postsOf(earlier).length === 0 ? listOf('old finished') : listOf('theirs building', 'old finished');
    });
    expect(errorOf(run)).toBe('');
    expect(run.outputs).toMatchObject({ 'deployment-id': 'ours', status: 'finished' });
  });
});

describe('a request accepted without an id', () => {
  const accepted = () => ({ body: { ok: true } });

  test('does not pass with a deployment of somebody else that has ended and appears late', async () => {
    const run = await runScripted(
      scriptOf({
        list: (sinceMs) => {
          if (sinceMs === undefined) return listOf('old finished');
          return sinceMs < 8_000
            ? listOf('late finished', 'old finished')
            : listOf('ours building', 'late finished', 'old finished');
        },
        post: accepted,
      }),
    );
    expect(run.outputs).toMatchObject({ 'deployment-id': 'ours', status: 'finished' });
  });

  test('takes a deployment after fifteen seconds that had ended when it was first seen', async () => {
    const run = await runScripted(
      scriptOf({
        list: (sinceMs) => (sinceMs === undefined ? listOf('old finished') : listOf('quick finished', 'old finished')),
        post: accepted,
      }),
    );
    expect(run.outputs).toMatchObject({ 'deployment-id': 'quick', status: 'finished' });
    expect(run.tookMs).toBeGreaterThanOrEqual(15_000);
  });

  test('never takes an old deployment that moves up into a list of three', async () => {
    const run = await runScripted(
      scriptOf({
        list: (sinceMs) =>
          sinceMs === undefined ? listOf('c finished', 'b finished') : listOf('b finished', 'a finished'),
        post: accepted,
      }),
      { timeout: '1m' },
    );
    expect(run.exitCode).toBe(1);
    expect(run.outputs['deployment-id']).toBe('');
  });
});

describe('a request accepted without an id, with wait: false,', () => {
  test.each<[string, ScriptedResponse, string]>([
    ['fails', refusal(500, 'internal_error'), 'answered 500'],
    ['is refused', refusal(400, 'not_an_app'), 'answered 400 not_an_app'],
    ['hangs', { afterMs: 3_600_000 }, 'no complete response in time'],
    ['is refused for the rate', refusal(429, 'rate_limited'), 'answered 429 rate_limited'],
    ['is a page', { body: '<html>Sign in</html>' }, 'an HTML page'],
    ['shows no new one', listOf('old finished'), 'The list did not show it in time.'],
    ['shows two new ones', listOf('b building', 'a building', 'old finished'), 'b and a have appeared'],
    ['shows a new one without an id', listOf('- building', 'old finished'), 'an entry without an id'],
  ])('passes without an id when the list %s, and the log gives the reason', async (_, response, reason) => {
    const run = await runScripted(
      scriptOf({
        list: (sinceMs) => (sinceMs === undefined ? listOf('old finished') : response),
        post: () => ({ body: { ok: true } }),
      }),
      { wait: 'false' },
    );
    expect(errorOf(run)).toBe('');
    expect(run.outputs).toMatchObject({ 'deployment-id': '', status: '', 'error-code': '' });
    expect(run.tookMs).toBeLessThan(45_000);
    const line = run.log.split('\n').find((text) => text.startsWith('the id of the new deployment is not known.'));
    expect(line).toContain(reason);
    expect(warningsOf(run).filter((text) => text.includes('the id'))).toEqual([]);
  });

  test.each(['finished', 'failed'])(
    'does not say that a deployment continues that is %s when first seen',
    async (status) => {
      const run = await runScripted(
        scriptOf({
          list: (sinceMs) => (sinceMs === undefined ? listOf('old finished') : listOf(`new ${status}`, 'old finished')),
          post: () => ({ body: { ok: true } }),
        }),
        { wait: 'false' },
      );
      expect(run.outputs).toMatchObject({ 'deployment-id': 'new', status, 'error-code': '' });
      expect(run.log).toContain(`Deployment new of web was accepted and is ${status}`);
      expect(run.log + run.summary).not.toContain('continues at the service');
    },
  );

  test('passes although the deadline is reached before the list shows it', async () => {
    const script = scriptOf({ list: () => listOf('old finished'), post: () => ({ body: { ok: true } }) });
    const run = await runScripted(script, { wait: 'false', timeout: '10s' });
    expect(errorOf(run)).toBe('');
    expect(run.outputs).toMatchObject({ 'deployment-id': '', 'error-code': '' });
    expect(run.log).toContain('the id of the new deployment is not known.');
  });
});

describe('a busy resource whose list', () => {
  test.each<[string, ScriptedResponse]>([
    ['fails', refusal(500, 'internal_error')],
    ['is refused for the rate', { ...refusal(429, 'rate_limited'), headers: { 'retry-after': '3' } }],
    ['hangs', { afterMs: 3_600_000 }],
    ['is a page', { body: '<html>Sign in</html>' }],
  ])('%s is requested again, and deployed when it is free', async (_, response) => {
    const run = await runScripted(
      scriptOf({
        list: (sinceMs) => (sinceMs === undefined ? listOf('old finished') : response),
        post: (count) => (count === 1 ? refusal(409, 'busy') : { body: { ok: true, deployment: { id: 'new' } } }),
      }),
    );
    expect(errorOf(run)).toBe('');
    expect(run.outputs).toMatchObject({ 'deployment-id': 'new', status: 'finished' });
    expect(run.tookMs).toBeLessThan(45_000);
  });
});

describe('a lost request', () => {
  test('is not sent again where an entry without an id was above the others before', async () => {
    const run = await runScripted(
      scriptOf({ list: () => listOf('- finished', 'old finished'), post: () => ({ isCut: true }) }),
    );
    expect(run.outputs['error-code']).toBe('unknown_outcome');
    expect(postsOf(run.served)).toHaveLength(1);
  });

  test('is named in the error when the list cannot be read after it', async () => {
    const run = await runScripted(
      scriptOf({
        list: (sinceMs) => (sinceMs === undefined ? listOf('old finished') : { body: '<html>Sign in</html>' }),
        post: () => ({ isCut: true }),
      }),
    );
    expect(run.outputs['error-code']).toBe('unreadable_reply');
    expect(errorOf(run)).toMatch(
      /an HTML page .*an earlier request was lost .* may have been carried out all the same/,
    );
  });

  test.each<[string, ScriptedResponse, number]>([
    ['cut connection', { isCut: true }, 15_000],
    ["5xx of the API's own", refusal(500, 'internal_error'), 15_000],
    ['response that is cut off', { body: '{"ok":true', headers: { 'content-length': '99' } }, 90_000],
    ['gateway page', PAGE, 90_000],
    ['page of a firewall', { status: 403, body: '<html>403 Forbidden</html>' }, 90_000],
    ['response that takes too long', { afterMs: 50_000 }, 90_000],
  ])('(%s) is sent again only after the list was read for long enough', async (_, response, patienceMs) => {
    const run = await runScripted(
      scriptOf({
        list: () => listOf('old finished'),
        post: (count) => (count === 1 ? response : { body: { ok: true, deployment: { id: 'new' } } }),
      }),
    );
    expect(errorOf(run)).toBe('');
    const [first, second] = postsOf(run.served);
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(patienceMs);
    const between = run.served.filter(
      ({ request, atMs }) => request === requests.list && atMs >= (first?.atMs ?? 0) && atMs < (second?.atMs ?? 0),
    );
    expect(between.length).toBeGreaterThanOrEqual(3);
  });

  test.each<[string, ScriptedResponse, string]>([
    ['after a gateway gave up and then a page answered', PAGE, ''],
    ['but not after a second page', { body: '<html>Sign in</html>' }, 'unreadable_reply'],
  ])('is sent again %s', async (_, first, code) => {
    const responses = [first, { body: '<html>Sign in</html>' }];
    const run = await runScripted(
      scriptOf({
        list: () => listOf('old finished'),
        post: (count) => responses[count - 1] ?? { body: { ok: true, deployment: { id: 'new' } } },
      }),
    );
    expect(run.outputs['error-code']).toBe(code);
    expect(postsOf(run.served)).toHaveLength(code === '' ? 3 : 2);
  });

  test.each<[string, ScriptedResponse]>([
    ['a gateway gave up', PAGE],
    ['a redirect to what it started (302)', { status: 302, headers: { location: '/jobs/7' } }],
    ['a redirect to what it started (303)', { status: 303, headers: { location: '/jobs/7' } }],
  ])('whose deployment appears a minute after %s is not sent again', async (_, response) => {
    const run = await runScripted(
      scriptOf({
        list: (sinceMs = 0) => (sinceMs < 60_000 ? listOf('old finished') : listOf('ours building', 'old finished')),
        post: () => response,
      }),
    );
    expect(run.outputs).toMatchObject({ 'deployment-id': 'ours', status: 'finished' });
    expect(postsOf(run.served)).toHaveLength(1);
  });

  test.each([
    ['an entry without an id', listOf('- building', 'old finished')],
    ['a new one below the known ones', listOf('old finished', 'ours building')],
  ])('is not sent again when the list shows %s', async (_, after) => {
    const run = await runScripted(
      scriptOf({
        list: (sinceMs) => (sinceMs === undefined ? listOf('old finished') : after),
        post: () => ({ isCut: true }),
      }),
    );
    expect(run.outputs['error-code']).toBe('unknown_outcome');
    expect(postsOf(run.served)).toHaveLength(1);
  });

  test('that is followed by two new deployments is ambiguous', async () => {
    const run = await runScripted(
      scriptOf({
        list: (sinceMs) =>
          sinceMs === undefined ? listOf('old finished') : listOf('b building', 'a finished', 'old finished'),
        post: () => ({ isCut: true }),
      }),
    );
    expect(run.outputs['error-code']).toBe('ambiguous');
    expect(postsOf(run.served)).toHaveLength(1);
  });

  test('that is followed by a second new deployment is ambiguous wherever the list then shows the first', async () => {
    const run = await runScripted(
      scriptOf({
        list: (sinceMs) => {
          if (sinceMs === undefined) return listOf('old finished');
          return sinceMs < 8_000
            ? listOf('a finished', 'old finished')
            : listOf('b building', 'old finished', 'a finished');
        },
        post: () => ({ isCut: true }),
      }),
    );
    expect(run.outputs['error-code']).toBe('ambiguous');
    expect(postsOf(run.served)).toHaveLength(1);
  });

  test.each(['fail', 'skip'])(
    'that is followed by "busy" with nothing in the list is no success with on-busy: %s',
    async (onBusy) => {
      const run = await runScripted(
        scriptOf({
          list: () => listOf('old finished'),
          post: (count) => (count === 1 ? { isCut: true } : refusal(409, 'busy')),
        }),
        { 'on-busy': onBusy },
      );
      expect(run.exitCode).toBe(1);
      expect(run.outputs).toMatchObject({ 'error-code': 'unknown_outcome', skipped: '' });
      expect(errorOf(run)).toContain('perhaps with the deploy whose response was lost');
    },
  );

  test('that is followed by "busy" does not skip before the list was read', async () => {
    const run = await runScripted(
      scriptOf({
        list: (sinceMs = 0) => (sinceMs < 20_000 ? listOf('old finished') : listOf('ours building', 'old finished')),
        post: (count) => (count === 1 ? { isCut: true } : refusal(409, 'busy')),
      }),
      { 'on-busy': 'skip' },
    );
    expect(run.outputs).toMatchObject({ 'deployment-id': 'ours', status: 'finished', skipped: '' });
  });
});

describe('a list whose entries have two ids', () => {
  const entry = (uuid: string, status: string) => ({ id: uuid.length, deploymentUuid: uuid, status });

  test('does not pass with an ended deployment that the response names by its other id', async () => {
    const run = await runScripted(
      ({ request }) => {
        if (request === requests.resource) return resourceIn('running');
        if (request === requests.deploy) return { status: 202, body: { deploymentUuid: 'earlier' } };
        if (request === requests.list) return { body: { deployments: [entry('earlier', 'finished')] } };
        return detailOf('earlier', 'finished');
      },
      { timeout: '1m' },
    );
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ status: '', 'error-code': 'timeout' });
  });

  test('follows the deployment in progress that the response names by its other id', async () => {
    const run = await runScripted(({ request }) => {
      if (request === requests.resource) return resourceIn('running');
      if (request === requests.deploy) return { status: 202, body: { deploymentUuid: 'joined' } };
      if (request === requests.list) return { body: { deployments: [entry('joined', 'building')] } };
      return detailOf('joined', 'finished');
    });
    expect(errorOf(run)).toBe('');
    expect(run.log).toContain('the service joined our request to it');
  });
});
