// Pages of the summary to render: outcomes and logs put together as a step would.
import { type LogRecord, newOutcome, type Outcome } from '../../src/outcome.ts';
import { explainLog } from '../../src/report/excerpt.ts';
import type { Report } from '../../src/report/report.ts';
import { createSanitizers } from '../../src/report/sanitize/sanitizers.ts';
import { NO_RUN } from '../../src/runner/run-facts.ts';

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
    stage: { kind: 'ended', sinceMs: 1_000, endedAtMs: 73_000 },
    headline: 'Deployment dep_7 of web finished after 1m 12s; web is running',
    ...facts,
  });
}

/** A log as it is recorded: its lines are clean. */
export function logOf(
  text: string,
  {
    source = 'build',
    file = `/tmp/deployment-logs-1/app_web.${source}.log`,
    show = true,
  }: LogOptions = {},
): LogRecord {
  const lines = sanitizers.log(text).text;
  return { source, pieces: show ? [lines] : [], lineCount: lines.split('\n').length - 1, file };
}

interface LogOptions {
  readonly source?: LogRecord['source'];
  readonly file?: string;
  /** False as with `build-log: false`. */
  readonly show?: boolean;
}

/** The page of a step with this outcome; its failure brings the excerpt of its log. */
export function pageOf(outcome: Outcome, more: Partial<Report> = {}): Report {
  const { explainedBy } = more.failure?.options ?? {};
  const explaining = outcome.logs.find(({ source }) => source === explainedBy);
  return {
    outcome,
    inputs: { operation: 'deploy' },
    failure: undefined,
    excerpt: explainLog(explaining?.pieces.join('').split('\n') ?? []).excerpt,
    run: {
      ...NO_RUN,
      commits: [RUN_SHA],
      branch: 'main',
      actor: 'octocat',
      repositoryUrl: 'https://github.example/octo-org/shop',
    },
    nowMs: 90_000,
    isRunning: false,
    sanitizers,
    ...more,
  };
}
