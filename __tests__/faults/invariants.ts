// Invariants of every deploy step, whatever faults occur.
import { isFinal } from '../../src/api/model.ts';
import { outputNames } from '../../src/runner/outputs/outputs.ts';
import { errorsOf } from '../support/runner/step-run.ts';
import type { Trial } from './trial.ts';

/** A step may outlive its deadline by no more than this. */
const GRACE_MS = 1_000;

export interface Terms {
  readonly timeoutMs: number;
  /** False for `wait: false`, which passes before the end. */
  readonly waits?: boolean;
}

/** Descriptions of the invariants that a trial broke; empty for a good trial. */
export function problemsOf(trial: Trial, terms: Terms): string[] {
  return Object.entries({ ...endProblems(trial, terms), ...truthProblems(trial, terms) })
    .filter(([, isBroken]) => isBroken)
    .map(([name]) => name);
}

type Problems = Readonly<Record<string, boolean>>;

/** The step ends in time, and exit code, outputs, annotations and summary agree. */
function endProblems({ run }: Trial, { timeoutMs }: Terms): Problems {
  const { outputs, log, exitCode } = run;
  const passed = exitCode === 0;
  const errors = errorsOf(run).length;
  const missing = outputNames.filter((name) => outputs[name] === undefined);
  return {
    [`exit code ${exitCode}`]: exitCode !== 0 && exitCode !== 1,
    'ended by force': run.forcedExit,
    [`took ${run.tookMs} ms of ${timeoutMs}`]: run.tookMs > timeoutMs + GRACE_MS,
    [`outputs not written: ${missing.join(', ')}`]: missing.length > 0,
    'no summary': run.summary.trim() === '',
    [`${errors} error annotations with exit code ${exitCode}`]: errors !== (passed ? 0 : 1),
    'an error annotation that is not its own': [...log.matchAll(/^::error/gm)].length !== errors,
    'passed with an error code': passed && outputs['error-code'] !== '',
    'failed without an error code': !passed && outputs['error-code'] === '',
    'error code internal': outputs['error-code'] === 'internal',
    'a stack trace in the log': /^\s+at .+:\d+:\d+/m.test(log) || /\b(?:Type|Range|Reference)Error\b/.test(log),
  };
}

/** What the step reports agrees with the service. */
function truthProblems({ run, fresh, ours, requests }: Trial, { waits = true }: Terms): Problems {
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
