// Explains the error that ended the work on a resource: what it means, and how to go on. Pure.
import { isKnownStatus } from './api/status-words.ts';
import { adviceFor } from './advice.ts';
import { Failure, type FailureOptions, isFailure } from './failure.ts';
import { nameOf, type Outcome } from './outcome.ts';
import { hasEnded, isInProgress, timesOf } from './phase.ts';
import { errorMessage, formatDuration } from './text.ts';

/** What an explanation depends on besides the error. */
interface Context {
  readonly outcome: Outcome;
  /** The latest failure of an outage that had not ended. */
  readonly outage: Failure | undefined;
  readonly timeoutMs: number;
  readonly nowMs: number;
}

/** Their messages say that a request may have been accepted. */
const SAYS_UNKNOWN: ReadonlySet<Failure['code']> = new Set(['ambiguous', 'unknown_outcome']);

/** The failure of a resource, with what it means and how to go on. */
export function explain(error: unknown, context: Context): Failure {
  if (!isFailure(error)) return new Failure('internal', `${errorMessage(error)}.`);
  const deadline = `deadline of ${formatDuration(context.timeoutMs)}`;
  if (error.code === 'interrupted') return explainCancel(error, context);
  if (error.code === 'timeout') return explainDeadline(context, `The ${deadline} was reached`);
  if (error.code === 'rate_limited')
    return explainRateLimit(error, context, `The next attempt would come after the ${deadline}`);
  const { phase } = context.outcome;
  if (phase.kind === 'requesting' && phase.lostBy !== undefined && !SAYS_UNKNOWN.has(error.code)) {
    const lost = `An earlier request may have been accepted all the same: ${phase.lostBy.message}`;
    return new Failure('unknown_outcome', `${error.message} ${lost}`);
  }
  // Do not say that a deployment continues: there is none, or it is unknown which one is ours.
  if (SAYS_UNKNOWN.has(error.code) || error.code === 'not_found') return error;
  return explainError(error, context);
}

/** What the run leaves behind when it is cancelled. */
function explainCancel(error: Failure, { outcome, outage }: Context): Failure {
  const { phase, status = outcome.resourceStatus } = outcome;
  switch (phase.kind) {
    case 'preparing':
    case 'not-accepted':
    case 'skipped':
      return withTexts(error, { message: 'Nothing was requested.' });
    case 'requesting':
      return withTexts(error, {
        message: 'It is not known whether the request was accepted.',
        next: adviceFor('unknown_outcome').next,
      });
    case 'identifying':
    case 'working':
    case 'ended':
      if (hasEnded(phase))
        return withTexts(error, {
          message: `The work on ${nameOf(outcome)} had ended before (${status ?? 'no status'}).`,
          next: 'Look at it in the console before anything is run again.',
        });
      return withTexts(error, {
        message: stillRunning(outcome, outage),
        next: 'Run the job again only once it has ended.',
      });
    default:
      return phase satisfies never;
  }
}

/** What is known at the deadline. `reached` says that the time is up; it has no full stop. */
function explainDeadline(context: Context, reached: string): Failure {
  const { outage, outcome } = context;
  const { phase } = outcome;
  switch (phase.kind) {
    case 'preparing':
    case 'skipped':
      return explainNothingStarted(outage, reached);
    case 'not-accepted':
      return explainNothingStarted(phase.by, reached);
    case 'requesting': {
      const { lostBy } = phase;
      const what =
        lostBy === undefined ? 'whether the request was accepted' : 'what became of the request';
      return explainUnknown({ ...context, outage: outage ?? lostBy }, reached, what);
    }
    case 'identifying':
      return explainUnknown(context, reached, 'which deployment is ours');
    case 'working':
    case 'ended':
      return explainUnfinished(context, reached);
    default:
      return phase satisfies never;
  }
}

function explainNothingStarted(obstacle: Failure | undefined, reached: string): Failure {
  const meaning = 'Nothing was started.';
  if (obstacle === undefined) return new Failure('timeout', `${reached}.`, { meaning });
  const message = `${obstacle.message} ${reached} before this had changed.`;
  return withTexts(obstacle, { message, meaning });
}

/** `what` names what is unknown, such as `which deployment is ours`. */
function explainUnknown({ outage, outcome }: Context, reached: string, what: string): Failure {
  const { deploymentId, serviceMessage } = outcome;
  const quote = serviceMessage === undefined ? '' : ` The service answered: "${serviceMessage}"`;
  const message = `${sentenceOf(outage)}${reached} before it was known ${what}.${quote}`;
  return new Failure('unknown_outcome', message, {
    title: `It is not known ${what}`,
    meaning: hasEnded(outcome.phase) ? unconfirmed(outcome) : undefined,
    next: deploymentId === undefined ? undefined : howToFollow(outcome),
  });
}

function explainUnfinished({ outcome, outage, nowMs, timeoutMs }: Context, reached: string) {
  const { phase } = outcome;
  const { sinceMs = nowMs } = timesOf(phase);
  const waited = formatDuration(nowMs - sinceMs);
  const after = waited === formatDuration(timeoutMs) ? '' : ` after a wait of ${waited}`;
  const message = `${sentenceOf(outage)}${reached}${after}. ${lastStatusOf(outcome)}`;
  return new Failure('timeout', message, {
    title: outage?.title ?? `${workOf(outcome)} did not end in time`,
    meaning: isInProgress(phase) ? stillRunning(outcome, outage) : undefined,
    next:
      'Find out whether it has ended before anything is run again. ' +
      'If it needs more time, give the step a longer timeout.',
  });
}

function workOf(outcome: Outcome): string {
  const { deploymentId } = outcome;
  const work = deploymentId === undefined ? 'The work on' : `Deployment ${deploymentId} of`;
  return `${work} ${nameOf(outcome)}`;
}

function lastStatusOf({ deploymentId, status, resourceStatus }: Outcome): string {
  const last = deploymentId === undefined ? resourceStatus : status;
  if (last === undefined) return 'The last status was not shown.';
  const isUnknown = deploymentId !== undefined && !isKnownStatus(last);
  return `The last status was ${isUnknown ? `"${last}", which this action does not know` : last}.`;
}

/** A rate limit that lasts beyond the deadline ends a search just as the deadline does. */
function explainRateLimit(error: Failure, context: Context, tooLate: string): Failure {
  const { kind } = context.outcome.phase;
  if (kind === 'requesting' || kind === 'identifying')
    return explainDeadline({ ...context, outage: error }, tooLate);
  return explainError(withTexts(error, { message: `${error.message} ${tooLate}.` }), context);
}

function explainError(error: Failure, { outcome, outage }: Context): Failure {
  // Without an outage, the error itself makes it uncertain that the work continues.
  const obstacle = outage ?? error;
  const { meaning = '', next } = error.options;
  const withMeaning = (more: string, nextNow = next): Failure =>
    withTexts(error, { meaning: `${meaning} ${more}`.trim(), next: nextNow });
  if (isInProgress(outcome.phase))
    return withMeaning(
      stillRunning(outcome, obstacle),
      adviceFor(error.code).saysRunAgain ? adviceFor('unknown_outcome').next : next,
    );
  if (outcome.phase.kind === 'identifying')
    return withMeaning(unconfirmed(outcome), howToFollow(outcome));
  if (outcome.phase.kind !== 'not-accepted') return error;
  return withMeaning(`Nothing was started for ${nameOf(outcome)}.`);
}

/** Says that a deployment of the list ended before it was confirmed to be ours. */
function unconfirmed({ deploymentId, status }: Outcome): string {
  const what = `Deployment ${deploymentId} is new since the request (${status})`;
  return `${what}, but whether it is ours is not known.`;
}

/**
 * Says that work may continue at the service without this step. That is certain only if the last
 * read has shown it, so not during an `outage`.
 */
export function stillRunning(outcome: Outcome, outage?: Failure): string {
  const { deploymentId, status, phase } = outcome;
  const wasAccepted =
    phase.kind === 'identifying' || (phase.kind === 'working' && phase.isAccepted);
  const isSeen = status === undefined ? wasAccepted : isKnownStatus(status);
  const work =
    deploymentId === undefined ? `The work on ${nameOf(outcome)}` : `Deployment ${deploymentId}`;
  const isUnseen = phase.kind === 'working' && phase.isUnseen === true;
  const isCertain = isSeen && !isUnseen && deploymentId !== undefined && outage === undefined;
  const continues = isCertain ? 'continues' : 'may continue';
  return `${work} ${continues} at the service. ${howToFollow(outcome)}`;
}

/** How to follow a deployment from now on, without this step. */
function howToFollow({ resourceId, deploymentId }: Outcome): string {
  if (deploymentId === undefined) return 'The console shows its state.';
  const inputs = `resource-id: ${resourceId}, deployment-id: ${deploymentId}`;
  return `To follow it: operation: wait, ${inputs}.`;
}

function sentenceOf(failure: Failure | undefined): string {
  return failure === undefined ? '' : `${failure.message} `;
}

function withTexts(
  error: Failure,
  { message = error.message, ...texts }: FailureOptions & { message?: string },
): Failure {
  return new Failure(error.code, message, { ...error.options, ...texts });
}
