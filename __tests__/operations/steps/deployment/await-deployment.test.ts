// Awaiting the end of a deployment: the cause of a failure is fetched, and an unreadable detail hides no status.
import { describe, expect, test } from '@jest/globals';
import type { CancelSignal } from '../../../../src/runner/host.ts';
import {
  detailOf,
  listOf,
  refusal,
  type ScriptedResponse,
  requests,
  resourceIn,
  runScripted,
  type ScriptedRun,
} from '../../../support/service/scripted-service.ts';
import type { StepOptions } from '../../../support/runner/step.ts';
import { errorOf, warningsOf } from '../../../support/world.ts';

/** A deployment whose detail, and whose place in the list, are functions of the time since its request. */
function deploying(parts: {
  detail: (sinceMs: number, reads: number) => ScriptedResponse;
  status: (sinceMs: number) => string;
  older?: readonly string[];
  inputs?: Record<string, string>;
  more?: Partial<StepOptions>;
}) {
  const older = parts.older ?? ['old finished'];
  return runScripted(
    ({ atMs, request, earlier }) => {
      const posted = earlier.find(({ request: sent }) => sent === requests.deploy);
      const sinceMs = atMs - (posted?.atMs ?? atMs);
      if (request === requests.resource) return resourceIn('running');
      if (request === requests.list) {
        return posted === undefined ? listOf(...older) : listOf(`new ${parts.status(sinceMs)}`, ...older);
      }
      if (request === requests.deploy) return { body: { ok: true, deployment: { id: 'new' } } };
      if (request === requests.logs) return { body: { ok: true, logs: '' } };
      return parts.detail(sinceMs, earlier.filter(({ request: sent }) => sent === requests.detail('new')).length);
    },
    parts.inputs,
    parts.more,
  );
}

describe('after a failed build', () => {
  test.each([undefined, null, '', []])('the lack of a build log (%j) is noted', async (log) => {
    const run = await deploying({
      detail: () => ({ body: { ok: true, deployment: { id: 'new', status: 'failed', log } } }),
      status: () => 'failed',
    });
    expect(run.log).toContain('the service shows no build log of deployment new');
  });

  test('a log that is no longer there is not noted as missing', async () => {
    const run = await deploying({
      detail: (_, reads) => detailOf('new', reads === 0 ? 'building' : 'failed', reads === 0 ? 'a line\n' : ''),
      status: () => 'failed',
    });
    expect(run.log).toContain('  | a line');
    expect(run.log).not.toContain('shows no build log');
  });

  test('a detail that cannot be read is noted once, and costs one warning', async () => {
    const run = await deploying({ detail: () => refusal(404, 'not_found'), status: () => 'failed' });
    expect(run.outputs['error-code']).toBe('deployment_failed');
    expect(run.log.match(/the log could not be read\. GET/g)).toHaveLength(1);
    expect(warningsOf(run)).toEqual([expect.stringContaining('could not be read to its end')]);
  });

  test('a deadline while the log is read does not hide the failure', async () => {
    const run = await deploying({
      detail: (ms) => detailOf('new', 'failed', 'x\n'.repeat(1 + ms)),
      status: () => 'failed',
      inputs: { timeout: '5s' },
    });
    expect(run.outputs).toMatchObject({ 'error-code': 'deployment_failed', status: 'failed' });
  });
});

describe('late lines of a log', () => {
  const readsAfter = (run: ScriptedRun): number[] => {
    const times = run.served.filter(({ request }) => request === requests.detail('new')).map(({ atMs }) => atMs);
    return times.map((ms) => Math.round((ms - (times[1] ?? 0)) / 1_000)).slice(2);
  };
  const failing = (log: (reads: number) => string) =>
    deploying({
      detail: (_, reads) => detailOf('new', reads === 0 ? 'building' : 'failed', log(reads)),
      status: () => 'building',
    });

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
      status: () => 'building',
    });
    expect(errorOf(run)).toBe('');
    expect(readsAfter(run)).toHaveLength(1);
    expect(run.log.match(/^ {2}\| (?:one|two)$/gm)).toEqual(['  | one', '  | two']);
    expect(run.logFile).toBe('one\ntwo\n');
  });

  test('of a build that finished are not read where others are known to use the key', async () => {
    const run = await deploying({
      detail: (_, reads) => detailOf('new', reads === 0 ? 'building' : 'finished', reads < 2 ? 'one\n' : 'one\ntwo'),
      status: () => 'building',
      inputs: { 'concurrent-jobs': '4' },
    });
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

  test('do not cost the verdict of a run whose deadline comes before they are shown, with a shared key', async () => {
    const run = await runScripted(
      ({ request, earlier }) => {
        const isPosted = earlier.some(({ request: sent }) => sent === requests.deploy);
        if (request === requests.resource) return resourceIn(isPosted ? 'starting' : 'running');
        if (request === requests.list) return listOf('old finished');
        if (request === requests.deploy) return { body: { ok: true, deployment: { id: 'new' } } };
        return detailOf('new', 'finished', `one\n${'a very long line '.repeat(40_000)}`);
      },
      { timeout: '10s', 'concurrent-jobs': '4' },
    );
    expect(run.outputs).toMatchObject({ status: 'finished', 'error-code': '' });
    expect(warningsOf(run)).toEqual([expect.stringContaining('app_web is starting')]);
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

  test.each(['1', '4'])(
    'do not cost the verdict of a run of %s jobs that is cancelled while they are printed',
    async (jobs) => {
      const entries = Array.from({ length: 200 }, (_, code) => ({ code, frames: Array(1_000).fill(code) }));
      let cancel = (_signal: CancelSignal): void => undefined;
      const run = await deploying({
        detail: (_, reads) => ({
          body: { ok: true, deployment: { id: 'new', status: reads === 0 ? 'building' : 'finished', log: entries } },
        }),
        status: () => 'building',
        inputs: { 'concurrent-jobs': jobs },
        more: {
          onStart: (send) => (cancel = send),
          onWrite: (text) => void (text.includes('{"code":1,') && cancel('SIGTERM')),
        },
      });
      expect(run.log.includes('{"code":199,')).toBe(false);
      expect(run.outputs).toMatchObject({ status: 'finished', 'error-code': '' });
    },
  );
});

describe('the end of a deployment', () => {
  test.each([
    ['timed_out', 'deployment_failed'],
    ['skipped', 'deployment_cancelled'],
  ])('fails the step in the status %s, soon', async (status, code) => {
    const run = await deploying({
      detail: (ms) => detailOf('new', ms < 10_000 ? 'building' : status),
      status: () => 'building',
    });
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ 'error-code': code, status });
    expect(errorOf(run)).toContain(status);
    expect(errorOf(run)).not.toContain('may continue');
    expect(run.tookMs).toBeLessThan(35_000);
  });

  test('is no success in an unknown status that older deployments ended with', async () => {
    const run = await deploying({
      detail: (ms) => detailOf('new', ms < 10_000 ? 'building' : 'success'),
      status: () => 'building',
      older: ['old success', 'older success'],
    });
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
});

describe('a run that is cancelled while the log of an ended deployment is printed', () => {
  test.each([
    ['finished', 'interrupted'],
    ['failed', 'deployment_failed'],
  ])('reports that it had %s, as %s', async (status, code) => {
    const lines = Array.from({ length: 100_000 }, (_, line) => `line ${line}\n`);
    let cancel = (_signal: CancelSignal): void => undefined;
    const run = await deploying({
      detail: (_, reads) => (reads === 0 ? detailOf('new', 'building') : detailOf('new', status, lines.join(''))),
      status: () => 'building',
      more: {
        onStart: (send) => (cancel = send),
        onWrite: (text) => void (text.includes('line 1\n') && cancel('SIGTERM')),
      },
    });
    expect(run.log.includes('line 99999\n')).toBe(false);
    expect(run.outputs).toMatchObject({ status, 'error-code': code });
    expect(errorOf(run)).not.toContain('may continue');
  });
});

describe('what the service itself says about the end', () => {
  const ended = (status: string, more: Record<string, unknown>) =>
    deploying({
      detail: () => ({ body: { ok: true, deployment: { id: 'new', status, ...more } } }),
      status: () => status,
    });

  test('is the cause of a failed build without a log', async () => {
    const run = await ended('failed', { failure_reason: 'exit code 137 key_0123456789 ::error::x' });
    expect(errorOf(run)).toContain('Deployment new of web failed. The service says: exit code 137 *** ::error::x');
    expect(run.summary).toContain('exit code 137');
    expect(`${run.log}${run.summary}`).not.toContain('key_0123456789');
  });

  test('is shown beside the log, too', async () => {
    const run = await ended('failed', { log: 'Error: no such file\n', error: { message: 'the image is too large' } });
    expect(errorOf(run)).toContain('The service says: the image is too large');
    expect(errorOf(run)).toContain('Error: no such file');
    expect(run.summary).toContain('the image is too large');
  });

  test('is taken from the list where the detail cannot be read', async () => {
    const run = await runScripted(({ request, earlier }) => {
      const isPosted = earlier.some(({ request: sent }) => sent === requests.deploy);
      const ours = { id: 'new', status: 'failed', errorMessage: 'no builder is free' };
      if (request === requests.resource) return resourceIn('running');
      if (request === requests.list) return { body: { deployments: isPosted ? [ours] : [] } };
      return request === requests.deploy ? { body: { id: 'new' } } : refusal(500, 'internal_error');
    });
    expect(errorOf(run)).toContain('The service says: no builder is free');
  });

  test('is no commit message of a deployment whose status only the list shows, and its commit is known early', async () => {
    const run = await deploying({
      detail: () => ({
        body: { ok: true, deployment: { id: 'new', message: 'Fix typo', commitSha: 'f'.repeat(40) } },
      }),
      status: (ms) => (ms < 10_000 ? 'building' : 'failed'),
    });
    expect(run.outputs['error-code']).toBe('deployment_failed');
    expect(errorOf(run)).toContain('The service names no cause.');
    expect(run.log).toMatch(/builds commit [^]*building after/);
  });

  test.each([
    ['the detail', { deployment: { id: 'new', failure: 'exit code 137' } }, {}],
    ['the list', { deployment: { id: 'new', title: 'Fix typo' } }, { failure: 'exit code 137' }],
  ])('is shown where only the list has the status and %s has the cause', async (_, detail, more) => {
    const run = await runScripted(({ request, earlier }) => {
      const isPosted = earlier.some(({ request: sent }) => sent === requests.deploy);
      if (request === requests.resource) return resourceIn('running');
      if (request === requests.list)
        return { body: { deployments: isPosted ? [{ id: 'new', status: 'failed', ...more }] : [] } };
      return { body: request === requests.deploy ? { id: 'new' } : detail };
    });
    expect(errorOf(run)).toContain('The service says: exit code 137');
  });

  test('is no commit message of a deployment that could be read only at its end', async () => {
    const title = { id: 'old', status: 'finished', title: 'Add a page' };
    const run = await runScripted(({ atMs, request, earlier }) => {
      const isPosted = earlier.some(({ request: sent }) => sent === requests.deploy);
      const status = atMs < 10_000 ? 'building' : 'failed';
      if (request === requests.resource) return resourceIn('running');
      if (request === requests.list)
        return { body: { deployments: isPosted ? [{ id: 'new', status }, title] : [title] } };
      if (request === requests.deploy) return { body: { id: 'new' } };
      return status === 'building'
        ? refusal(500, 'internal_error')
        : { body: { ok: true, deployment: { id: 'new', status, title: 'Fix typo' } } };
    });
    expect(errorOf(run)).toContain('The service names no cause.');
  });

  test('is the reason of a cancelled deployment', async () => {
    const run = await ended('cancelled', { statusReason: 'superseded by dep_9' });
    expect(run.outputs['error-code']).toBe('deployment_cancelled');
    expect(errorOf(run)).toContain('not by this step. The service says: superseded by dep_9');
  });
});

describe('a request for the details that fails', () => {
  test('is read again at the next poll, and meanwhile the list gives the status', async () => {
    const run = await deploying({
      detail: (ms, reads) =>
        reads < 3 ? refusal(500, 'internal_error') : detailOf('new', 'finished', 'the only line\n'),
      status: (ms) => (ms < 5_000 ? 'queued' : 'building'),
    });
    expect(errorOf(run)).toBe('');
    expect(run.log).toMatch(/queued/);
    expect(run.log).toContain('  | the only line');
    expect(warningsOf(run)).toEqual([]);
  });

  test('always is noted, and the list shows the end', async () => {
    const run = await deploying({
      detail: () => refusal(500, 'internal_error'),
      status: (ms) => (ms < 20_000 ? 'building' : 'FINISHED'),
    });
    expect(run.outputs).toMatchObject({ status: 'finished', 'error-code': '' });
    expect(run.log).toContain('deployment new could not be read, so the list is read for its status.');
    expect(warningsOf(run)).toEqual([]);
  });

  test('or shows no status is replaced by the status of the list', async () => {
    const run = await deploying({
      detail: () => ({ body: { ok: true, deployment: { id: 'new', log: 'a line\n' } } }),
      status: (ms) => (ms < 10_000 ? 'building' : 'finished'),
    });
    expect(run.outputs).toMatchObject({ status: 'finished', 'error-code': '' });
    expect(run.log).toContain('  | a line');
  });
});

test('reports once that a deployment shows no status, and quotes none', async () => {
  const run = await deploying({
    detail: () => ({ body: { ok: true, deployment: { id: 'new', phase: 'READY' } } }),
    status: () => '',
    inputs: { timeout: '20s' },
  });
  expect(run.outputs).toMatchObject({ status: 'unknown', 'error-code': 'timeout' });
  expect(
    run.log.match(/^deployment new has no status that this action knows; it is treated as in progress$/gm),
  ).toHaveLength(1);
  expect(`${run.log}${run.summary}`).not.toContain('READY');
});

test('shows an unfinished last line before the note about a log that no longer has it', async () => {
  const logs = ['Cloning\n', 'Cloning\nBuilding\nout of memory', 'The second attempt\nerror: no space left\n'];
  const run = await deploying({
    detail: (_, reads) => detailOf('new', reads < 2 ? 'building' : 'failed', logs[Math.min(reads, 2)] ?? ''),
    status: () => 'failed',
  });
  const shown = ['  | Building', '  | out of memory', 'the log does not continue', '  | The second attempt'];
  const places = shown.map((line) => run.log.indexOf(line));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test.each([
  ['failed', '10m'],
  ['building', '30s'],
])('shows a log whose lines all have a running age three times until it is %s (timeout %s)', async (end, timeout) => {
  const run = await deploying({
    detail: (ms, reads) => {
      const log = ['Cloning', 'Installing', `Compiling ${reads}`].map((line) => `[${ms} ms] ${line}\n`).join('');
      return detailOf('new', ms < 60_000 ? 'building' : end, log);
    },
    status: () => 'building',
    inputs: { timeout },
  });
  expect(run.log.match(/^ {2}\| \[\d+ ms\] Cloning$/gm)).toHaveLength(3);
  expect(run.log.match(/^the log does not continue where it ended before/gm)).toHaveLength(1);
  expect(run.log.match(/^the log does not continue again: it is shown once more at the end/gm)).toHaveLength(1);
  const reads = run.served.filter(({ request }) => request === requests.detail('new')).length;
  expect(run.logFile).toContain(`Compiling ${reads - 1}\n`);
});

test('shows an unfinished last line once, when it is complete or at the end', async () => {
  const steps = ['Down', 'Downloading\nUnpa', 'Downloading\nUnpacking\nDone'];
  const run = await deploying({
    detail: (_, reads) => detailOf('new', reads < 3 ? 'building' : 'finished', steps[Math.min(reads, 2)]),
    status: () => 'building',
  });
  const lines = run.log.split('\n').filter((line) => line.startsWith('  | '));
  expect(lines).toEqual(['  | Downloading', '  | Unpacking', '  | Done']);
});
