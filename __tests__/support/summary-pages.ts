// Pages of the summary to render: outcomes and logs put together as a step would.
import type { Failure } from '../../src/failure.ts';
import { type LogRecord, newOutcome, type Outcome } from '../../src/outcome.ts';
import { readRun } from '../../src/runner/run.ts';
import { createErrorFinder } from '../../src/runner/excerpt.ts';
import type { Report } from '../../src/runner/report.ts';
import { createSanitizers } from '../../src/runner/sanitize/sanitizers.ts';

/** Sanitizers that know one secret. */
export const sanitizers = createSanitizers({ secrets: ['canary-key-1'] });

/** The commit of the run. */
export const RUN_SHA = '4f6c21d09b7e5a83c1d2e4f60718293a4b5c6d7e';

/** An outcome of which these facts are known. */
export function outcomeWith(facts: Partial<Outcome> = {}): Outcome {
  return { ...newOutcome(facts.resourceId ?? 'app_web'), ...facts };
}

/** A deployment that went well. */
export function finished(facts: Partial<Outcome> = {}): Outcome {
  return outcomeWith({
    name: 'web',
    deploymentId: 'dep_7',
    status: 'finished',
    resourceStatus: 'running',
    url: 'https://web.example.test',
    phase: { kind: 'ended', sinceMs: 1_000, endedAtMs: 73_000 },
    isDone: true,
    headline: 'Deployment dep_7 of web finished after 1m 12s',
    ...facts,
  });
}

/** A log as it is recorded: lines are cleaned, those that look like errors are kept. */
export function logOf(
  text: string,
  { source = 'build', file = `/tmp/1-app_web.${source}.log`, show = true }: LogOptions = {},
): LogRecord {
  const lines = sanitizers.log(text).text.slice(0, -1).split('\n');
  const errorLines: string[] = [];
  if (show) createErrorFinder(errorLines)(lines);
  return { source, tail: show ? lines.join('\n') : '', lineCount: lines.length, errorLines, file };
}

interface LogOptions {
  readonly source?: LogRecord['source'];
  readonly file?: string;
  /** False as with `build-log: false`. */
  readonly show?: boolean;
}

/** The page of a step with these outcomes; its failure is the first of theirs. */
export function pageOf(outcomes: readonly Outcome[], more: Partial<Report> = {}): Report {
  const failure: Failure | undefined = outcomes.find(
    (outcome) => outcome.failure !== undefined,
  )?.failure;
  return {
    outcomes,
    inputs: { operation: 'deploy' },
    failure,
    warnings: [],
    github: {
      run: {
        ...readRun({}),
        commits: [RUN_SHA],
        branch: 'main',
        actor: 'octocat',
        repositoryUrl: 'https://github.example/octo-org/shop',
      },
    },
    nowMs: 90_000,
    isRunning: false,
    sanitizers,
    ...more,
  };
}
