// Explains the error that ended the work on a resource: what happened, what the step leaves behind,
// and how to go on. Pure.
import { isKnownStatus } from './api/status-words.ts';
import { adviceFor } from './advice.ts';
import { Failure, type FailureOptions, isFailure, unforeseenFailure } from './failure.ts';
import { nameOf, type Outcome } from './outcome.ts';
import { durationMs, hasEnded } from './phase.ts';
import { formatDuration } from './text.ts';

/** What an explanation depends on besides the error. */
interface Context {
  readonly outcome: Outcome;
  /** The latest failure of an outage that had not ended. */
  readonly outage: Failure | undefined;
  readonly timeoutMs: number;
  readonly nowMs: number;
}

/** The failure of a resource, with what it means and how to go on. */
export function explain(error: unknown, context: Context): Failure {
  if (!isFailure(error)) return unforeseenFailure();
  const { outcome, outage, timeoutMs } = context;
  const deadline = `deadline of ${formatDuration(timeoutMs)}`;
  if (error.code === 'interrupted') {
    const { meaning, next } = leftBehind(outcome, outage);
    const afterEnd = hasEnded(outcome.phase) ? adviceFor('unknown_outcome').next : undefined;
    return withTexts(error, { message: meaning, next: next ?? afterEnd });
  }
  if (error.code === 'timeout') return explainDeadline(context, deadline);
  if (error.code !== 'rate_limited') return explainError(error, context);
  const { retryAfterMs } = error.options;
  const asked = retryAfterMs ? ` The service asks to wait ${formatDuration(retryAfterMs)}.` : '';
  const message = `${error.message}${asked} The next attempt would come after the ${deadline}.`;
  // It ends a search just as the deadline does.
  if (outcome.phase.kind === 'identifying') return unknownOutcome(message, outcome, error);
  return explainError(withTexts(error, { message }), context);
}

/** What is known at the deadline. */
function explainDeadline(context: Context, deadline: string): Failure {
  const { outcome, outage } = context;
  const { phase } = outcome;
  const reached = `The ${deadline} was reached`;
  const first = outage === undefined ? reached : `${outage.message} ${reached}`;
  if (phase.kind === 'requesting' || phase.kind === 'identifying')
    return unknownOutcome(`${first}.`, outcome, outage);
  if (phase.kind === 'working') return explainUnfinished(context, first);
  const { meaning } = leftBehind(outcome);
  const obstacle = phase.kind === 'not-accepted' ? phase.by : outage;
  if (obstacle === undefined) return new Failure('timeout', `${reached}.`, { meaning });
  // During an outage it is not known whether the obstacle is still there.
  const later = outage === undefined || outage === obstacle ? '' : ` Later: ${outage.message}`;
  const message = `${obstacle.message}${later} That had not changed by the ${deadline}.`;
  return withTexts(obstacle, { message, meaning });
}

/** `reached` says that the time is up; it has no full stop. */
function explainUnfinished({ outcome, outage, nowMs, timeoutMs }: Context, reached: string) {
  const { meaning, next = '' } = leftBehind(outcome, outage);
  const isUnknown = outcome.status !== undefined && !isKnownStatus(outcome.status);
  const waited = formatDuration(durationMs(outcome.phase, nowMs) ?? 0);
  const after = waited === formatDuration(timeoutMs) ? '' : ` after a wait of ${waited}`;
  const longer =
    'If it needs more time, use a longer timeout; if it hangs, see its log (operation: logs).';
  return new Failure('timeout', `${reached}${after}. ${lastStatusOf(outcome)}`, {
    title: outage?.title ?? `${workOf(outcome)} did not end in time`,
    meaning,
    next: isUnknown ? next : `${next} ${longer}`,
  });
}

/** It is not known whether the request was accepted, or which deployment is ours. */
function unknownOutcome(message: string, outcome: Outcome, outage: Failure | undefined): Failure {
  const { phase, serviceMessage } = outcome;
  const lostBy = phase.kind === 'requesting' ? phase.lostBy : undefined;
  const sentences = [
    message,
    lostBy && `The lost request may have been accepted: ${lostBy.message}`,
    serviceMessage && `The service answered: "${serviceMessage}"`,
  ];
  const { meaning, next } = leftBehind(outcome, outage);
  const texts =
    phase.kind === 'identifying' ? { title: adviceFor('ambiguous').title, meaning, next } : {};
  return new Failure('unknown_outcome', sentences.filter(Boolean).join(' '), texts);
}

function explainError(error: Failure, { outcome, outage }: Context): Failure {
  const { phase } = outcome;
  // Nothing is left to continue, or it is unknown which deployment is ours.
  const isAbsent = error.code === 'not_found' && outcome.deploymentId !== undefined;
  if (isAbsent || ['ambiguous', 'unknown_outcome'].includes(error.code)) return error;
  if (phase.kind === 'requesting') return unknownOutcome(error.message, outcome, outage);
  // Without an outage, the error itself makes it uncertain that the work continues.
  const left = leftBehind(outcome, outage ?? error);
  if (left.next === undefined && phase.kind !== 'not-accepted') return error;
  const meaning = `${error.options.meaning ?? ''} ${left.meaning}`.trim();
  if (left.next !== undefined && (error.isAboutKey || error.code === 'rate_limited'))
    return withTexts(error, { meaning, next: `${left.next} ${error.next}` });
  return withTexts(error, { meaning, next: left.next ?? error.options.next });
}

/** What the work on a resource leaves behind. */
interface LeftBehind {
  readonly meaning: string;
  /** What to do; only if work may be in progress, or a request may have been accepted. */
  readonly next?: string;
}

/**
 * What the work on a resource leaves behind if the step ends now. `doubt`: why it is not certain
 * that the work continues, such as an outage.
 */
export function leftBehind(outcome: Outcome, doubt?: Failure): LeftBehind {
  const { phase, status = outcome.resourceStatus ?? 'no status' } = outcome;
  const name = nameOf(outcome);
  const { next } = adviceFor('unknown_outcome');
  switch (phase.kind) {
    case 'preparing':
      return { meaning: 'Nothing was requested.' };
    case 'not-accepted':
      return { meaning: `Nothing was changed for ${name}.` };
    case 'requesting':
      return { meaning: `It is not known whether the request for ${name} was accepted.`, next };
    case 'identifying': {
      if (!hasEnded(phase)) return { meaning: continuing(outcome, doubt), next };
      const what = `${workOf(outcome)} was created after the request (${status})`;
      const unconfirmed = `${what}, but it could not be confirmed as ours.`;
      return { meaning: `${unconfirmed} ${howToFollow(outcome)}`, next };
    }
    case 'working':
      return { meaning: continuing(outcome, doubt), next };
    case 'ended':
      return { meaning: `${workOf(outcome)} had ended (${status}); its check was cut short.` };
    default:
      return phase satisfies never;
  }
}

/** Says that work may continue at the service. That is certain only if the last read showed it. */
function continuing(outcome: Outcome, doubt: Failure | undefined): string {
  const { deploymentId, status, phase } = outcome;
  const { isOurs, isNotShown = false } = phase.kind === 'working' ? phase : { isOurs: true };
  const isSeen = status === undefined ? isOurs : isKnownStatus(status);
  const isCertain = isSeen && !isNotShown && deploymentId !== undefined && doubt === undefined;
  const continues = isCertain ? 'continues' : 'may continue';
  return `${workOf(outcome)} ${continues} at the service. ${howToFollow(outcome)}`;
}

function workOf(outcome: Outcome): string {
  const { deploymentId } = outcome;
  const work = deploymentId === undefined ? 'The work on' : `Deployment ${deploymentId} of`;
  return `${work} ${nameOf(outcome)}`;
}

function lastStatusOf({ deploymentId, status, resourceStatus }: Outcome): string {
  const last = deploymentId === undefined ? resourceStatus : status;
  if (last === undefined) return 'No status was reported.';
  const isUnknown = deploymentId !== undefined && !isKnownStatus(last);
  return `The last status was ${isUnknown ? `"${last}", which this action does not know` : last}.`;
}

/** How to follow a deployment from now on, without this step. */
function howToFollow({ resourceId, deploymentId }: Outcome): string {
  if (deploymentId === undefined) return 'The console shows its state.';
  const inputs = `resource-id: ${resourceId}, deployment-id: ${deploymentId}`;
  return `To follow it: operation: follow, ${inputs}.`;
}

function withTexts(
  error: Failure,
  { message = error.message, ...texts }: FailureOptions & { message?: string },
): Failure {
  return new Failure(error.code, message, { ...error.options, ...texts });
}
