// What is wrong with the end of a step, whatever it did and whatever the service answered.
import { outputNames } from '../../../src/runner/outputs/outputs.ts';
import type { StepRun } from './step.ts';
import { errorsOf } from './step-run.ts';

/** A step may outlive its deadline, or the signal that cancels it, by no more than this. */
const GRACE_MS = 1_000;

/**
 * Each problem in words; none where the step ended by itself and in time, and exit code, outputs, annotations and summary
 * agree. `limitMs`: virtual milliseconds from the start to the deadline or the signal.
 */
export function runProblems(run: StepRun, limitMs: number): string[] {
  const { outputs, log, exitCode } = run;
  const passed = exitCode === 0;
  const errors = errorsOf(run).length;
  const missing = outputNames.filter((name) => outputs[name] === undefined);
  const problems: Readonly<Record<string, boolean>> = {
    [`exit code ${exitCode}`]: exitCode !== 0 && exitCode !== 1,
    'ended by force': run.forcedExit,
    [`took ${run.tookMs} ms of ${limitMs}`]: run.tookMs > limitMs + GRACE_MS,
    [`outputs not written: ${missing.join(', ')}`]: missing.length > 0,
    'no summary': run.summary.trim() === '',
    [`${errors} error annotations with exit code ${exitCode}`]: errors !== (passed ? 0 : 1),
    'an error annotation that is not its own': [...log.matchAll(/^::error/gm)].length !== errors,
    'passed with an error code': passed && outputs['error-code'] !== '',
    'failed without an error code': !passed && outputs['error-code'] === '',
    'error code internal': outputs['error-code'] === 'internal',
    'a stack trace in the log': /^\s+at .+:\d+:\d+/m.test(log) || /\b(?:Type|Range|Reference)Error\b/.test(log),
  };
  return Object.keys(problems).filter((name) => problems[name]);
}
