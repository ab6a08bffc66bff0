// Reduces the events of a resource to its outcome; nothing else keeps state about a resource. Pure.
import { isFinal, isKnownStatus } from '../api/model.ts';
import { isOurs, type Outcome, type Phase, type StepEvent } from './operation.ts';

const BEFORE: Phase = { kind: 'before' };
const FOLLOWING: Phase = { kind: 'following' };

/** The outcome of a resource of which nothing is known yet. */
export function newOutcome(resourceId: string): Outcome {
  return { resourceId, phase: BEFORE };
}

/** The outcome after an event of its resource; the same object when the event changes nothing. */
export function applyEvent(outcome: Outcome, event: StepEvent): Outcome {
  const { phase } = outcome;
  switch (event.kind) {
    case 'named':
      return { ...outcome, name: event.name };
    case 'posting':
      // A lost request stays lost until it is known whether it was accepted, even if another one is sent.
      return phase.kind === 'lost' ? outcome : { ...outcome, phase: { kind: 'posting' } };
    case 'lost':
      return { ...outcome, phase: { kind: 'lost', error: event.error }, stillRunning: true };
    case 'not-started':
      return { ...outcome, phase: BEFORE, stillRunning: false };
    case 'refused':
      if (phase.kind === 'lost') return outcome;
      return { ...outcome, phase: event.error === undefined ? BEFORE : { kind: 'busy', error: event.error } };
    case 'accepted':
      return accepted(outcome, event);
    case 'requested':
      return { ...outcome, phase: FOLLOWING, stillRunning: true };
    case 'found':
      return { ...outcome, deploymentId: event.deploymentId, status: event.status };
    case 'status': {
      const { deploymentId, status, elapsedMs: durationMs, hasEnded } = event;
      const hadEnded = outcome.hadEnded && hasEnded;
      return { ...outcome, phase: FOLLOWING, deploymentId, status, durationMs, stillRunning: !hasEnded, hadEnded };
    }
    case 'commit':
      return { ...outcome, commit: event.commit };
    case 'resource':
      return { ...outcome, resourceStatus: event.status, ...(event.url === '' ? {} : { url: event.url }) };
    case 'settled':
      return { ...outcome, durationMs: event.elapsedMs, stillRunning: false };
    case 'already':
      return { ...outcome, stillRunning: false };
    case 'as-before':
      return { ...outcome, isAsBefore: true };
    case 'failed': {
      if (outcome.errorCode !== undefined) return outcome;
      const { errorCode, cause, reason, detail, stillRunning = outcome.stillRunning ?? false } = event;
      return { ...outcome, errorCode, cause, reason, detail, stillRunning };
    }
    case 'skipped':
      return { ...outcome, skipped: event.why, ...(event.detail === '' ? {} : { cause: event.detail }) };
    case 'checking':
      return { ...outcome, phase: { kind: 'checking' } };
    case 'healthy':
      return { ...outcome, phase: FOLLOWING, proof: event.proof };
    case 'note':
    case 'warning':
    case 'waiting':
    case 'retrying':
    case 'log':
    case 'ended':
      return outcome;
  }
}

/** `stillRunning` is set only for our own deployment: another one may already have ended. */
function accepted(outcome: Outcome, event: Extract<StepEvent, { kind: 'accepted' }>): Outcome {
  const { deploymentId, ownership, status } = event;
  const known: Outcome = {
    ...outcome,
    phase: deploymentId === undefined ? { kind: 'searching' } : FOLLOWING,
    ...(deploymentId === undefined ? {} : { deploymentId }),
    ...(status === undefined ? {} : { status }),
  };
  const hasEnded = status !== undefined && isFinal(status);
  if (isOurs(ownership)) return { ...known, stillRunning: !hasEnded };
  return hasEnded ? { ...known, hadEnded: true } : known;
}

/**
 * True when work that is `stillRunning` was accepted and not waited for, or is a deployment that was in progress when last
 * read, and could be read until the step ended.
 */
export function continuesForCertain({ deploymentId, status, errorCode, phase }: Outcome): boolean {
  if (deploymentId === undefined) return errorCode === undefined && ['searching', 'following'].includes(phase.kind);
  const isReadable = errorCode === undefined || errorCode === 'timeout' || errorCode === 'interrupted';
  return isReadable && (status === undefined || isKnownStatus(status));
}
