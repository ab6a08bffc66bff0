// Reduces the events of a resource to its outcome; nothing else keeps state about a resource. Pure.
import { isFinal, isKnownStatus } from '../api/model.ts';
import { isOurs, type Outcome, type StepEvent } from './operation.ts';

/** The outcome after an event of its resource; the same object when the event changes nothing. */
export function applyEvent(outcome: Outcome, event: StepEvent): Outcome {
  switch (event.kind) {
    case 'named':
      return { ...outcome, name: event.name };
    case 'posting':
      // A lost request stays pending until it is known whether it was accepted, even if another one is sent.
      return outcome.pending?.kind === 'lost' ? outcome : { ...outcome, pending: { kind: 'posting' } };
    case 'lost':
      return { ...outcome, pending: { kind: 'lost', error: event.error }, stillRunning: true };
    case 'not-started':
      return { ...outcome, pending: undefined, stillRunning: false };
    case 'refused':
      if (outcome.pending?.kind === 'lost') return outcome;
      return { ...outcome, pending: event.error && { kind: 'busy', error: event.error } };
    case 'accepted':
      return accepted(outcome, event);
    case 'requested':
      return { ...outcome, pending: undefined, accepted: true, stillRunning: true };
    case 'found':
      return { ...outcome, deploymentId: event.deploymentId, status: event.status };
    case 'status': {
      const { deploymentId, status, elapsedMs: durationMs } = event;
      const hadEnded = outcome.hadEnded && isFinal(status);
      return { ...outcome, accepted: true, deploymentId, status, durationMs, stillRunning: !isFinal(status), hadEnded };
    }
    case 'commit':
      return { ...outcome, commit: event.commit };
    case 'resource':
      return { ...outcome, resourceStatus: event.status, ...(event.url === '' ? {} : { url: event.url }) };
    case 'settled':
      return { ...outcome, durationMs: event.elapsedMs, stillRunning: false };
    case 'failed': {
      if (outcome.errorCode !== undefined) return outcome;
      const { errorCode, cause, reason, stillRunning = outcome.stillRunning ?? false } = event;
      return { ...outcome, errorCode, cause, reason, stillRunning };
    }
    case 'skipped':
      return { ...outcome, skipped: event.why, ...(event.detail === '' ? {} : { cause: event.detail }) };
    case 'note':
    case 'warning':
    case 'waiting':
    case 'retrying':
    case 'log':
    case 'ended':
      return outcome;
    case 'checking':
    case 'healthy':
      return { ...outcome, isChecking: event.kind === 'checking' };
  }
}

/** `stillRunning` is set only for our own deployment: another one may already have ended. */
function accepted(outcome: Outcome, event: Extract<StepEvent, { kind: 'accepted' }>): Outcome {
  const { deploymentId, ownership, status } = event;
  const known = {
    ...outcome,
    pending: undefined,
    ...(deploymentId === undefined ? {} : { deploymentId }),
    ...(status === undefined ? {} : { status }),
  };
  const hasEnded = status !== undefined && isFinal(status);
  if (isOurs(ownership)) return { ...known, accepted: true, stillRunning: !hasEnded };
  return hasEnded ? { ...known, hadEnded: true } : known;
}

/** True when a deployment that is `stillRunning` was in progress when last read, and could be read until the step ended. */
export function continuesForCertain({ deploymentId, status, errorCode }: Outcome): boolean {
  const isReadable = errorCode === undefined || errorCode === 'timeout' || errorCode === 'interrupted';
  return isReadable && deploymentId !== undefined && (status === undefined || isKnownStatus(status));
}
