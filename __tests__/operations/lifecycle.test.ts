// start, stop and restart: which requests are sent, and what is reported. When a status has settled is judged by
// decisions/settled, and whole steps by the platforms and the adversary.
import { describe, expect, test } from '@jest/globals';
import {
  listOf,
  refusal,
  requests,
  resourceIn,
  runScripted,
  type Script,
  type ScriptedResponse,
  type ScriptedRun,
} from '../support/service/scripted-service.ts';
import { errorOf, warningsOf } from '../support/world.ts';

/** A service with one resource, and what is asked of it. */
interface Plan {
  readonly operation: 'start' | 'stop' | 'restart';
  readonly before: string;
  /** The status so long after the first POST; by default as before. */
  readonly after?: (sinceMs: number) => string;
  /** The response to each POST, counted from 1. */
  readonly post?: (count: number) => ScriptedResponse;
  readonly list?: (sinceMs: number) => ScriptedResponse;
  readonly inputs?: Readonly<Record<string, string>>;
}

const accepted: ScriptedResponse = { body: { ok: true } };
const page: ScriptedResponse = { status: 504, body: '<html>504</html>' };
const isPost = ({ request }: { request: string }): boolean => request.startsWith('POST');

async function play({ operation, before, after, post, list, inputs }: Plan): Promise<ScriptedRun> {
  const script: Script = ({ atMs, request, earlier }) => {
    const posts = earlier.filter(isPost);
    const sinceMs = posts[0] === undefined ? undefined : atMs - posts[0].atMs;
    if (request.startsWith('POST')) return post?.(posts.length + 1) ?? accepted;
    if (request === requests.logs) return { body: { ok: true, logs: 'Error: port in use\n' } };
    if (request === requests.list) return list?.(sinceMs ?? 0) ?? listOf();
    if (request === requests.resources) return { body: { ok: true, resources: [] } };
    return resourceIn(sinceMs === undefined ? before : (after?.(sinceMs) ?? before));
  };
  return await runScripted(script, { operation, ...inputs });
}

/** Seconds between the POSTs. */
function gapsOf({ served }: ScriptedRun): number[] {
  const times = served.filter(isPost).map(({ atMs }) => atMs);
  return times.slice(1).map((atMs, index) => Math.round((atMs - (times[index] ?? 0)) / 1_000));
}

const restarting = (sinceMs: number): string => (sinceMs < 10_000 ? 'restarting' : 'running');

describe('after one request', () => {
  test('passes with the status asked for', async () => {
    const run = await play({ operation: 'restart', before: 'running', after: restarting });
    expect(errorOf(run)).toBe('');
    expect(run.outputs).toMatchObject({ 'resource-status': 'running', 'error-code': '', status: '' });
    expect(run.tookMs).toBeGreaterThanOrEqual(10_000);
    expect(run.served.filter(isPost)).toHaveLength(1);
  });

  test('fails on another status, and shows the runtime log', async () => {
    const run = await play({ operation: 'stop', before: 'running' });
    expect(run.outputs).toMatchObject({ 'error-code': 'not_running', 'resource-status': 'running' });
    expect(errorOf(run)).toContain('app_web is running; statuses seen: running.');
    expect(run.summary).toContain('Error: port in use');
  });

  test('fails at the deadline before a status has settled, and names each status once', async () => {
    const after = (sinceMs: number) => (sinceMs % 8_000 < 4_000 ? 'restarting' : 'crash-loop');
    const run = await play({ operation: 'restart', before: 'running', after, inputs: { timeout: '3m' } });
    expect(run.outputs['error-code']).toBe('not_running');
    expect(errorOf(run)).toMatch(
      /deadline of 3m was reached before app_web had settled; statuses seen: [a-z-]+, [a-z-]+\./,
    );
    expect(run.tookMs).toBe(180_000);
  });

  test('reports a start that takes minutes every half minute', async () => {
    const after = (sinceMs: number) => (sinceMs < 200_000 ? 'starting' : 'running');
    const run = await play({ operation: 'start', before: 'stopped', after });
    expect(errorOf(run)).toBe('');
    expect(run.log.match(/the resource is still starting, /g)?.length).toBeGreaterThanOrEqual(6);
  });

  test.each<[what: string, plan: Plan, text: string]>([
    ['a restart without a visible change', { operation: 'restart', before: 'running' }, 'no change was seen'],
    ['a service that shows no status', { operation: 'start', before: '' }, 'the service shows no status of app_web'],
  ])('passes with a note: %s', async (_, plan, text) => {
    const run = await play(plan);
    expect(errorOf(run)).toBe('');
    expect(run.log).toContain(text);
    expect(warningsOf(run)).toEqual([]);
  });

  test.each<[status: string, text: string]>([
    ['green', 'has the status "green" since the start'],
    ['running (unhealthy)', 'it runs, but its own check fails'],
  ])('passes with a warning: %s', async (status, text) => {
    const run = await play({ operation: 'start', before: 'stopped', after: () => status });
    expect(errorOf(run)).toBe('');
    expect(warningsOf(run)).toEqual([expect.stringContaining(text)]);
  });

  test('does not take a status that cannot be read for the one asked for', async () => {
    const resource = { id: 'app_web', name: 'web', type: 'app', status: { phase: 7 } };
    const run = await runScripted(
      ({ request }) => ({ body: request === requests.resources ? { resources: [resource] } : { ok: true, resource } }),
      { operation: 'stop' },
    );
    expect(run.outputs['error-code']).toBe('not_running');
    expect(errorOf(run)).toContain('app_web is in a status that could not be read');
  });

  test.each<[what: string, afterS: number, code: string]>([
    ['for good ends it soon, as unreadable', Infinity, 'unreadable_reply'],
    ['once is read again', 0.9, ''],
  ])('an answer of another shape %s', async (_, untilS, code) => {
    const run = await runScripted(
      ({ atMs, request, earlier }) => {
        const post = earlier.find(isPost);
        if (request.startsWith('POST')) return accepted;
        const isOther = post !== undefined && atMs - post.atMs < untilS * 1_000;
        return isOther ? { body: { ok: true, data: { status: 'stopped' } } } : resourceIn(post ? 'stopped' : 'running');
      },
      { operation: 'stop' },
    );
    expect(run.outputs['error-code']).toBe(code);
    expect(run.tookMs).toBeLessThan(10_000);
  });

  test('reads the resource once with wait: false', async () => {
    const run = await play({ operation: 'restart', before: 'running', after: restarting, inputs: { wait: 'false' } });
    expect(run.outputs).toMatchObject({ 'resource-status': 'restarting', duration: '', 'error-code': '' });
    expect(run.served.map(({ request }) => request.split(' ')[0])).toEqual(['GET', 'POST', 'GET']);
    expect(run.log).toContain('accepted and continues at the service');
    expect(run.log).toContain('Work on app_web continues at the service. The console shows its state.');
    expect(`${run.log}${run.summary}`).not.toMatch(/its deployments|may continue/);
  });

  test('may continue where it could not be read before the deadline', async () => {
    const run = await runScripted(
      ({ request, earlier }) => {
        if (request === requests.resource && earlier.some(isPost)) return { status: 502, body: '<html>' };
        return request === requests.resource ? resourceIn('running') : accepted;
      },
      { operation: 'restart', timeout: '10s' },
    );
    expect(run.outputs['error-code']).toBe('timeout');
    expect(errorOf(run)).toContain('Work on app_web may continue at the service. The console shows its state.');
  });
});

describe('after a lost response', () => {
  const lostOnce = (count: number): ScriptedResponse => (count === 1 ? { isCut: true } : accepted);
  const lostThenBusy = (count: number): ScriptedResponse => (count === 2 ? refusal(409, 'busy') : lostOnce(count));
  const base: Plan = { operation: 'restart', before: 'running', post: lostOnce };

  test.each<[what: string, plan: Plan, gaps: number[]]>([
    ['does not request again after a change of status', { ...base, after: restarting }, []],
    ['requests again where the status stayed the same', base, [5]],
    ['requests again where only the age in the status changed', { ...base, before: 'up 59 s', after: ageing }, [5]],
    ['requests again where the resource was starting before', { ...base, before: 'starting', after: started }, [5]],
    ['requests again when it is no longer busy, without a change', { ...base, post: lostThenBusy }, [5, 2]],
  ])('%s', async (_, plan, gaps) => {
    const run = await play(plan);
    expect(errorOf(run)).toBe('');
    expect(gapsOf(run)).toEqual(gaps);
  });

  test('does not take a stop for done while a deployment makes the resource busy', async () => {
    const list = (sinceMs: number) => listOf(sinceMs < 60_000 ? 'theirs building' : 'theirs finished');
    const after = (sinceMs: number) => (sinceMs < 70_000 ? 'running' : 'stopped');
    const run = await play({ operation: 'stop', before: 'running', after, list, post: lostThenBusy });
    expect(errorOf(run)).toBe('');
    expect(run.served.filter(isPost)).toHaveLength(3);
  });

  test.each(['fail', 'skip'])('is no success when busy with on-busy: %s', async (onBusy) => {
    const run = await play({ ...base, post: lostThenBusy, inputs: { 'on-busy': onBusy } });
    expect(run.outputs).toMatchObject({ 'error-code': 'unknown_outcome', skipped: '' });
    expect(errorOf(run)).toContain('perhaps with the restart whose response was lost');
  });

  test('doubles the pause each time, since each request may have restarted the app', async () => {
    const run = await play({ ...base, post: () => page, inputs: { timeout: '10m' } });
    expect(run.outputs['error-code']).toBe('unknown_outcome');
    expect(gapsOf(run).slice(0, 3)).toEqual([5, 10, 20]);
  });

  test('fails after a minute of pages, as from a wrong address', async () => {
    const run = await play({ ...base, post: () => ({ body: '<html>Sign in</html>' }) });
    expect(run.outputs['error-code']).toBe('unreadable_reply');
    expect(run.tookMs).toBeGreaterThanOrEqual(60_000);
    expect(run.tookMs).toBeLessThan(70_000);
  });
});

describe('a 409 that is not busy', () => {
  const acting = (
    operation: 'start' | 'stop' | 'restart',
    status: string,
    { inputs = {}, isCut = false }: { inputs?: Record<string, string>; isCut?: boolean } = {},
  ) =>
    runScripted(
      ({ request, host, earlier }) => {
        if (request === 'GET /health') return { status: 503, body: 'starting' };
        if (request === requests.logs) return { body: { ok: true, logs: '' } };
        const isFirst = !earlier.some(({ request: sent }) => sent.startsWith('POST'));
        if (request.startsWith('POST')) return isCut && isFirst ? { isCut } : refusal(409, `already_${status}`);
        return { body: { ok: true, resource: { id: 'app_web', name: 'web', type: 'app', status, domains: [host] } } };
      },
      { operation, ...inputs },
    );

  test.each([
    ['start', 'running'],
    ['stop', 'exited'],
  ] as const)('is a success of %s if the resource already is %s, with a note', async (operation, status) => {
    const run = await acting(operation, status);
    expect(errorOf(run)).toBe('');
    expect(run.outputs).toMatchObject({ 'resource-status': status, 'error-code': '', duration: '' });
    expect(run.summary.split('\n')[0]).toContain(`web already is ${status}; the service refused the ${operation}`);
    expect(run.summary).not.toContain('has been');
    expect(run.log).toContain(
      `app_web already is ${status}. POST /resources/app_web/${operation}: the service answered 409`,
    );
    expect(run.served.filter(isPost)).toHaveLength(1);
    expect(warningsOf(run)).toEqual([]);
  });

  test.each([
    ['start', 'stopped'],
    ['start', 'starting'],
    ['stop', 'running'],
    ['stop', 'green'],
    ['restart', 'running'],
    ['restart', 'stopped'],
  ] as const)('refuses %s of a resource that is %s', async (operation, status) => {
    const run = await acting(operation, status);
    expect(run.outputs['error-code']).toBe(`already_${status}`);
    expect(errorOf(run)).not.toContain('may continue');
  });

  test('is a success after a lost request, too', async () => {
    const run = await acting('stop', 'exited', { isCut: true });
    expect(errorOf(run)).toBe('');
    expect(run.log).toContain('already is exited');
    expect(run.summary).not.toContain('may continue');
  });

  test('runs the health check of a start nevertheless', async () => {
    const run = await acting('start', 'running', {
      inputs: { 'health-check': '/health', 'health-check-timeout': '5s' },
    });
    expect(run.outputs['error-code']).toBe('unhealthy');
  });
});

function ageing(sinceMs: number): string {
  return `up ${60 + Math.floor(sinceMs / 1_000)} s`;
}

function started(sinceMs: number): string {
  return sinceMs < 4_000 ? 'starting' : 'running';
}
