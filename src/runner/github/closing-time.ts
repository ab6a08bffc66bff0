// Time limits for closing a record: a cancelled run ends within five seconds, a step ends at most five seconds after
// its deadline, and otherwise closing may take long enough to survive a short GitHub outage.
import { type Clock, type Deadline, withDeadline } from '../../clock.ts';
import { noResponse } from './github-error.ts';

/** Limit after a signal or the deadline of the step. The process is ended at 4.9 s. */
const SHORT_MS = 4_500;
/** Limit in any other case. */
const LONG_MS = 25_000;

/** Time reserved for the final status: this share of the limit, at most {@link LAST_STATUS_MS}. */
const LAST_STATUS_SHARE = 0.6;
const LAST_STATUS_MS = 8_000;
/** Share of the remaining time that one request may take, so that it can be sent again. */
const REQUEST_SHARE = 0.5;

/** The time limits of closing one record. */
export interface ClosingTime {
  /** Aborted when requests sent before closing must end. */
  readonly openingSignal: AbortSignal;
  /** Aborted when closing must end. */
  readonly closingSignal: AbortSignal;
  /** Runs one request; rejects with a `GithubError` when it takes more than its share. */
  readonly send: <T>(request: (signal: AbortSignal) => Promise<T>) => Promise<T>;
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
  let currentRequest = new AbortController();

  function after(ms: number, controller: AbortController): void {
    clock.sleep(ms, ended.signal).then(
      () => controller.abort(),
      () => undefined,
    );
  }

  function endWithin(ms: number): void {
    const totalMs = Math.max(0, ms);
    endsAtMs = Math.min(endsAtMs, clock.now() + totalMs);
    after(totalMs - Math.min(LAST_STATUS_MS, totalMs * LAST_STATUS_SHARE), opening);
    after(totalMs, closing);
  }

  const wholeMs = Math.min(LONG_MS, deadline.remainingMs() + SHORT_MS);
  endWithin(stoppedAtMs === undefined ? wholeMs : stoppedAtMs + SHORT_MS - clock.now());
  // The run may be cancelled while the record is being closed.
  const onAbort = (): void => {
    endWithin(SHORT_MS);
    currentRequest.abort();
    currentRequest = new AbortController();
  };
  signal.addEventListener('abort', onAbort, { once: true, signal: ended.signal });

  return {
    openingSignal: opening.signal,
    closingSignal: closing.signal,
    async send(request) {
      closing.signal.throwIfAborted();
      const leftMs = Math.max(0, endsAtMs - clock.now());
      const limit = withDeadline(clock, leftMs * REQUEST_SHARE, {
        signal: AbortSignal.any([closing.signal, currentRequest.signal]),
      });
      try {
        return await request(limit.signal);
      } catch (error) {
        if (!closing.signal.aborted && limit.signal.aborted) throw noResponse('in time');
        throw error;
      } finally {
        limit.clear();
      }
    },
    end: () => ended.abort(),
  };
}
