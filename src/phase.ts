// Where the work on one resource stands. One value, replaced as the step proceeds. It decides what
// a kill, a cancelled run or the deadline means at any moment.
import type { Failure } from './failure.ts';

/** Times on the clock of the step; undefined while they are not known. */
interface Times {
  readonly sinceMs?: number | undefined;
  readonly endedAtMs?: number | undefined;
}

/** Where the work stands. */
type Stage =
  /** Nothing was requested. */
  | { readonly kind: 'preparing' }
  /** The last POST was not accepted, so nothing was started: busy, rate limit, refused, unsent. */
  | { readonly kind: 'not-accepted'; readonly by: Failure }
  /** A POST is being sent, or was, and its effect is unknown. `lostBy`: why its answer was lost. */
  | { readonly kind: 'requesting'; readonly lostBy?: Failure | undefined }
  /**
   * The POST was accepted, but which deployment is ours is not certain yet. With an end, the
   * candidate has ended. Its status counts once it is confirmed to be ours.
   */
  | { readonly kind: 'identifying' }
  /**
   * The work is in progress. `isOurs`: a POST of this step started it; otherwise the step only
   * follows it. `isNotShown`: the last poll did not show it.
   */
  | { readonly kind: 'working'; readonly isOurs: boolean; readonly isNotShown?: boolean }
  /**
   * The work has ended. No `sinceMs`: nothing had to be done, since the resource already was as
   * requested.
   */
  | { readonly kind: 'ended' };

/** The phase of the work on one resource, with its times. */
export type Phase = Stage & Times;

/** How long the work took, or has taken so far; undefined before it began. */
export function durationMs({ sinceMs, endedAtMs }: Phase, nowMs: number): number | undefined {
  return sinceMs === undefined ? undefined : (endedAtMs ?? nowMs) - sinceMs;
}

/** True while work may continue at the service without this step. */
export function isInProgress(phase: Phase): boolean {
  return phase.kind === 'working' || (phase.kind === 'identifying' && !hasEnded(phase));
}

/** True once the work was seen to end. */
export function hasEnded(phase: Phase): boolean {
  return phase.endedAtMs !== undefined;
}

/** The phase after the work has ended, with the times that are known. */
export function endPhase({ sinceMs }: Phase, endedAtMs: number): Phase {
  return { kind: 'ended', sinceMs, endedAtMs };
}
