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
   * The POST was accepted, but it is not certain which deployment is ours. `endedAtMs`: the
   * candidate has ended, and is confirmed before its status counts.
   */
  | { readonly kind: 'identifying'; readonly sinceMs: number; readonly endedAtMs?: number }
  /**
   * The work is in progress. `isAccepted`: this step started it, and does not only follow it.
   * `buildingSinceMs`: when polls first showed that it was being built.
   */
  | {
      readonly kind: 'working';
      readonly sinceMs: number;
      readonly isAccepted: boolean;
      readonly buildingSinceMs?: number | undefined;
    }
  /** The work has ended. Without `sinceMs` there was none: the resource was as requested. */
  | {
      readonly kind: 'ended';
      readonly sinceMs?: number | undefined;
      readonly buildingSinceMs?: number | undefined;
      readonly endedAtMs: number;
    }
  | { readonly kind: 'skipped'; readonly why: SkipReason };

/** Why a resource was skipped, as the output `skipped` says it. */
export type SkipReason = 'busy' | 'outdated' | 'fail-fast';

/** Why the resource was skipped; empty when it was not. */
export function skipReasonOf(phase: Phase): SkipReason | '' {
  return phase.kind === 'skipped' ? phase.why : '';
}

/** When the work began and ended, as far as it has; in milliseconds on the clock of the step. */
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

/** The phase at a poll that has shown since when a deployment of this step is being built. */
export function buildingPhase(phase: Phase, buildingSinceMs: number | undefined): Phase {
  return phase.kind === 'working' && phase.isAccepted ? { ...phase, buildingSinceMs } : phase;
}

/** The phase once the work was seen to end; a candidate stays one until it is confirmed. */
export function endPhase(phase: Phase, endedAtMs: number): Phase {
  if (phase.kind === 'identifying') return { ...phase, endedAtMs };
  return { ...timesOf(phase), kind: 'ended', endedAtMs };
}

/** The phase while it is confirmed that the work is ours; `sinceMs` where none is known. */
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
