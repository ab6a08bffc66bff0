// What holds for every deploy step, whatever happens to it. Pure: a finished trial in, broken promises out.
import { outputNames } from '../../src/runner/outputs.ts';
import type { Trial } from './trial.ts';

/** A step may outlive its deadline by no more than this. */
const GRACE_MS = 1_000;

/** The promises that a trial broke, in words; none is the only good answer. */
export function problemsOf({ run, ours }: Trial, { timeoutMs }: { timeoutMs: number }): string[] {
  const { outputs } = run;
  const errors = run.annotations.filter(({ kind }) => kind === 'error');
  const passed = run.exitCode === 0;
  const missing = outputNames.filter((name) => outputs[name] === undefined);
  const finished = ours.some(({ id, status }) => id === outputs['deployment-id'] && status === 'finished');
  const untrue = [...run.log.matchAll(/^::error/gm)].length !== errors.length;
  const broken: Readonly<Record<string, boolean>> = {
    [`exit code ${run.exitCode}`]: run.exitCode !== 0 && run.exitCode !== 1,
    [`${ours.length} deployments by one step`]: ours.length > 1,
    'passed, and its deployment has not finished': passed && outputs['skipped'] === '' && !finished,
    'passed, and "status" is not "finished"': passed && outputs['skipped'] === '' && outputs['status'] !== 'finished',
    'passed with an error code': passed && outputs['error-code'] !== '',
    'failed without an error code': !passed && outputs['error-code'] === '',
    'the action blames itself': outputs['error-code'] === 'internal',
    [`took ${run.tookMs} ms of ${timeoutMs}`]: run.tookMs > timeoutMs + GRACE_MS,
    [`outputs not written: ${missing.join(', ')}`]: missing.length > 0,
    [`${errors.length} errors announced`]: errors.length !== (passed ? 0 : 1),
    'somebody else announced an error': untrue,
    'a stack trace in the log': /^\s+at .+:\d+:\d+/m.test(run.log) || /\b(?:Type|Range|Reference)Error\b/.test(run.log),
    'no summary': run.summary.trim() === '',
    'ended by force': run.forcedExit,
  };
  return Object.keys(broken).filter((name) => broken[name]);
}
