// What the end of the work on a resource means, from the error that ended it and the facts of its outcome. Pure.
import { isKnownStatus } from './api/status-words.ts';
import { Failure, isFailure } from './failure.ts';
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
  // A limit that lasts beyond the deadline ends the search for the effect of a request just as the deadline does.
  const isCutSearch = error.code === 'rate_limited' && UNKNOWN[outcome.waitingFor ?? ''] !== undefined;
  if (isCutSearch) return explainDeadline(outcome, { ...circumstances, outage: error });
  if (!isInProgress(outcome)) return error;
  return withTexts(error, { meaning: `${error.options.meaning ?? ''} ${stillRunning(outcome)}`.trim() });
}

/** How to go on after a deployment that this step no longer follows. */
function howToFollow({ resourceId, deploymentId }: Outcome): string {
  if (deploymentId === undefined) return 'The console shows its state.';
  return `To follow it: operation: wait, resource-id: ${resourceId}, deployment-id: ${deploymentId}.`;
}

/** True while work that was accepted, or that somebody else has started, has not been seen to end. */
export function isInProgress({ isAccepted, deploymentId, acceptedAtMs, endedAtMs }: Outcome): boolean {
  if (endedAtMs !== undefined) return false;
  return isAccepted === true || (deploymentId !== undefined && acceptedAtMs !== undefined);
}

/** One sentence on work that goes on without this step. */
export function stillRunning(outcome: Outcome): string {
  const { deploymentId, status } = outcome;
  const what = deploymentId === undefined ? `The work on ${nameOf(outcome)}` : `Deployment ${deploymentId}`;
  const isCertain = status === undefined || isKnownStatus(status);
  return `${what} ${isCertain ? 'continues' : 'may continue'} at the service. ${howToFollow(outcome)}`;
}

/** What is not known while the step waits for this. */
const UNKNOWN: Readonly<Record<string, string>> = {
  answer: 'whether the request was accepted',
  'lost-post': 'what had become of the request',
  identification: 'which deployment is ours',
};

function explainCancel(outcome: Outcome, error: Failure): Failure {
  const { waitingFor = '', endedAtMs, status } = outcome;
  if (isInProgress(outcome)) {
    return withTexts(error, { meaning: stillRunning(outcome), next: 'Run the job again only once it has ended.' });
  }
  if (UNKNOWN[waitingFor] !== undefined) {
    const meaning = 'It is not known whether the request was accepted.';
    return withTexts(error, {
      meaning,
      next: 'Look at the resource and its deployments in the console before you run the job again.',
    });
  }
  const ended = `The work on ${nameOf(outcome)} had ended (${status ?? outcome.resourceStatus}).`;
  return withTexts(error, { meaning: endedAtMs === undefined ? 'Nothing was requested.' : ended });
}

function explainDeadline(outcome: Outcome, { outage, timeoutMs, nowMs }: Circumstances): Failure {
  const reached = `The deadline of ${formatDuration(timeoutMs)} was reached`;
  const cause = outage === undefined ? '' : `${outage.message} `;
  const { waitingFor = '', blockedBy, acceptedAtMs = nowMs, deploymentId, status } = outcome;
  const unknown = UNKNOWN[waitingFor];
  if (unknown !== undefined) {
    const title = waitingFor === 'identification' ? `It is not known ${unknown}` : undefined;
    const next = deploymentId === undefined ? undefined : howToFollow(outcome);
    return new Failure('unknown_outcome', `${cause}${reached} before it was known ${unknown}.`, { title, next });
  }
  if (!isInProgress(outcome) && outcome.endedAtMs === undefined) {
    const meaning = 'Nothing was started.';
    const inTheWay = blockedBy ?? outage;
    if (inTheWay === undefined) return new Failure('timeout', `${reached}.`, { meaning });
    return withTexts(inTheWay, { message: `${inTheWay.message} ${reached} before this had changed.`, meaning });
  }
  const what = deploymentId === undefined ? nameOf(outcome) : `Deployment ${deploymentId} of ${nameOf(outcome)}`;
  const state = (deploymentId === undefined ? outcome.resourceStatus : status) ?? 'in an unknown state';
  const isUnknown = status !== undefined && !isKnownStatus(status);
  const known = isUnknown ? `"${state}", a status that this action does not know` : state;
  const seen = `${what} was ${outage === undefined ? '' : 'last seen '}${known}`;
  const message = `${cause}${reached}. ${seen}, ${formatDuration(nowMs - acceptedAtMs)} after it began.`;
  return new Failure('timeout', message, {
    title: outage === undefined ? `${what} had not ended in time` : outage.title,
    meaning: stillRunning(outcome),
    next: 'Find out whether it has ended before anything is run again. If it needs more time, give the step a longer timeout.',
  });
}

function withTexts(
  error: Failure,
  { message = error.message, ...texts }: { message?: string; meaning?: string | undefined; next?: string },
): Failure {
  return new Failure(error.code, message, { ...error.options, ...texts });
}
