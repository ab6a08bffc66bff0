// Explains the error that ended the step: what happened, what the step leaves behind, and how to go
// on. Pure.
import { CODES, Failure, isFailure } from '../failure.ts';
import { durationMs, nameOf, type Outcome } from '../outcome.ts';
import { isKnownStatus } from '../service/statuses.ts';
import { formatDuration } from '../text.ts';

/** Instead of the message of an error that nothing has foreseen: that may hold even a secret. */
export const UNFORESEEN = 'The action met an error that it does not foresee.';

/** What an explanation depends on besides the error. */
export interface Situation {
  readonly outcome: Outcome;
  /** The latest failure of an outage that had not ended. */
  readonly outage: Failure | undefined;
  readonly timeoutMs: number;
  /** On the clock of the step. */
  readonly nowMs: number;
}

/** The failure of the step, with what it means and how to go on. */
export function explain(error: unknown, situation: Situation): Failure {
  if (!isFailure(error)) return new Failure('internal', UNFORESEEN);
  const explainIt = EXPLANATIONS.get(error.code) ?? explainError;
  return explainIt(error, situation);
}

type Explain = (error: Failure, situation: Situation) => Failure;

/** The failure itself says what is left. */
const asItIs: Explain = (error) => error;

/** How the codes are explained that have an explanation of their own. */
const EXPLANATIONS: ReadonlyMap<Failure['code'], Explain> = new Map<Failure['code'], Explain>([
  ['interrupted', explainCancel],
  ['timeout', (_, situation) => explainDeadline(situation)],
  ['rate_limited', explainLimit],
  ['not_found', (error, situation) => explainError(withoutBlame(error, situation), situation)],
  ['deployment_failed', asItIs],
  ['deployment_cancelled', asItIs],
  ['ambiguous', asItIs],
  ['unknown_outcome', asItIs],
]);

function explainCancel(error: Failure, { outcome, outage }: Situation): Failure {
  const { meaning, next } = leftBehind(outcome, outage);
  const look = outcome.stage.kind === 'ended' ? CODES.unknown_outcome.next : undefined;
  return error.with({ message: meaning, next: next ?? look });
}

function explainDeadline(situation: Situation): Failure {
  const { outcome, outage, timeoutMs } = situation;
  const { stage } = outcome;
  const reached = `deadline of ${formatDuration(timeoutMs)} was reached`;
  const first = joined(outage?.message, `The ${reached}`);
  switch (stage.kind) {
    case 'requesting':
    case 'accepted':
      return unknownOutcome(`${first}.`, situation);
    case 'working':
      return explainUnfinished(first, situation);
    case 'blocked':
    case 'preparing':
    case 'ended': {
      const { meaning } = leftBehind(outcome);
      const obstacle = stage.kind === 'blocked' ? stage.by : outage;
      if (obstacle === undefined) return new Failure('timeout', `The ${reached}.`, { meaning });
      const later = outage !== undefined && outage !== obstacle && `Later: ${outage.message}`;
      const lasting = `That had not changed when the ${reached}.`;
      return obstacle.with({ message: joined(obstacle.message, later, lasting), meaning });
    }
    default:
      return stage satisfies never;
  }
}

/** `reached` says that the time is up; it has no full stop. */
function explainUnfinished(reached: string, { outcome, outage, nowMs }: Situation): Failure {
  const { meaning, next } = leftBehind(outcome, outage);
  const waited = formatDuration(durationMs(outcome, nowMs) ?? 0);
  const isSlow = isKnownStatus(outcome.status ?? 'building');
  return new Failure('timeout', `${reached} after a wait of ${waited}. ${lastStatusOf(outcome)}`, {
    title: outage?.title ?? `${workOf(outcome)} did not end in time`,
    meaning,
    next: joined(next, isSlow && 'If it needs more time, use a longer timeout.'),
  });
}

/** A rate limit that lasts beyond the deadline. */
function explainLimit(error: Failure, situation: Situation): Failure {
  const { retryAfterMs } = error.options;
  const message = joined(
    error.message,
    retryAfterMs && `The service asks to wait ${formatDuration(retryAfterMs)}.`,
    `The next attempt would come after the deadline of ${formatDuration(situation.timeoutMs)}.`,
  );
  // It ends a search just as the deadline does.
  if (situation.outcome.stage.kind === 'accepted') return unknownOutcome(message, situation);
  return explainError(error.with({ message }), situation);
}

/** It is not known whether the request was accepted, or which deployment is ours. */
function unknownOutcome(message: string, { outcome, outage }: Situation): Failure {
  const { stage, serviceMessage } = outcome;
  const lostBy = stage.kind === 'requesting' ? stage.lostBy : undefined;
  const hiddenBy = 'hiddenBy' in stage ? stage.hiddenBy : undefined;
  const sentences = [
    message,
    lostBy && `The lost request may have been accepted: ${lostBy.message}`,
    hiddenBy && `Until then, ${hiddenBy} was in progress, which may hide it.`,
    serviceMessage && `The service answered: "${serviceMessage}"`,
  ];
  const { meaning } = leftBehind(outcome, outage);
  const title = stage.kind === 'accepted' ? CODES.ambiguous.title : undefined;
  return new Failure('unknown_outcome', joined(...sentences), { title, meaning });
}

/** The sentences that there are, in one line. */
function joined(...sentences: readonly (string | number | false | undefined)[]): string {
  return sentences.filter(Boolean).join(' ');
}

const WAS_READ =
  'The resource was read before, so its id is right. It may have been deleted since, or the ' +
  'service does not offer this for it: look in the console.';

/** A 404 does not blame the id of a resource that was read before. */
function withoutBlame(error: Failure, { outcome }: Situation): Failure {
  const { name, type, resourceStatus } = outcome;
  const wasRead = (name ?? type ?? resourceStatus) !== undefined;
  return wasRead ? error.with({ next: error.options.next ?? WAS_READ }) : error;
}

function explainError(error: Failure, situation: Situation): Failure {
  const { outcome, outage } = situation;
  const { kind } = outcome.stage;
  if (kind === 'requesting') return unknownOutcome(error.message, situation);
  // A deployment that is not there does not continue.
  const isGone = error.code === 'not_found' && outcome.deploymentId !== undefined;
  if (isGone || kind === 'preparing' || kind === 'ended') return error;
  // Without an outage, the error itself makes it uncertain that the work continues.
  const left = leftBehind(outcome, outage ?? error);
  const meaning = joined(error.options.meaning, left.meaning);
  if (left.next === undefined) return error.with({ meaning });
  const isAboutKey = error.isAboutKey || error.code === 'rate_limited';
  return error.with({ meaning, next: joined(left.next, isAboutKey && error.next) });
}

/** What the work leaves behind if the step ends now. */
interface LeftBehind {
  readonly meaning: string;
  /** What to do; only if work may be in progress, or a request may have been accepted. */
  readonly next?: string;
}

/** `doubt`: why it is not certain that the work continues, such as an outage. */
export function leftBehind(outcome: Outcome, doubt?: Failure): LeftBehind {
  const { stage, status = outcome.resourceStatus ?? 'no status' } = outcome;
  const name = nameOf(outcome);
  const { next } = CODES.unknown_outcome;
  switch (stage.kind) {
    case 'preparing':
      return { meaning: 'Nothing was requested.' };
    case 'blocked':
      return { meaning: `Nothing was changed for ${name}.` };
    case 'requesting':
      return { meaning: `It is not known whether the request for ${name} was accepted.`, next };
    case 'accepted': {
      if (stage.endedAtMs === undefined) return { meaning: continuing(outcome, doubt), next };
      const what = `${workOf(outcome)} was created after the request (${status})`;
      const unconfirmed = `${what}, but it could not be confirmed as ours.`;
      return { meaning: `${unconfirmed} ${howToFollow(outcome)}`, next };
    }
    case 'working':
      return { meaning: continuing(outcome, doubt), next };
    case 'ended':
      return { meaning: `${workOf(outcome)} had ended (${status}); its check was cut short.` };
    default:
      return stage satisfies never;
  }
}

/** Says that work may continue at the service. That is certain only if the last read showed it. */
function continuing(outcome: Outcome, doubt: Failure | undefined): string {
  const { deploymentId, status, stage } = outcome;
  const isSeen = stage.kind === 'working' && stage.isSeen && deploymentId !== undefined;
  const isKnown = status === undefined || isKnownStatus(status);
  const isCertain = isSeen && isKnown && doubt === undefined;
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
export function howToFollow({
  resourceId,
  deploymentId,
}: Pick<Outcome, 'resourceId' | 'deploymentId'>): string {
  if (deploymentId === undefined) return 'The console shows its state.';
  const inputs = `resource-id: ${resourceId}, deployment-id: ${deploymentId}`;
  return `To follow it: operation: follow, ${inputs}.`;
}
