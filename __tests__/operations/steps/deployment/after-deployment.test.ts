// After a deployment: the app of a finished one must run, and when the runtime log is shown.
import { describe, expect, test } from '@jest/globals';
import {
  detailOf,
  listOf,
  refusal,
  requests,
  resourceIn,
  runScripted,
  type ScriptedResponse,
} from '../../../support/service/scripted-service.ts';
import { errorOf, warningsOf } from '../../../support/world.ts';

/** A deployment that ends at its first poll, on a resource whose status is a function of the time since then. */
function deployed(
  before: string,
  after: (sinceMs: number) => ScriptedResponse,
  detail: ScriptedResponse = detailOf('new', 'finished'),
) {
  return runScripted(({ atMs, request, earlier }) => {
    const finished = earlier.find(({ request: sent }) => sent === requests.detail('new'));
    if (request === requests.resource) return finished === undefined ? resourceIn(before) : after(atMs - finished.atMs);
    if (request === requests.list) return listOf('old finished');
    if (request === requests.deploy) return { body: { ok: true, deployment: { id: 'new' } } };
    if (request === requests.resources) return { body: { ok: true, resources: [] } };
    if (request === requests.logs) return { body: { ok: true, logs: 'Error: out of memory\n' } };
    return detail;
  });
}

describe('a finished deployment passes', () => {
  test.each<[string, string, (sinceMs: number) => ScriptedResponse]>([
    ['when the app runs', 'running', () => resourceIn('Running (healthy)')],
    ['when it comes up within a minute', 'running', (ms) => resourceIn(ms < 40_000 ? 'starting' : 'active')],
    ['when it was broken before and recovers', 'crashed', (ms) => resourceIn(ms < 20_000 ? 'crashed' : 'running')],
  ])('%s, without a warning', async (_, before, after) => {
    const run = await deployed(before, after);
    expect(errorOf(run)).toBe('');
    expect(warningsOf(run)).toEqual([]);
  });

  test.each<[string, (sinceMs: number) => ScriptedResponse, string]>([
    ['is down', () => resourceIn('stopped'), 'app_web is stopped'],
    ['has an unknown status', () => resourceIn('green'), 'app_web is green'],
    ['is still starting after a minute', () => resourceIn('starting'), 'app_web is starting'],
    ['cannot be read', () => ({ status: 500, body: '<html>' }), 'the status of app_web could not be read'],
    [
      'shows no status any more',
      () => ({ body: { ok: true, id: 'app_web', type: 'app' } }),
      'in no status that is shown',
    ],
    [
      'shows a status of another form',
      () => ({ body: { ok: true, id: 'app_web', type: 'app', status: ['up'] } }),
      'in a status that could not be read',
    ],
    ['runs but fails its own check', () => resourceIn('running (unhealthy)'), 'its own check fails'],
  ])('with a warning when the app %s', async (_, after, warning) => {
    const run = await deployed('running', after);
    expect(errorOf(run)).toBe('');
    expect(warningsOf(run)).toContainEqual(expect.stringContaining(warning));
  });
});

test('a health check has time left when the app is still starting shortly before the deadline', async () => {
  const run = await runScripted(
    ({ request, host }) => {
      const starting = { id: 'app_web', name: 'web', type: 'app', status: 'starting', domains: [host] };
      if (request === requests.resource) return { body: { ok: true, resource: starting } };
      if (request === requests.list) return listOf('old finished');
      if (request === requests.deploy) return { body: { ok: true, deployment: { id: 'new' } } };
      return request === 'GET /health' ? { body: 'fine' } : detailOf('new', 'finished');
    },
    { 'health-check': '/health', timeout: '10s' },
  );
  expect(errorOf(run)).toBe('');
  expect(warningsOf(run)).toContainEqual(expect.stringContaining('app_web is starting'));
});

describe('a finished deployment fails as not_running, with the runtime log,', () => {
  test.each([
    ['crashed', 'running', 20_000],
    ['FAILED (exit 1)', 'running', 20_000],
    ['crashed', 'crashed', 80_000],
  ])('when the app is %s and was %s before', async (status, before, withinMs) => {
    const run = await deployed(before, () => resourceIn(status));
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ 'error-code': 'not_running', status: 'finished' });
    expect(run.summary).toContain('Error: out of memory');
    expect(run.summary).not.toContain('is deployed');
    expect(run.tookMs).toBeLessThan(withinMs);
  });

  test('when the app was seen broken and cannot be read again', async () => {
    const run = await deployed('running', (ms) => (ms < 4_000 ? resourceIn('failed') : { isCut: true }));
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ 'error-code': 'not_running', 'resource-status': 'failed' });
    expect(errorOf(run)).toContain('It could not be read again');
  });
});

test('a single refusal of the resource does not end the wait for an app that is starting', async () => {
  const run = await deployed('running', (ms) => {
    if (ms < 4_000) return resourceIn('starting');
    return ms < 9_000 ? refusal(404, 'not_found') : resourceIn('crashed');
  });
  expect(run.outputs).toMatchObject({ 'error-code': 'not_running', 'resource-status': 'crashed' });
});

test.each<[what: string, response: ScriptedResponse, warning: RegExp]>([
  ['a refusal of the key', refusal(401, 'unauthorized'), /answered 401 unauthorized/],
  ['a resource that is not found', refusal(404, 'not_found'), /answered 404 not_found/],
  [
    'an answer of another shape',
    { body: { ok: true, data: { status: 'running' } } },
    /answered 200 with JSON of an unexpected shape/,
  ],
])('%s after the deployment is read twice, not for a minute', async (_, response, warning) => {
  const run = await deployed('running', () => response);
  expect(errorOf(run)).toBe('');
  expect(warningsOf(run)).toEqual([expect.stringMatching(warning)]);
  expect(run.tookMs).toBeLessThan(10_000);
  const finishedMs = run.served.find(({ request }) => request === requests.detail('new'))?.atMs ?? Infinity;
  const reads = run.served.filter(({ request, atMs }) => request === requests.resource && atMs >= finishedMs);
  expect(reads).toHaveLength(2);
});

test('a status that can no longer be read is not reported as the one before the deployment', async () => {
  const run = await deployed('running', () => ({ body: { ok: true, resource: { id: 'app_web', status: ['up'] } } }));
  expect(run.outputs['resource-status']).toBe('');
});

test('reports that the app is starting, at once and again within half a minute', async () => {
  const run = await deployed('running', (ms) => resourceIn(ms < 40_000 ? 'starting' : 'running'));
  expect(errorOf(run)).toBe('');
  expect(run.log.match(/^the resource is starting$/gm)).toHaveLength(1);
  expect(run.log.match(/^the resource is still starting, \S+ \S+ left$/gm)).toHaveLength(1);
});

test('the app is still checked when the log of the finished build hangs shortly before the deadline', async () => {
  const run = await runScripted(
    ({ atMs, request, earlier }) => {
      const isPosted = earlier.some(({ request: sent }) => sent === requests.deploy);
      if (request === requests.resource) return resourceIn(isPosted ? 'crashed' : 'running');
      if (request === requests.list) return isPosted ? listOf('new finished', 'old finished') : listOf('old finished');
      if (request === requests.deploy) return { body: { ok: true, deployment: { id: 'new' } }, afterMs: 10_000 };
      if (request === requests.logs) return { body: { ok: true, logs: '' } };
      return { ...detailOf('new', 'finished'), afterMs: atMs < 12_000 ? 16_000 : 60_000 };
    },
    { timeout: '40s' },
  );
  expect(run.outputs).toMatchObject({ status: 'finished', 'error-code': 'not_running', 'resource-status': 'crashed' });
});

test('reports a page instead of the resource once, although the resource is read later', async () => {
  const page = { body: '<html>Sign in</html>' };
  const run = await deployed('running', (ms) => (ms < 12_000 ? page : resourceIn('running')));
  expect(errorOf(run)).toBe('');
  expect(run.log.match(/the resource could not be read\. .* answered 200 with an HTML page/g)).toHaveLength(1);
});

describe('the runtime log of a failed build', () => {
  const failed = detailOf('new', 'failed', 'error: no space left\n');

  test.each(['running', 'green', 'running (unhealthy)', ''])(
    'is not shown while the app is "%s" as before',
    async (status) => {
      const run = await deployed(status, () => resourceIn(status), failed);
      expect(run.outputs['error-code']).toBe('deployment_failed');
      expect(run.served.some(({ request }) => request === requests.logs)).toBe(false);
      expect(run.summary).not.toContain('out of memory');
    },
  );

  test.each([
    ['crashed', 'running'],
    ['crashed', 'crashed'],
    ['stopped', 'stopped'],
  ])('is shown of an app that is %j and was %j before', async (after, before) => {
    const run = await deployed(before, () => resourceIn(after), failed);
    expect(run.served.some(({ request }) => request === requests.logs)).toBe(true);
    expect(run.summary).toContain('out of memory');
  });
});

describe('a resource that is as it was before a deployment', () => {
  test.each(['exited', 'stopped', 'unhealthy', 'running (unhealthy)'])(
    '(%s) is not waited for, and shown in one warning and the headline',
    async (status) => {
      const run = await deployed(status, () => resourceIn(status));
      expect(errorOf(run)).toBe('');
      expect(warningsOf(run)).toHaveLength(1);
      expect(warningsOf(run)[0]).toContain(status);
      expect(run.summary.split('\n')[0]).toContain(`still ${status}, as before`);
      expect(run.tookMs).toBeLessThan(5_000);
    },
  );

  test.each(['running', 'green', ''])('(%j) passes at once without a warning', async (status) => {
    const run = await deployed(status, () => resourceIn(status));
    expect(errorOf(run)).toBe('');
    expect(warningsOf(run)).toEqual([]);
    expect(run.summary).not.toContain('as before');
    expect(run.tookMs).toBeLessThan(5_000);
  });
});
