// The judge notices each problem: a good trial is changed in one way at a time.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { compareLines } from './compare-lines.ts';
import { judge } from './judge.ts';
import { type PlayedStep, playTrial, type Trial } from '../play.ts';
import { profiles } from '../profiles.ts';
import { scenarios } from '../scenarios.ts';
import { API_KEY } from '../service.ts';
import { parseStepLog } from './step-log.ts';

describe('the judge', () => {
  let good: Trial;

  beforeAll(async () => {
    good = await trialOf('fly', 'deploy');
  });

  test('finds no problem in a good trial', () => {
    expect(judge(good)).toEqual([]);
  });

  /** The problem that the judge must report, and the change to the step. */
  const changes: readonly [string, (step: PlayedStep) => PlayedStep][] = [
    ['wrong exit code', (step) => withRun(step, { exitCode: 1 })],
    ['wrong error-code', (step) => withOutput(step, 'error-code', 'timeout')],
    ['wrong status', (step) => withOutput(step, 'status', 'building')],
    ['wrong deployment-id', (step) => withOutput(step, 'deployment-id', 'another')],
    ['wrong resource-status', (step) => withOutput(step, 'resource-status', 'unknown')],
    ['wrong url', (step) => withOutput(step, 'url', `${step.run.outputs['url']}:3000`)],
    ['wrong log', (step) => withLog(step, (log) => log.replace(/^ {2}\| Installing.*\n/m, ''))],
    ['wrong log', (step) => withLog(step, (log) => log.replace(/^ {2}\| Installing.*\n/m, '$&$&'))],
    [
      'wrong log',
      (step) => withLog(step, (log) => log.replace(/^( {2}\| Cloning.*\n)([^]*?)( {2}\| Inst.*\n)/m, '$3$2$1')),
    ],
    ['wrong secret', (step) => withLog(step, (log) => `${log}${API_KEY}\n`)],
    ['noisy log', (step) => withLog(step, (log) => log + 'still waiting\n'.repeat(15))],
    ['noisy late', (step) => ({ ...step, endedAtMs: step.endedAtMs + 10_000 })],
    ['noisy warning', (step) => withWarning(step, 'something is odd')],
    ['wrong end', (step) => withRun(step, { annotations: [{ kind: 'error', title: '', message: '' }] })],
  ];

  test.each(changes)('reports a problem: %s', (about, change) => {
    const changed = judge({ ...good, steps: good.steps.map(change) });
    expect(changed.map((problem) => problem.about)).toContain(about);
  });

  test('reports a cause that is named nowhere', async () => {
    const trial = await trialOf('fly', 'deploy that fails');
    const silent = trial.steps.map((step) => withRun(step, { summary: '', annotations: [] }));
    expect(judge({ ...trial, steps: silent }).map(({ about }) => about)).toContain('wrong cause');
  });

  test('reports a hidden line that is printed', async () => {
    const trial = await trialOf('coolify', 'deploy');
    const hidden = trial.world.builds().flatMap(({ lines }) => lines.filter((line) => line.hidden));
    const printed = trial.steps.map((step) => withLog(step, (log) => `${log}  | ${hidden.at(-1)?.text}\n`));
    expect(judge({ ...trial, steps: printed }).map(({ about }) => about)).toContain('wrong hidden line');
  });
});

test('lines are compared without their timestamps and spaces', () => {
  const lines = ['a', '', '##[error]b', 'c', 'c'];
  const printed = ['web 2026-01-12T10:00:00.5Z a', '2026-01-12T10:00:01Z', '## [error]b', 'c', 'c', '{"line":"c"}'];
  expect(compareLines(printed, { required: lines, allowed: lines })).toEqual({
    missing: [],
    repeated: [],
    isOutOfOrder: false,
    foreign: ['{"line":"c"}'],
  });
});

test('a step log is split into printed log lines and lines of the step itself', () => {
  const log = 'building\n::group::Build log of web\n  | a\n  shop | b\n  | \n::endgroup::\n::warning title=::odd\n';
  expect(parseStepLog(log)).toEqual({
    printed: [
      { text: 'a', source: 'build', label: '' },
      { text: 'b', source: 'build', label: 'shop' },
      { text: '', source: 'build', label: '' },
    ],
    own: ['building', '::warning title=::odd'],
  });
});

async function trialOf(platform: string, name: string): Promise<Trial> {
  const profile = profiles.find((one) => one.name === platform);
  const scenario = scenarios.find((one) => one.name === name);
  if (profile === undefined || scenario === undefined) throw new Error(`there is no ${platform} or ${name}`);
  return await playTrial(profile, scenario);
}

function withRun(step: PlayedStep, run: Partial<PlayedStep['run']>): PlayedStep {
  return { ...step, run: { ...step.run, ...run } };
}

function withOutput(step: PlayedStep, name: string, value: string): PlayedStep {
  return withRun(step, { outputs: { ...step.run.outputs, [name]: value } });
}

function withLog(step: PlayedStep, change: (log: string) => string): PlayedStep {
  return withRun(step, { log: change(step.run.log) });
}

function withWarning(step: PlayedStep, message: string): PlayedStep {
  return withRun(step, { annotations: [...step.run.annotations, { kind: 'warning', title: '', message }] });
}
