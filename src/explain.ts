// What the end of the work on a resource means, from the error that ended it and the facts of its
// outcome. Pure.
import { isKnownStatus } from './api/status-words.ts';
import { adviceFor, Failure, type FailureOptions, isFailure } from './failure.ts';
import { nameOf, type Outcome } from './outcome.ts';
import { errorMessage, formatDuration } from './text.ts';

/** What an explanation depends on besides the outcome. */
export interface Circumstances {
  /** What could not be reached when the step ended, if anything. */
  readonly outage: Failure | undefined;
  readonly timeoutMs: number;
  readonly nowMs: number;
}

/** The failure of a resource, complete: with what it means, and how to go on. */
export function explain(outcome: Outcome, error: unknown, circumstances: Circumstances): Failure {
  if (!isFailure(error)) return new Failure('internal', `${errorMessage(error)}.`);
  if (error.code === 'interrupted') return explainCancel(outcome, error);
  if (error.code === 'timeout') return explainDeadline(outcome, circumstances);
  const tooLate = `The next attempt would come after the deadline of ${formatDuration(circumstances.timeoutMs)}`;
  // A limit that lasts beyond the deadline ends the search for a deployment just as the deadline
  // does.
  const isCutSearch =
    error.code === 'rate_limited' && UNKNOWN[outcome.waitingFor ?? ''] !== undefined;
  if (isCutSearch) return explainDeadline(outcome, { ...circumstances, outage: error }, tooLate);
  // What they are about does not exist, or is not known.
  if (['not_found', 'ambiguous', 'unknown_outcome'].includes(error.code)) return error;
  const nothing =
    outcome.waitingFor === 'busy' ? `Nothing was started for ${nameOf(outcome)}.` : '';
  const state = isInProgress(outcome) ? stillRunning(outcome) : nothing;
  return withTexts(error, {
    message: error.code === 'rate_limited' ? `${error.message} ${tooLate}.` : error.message,
    meaning: `${error.options.meaning ?? ''} ${state}`.trim() || undefined,
    next:
      isInProgress(outcome) && RUN_AGAIN.has(error.code)
        ? adviceFor('unknown_outcome').next
        : error.options.next,
  });
}

/** Their advice is to run the job again, which would deploy twice while the work goes on. */
const RUN_AGAIN: ReadonlySet<Failure['code']> = new Set([
  'unreachable',
  'unreadable_reply',
  'service_error',
]);

/** How to go on after a deployment that this step no longer follows. */
function howToFollow({ resourceId, deploymentId }: Outcome): string {
  if (deploymentId === undefined) return 'The console shows its state.';
  return `To follow it: operation: wait, resource-id: ${resourceId}, deployment-id: ${deploymentId}.`;
}

/**
 * True while work that was accepted, or that somebody else has started, has not been seen to end.
 */
export function isInProgress({
  isAccepted,
  deploymentId,
  acceptedAtMs,
  endedAtMs,
}: Outcome): boolean {
  if (endedAtMs !== undefined) return false;
  return isAccepted === true || (deploymentId !== undefined && acceptedAtMs !== undefined);
}

/** One sentence on work that goes on without this step. */
export function stillRunning(outcome: Outcome): string {
  const { deploymentId, status } = outcome;
  const what =
    deploymentId === undefined ? `The work on ${nameOf(outcome)}` : `Deployment ${deploymentId}`;
  const isSeen = status === undefined ? outcome.isAccepted === true : isKnownStatus(status);
  const isCertain = isSeen && deploymentId !== undefined;
  return `${what} ${isCertain ? 'continues' : 'may continue'} at the service. ${howToFollow(outcome)}`;
}

/** What is not known while the step waits for this. */
const UNKNOWN: Readonly<Record<string, string>> = {
  answer: 'whether the request was accepted',
  'lost-post': 'what had become of the request',
  identification: 'which deployment is ours',
};

function explainCancel(outcome: Outcome, error: Failure): Failure {
  const { waitingFor = '', endedAtMs, status = outcome.resourceStatus } = outcome;
  const cancelled = (message: string, next?: string): Failure =>
    withTexts(error, { message, next });
  if (isInProgress(outcome) || waitingFor === 'identification')
    return cancelled(stillRunning(outcome), 'Run the job again only once it has ended.');
  const look = 'Look at it in the console before anything is run again.';
  if (endedAtMs !== undefined)
    return cancelled(`The work on ${nameOf(outcome)} had ended before (${status}).`, look);
  if (UNKNOWN[waitingFor] === undefined) return cancelled('Nothing was requested.');
  return cancelled(
    'It is not known whether the request was accepted.',
    adviceFor('unknown_outcome').next,
  );
}

function explainDeadline(
  outcome: Outcome,
  { outage, timeoutMs, nowMs }: Circumstances,
  reached = `The deadline of ${formatDuration(timeoutMs)} was reached`,
): Failure {
  const { waitingFor = '', blockedBy, acceptedAtMs = nowMs, deploymentId, status } = outcome;
  const failing = outage ?? (waitingFor === 'lost-post' ? blockedBy : undefined);
  const cause = failing === undefined ? '' : `${failing.message} `;
  const unknown = UNKNOWN[waitingFor];
  if (unknown !== undefined) {
    const title = waitingFor === 'identification' ? `It is not known ${unknown}` : undefined;
    const next = deploymentId === undefined ? undefined : howToFollow(outcome);
    const said =
      outcome.sentence === undefined ? '' : ` The service answered: "${outcome.sentence}"`;
    return new Failure(
      'unknown_outcome',
      `${cause}${reached} before it was known ${unknown}.${said}`,
      { title, next },
    );
  }
  if (!isInProgress(outcome) && outcome.endedAtMs === undefined) {
    const meaning = 'Nothing was started.';
    const inTheWay = blockedBy ?? outage;
    if (inTheWay === undefined) return new Failure('timeout', `${reached}.`, { meaning });
    return withTexts(inTheWay, {
      message: `${inTheWay.message} ${reached} before this had changed.`,
      meaning,
    });
  }
  const what = deploymentId === undefined ? 'The work on' : `Deployment ${deploymentId} of`;
  const last = deploymentId === undefined ? outcome.resourceStatus : status;
  const isUnknown = deploymentId !== undefined && last !== undefined && !isKnownStatus(last);
  const known = isUnknown ? `"${last}", which this action does not know` : (last ?? 'not shown');
  const waited = formatDuration(nowMs - acceptedAtMs);
  return new Failure(
    'timeout',
    `${cause}${reached} after a wait of ${waited}. The last status was ${known}.`,
    {
      title:
        outage === undefined ? `${what} ${nameOf(outcome)} had not ended in time` : outage.title,
      meaning: stillRunning(outcome),
      next: 'Find out whether it has ended before anything is run again. If it needs more time, give the step a longer timeout.',
    },
  );
}

function withTexts(
  error: Failure,
  { message = error.message, ...texts }: FailureOptions & { message?: string },
): Failure {
  return new Failure(error.code, message, { ...error.options, ...texts });
}
