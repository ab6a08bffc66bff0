// Outages: the service cannot be used, and each failure says for how long that is survived.
import type { Clock } from '../clock.ts';
import type { Failure } from '../failure.ts';
import { formatDuration } from '../text.ts';
import type { Waits } from '../waits.ts';
import type { Failed } from './answer.ts';
import type { Pace } from './pace.ts';

/**
 * For how long failures of a kind are survived: before the first answer of the service, when the
 * address is probably wrong, and later.
 */
const PATIENCE_MS = {
  page: { first: 10_000, later: 60_000 },
  unsent: { first: 60_000, later: Infinity },
  lost: { first: 60_000, later: Infinity },
} as const;

type OutageKind = keyof typeof PATIENCE_MS;

interface Outage {
  readonly failure: Failure;
  readonly kind: OutageKind;
  readonly beganMs: number;
  /** Since when the failures have been of this kind. */
  readonly sinceMs: number;
}

/** Creates the record of outages of one step. All times are on its clock. */
export function createOutages(options: {
  readonly clock: Pick<Clock, 'now'>;
  readonly pace: Pick<Pace, 'failureWaitMs' | 'recordFailure'>;
  readonly waits: Waits;
}) {
  const { clock, pace, waits } = options;
  let wasReached = false;
  let outage: Outage | undefined;

  function patienceMs({ kind, isSetup = false }: { kind: OutageKind; isSetup?: boolean }): number {
    if (isSetup && !wasReached) return 0;
    return PATIENCE_MS[kind][wasReached ? 'later' : 'first'];
  }

  /** How long to wait for the next attempt after this failure. */
  function nextAttemptMs({ options: { retryAfterMs = 0 } }: Failure): number {
    return Math.max(pace.failureWaitMs(), retryAfterMs);
  }

  return {
    nextAttemptMs,
    /** The API itself has answered, even if with an error: so the address is right. */
    recordReached(): void {
      wasReached = true;
    },
    /** Records a read, sent at `sentMs`, that failed. */
    begin({ failure }: Failed, kind: OutageKind, sentMs: number): void {
      const { beganMs = sentMs } = outage ?? {};
      const sinceMs = outage?.kind === kind ? outage.sinceMs : sentMs;
      outage = { failure, kind, beganMs, sinceMs };
      pace.recordFailure();
      waits.begin('outage', {
        text: `${failure.message} Trying again`,
        untilMs: sinceMs + patienceMs({ kind }),
        reason: kind,
        ended: () => `The service answers again after ${formatDuration(clock.now() - beganMs)}.`,
      });
    },
    end(): void {
      outage = undefined;
      waits.end('outage');
    },
    /** Records a request, sent at `sentMs`, that the end of the step has cut short. */
    recordUnanswered(failure: Failure, sentMs: number): void {
      outage ??= { failure, kind: 'lost', beganMs: sentMs, sinceMs: sentMs };
    },
    /** Throws the failure if its kind is not survived until the next attempt. */
    assertPatience({ kind, failure, isSetup = false }: Failed): void {
      if (!isOutage(kind)) return;
      const nextMs = clock.now() + nextAttemptMs(failure);
      if (nextMs > (outage?.sinceMs ?? clock.now()) + patienceMs({ kind, isSetup })) throw failure;
    },
    /** The latest failure of an outage that has not ended. */
    latest: (): Failure | undefined => outage?.failure,
  };
}

/** True for failures that are survived for a while. */
function isOutage(kind: Failed['kind']): kind is OutageKind {
  return Object.hasOwn(PATIENCE_MS, kind);
}
