// What is the same as before is not news: whole steps against services that this action does not know.
import { describe, expect, test } from '@jest/globals';
import {
  detailOf,
  listOf,
  refusal,
  requests,
  resourceIn,
  runScripted,
  type ScriptedResponse,
  type ScriptedRun,
} from '../support/service/scripted-service.ts';
import type { StepOptions } from '../support/runner/step.ts';
import { errorOf, warningsOf } from '../support/world.ts';

const SHA = '0123456789abcdef0123456789abcdef01234567';

function postsOf(run: ScriptedRun): number {
  return run.served.filter(({ request }) => request.startsWith('POST')).length;
}

/** A deploy that is named in the response; `detail` and `resource` are functions of the time since it was requested. */
function deploying(
  parts: {
    detail: (sinceMs: number, reads: number) => ScriptedResponse;
    older?: readonly string[];
    resource?: (sinceMs: number | undefined) => string;
  },
  inputs: Record<string, string> = {},
  more: Partial<StepOptions> = {},
): Promise<ScriptedRun> {
  return runScripted(
    ({ atMs, request, earlier }) => {
      const posted = earlier.find(({ request: sent }) => sent === requests.deploy);
      const sinceMs = posted && atMs - posted.atMs;
      if (request === requests.resource) return resourceIn(parts.resource?.(sinceMs) ?? 'running');
      if (request === requests.list)
        return listOf(...(posted ? ['new building'] : []), ...(parts.older ?? ['old finished']));
      if (request === requests.deploy) return { body: { ok: true, deployment: { id: 'new' } } };
      if (request === requests.logs) return { body: { ok: true, logs: 'Error: out of memory\n' } };
      const reads = earlier.filter(({ request: sent }) => sent === requests.detail('new')).length;
      return parts.detail(sinceMs ?? 0, reads);
    },
    inputs,
    more,
  );
}

describe('a re-run', () => {
  const script = (inProgress: Record<string, unknown>) =>
    runScripted(
      ({ atMs, request }) => {
        const status = atMs < 20_000 ? 'building' : 'finished';
        if (request === requests.resource) return resourceIn('running');
        if (request === requests.list) {
          const old = { id: 'old', status: 'finished' };
          return { body: { ok: true, deployments: [{ id: 'first', status, ...inProgress }, old] } };
        }
        if (request === requests.deploy) return { body: { ok: true, deployment: { id: 'second' } } };
        return detailOf(request.endsWith('/second') ? 'second' : 'first', status);
      },
      {},
      { env: { GITHUB_SHA: SHA, GITHUB_RUN_ATTEMPT: '2' } },
    );

  test('follows the deployment in progress of its own commit, and says so', async () => {
    const run = await script({ commit: SHA });
    expect(errorOf(run)).toBe('');
    expect(run.outputs).toMatchObject({ 'deployment-id': 'first', status: 'finished' });
    expect(postsOf(run)).toBe(0);
    expect(run.log).toContain('builds the commit of this run, which is run again: it is followed');
  });

  test.each([{ commit: 'f'.repeat(40) }, {}])('requests one of its own beside another: %j', async (shown) => {
    const run = await script(shown);
    expect(run.outputs).toMatchObject({ 'deployment-id': 'second', status: 'finished' });
    expect(postsOf(run)).toBe(1);
  });

  test('requests one where the one of its commit has ended', async () => {
    const run = await script({ commit: SHA, status: 'failed' });
    expect(run.outputs['deployment-id']).toBe('second');
  });
});

test('the first attempt requests its own deployment beside one of its commit', async () => {
  const run = await runScripted(
    ({ request }) => {
      if (request === requests.resource) return resourceIn('running');
      const first = { id: 'first', status: 'building', commit: SHA };
      if (request === requests.list) return { body: { ok: true, deployments: [first] } };
      if (request === requests.deploy) return { body: { ok: true, deployment: { id: 'second' } } };
      return detailOf('second', 'finished');
    },
    {},
    { env: { GITHUB_SHA: SHA, GITHUB_RUN_ATTEMPT: '1' } },
  );
  expect(run.outputs['deployment-id']).toBe('second');
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
    expect(run.outputs).toMatchObject({ 'resource-status': status, 'error-code': '' });
    expect(run.log).toContain(
      `app_web already is ${status}. POST /resources/app_web/${operation}: the service answered 409`,
    );
    expect(postsOf(run)).toBe(1);
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
  });

  test('does not spare a start its health check', async () => {
    const run = await acting('start', 'running', {
      inputs: { 'health-check': '/health', 'health-check-timeout': '5s' },
    });
    expect(run.outputs['error-code']).toBe('unhealthy');
  });
});

describe('late lines of a log', () => {
  const readsAfter = (run: ScriptedRun): number[] => {
    const times = run.served.filter(({ request }) => request === requests.detail('new')).map(({ atMs }) => atMs);
    return times.map((ms) => Math.round((ms - (times[1] ?? 0)) / 1_000)).slice(2);
  };
  const failing = (log: (reads: number) => string) =>
    deploying({ detail: (_, reads) => detailOf('new', reads === 0 ? 'building' : 'failed', log(reads)) });

  test('of a failed build are read two and six seconds after the end', async () => {
    const run = await failing((reads) => (reads < 2 ? 'one\n' : 'one\nerror: two\n'));
    expect(readsAfter(run)).toEqual([2, 6]);
    expect(run.log).toContain('  | error: two');
    expect(errorOf(run)).toContain('error: two');
  });

  test('of a failed build are read until they stop, and for fifteen seconds at most', async () => {
    expect(readsAfter(await failing((reads) => 'x\n'.repeat(Math.min(reads, 3))))).toEqual([2, 6, 10]);
    expect(readsAfter(await failing((reads) => 'x\n'.repeat(reads)))).toEqual([2, 6, 10, 14]);
  });

  test('of a build that finished are shown at the end of the step, after one read', async () => {
    const run = await deploying({
      detail: (_, reads) => detailOf('new', reads === 0 ? 'building' : 'finished', reads < 2 ? 'one\n' : 'one\ntwo\n'),
    });
    expect(errorOf(run)).toBe('');
    expect(readsAfter(run)).toHaveLength(1);
    expect(run.log.match(/^ {2}\| (?:one|two)$/gm)).toEqual(['  | one', '  | two']);
    expect(run.logFile).toBe('one\ntwo\n');
  });

  test('of a build that finished are not read where others are known to use the key', async () => {
    const run = await deploying(
      {
        detail: (_, reads) => detailOf('new', reads === 0 ? 'building' : 'finished', reads < 2 ? 'one\n' : 'one\ntwo'),
      },
      { 'concurrent-jobs': '4' },
    );
    expect(run.outputs).toMatchObject({ status: 'finished', 'error-code': '' });
    expect(readsAfter(run)).toHaveLength(0);
    expect(run.log).toContain('  | one');
  });

  test.each(['failed', 'finished'])('of a build that had %s before are not waited for', async (status) => {
    const run = await runScripted(
      ({ request }) => {
        if (request === requests.resource) return resourceIn('running');
        if (request === requests.logs) return { body: { ok: true, logs: '' } };
        return request === requests.list ? listOf(`new ${status}`) : detailOf('new', status, 'one\n');
      },
      { operation: 'wait', 'deployment-id': 'latest' },
    );
    expect(run.served.filter(({ request }) => request === requests.detail('new'))).toHaveLength(1);
    expect(run.tookMs).toBeLessThan(1_000);
  });

  test('do not cost the verdict of a run that is cancelled while they are read', async () => {
    const run = await runScripted(
      ({ request, earlier }) => {
        const reads = earlier.filter(({ request: sent }) => sent === requests.detail('new')).length;
        if (request === requests.resource) return resourceIn('running');
        if (request === requests.list) return listOf('old finished');
        if (request === requests.deploy) return { body: { ok: true, deployment: { id: 'new' } } };
        return { ...detailOf('new', 'finished', 'one\n'), ...(reads > 0 ? { afterMs: 60_000 } : {}) };
      },
      { timeout: '4s' },
    );
    expect(run.outputs).toMatchObject({ status: 'finished', 'error-code': '' });
    expect(run.tookMs).toBeLessThanOrEqual(4_000);
  });
});

describe('the runtime log of a failed build', () => {
  const failing = (resource: (sinceMs: number | undefined) => string) =>
    deploying({ detail: () => detailOf('new', 'failed', 'error: no space left\n'), resource });

  test.each(['running', 'green', 'running (unhealthy)', ''])(
    'is not shown while the app is "%s" as before',
    async (status) => {
      const run = await failing(() => status);
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
    const run = await failing((sinceMs) => (sinceMs === undefined ? before : after));
    expect(run.served.some(({ request }) => request === requests.logs)).toBe(true);
    expect(run.summary).toContain('out of memory');
  });
});

test('a blocked request follows the end of the blocking deployment within five seconds', async () => {
  const freeMs = 41_000;
  const run = await runScripted(({ atMs, request, earlier }) => {
    const isFree = atMs >= freeMs;
    const isPosted = earlier.some(({ request: sent, atMs: sentMs }) => sent === requests.deploy && sentMs >= freeMs);
    if (request === requests.resource) return resourceIn('running');
    if (request === requests.list)
      return listOf(...(isPosted ? ['new building'] : []), isFree ? 'b finished' : 'b building');
    if (request === requests.deploy) return isFree ? { body: { deployment: { id: 'new' } } } : refusal(409, 'busy');
    return detailOf('new', 'finished');
  });
  expect(run.outputs).toMatchObject({ 'deployment-id': 'new', status: 'finished' });
  const posts = run.served.filter(({ request }) => request === requests.deploy).map(({ atMs }) => atMs);
  expect(posts.at(-1)).toBeLessThanOrEqual(freeMs + 5_000);
  expect(posts).toHaveLength(3);
});

describe('the end of a deployment', () => {
  test.each([
    ['error', 'deployment_failed'],
    ['timed_out', 'deployment_failed'],
    ['skipped', 'deployment_cancelled'],
    ['cancelled-by-user', 'deployment_cancelled'],
  ])('is seen in the word %s, soon, and red', async (status, code) => {
    const run = await deploying({ detail: (ms) => detailOf('new', ms < 10_000 ? 'building' : status) });
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ 'error-code': code, status });
    expect(errorOf(run)).toContain(status);
    expect(errorOf(run)).not.toContain('may continue');
    expect(run.tookMs).toBeLessThan(35_000);
  });

  test('is not seen in the word cancel_requested', async () => {
    const run = await deploying({ detail: (ms) => detailOf('new', ms < 30_000 ? 'cancel_requested' : 'finished') });
    expect(errorOf(run)).toBe('');
    expect(run.log.match(/has the status "cancel_requested".* treated as in progress/g)).toHaveLength(1);
  });

  test('is seen in an unknown word that older ones bear, and is no success', async () => {
    const older = ['old success', 'older success'];
    const run = await deploying({ older, detail: (ms) => detailOf('new', ms < 10_000 ? 'building' : 'success') });
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ 'error-code': 'unknown_outcome', status: 'success' });
    expect(errorOf(run)).toContain('Its status "success" is one that earlier deployments of this resource ended with');
    for (const shown of [errorOf(run), run.summary]) {
      expect(shown).toContain('It is not known how deployment');
      expect(shown).not.toContain('may continue');
      expect(shown).not.toMatch(/request (?:may|had)|whether the request/);
    }
    expect(run.tookMs).toBeLessThan(20_000);
  });

  test('is not seen in a missing status, although older ones show none either', async () => {
    const older = ['old ', 'older '];
    const run = await deploying({ older, detail: (ms) => detailOf('new', ms < 10_000 ? '' : 'finished') });
    expect(run.outputs).toMatchObject({ 'error-code': '', status: 'finished' });
  });
});

describe('a resource that is as it was before a deployment', () => {
  const finished = (status: string) => deploying({ detail: () => detailOf('new', 'finished'), resource: () => status });

  test.each(['exited', 'stopped', 'unhealthy', 'running (unhealthy)'])(
    '(%s) is not waited for, costs one warning, and the headline says so',
    async (status) => {
      const run = await finished(status);
      expect(errorOf(run)).toBe('');
      expect(warningsOf(run)).toHaveLength(1);
      expect(warningsOf(run)[0]).toContain(status);
      expect(run.summary.split('\n')[0]).toContain(`still ${status}, as before`);
      expect(run.tookMs).toBeLessThan(5_000);
    },
  );

  test.each(['running', 'green', ''])('(%j) costs neither a warning nor time', async (status) => {
    const run = await finished(status);
    expect(errorOf(run)).toBe('');
    expect(warningsOf(run)).toEqual([]);
    expect(run.summary).not.toContain('as before');
    expect(run.tookMs).toBeLessThan(5_000);
  });
});
