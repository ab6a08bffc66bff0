// start, stop and restart judged against the status before, with services that the emulator does not model.
import { describe, expect, test } from '@jest/globals';
import {
  type ScriptedResponse,
  refusal,
  requests,
  resourceIn,
  runScripted,
  type Script,
} from '../support/service/scripted-service.ts';
import { errorOf, warningsOf } from '../support/world.ts';

/** A resource whose status is a function of the time since the first POST, which is answered by `post`. */
function acting(
  parts: {
    operation: 'start' | 'stop' | 'restart';
    before: string;
    after: (sinceMs: number) => string;
    post?: (count: number) => ScriptedResponse;
  },
  inputs: Record<string, string> = {},
) {
  const script: Script = ({ atMs, request, earlier }) => {
    const posts = earlier.filter(({ request: sent }) => sent.startsWith('POST'));
    if (request.startsWith('POST')) return parts.post?.(posts.length + 1) ?? { body: { ok: true } };
    if (request.endsWith('/logs')) return { body: { ok: true, logs: 'Error: port in use\n' } };
    if (request.endsWith('/deployments')) return { body: { ok: true, deployments: [] } };
    return resourceIn(posts[0] === undefined ? parts.before : parts.after(atMs - posts[0].atMs));
  };
  return runScripted(script, { operation: parts.operation, ...inputs });
}

describe('a stop does not pass while the app runs', () => {
  test.each(['ONLINE', 'running:healthy', 'running (unhealthy)', 'active', 'Ready'])(
    'with the status %s',
    async (status) => {
      const run = await acting({ operation: 'stop', before: status, after: () => status });
      expect(run.exitCode).toBe(1);
      expect(run.outputs['error-code']).toBe('not_running');
      expect(run.summary).toContain('Error: port in use');
    },
  );
});

test.each(['exited', 'Off', 'paused (by user)'])('passes a stop on %s', async (status) => {
  const run = await acting({ operation: 'stop', before: 'running', after: () => status });
  expect(errorOf(run)).toBe('');
});

test('does not pass a restart while the old status remains for fifteen seconds', async () => {
  const after = (ms: number) => (ms < 15_000 ? 'running' : ms < 25_000 ? 'restarting' : 'crashed');
  const run = await acting({ operation: 'restart', before: 'running', after });
  expect(run.outputs['error-code']).toBe('not_running');
});

test('passes a restart without a visible change after twenty seconds, and reports that', async () => {
  const run = await acting({ operation: 'restart', before: 'running', after: () => 'running' });
  expect(errorOf(run)).toBe('');
  expect(run.tookMs).toBeGreaterThanOrEqual(20_000);
  expect(run.log).toContain('no change was seen after the restart');
});

test('names a status that shows its age once in the cause', async () => {
  const after = (ms: number) => `stopped ${Math.floor(ms / 1000)} s ago`;
  const run = await acting({ operation: 'start', before: 'stopped 1 h ago', after });
  expect(errorOf(run)).toMatch(/statuses seen: stopped 6\d s ago\./);
});

test('passes with a warning on an unknown new status', async () => {
  const run = await acting({ operation: 'start', before: 'stopped', after: () => 'green' });
  expect(errorOf(run)).toBe('');
  expect(warningsOf(run)).toEqual([expect.stringContaining('"green"')]);
});

test('reports once that the resource cannot be read again and again after a lost response', async () => {
  const script: Script = ({ request, earlier }) => {
    const isLost = earlier.some(({ request: sent }) => sent.startsWith('POST'));
    if (request.startsWith('POST')) return isLost ? { body: { ok: true } } : { isCut: true };
    return isLost && earlier.length < 5 ? refusal(422, 'confused') : resourceIn('running');
  };
  const run = await runScripted(script, { operation: 'restart' });
  expect(errorOf(run)).toBe('');
  expect(run.log.match(/the resource could not be read/g)).toHaveLength(1);
});

describe('a lost response', () => {
  const lostOnce = (count: number): ScriptedResponse => (count === 1 ? { isCut: true } : { body: { ok: true } });

  test('is not requested again after a changed status', async () => {
    const after = (ms: number) => (ms < 20_000 ? 'restarting' : 'running');
    const run = await acting({ operation: 'restart', before: 'running', after, post: lostOnce });
    expect(errorOf(run)).toBe('');
    expect(run.served.filter(({ request }) => request.startsWith('POST'))).toHaveLength(1);
  });

  test('is not requested again after a restart that took only four seconds', async () => {
    const after = (ms: number) => (ms < 4_000 ? 'restarting' : 'running');
    const run = await acting({ operation: 'restart', before: 'running', after, post: () => ({ isCut: true }) });
    expect(errorOf(run)).toBe('');
    expect(run.served.filter(({ request }) => request.startsWith('POST'))).toHaveLength(1);
  });

  test('doubles the pause each time, since each request may have restarted the app', async () => {
    const post = () => ({ status: 504, body: '<html>504</html>' });
    const run = await acting(
      { operation: 'restart', before: 'running', after: () => 'running', post },
      { timeout: '10m' },
    );
    expect(run.outputs['error-code']).toBe('unknown_outcome');
    const posts = run.served.filter(({ request }) => request.startsWith('POST'));
    const gaps = posts.slice(1).map(({ atMs }, index) => atMs - (posts[index]?.atMs ?? 0));
    expect(gaps.slice(0, 3).map((ms) => Math.round(ms / 1000))).toEqual([5, 10, 20]);
    expect(posts.length).toBeLessThan(15);
  });

  test('is requested again after an unchanged status', async () => {
    const run = await acting({ operation: 'restart', before: 'running', after: () => 'running', post: lostOnce });
    expect(errorOf(run)).toBe('');
    expect(run.served.filter(({ request }) => request.startsWith('POST'))).toHaveLength(2);
  });

  test('is requested again when the resource was starting before, which it may finish without the request', async () => {
    const after = (ms: number) => (ms < 4_000 ? 'starting' : 'running');
    const run = await acting({ operation: 'restart', before: 'starting', after, post: lostOnce });
    expect(errorOf(run)).toBe('');
    expect(run.served.filter(({ request }) => request.startsWith('POST'))).toHaveLength(2);
  });

  test('is requested again when only the age in the status has changed', async () => {
    const after = (ms: number) => `up ${60 + Math.floor(ms / 1000)} s`;
    const run = await acting({ operation: 'restart', before: 'up 59 s', after, post: lostOnce });
    expect(errorOf(run)).toBe('');
    expect(run.served.filter(({ request }) => request.startsWith('POST'))).toHaveLength(2);
    expect(run.log).toContain('no change was seen after the restart');
  });
});

// A status in an unknown form is taken for none at all.
test('a status that cannot be read is not taken for the one asked for', async () => {
  const resource = { id: 'app_web', name: 'web', type: 'app', status: { phase: 7 } };
  const script: Script = ({ request }) =>
    request === 'GET /resources' ? { body: { ok: true, resources: [resource] } } : { body: { ok: true, resource } };
  const run = await runScripted(script, { operation: 'stop' });
  expect(run.outputs['error-code']).toBe('not_running');
  expect(errorOf(run)).toContain('app_web is in a status that could not be read');
  expect(run.tookMs).toBeLessThan(80_000);
});

describe('a restart whose response was lost, on a resource that is then busy without a change', () => {
  const lostThenBusy = (count: number): ScriptedResponse =>
    count === 1 ? { isCut: true } : count === 2 ? refusal(409, 'busy') : { body: { ok: true } };
  const restarting = (inputs: Record<string, string>) =>
    acting({ operation: 'restart', before: 'running', after: () => 'running', post: lostThenBusy }, inputs);

  test('is requested again when the resource is free', async () => {
    const run = await restarting({});
    expect(errorOf(run)).toBe('');
    expect(run.served.filter(({ request }) => request.startsWith('POST'))).toHaveLength(3);
  });

  test.each(['fail', 'skip'])('is no success with on-busy: %s', async (onBusy) => {
    const run = await restarting({ 'on-busy': onBusy });
    expect(run.exitCode).toBe(1);
    expect(run.outputs['skipped']).toBe('');
    expect(run.outputs['error-code']).toBe('unknown_outcome');
    expect(errorOf(run)).toContain('perhaps with the restart whose response was lost');
    expect(errorOf(run)).toContain('may continue at the service');
  });
});

test('a start that takes minutes is never silent for half a minute', async () => {
  const after = (sinceMs: number) => (sinceMs < 200_000 ? 'starting' : 'running');
  const run = await acting({ operation: 'start', before: 'stopped', after });
  expect(errorOf(run)).toBe('');
  expect(run.log.match(/the resource is still starting, /g)?.length).toBeGreaterThanOrEqual(6);
});

describe('a refusal with a code of another form', () => {
  test.each([
    [409, 'ALREADY_STOPPED'],
    [429, 'QUOTA_EXCEEDED'],
  ])('(%d %s) ends a stop at once, also with on-busy: skip', async (status, code) => {
    const parts = { operation: 'stop', before: 'running', after: () => 'running' } as const;
    const run = await acting({ ...parts, post: () => refusal(status, code) }, { 'on-busy': 'skip' });
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ 'error-code': 'service_error', skipped: '' });
    expect(errorOf(run)).toContain(`answered ${status} ${code}: No.`);
    expect(run.tookMs).toBeLessThan(10_000);
  });
});

test('a restart does not pass when the service accepts it with an error', async () => {
  const parts = { operation: 'restart', before: 'running', after: () => 'running' } as const;
  const run = await acting({ ...parts, post: () => ({ body: { error: { code: 'locked', message: 'Locked.' } } }) });
  expect(run.outputs['error-code']).toBe('locked');
  expect(errorOf(run)).toContain('answered 202 locked: Locked.');
});

test('an error of the service that is not refused is reported with its code and message', async () => {
  const parts = { operation: 'start', before: 'stopped', after: () => 'stopped' } as const;
  const full = { ok: false, error: { code: 'internal', message: 'Disk full.' } };
  const run = await acting({ ...parts, post: () => ({ status: 500, body: full }) }, { timeout: '30s' });
  expect(errorOf(run)).toContain('answered 500 internal: Disk full.');
});

test('a list that cannot be read once does not end a long restart of a resource that only the list shows the status of', async () => {
  const script: Script = ({ atMs, request, earlier }) => {
    const requestedMs = earlier.find(({ request: sent }) => sent.startsWith('POST'))?.atMs ?? Infinity;
    const status = atMs < requestedMs || atMs > requestedMs + 90_000 ? 'running' : 'restarting';
    if (request.startsWith('POST')) return { body: { ok: true } };
    if (request !== 'GET /resources') return { body: { ok: true, resource: { id: 'app_web', type: 'app' } } };
    const isLost = atMs > requestedMs + 65_000 && atMs < requestedMs + 69_000;
    return isLost ? { isCut: true } : { body: { ok: true, resources: [{ id: 'app_web', type: 'app', status }] } };
  };
  const run = await runScripted(script, { operation: 'restart' });
  expect(errorOf(run)).toBe('');
  expect(run.tookMs).toBeGreaterThan(90_000);
});

test('the cause names each status once, however often it came and went', async () => {
  const after = (ms: number) => (ms % 8_000 < 4_000 ? 'restarting' : 'crash-loop');
  const run = await acting({ operation: 'restart', before: 'running', after }, { timeout: '3m' });
  expect(errorOf(run)).toMatch(/statuses seen: (?:restarting, crash-loop|crash-loop, restarting)\./);
});

test('a stop after which no status can be read does not report the status before it', async () => {
  const run = await runScripted(
    ({ request, earlier }) => {
      const isPosted = earlier.some(({ request: sent }) => sent.startsWith('POST'));
      if (request === requests.resource) return resourceIn(isPosted ? '' : 'running');
      return { body: { ok: true, resources: [], logs: '' } };
    },
    { operation: 'stop' },
  );
  expect(run.outputs).toMatchObject({ 'error-code': 'not_running', 'resource-status': '' });
  expect(errorOf(run)).not.toContain('web is running');
});

test('polling continues while the service refuses to read a busy resource', async () => {
  const run = await runScripted(
    ({ atMs, request, earlier }) => {
      const posted = earlier.find(({ request: sent }) => sent.startsWith('POST'));
      if (request !== requests.resource) return { body: { ok: true } };
      return posted !== undefined && atMs - posted.atMs < 8_000 ? refusal(409, 'busy') : resourceIn('running');
    },
    { operation: 'restart' },
  );
  expect(errorOf(run)).toBe('');
});
