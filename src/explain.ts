// Explains the error that ended the work on a resource: what it means, and how to go on. Pure.
import { isKnownStatus } from './api/status-words.ts';
import { adviceFor, Failure, type FailureOptions, isFailure } from './failure.ts';
import { nameOf, type Outcome } from './outcome.ts';
import { hasEnded, isInProgress, timesOf } from './phase.ts';
import { errorMessage, formatDuration } from './text.ts';

/** What an explanation depends on besides the outcome. */
interface Context {
  /** The latest failure of an outage that had not ended. */
  readonly outage: Failure | undefined;
  readonly timeoutMs: number;
  readonly nowMs: number;
}

/** Their messages say that a request may have been accepted. */
const SAYS_UNKNOWN: ReadonlySet<Failure['code']> = new Set(['ambiguous', 'unknown_outcome']);

/** The failure of a resource, with what it means and how to go on. */
export function explain(outcome: Outcome, error: unknown, context: Context): Failure {
  if (!isFailure(error)) return new Failure('internal', `${errorMessage(error)}.`);
  const deadline = `deadline of ${formatDuration(context.timeoutMs)}`;
  if (error.code === 'interrupted') return explainCancel(outcome, error, context);
  if (error.code === 'timeout')
    return explainDeadline(outcome, context, `The ${deadline} was reached`);
  if (error.code === 'rate_limited') return explainRateLimit(outcome, error, { context, deadline });
  const { phase } = outcome;
  if (phase.kind === 'requesting' && phase.lost !== undefined && !SAYS_UNKNOWN.has(error.code)) {
    const lost = `An earlier request may have been accepted all the same: ${phase.lost.message}`;
    return new Failure('unknown_outcome', `${error.message} ${lost}`);
  }
  // There is no deployment, or it is not known which is ours, so none is said to continue.
  if (SAYS_UNKNOWN.has(error.code) || error.code === 'not_found') return error;
  return explainError(outcome, error, context);
}

/** What the run leaves behind when it is cancelled. */
function explainCancel(outcome: Outcome, error: Failure, { outage }: Context): Failure {
  const { phase, status = outcome.resourceStatus } = outcome;
  switch (phase.kind) {
    case 'preparing':
    case 'not-accepted':
    case 'skipped':
      return withTexts(error, { message: 'Nothing was requested.', next: undefined });
    case 'requesting':
      return withTexts(error, {
        message: 'It is not known whether the request was accepted.',
        next: adviceFor('unknown_outcome').next,
      });
    case 'identifying':
    case 'working':
    case 'ended':
      if (!hasEnded(phase)) {
        const next = 'Run the job again only once it has ended.';
        return withTexts(error, { message: stillRunning(outcome, outage), next });
      }
      return withTexts(error, {
        message: `The work on ${nameOf(outcome)} had ended before (${status}).`,
        next: 'Look at it in the console before anything is run again.',
      });
    default:
      return phase satisfies never;
  }
}

/** What is known at the deadline. `reached` says that the time is up, without a full stop. */
function explainDeadline(outcome: Outcome, context: Context, reached: string): Failure {
  const { phase } = outcome;
  switch (phase.kind) {
    case 'preparing':
    case 'skipped':
      return explainNothingStarted(context.outage, reached);
    case 'not-accepted':
      return explainNothingStarted(phase.by, reached);
    case 'requesting': {
      const what = phase.lost === undefined ? 'whether the request was accepted' : LOST;
      const cause = sentenceOf(context.outage ?? phase.lost);
      return new Failure('unknown_outcome', `${cause}${reached} before it was known ${what}.`);
    }
    case 'identifying':
      return explainUnidentified(outcome, context, reached);
    case 'working':
    case 'ended':
      return explainUnfinished(outcome, context, reached);
    default:
      return phase satisfies never;
  }
}

const LOST = 'what had become of the request';

function explainNothingStarted(obstacle: Failure | undefined, reached: string): Failure {
  const meaning = 'Nothing was started.';
  if (obstacle === undefined) return new Failure('timeout', `${reached}.`, { meaning });
  const message = `${obstacle.message} ${reached} before this had changed.`;
  return withTexts(obstacle, { message, meaning });
}

function explainUnidentified(outcome: Outcome, { outage }: Context, reached: string): Failure {
  const { deploymentId, serviceMessage } = outcome;
  const which = 'which deployment is ours';
  const quote = serviceMessage === undefined ? '' : ` The service answered: "${serviceMessage}"`;
  const message = `${sentenceOf(outage)}${reached} before it was known ${which}.${quote}`;
  return new Failure('unknown_outcome', message, {
    title: `It is not known ${which}`,
    meaning: hasEnded(outcome.phase) ? unconfirmed(outcome) : undefined,
    next: deploymentId === undefined ? undefined : howToFollow(outcome),
  });
}

function explainUnfinished(outcome: Outcome, context: Context, reached: string): Failure {
  const { outage, nowMs, timeoutMs } = context;
  const { deploymentId, phase } = outcome;
  const work = deploymentId === undefined ? 'The work on' : `Deployment ${deploymentId} of`;
  const { sinceMs = nowMs } = timesOf(phase);
  const waited = formatDuration(nowMs - sinceMs);
  const isWhole = waited === formatDuration(timeoutMs);
  const after = isWhole ? '' : ` after a wait of ${waited}`;
  const message = `${sentenceOf(outage)}${reached}${after}. ${lastStatusOf(outcome)}`;
  return new Failure('timeout', message, {
    title: outage?.title ?? `${work} ${nameOf(outcome)} had not ended in time`,
    meaning: isInProgress(phase) ? stillRunning(outcome, outage) : undefined,
    next:
      'Find out whether it has ended before anything is run again. ' +
      'If it needs more time, give the step a longer timeout.',
  });
}

function lastStatusOf({ deploymentId, status, resourceStatus }: Outcome): string {
  const last = deploymentId === undefined ? resourceStatus : status;
  if (last === undefined) return 'The last status was not shown.';
  const isUnknown = deploymentId !== undefined && !isKnownStatus(last);
  return `The last status was ${isUnknown ? `"${last}", which this action does not know` : last}.`;
}

/** A rate limit that lasts beyond the deadline ends a search just as the deadline does. */
function explainRateLimit(
  outcome: Outcome,
  error: Failure,
  { context, deadline }: { context: Context; deadline: string },
): Failure {
  const tooLate = `The next attempt would come after the ${deadline}`;
  const { kind } = outcome.phase;
  if (kind === 'requesting' || kind === 'identifying')
    return explainDeadline(outcome, { ...context, outage: error }, tooLate);
  return explainError(
    outcome,
    withTexts(error, { message: `${error.message} ${tooLate}.` }),
    context,
  );
}

/** Their advice is to run the job again, which would deploy twice while the work continues. */
const RUN_AGAIN: ReadonlySet<Failure['code']> = new Set([
  'unreachable',
  'unreadable_reply',
  'service_error',
]);

function explainError(outcome: Outcome, error: Failure, { outage }: Context): Failure {
  const { meaning, next } = error.options;
  if (isInProgress(outcome.phase))
    return withTexts(error, {
      meaning: sentences(meaning, stillRunning(outcome, outage ?? error)),
      next: RUN_AGAIN.has(error.code) ? adviceFor('unknown_outcome').next : next,
    });
  if (outcome.phase.kind === 'identifying')
    return withTexts(error, {
      meaning: sentences(meaning, unconfirmed(outcome)),
      next: howToFollow(outcome),
    });
  if (outcome.phase.kind !== 'not-accepted') return error;
  return withTexts(error, {
    meaning: sentences(meaning, `Nothing was started for ${nameOf(outcome)}.`),
  });
}

/** A deployment of the list that ended before it was confirmed to be ours. */
function unconfirmed({ deploymentId, status }: Outcome): string {
  const what = `Deployment ${deploymentId} is new since the request (${status})`;
  return `${what}, but whether it is ours is not known.`;
}

/**
 * Says that work may continue at the service without this step. During an `outage` that is not
 * certain, since no read shows it.
 */
export function stillRunning(outcome: Outcome, outage?: Failure): string {
  const { deploymentId, status, phase } = outcome;
  const wasAccepted =
    phase.kind === 'identifying' || (phase.kind === 'working' && phase.isAccepted);
  const isSeen = status === undefined ? wasAccepted : isKnownStatus(status);
  const work =
    deploymentId === undefined ? `The work on ${nameOf(outcome)}` : `Deployment ${deploymentId}`;
  const isCertain = isSeen && deploymentId !== undefined && outage === undefined;
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

function sentences(first: string | undefined, second: string): string {
  return first === undefined ? second : `${first} ${second}`;
}

function withTexts(
  error: Failure,
  { message = error.message, ...texts }: FailureOptions & { message?: string },
): Failure {
  return new Failure(error.code, message, { ...error.options, ...texts });
}
