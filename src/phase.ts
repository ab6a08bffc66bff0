// Where the work on one resource stands. One value, replaced as the step proceeds, that says what
// a kill, a cancelled run or the deadline means at any moment.
import type { Failure } from './failure.ts';

/** The phases of the work on one resource. Times are in milliseconds on the clock of the step. */
export type Phase =
  /** Nothing was requested. The operation `wait` counts its time from `sinceMs`. */
  | { readonly kind: 'preparing'; readonly sinceMs?: number }
  /** The last POST was not accepted, so nothing was started: busy, rate limit, refused, unsent. */
  | { readonly kind: 'not-accepted'; readonly by: Failure }
  /** A POST is being sent, or was, and its effect is not known. `lost`: why its answer was lost. */
  | { readonly kind: 'requesting'; readonly lost?: Failure }
  /**
   * The POST was accepted, but which deployment is ours is not certain yet. `endedAtMs`: when the
   * candidate ended. Its status counts once it is confirmed to be ours.
   */
  | { readonly kind: 'identifying'; readonly sinceMs: number; readonly endedAtMs?: number }
  /**
   * The work is in progress. `isAccepted`: a POST of this step started it; otherwise the step only
   * follows it. `buildingSinceMs`: when the build began, as polls have shown it.
   */
  | {
      readonly kind: 'working';
      readonly sinceMs: number;
      readonly isAccepted: boolean;
      readonly buildingSinceMs?: number | undefined;
    }
  /**
   * The work has ended. Without `sinceMs` there was none: the resource already was as requested.
   */
  | {
      readonly kind: 'ended';
      readonly sinceMs?: number | undefined;
      readonly buildingSinceMs?: number | undefined;
      readonly endedAtMs: number;
    }
  | { readonly kind: 'skipped'; readonly why: SkipReason };

/** Why a resource was skipped: the value of the output `skipped`. */
export type SkipReason = 'busy' | 'outdated' | 'fail-fast';

/** Why the resource was skipped; empty when it was not. */
export function skipReasonOf(phase: Phase): SkipReason | '' {
  return phase.kind === 'skipped' ? phase.why : '';
}

/**
 * When the work and its build began and when the work ended, in milliseconds on the clock of the
 * step. Undefined if that has not happened or is not known.
 */
export function timesOf(phase: Phase) {
  return {
    sinceMs: 'sinceMs' in phase ? phase.sinceMs : undefined,
    buildingSinceMs: 'buildingSinceMs' in phase ? phase.buildingSinceMs : undefined,
    endedAtMs: 'endedAtMs' in phase ? phase.endedAtMs : undefined,
  };
}

/** True while work may continue at the service without this step. */
export function isInProgress(phase: Phase): boolean {
  return phase.kind === 'working' || (phase.kind === 'identifying' && !hasEnded(phase));
}

/** True once the work was seen to end. */
export function hasEnded(phase: Phase): boolean {
  return timesOf(phase).endedAtMs !== undefined;
}

/**
 * The phase after a poll that may have shown when the build began. Only a deployment that this step
 * started has such a time.
 */
export function buildingPhase(phase: Phase, buildingSinceMs: number | undefined): Phase {
  return phase.kind === 'working' && phase.isAccepted ? { ...phase, buildingSinceMs } : phase;
}

/** The phase after the work has ended. A candidate stays one until it is confirmed to be ours. */
export function endPhase(phase: Phase, endedAtMs: number): Phase {
  if (phase.kind === 'identifying') return { ...phase, endedAtMs };
  return { ...timesOf(phase), kind: 'ended', endedAtMs };
}

/** The phase while the step confirms that the work is ours. `sinceMs` is used if none is known. */
export function unconfirmedPhase(phase: Phase, sinceMs: number): Phase {
  const { sinceMs: knownMs, endedAtMs } = timesOf(phase);
  return {
    kind: 'identifying',
    sinceMs: knownMs ?? sinceMs,
    ...(endedAtMs !== undefined && { endedAtMs }),
  };
}

/** The phase once it is confirmed that the work is ours. */
export function confirmedPhase(phase: Phase): Phase {
  if (phase.kind !== 'identifying') return phase;
  const { sinceMs, endedAtMs } = phase;
  if (endedAtMs !== undefined) return { kind: 'ended', sinceMs, endedAtMs };
  return { kind: 'working', sinceMs, isAccepted: true };
}
