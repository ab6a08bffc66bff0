// What the end of the work on a resource means, from the error that ended it and the facts of its outcome. Pure.
import { endingOf, isKnownStatus } from './api/status-words.ts';
import { Failure, isFailure } from './failure.ts';
import { nameOf, type Outcome } from './outcome.ts';
import { errorMessage, formatDuration } from './text.ts';

/** What an explanation depends on besides the outcome. */
export interface Circumstances {
  readonly operation: string;
  /** What could not be reached when the step ended, if anything. */
  readonly outage: Failure | undefined;
  readonly timeoutMs: number;
  readonly nowMs: number;
}

/** The failure of a resource, complete: with what it means, and how to go on. */
export function explain(outcome: Outcome, error: unknown, circumstances: Circumstances): Failure {
  if (!isFailure(error)) return new Failure('internal', `${errorMessage(error)}.`, { cause: error });
  if (error.code === 'interrupted') return explainCancel(outcome, error);
  if (error.code === 'timeout') return explainDeadline(outcome, circumstances);
  if (!isInProgress(outcome)) return error;
  return withTexts(error, { meaning: join(error.options.meaning, stillRunning(outcome)), next: error.options.next });
}

/** How to go on after a deployment that this step no longer follows. */
export function howToFollow({ resourceId, deploymentId }: Outcome): string {
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

const UNKNOWN = ['answer', 'lost-post', 'identification'] as const;

function isUnknown({ waitingFor }: Outcome): boolean {
  return UNKNOWN.some((one) => one === waitingFor);
}

function explainCancel(outcome: Outcome, error: Failure): Failure {
  if (isUnknown(outcome) && outcome.isAccepted !== true) {
    return withTexts(error, { meaning: `It is not known whether the request for ${nameOf(outcome)} was accepted.` });
  }
  if (isInProgress(outcome)) {
    return withTexts(error, { meaning: stillRunning(outcome), next: 'Run the job again only once it has ended.' });
  }
  if (outcome.endedAtMs !== undefined) {
    return withTexts(error, { meaning: `The work on ${nameOf(outcome)} had ended${statusIn(outcome)}.` });
  }
  return withTexts(error, { meaning: 'Nothing was requested.' });
}

function statusIn({ status }: Outcome): string {
  return status === undefined ? '' : ` (${status})`;
}

function explainDeadline(outcome: Outcome, { operation, outage, timeoutMs, nowMs }: Circumstances): Failure {
  const reached = `The deadline of ${formatDuration(timeoutMs)} was reached`;
  const name = nameOf(outcome);
  const { waitingFor, blockedBy, acceptedAtMs, deploymentId, status } = outcome;
  if (isUnknown(outcome)) {
    const when: Record<string, string> = {
      answer: 'before the answer to the request came',
      'lost-post': 'before it was known what had become of the request',
      identification: `before it was known which deployment of ${name} is ours`,
    };
    const cause = outage === undefined ? '' : `${outage.message} `;
    const title = waitingFor === 'identification' ? `It is not known which deployment of ${name} is ours` : undefined;
    const next = waitingFor === 'identification' && deploymentId !== undefined ? howToFollow(outcome) : undefined;
    return new Failure('unknown_outcome', `${cause}${reached} ${when[waitingFor ?? 'answer']}.`, { title, next });
  }
  if (!isInProgress(outcome) && outcome.endedAtMs === undefined) {
    const inTheWay = (waitingFor === undefined ? undefined : blockedBy) ?? outage;
    if (inTheWay === undefined) return new Failure('timeout', `${reached}. ${nothingStarted(operation)}`.trim());
    return withTexts(inTheWay, {
      message: `${inTheWay.message} ${reached} before this had changed.`,
      meaning: nothingStarted(operation),
    });
  }
  const spent = acceptedAtMs === undefined ? '' : `, ${formatDuration(nowMs - acceptedAtMs)} after it began`;
  const what = deploymentId === undefined ? name : `deployment ${deploymentId} of ${name}`;
  const state = deploymentId === undefined ? outcome.resourceStatus : status;
  const strange =
    state !== undefined && deploymentId !== undefined && !isKnownStatus(state) && endingOf(state) === undefined;
  const known = strange ? `"${state}", a status that this action does not know` : (state ?? 'in an unknown state');
  const cause = outage === undefined ? '' : `${outage.message} `;
  const when = outage === undefined ? 'was' : 'was last seen';
  return new Failure('timeout', `${cause}${reached}${spent}: ${what} ${when} ${known}.`, {
    title: outage === undefined ? `${capitalized(what)} had not ended in time` : outage.title,
    meaning: stillRunning(outcome),
    next: 'Find out whether it has ended before anything is run again. If it needs more time, give the step a longer timeout.',
  });
}

function nothingStarted(operation: string): string {
  return ['deploy', 'start', 'stop', 'restart'].includes(operation) ? 'Nothing was started.' : '';
}

/** The same failure with other texts. */
function withTexts(
  error: Failure,
  { message = error.message, ...texts }: { message?: string; meaning?: string; next?: string | undefined },
): Failure {
  return new Failure(error.code, message, { ...error.options, ...texts, cause: error });
}

function join(...texts: (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined).join(' ');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
