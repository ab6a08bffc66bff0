// A deploy step checked for the invariants, for tests that check more than those.
import { expect } from '@jest/globals';
import { problemsOf } from './invariants.ts';
import { type Trial, type TrialOptions, tryDeploy } from './trial.ts';

/** Runs one deploy step with this deadline; a broken invariant fails the test. */
export async function judgedDeploy(timeoutMs: number, options: TrialOptions = {}): Promise<Trial> {
  const inputs: Record<string, string> = { timeout: `${timeoutMs / 1_000}s`, ...options.inputs };
  const trial = await tryDeploy({ ...options, inputs });
  expect(problemsOf(trial, { timeoutMs, waits: inputs['wait'] !== 'false' })).toEqual([]);
  return trial;
}
