// Waiting for a busy resource: how long, what is reported, and when it ends.
import { describe, expect, test } from '@jest/globals';
import type { Fault } from '../../../../emulator/index.ts';
import { judgedDeploy } from '../../../faults/judged.ts';
import {
  detailOf,
  listOf,
  refusal,
  requests,
  resourceIn,
  runScripted,
} from '../../../support/service/scripted-service.ts';
import { RESOURCE_ID, timesOf, type Trial, type TrialOptions } from '../../../faults/trial.ts';

const TIMEOUT_MS = 300_000;

const deployWhileBusy = (options: TrialOptions): Promise<Trial> => judgedDeploy(TIMEOUT_MS, options);

/** Somebody at the console was first, with a build of this length. */
const behind = (buildMs: number): TrialOptions => ({
  resource: { script: [{ buildMs }, { buildMs: 10_000 }] },
  meanwhile: async ({ emulator }) => {
    emulator.deploy(RESOURCE_ID);
    await Promise.resolve();
  },
});

const always: Fault = { on: 'createDeployment', kind: 'busy', times: 'always' };

/** The waits that the log reports, in seconds. */
function waitsOf({ run }: Trial): number[] {
  return [...run.log.matchAll(/next try in (?:(\d+)m ?)?(?:([\d.]+)s)?,/g)].map(
    ([, minutes = '0', seconds = '0']) => Number(minutes) * 60 + Number(seconds),
  );
}

describe('on-busy: wait', () => {
  test('deploys when the blocking deployment has ended, and does not take over that one', async () => {
    const trial = await deployWhileBusy(behind(60_000));
    expect(trial.run.exitCode).toBe(0);
    const [ours] = trial.ours;
    expect(trial.run.outputs['deployment-id']).toBe(ours?.id);
    expect(trial.fresh.find(({ label }) => label === 'console')?.id).not.toBe(ours?.id);
  });

  test('requests again within five seconds after the blocking deployment has ended', async () => {
    const trial = await deployWhileBusy(behind(41_000));
    const posts = timesOf(trial, 'createDeployment');
    expect(posts.at(-1)).toBeGreaterThanOrEqual(41_000);
    expect(posts.at(-1)).toBeLessThanOrEqual(46_000);
    expect(posts).toHaveLength(3);
  });

  test('logs with each wait the blocking deployment, since when it has been seen, the next attempt and the time left', async () => {
    const { run } = await deployWhileBusy(behind(90_000));
    const lines = run.log.split('\n').filter((line) => line.startsWith('the resource is busy'));
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) {
      expect(line).toMatch(
        /^the resource is busy: deployment dep_000003 is building(?:, first seen \S+( \S+)? ago)?; next try when it has ended, at the latest in .+, .+ left$/,
      );
    }
  });

  test('increases the waits up to a limit, with different waits in each step', async () => {
    const seen: number[][] = [];
    for (const seed of [1, 2, 3]) seen.push(waitsOf(await deployWhileBusy({ faults: [always], seed })));
    for (const waits of seen) {
      expect(waits[0]).toBeLessThanOrEqual(2.5);
      expect(Math.max(...waits)).toBeLessThanOrEqual(19);
      expect(waits.at(-1)).toBeGreaterThanOrEqual(11);
    }
    expect(new Set(seen.map((waits) => waits.join(' '))).size).toBe(3);
  });

  test('fails as busy at the deadline, with nothing deployed', async () => {
    const trial = await deployWhileBusy({ faults: [always] });
    expect(trial.run.outputs['error-code']).toBe('busy');
    expect(trial.run.tookMs).toBe(TIMEOUT_MS);
    expect(trial.ours).toEqual([]);
  });

  test('waits for the Retry-After', async () => {
    const trial = await deployWhileBusy({ faults: [{ on: 'createDeployment', kind: 'busy', retryAfter: 45 }] });
    expect(trial.run.exitCode).toBe(0);
    expect(timesOf(trial, 'createDeployment')[1]).toBeGreaterThanOrEqual(45_000);
  });

  test('sends the request now and then even while the list shows a blocking deployment: the list may be wrong', async () => {
    const trial = await deployWhileBusy(behind(Infinity));
    expect(trial.run.outputs['error-code']).toBe('busy');
    expect(timesOf(trial, 'createDeployment').length).toBeGreaterThanOrEqual(4);
  });

  test('ends when the key is revoked during the wait, with nothing deployed', async () => {
    const trial = await deployWhileBusy({
      faults: [always],
      meanwhile: async ({ clock, emulator }) => {
        await clock.sleep(40_000);
        emulator.control.revokeKey('ci');
      },
    });
    expect(trial.run.outputs['error-code']).toBe('unauthorized');
    expect(trial.run.tookMs - 40_000).toBeLessThan(25_000);
    expect(trial.ours).toEqual([]);
    expect(trial.run.summary).not.toContain('may continue');
  });
});

describe('on-busy', () => {
  test('fail: fails at once, as busy', async () => {
    const trial = await deployWhileBusy({ faults: [always], inputs: { 'on-busy': 'fail' } });
    expect(trial.run.outputs['error-code']).toBe('busy');
    expect(trial.run.tookMs).toBe(0);
  });

  test('skip: passes at once, and the output status is empty', async () => {
    const trial = await deployWhileBusy({ faults: [always], inputs: { 'on-busy': 'skip' } });
    expect(trial.run.exitCode).toBe(0);
    expect(trial.run.tookMs).toBe(0);
    expect(trial.run.outputs).toMatchObject({ skipped: 'busy', status: '', 'deployment-id': '', 'error-code': '' });
  });
});

test('does not name an earlier deployment in an unknown status as the one that blocks', async () => {
  const run = await runScripted(
    ({ request, earlier }) => {
      if (request === requests.resource) return resourceIn('running');
      if (request === requests.list) return listOf('old finished', 'older superseded');
      if (request !== requests.deploy) return detailOf('new', 'finished');
      const isFirst = !earlier.some((served) => served.request === requests.deploy);
      return isFirst ? refusal(409, 'busy') : { status: 202, body: { ok: true, deployment: { id: 'new' } } };
    },
    { timeout: '2m' },
  );
  expect(run.outputs['deployment-id']).toBe('new');
  expect(run.log).toContain('the resource is busy');
  expect(run.log).not.toContain('superseded');
});
