// Time limits for closing a record: a cancelled run ends within five seconds, a step ends at most five seconds after
// its deadline, and otherwise closing may take long enough to survive a short GitHub outage.
import type { Clock, Deadline } from '../../clock.ts';
import type { RequestLimit } from './github-api.ts';

/** Limit after a signal or the deadline of the step. The process is ended at 4.9 s. */
const SHORT_MS = 4_500;
/** Limit in any other case. */
const LONG_MS = 25_000;

/** Time reserved for the final status: this share of the limit, at most {@link LAST_STATUS_MS}. */
const LAST_STATUS_SHARE = 0.6;
const LAST_STATUS_MS = 8_000;
/**
 * A request may take this share of the remaining time, so that it can be sent again; no more than the limit, since the
 * run may be cancelled meanwhile.
 */
const REQUEST_SHARE = 0.5;
const REQUEST_MS = 3_000;

/** The time limits of closing one record. */
export interface ClosingTime {
  /** Aborted when requests sent before closing must end. */
  readonly openingSignal: AbortSignal;
  /** The limit of requests that close the record; its signal is aborted when closing must end. */
  readonly limit: RequestLimit;
  /** Stops the timers. */
  end(): void;
}

/** Starts the timers. `stoppedAtMs`: when the step's `signal` was aborted; undefined if it was not. */
export function startClosing(options: {
  clock: Clock;
  deadline: Pick<Deadline, 'remainingMs'>;
  signal: AbortSignal;
  stoppedAtMs: number | undefined;
}): ClosingTime {
  const { clock, deadline, signal, stoppedAtMs } = options;
  const opening = new AbortController();
  const closing = new AbortController();
  const ended = new AbortController();
  let endsAtMs = Infinity;

  function abortAfter(ms: number, controller: AbortController): void {
    clock.sleep(ms, ended.signal).then(
      () => controller.abort(),
      () => undefined,
    );
  }

  function endWithin(ms: number): void {
    const totalMs = Math.max(0, ms);
    endsAtMs = Math.min(endsAtMs, clock.now() + totalMs);
    abortAfter(totalMs - Math.min(LAST_STATUS_MS, totalMs * LAST_STATUS_SHARE), opening);
    abortAfter(totalMs, closing);
  }

  const wholeMs = Math.min(LONG_MS, deadline.remainingMs() + SHORT_MS);
  endWithin(stoppedAtMs === undefined ? wholeMs : stoppedAtMs + SHORT_MS - clock.now());
  // The run may be cancelled while the record is being closed.
  signal.addEventListener('abort', () => endWithin(SHORT_MS), { once: true, signal: ended.signal });

  return {
    openingSignal: opening.signal,
    limit: {
      signal: closing.signal,
      withinMs: () => Math.min(REQUEST_MS, (endsAtMs - clock.now()) * REQUEST_SHARE),
    },
    end: () => ended.abort(),
  };
}
