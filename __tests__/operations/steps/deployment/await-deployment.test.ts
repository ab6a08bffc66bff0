// Awaiting the end of a deployment: the cause of a failure is fetched, and an unreadable detail hides no status.
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

/** A deployment whose detail, and whose place in the list, are functions of the time since its request. */
function deploying(parts: {
  detail: (sinceMs: number, reads: number) => ScriptedResponse;
  status: (sinceMs: number) => string;
  inputs?: Record<string, string>;
}) {
  return runScripted(({ atMs, request, earlier }) => {
    const posted = earlier.find(({ request: sent }) => sent === requests.deploy);
    const sinceMs = atMs - (posted?.atMs ?? atMs);
    if (request === requests.resource) return resourceIn('running');
    if (request === requests.list) {
      return posted === undefined ? listOf('old finished') : listOf(`new ${parts.status(sinceMs)}`, 'old finished');
    }
    if (request === requests.deploy) return { body: { ok: true, deployment: { id: 'new' } } };
    if (request === requests.logs) return { body: { ok: true, logs: '' } };
    return parts.detail(sinceMs, earlier.filter(({ request: sent }) => sent === requests.detail('new')).length);
  }, parts.inputs);
}

describe('after a failed build', () => {
  test('the log is read until it stops growing, so that late lines are shown', async () => {
    const late = (ms: number) => `Building\n${ms > 4_000 ? 'half\n' : ''}${ms > 8_000 ? 'error: no space left\n' : ''}`;
    const run = await deploying({ detail: (ms) => detailOf('new', 'failed', late(ms)), status: () => 'failed' });
    expect(run.outputs['error-code']).toBe('deployment_failed');
    expect(errorOf(run)).toContain('error: no space left');
    expect(run.log.split('  | Building')).toHaveLength(2);
  });

  test('a log that never stops growing is read for fifteen seconds at most', async () => {
    const run = await deploying({
      detail: (ms) => detailOf('new', 'failed', 'one more line\n'.repeat(1 + Math.floor(ms / 500))),
      status: () => 'failed',
    });
    expect(run.outputs['error-code']).toBe('deployment_failed');
    expect(run.tookMs).toBeLessThan(30_000);
  });

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

test('shows an unfinished last line once, when it is complete or at the end', async () => {
  const steps = ['Down', 'Downloading\nUnpa', 'Downloading\nUnpacking\nDone'];
  const run = await deploying({
    detail: (_, reads) => detailOf('new', reads < 3 ? 'building' : 'finished', steps[Math.min(reads, 2)]),
    status: () => 'building',
  });
  const lines = run.log.split('\n').filter((line) => line.startsWith('  | '));
  expect(lines).toEqual(['  | Downloading', '  | Unpacking', '  | Done']);
});
