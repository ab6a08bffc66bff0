// Which log explains which failure.
import type { LogSource, Outcome, Report } from '../../operations/operation.ts';
import type { FailureExcerpt } from './failure-excerpt.ts';
import type { CapturedLog } from './log-capture.ts';

/** A failed outcome with the log that explains it. */
export interface Explanation {
  readonly outcome: Outcome;
  readonly log: CapturedLog;
  readonly excerpt: FailureExcerpt;
}

/** The failures that a log explains, in the order of the outcomes: by the build log or, for an app, the runtime log. */
export function explanationsOf(outcomes: readonly Outcome[], logs: readonly CapturedLog[]): Explanation[] {
  return outcomes.flatMap((outcome) => {
    const source = explainingLog(outcome);
    const log = logs.find((each) => each.source === source && each.resourceId === outcome.resourceId);
    const excerpt = log?.capture.failureExcerpt();
    return log === undefined || excerpt === undefined ? [] : [{ outcome, log, excerpt }];
  });
}

/** True if the cause adds nothing to the headline and the build log: one deployment failed, and the service says no more. */
export function isLogEnough({ outcomes, errorCode }: Report): boolean {
  const [only, ...others] = outcomes;
  // Only the cause shows a status other than `failed`.
  return (
    errorCode === 'deployment_failed' && others.length === 0 && only?.reason === undefined && only?.status === 'failed'
  );
}

function explainingLog({ errorCode, detail }: Outcome): LogSource | undefined {
  if (detail === 'no address') return undefined;
  if (errorCode === 'deployment_failed') return 'build';
  return errorCode === 'unhealthy' || errorCode === 'not_running' ? 'runtime' : undefined;
}
