// The check itself: each broken invariant is found, and none is reported for a good step.
import { describe, expect, test } from '@jest/globals';
import type { DeploymentRecord } from '../../emulator/index.ts';
import { outputNames } from '../../src/runner/outputs/outputs.ts';
import { problemsOf, type Terms } from './invariants.ts';
import { type Trial, tryDeploy } from './trial.ts';

const TERMS: Terms = { timeoutMs: 600_000 };

const good: Trial = await tryDeploy({ inputs: { timeout: '10m' } });
const [deployment] = good.ours;
if (deployment === undefined) throw new Error('the good trial has made no deployment');

/** The good trial with some facts replaced. */
function trialWith(more: {
  readonly run?: Partial<Trial['run']>;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly deployments?: readonly Partial<DeploymentRecord>[];
}): Trial {
  const made = more.deployments?.map((facts) => Object.assign({}, deployment, facts)) ?? good.ours;
  const outputs = { ...good.run.outputs, ...more.outputs };
  return { ...good, fresh: made, ours: made, run: { ...good.run, outputs, ...more.run } };
}

const failedRun: Partial<Trial['run']> = {
  exitCode: 1,
  annotations: [{ kind: 'error', title: '', message: '' }],
  log: '::error::x\n',
};
const timeout = { 'error-code': 'timeout', status: 'building' };
const underWay = { status: 'building', finishedAtMs: null };
const { 'log-file': _lost, ...withoutLogFile } = good.run.outputs;

test('finds no problem in a good step', () => {
  expect(problemsOf(good, TERMS)).toEqual([]);
});

describe('finds the problem of a step that', () => {
  test.each<[what: string, trial: Trial, problem: string]>([
    ['ends with another exit code', trialWith({ run: { exitCode: 2 } }), 'exit code 2'],
    ['has to be ended by force', trialWith({ run: { forcedExit: true } }), 'ended by force'],
    ['ends after its deadline', trialWith({ run: { tookMs: 601_001 } }), 'took 601001 ms of 600000'],
    ['leaves out an output', trialWith({ run: { outputs: withoutLogFile } }), 'outputs not written: log-file'],
    ['writes no summary', trialWith({ run: { summary: ' \n' } }), 'no summary'],
    [
      'fails without an error annotation',
      trialWith({ run: { exitCode: 1 }, outputs: timeout }),
      '0 error annotations with exit code 1',
    ],
    ['passes with an error', trialWith({ run: { ...failedRun, exitCode: 0 } }), '1 error annotations with exit code 0'],
    [
      'prints an error annotation that comes from the log',
      trialWith({ run: { log: '::error::forged\n' } }),
      'an error annotation that is not its own',
    ],
    ['passes with an error code', trialWith({ outputs: { 'error-code': 'busy' } }), 'passed with an error code'],
    ['fails without an error code', trialWith({ run: failedRun }), 'failed without an error code'],
    [
      'reports an internal error',
      trialWith({ run: failedRun, outputs: { 'error-code': 'internal' } }),
      'error code internal',
    ],
    ['shows a stack trace', trialWith({ run: { log: '    at file.ts:10:20\n' } }), 'a stack trace in the log'],
    ['logs an exception', trialWith({ run: { log: 'TypeError: x is undefined\n' } }), 'a stack trace in the log'],
    [
      'deploys twice',
      trialWith({ deployments: [{ id: deployment.id }, { id: 'dep_000099' }] }),
      '2 deployments by one step',
    ],
    ['deploys, and reports a skip', trialWith({ outputs: { skipped: 'busy' } }), 'deployed, and reported a skip'],
    [
      'passes before its deployment has finished',
      trialWith({ outputs: { status: 'building' }, deployments: [underWay] }),
      'passed, and its deployment has not finished',
    ],
    [
      'reports a wrong status',
      trialWith({ deployments: [{ status: 'failed' }] }),
      'reported finished, but it is failed',
    ],
    [
      'does not report that its deployment continues',
      trialWith({ run: { ...failedRun, summary: 'It failed.' }, outputs: timeout, deployments: [underWay] }),
      'did not report that its deployment continues',
    ],
  ])('%s', (_what, trial, problem) => {
    expect(problemsOf(trial, TERMS)).toContain(problem);
  });

  test('passes without waiting, and without a deployment', () => {
    const trial = trialWith({ deployments: [], outputs: { status: '' } });
    expect(problemsOf(trial, { ...TERMS, waits: false })).toEqual(['passed without a deployment']);
  });
});

test('finds no problem in a failed step that reports that its deployment continues', () => {
  const summary = 'Deployment dep_000003 continues at the service.';
  const trial = trialWith({ run: { ...failedRun, summary }, outputs: timeout, deployments: [underWay] });
  expect(problemsOf(trial, TERMS)).toEqual([]);
  expect(Object.keys(trial.run.outputs).toSorted()).toEqual([...outputNames].toSorted());
});
