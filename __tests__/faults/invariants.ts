// Invariants of every deploy step, whatever faults occur.
import { isFinal } from '../../src/api/model.ts';
import { runProblems } from '../support/runner/run-problems.ts';
import type { Trial } from './trial.ts';

export interface Terms {
  readonly timeoutMs: number;
  /** False for `wait: false`, which passes before the end. */
  readonly waits?: boolean;
}

/** Descriptions of the invariants that a trial broke; empty for a good trial. */
export function problemsOf(trial: Trial, terms: Terms): string[] {
  const broken = Object.entries(truthProblems(trial, terms)).flatMap(([name, isBroken]) => (isBroken ? [name] : []));
  return [...runProblems(trial.run, terms.timeoutMs), ...broken];
}

/** What the step reports agrees with the service. */
function truthProblems(
  { run, fresh, ours, requests }: Trial,
  { waits = true }: Terms,
): Readonly<Record<string, boolean>> {
  const { outputs } = run;
  const passed = run.exitCode === 0;
  const skipped = outputs['skipped'] !== '';
  const status = outputs['status'] ?? '';
  const named = fresh.find(({ id }) => id === outputs['deployment-id']);
  const stillRunning = ours.some((deployment) => !isFinal(deployment.status));
  // A service that refuses a request which it carries out cannot be reported correctly.
  const deceived = requests.some(({ endpoint, fault }) => endpoint === 'createDeployment' && fault === 'ok-false');
  return {
    [`${ours.length} deployments by one step`]: ours.length > 1,
    'deployed, and reported a skip': skipped && ours.length > 0,
    'passed, and its deployment has not finished':
      passed && !skipped && waits && (status !== 'finished' || named?.status !== 'finished'),
    'passed without a deployment': passed && !skipped && !waits && fresh.length === 0,
    [`reported ${status}, but it is ${named?.status}`]: isFinal(status) && named?.status !== status,
    'did not report that its deployment continues':
      !passed && stillRunning && !deceived && !/\bcontinues? at\b/.test(run.summary),
  };
}
