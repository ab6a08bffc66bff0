// How much time the end of a record may take. A cancelled run is gone within five seconds, a step is over at most five
// seconds after its own deadline, and in any other case closing may outlast a short failure of GitHub.
import { type Clock, type Deadline, withDeadline } from '../../clock.ts';
import { noResponse } from './github-error.ts';

/** From a signal, or from the deadline of the step, to the end of closing. The process is ended by force at 4.9 s. */
const SHORT_MS = 4_500;
/** The same in any other case. */
const LONG_MS = 25_000;

/** What is left of the whole for the last status, once earlier requests are given up: this share, at most so much. */
const LAST_STATUS_SHARE = 0.6;
const LAST_STATUS_MS = 8_000;
/** One request may take this share of what is left, so that a lost one can be sent again. */
const REQUEST_SHARE = 0.5;

/** The limits of one closing. */
export interface ClosingTime {
  /** Aborted when requests sent before closing are given up. */
  readonly earlier: AbortSignal;
  /** Aborted when closing itself is given up. */
  readonly all: AbortSignal;
  /** Runs one request; rejects with a `GithubError` when it takes more than its share. */
  readonly limited: <T>(request: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Releases the timers. */
  end(): void;
}

/** Starts to count. `stoppedAtMs`: when `signal`, the step's, was aborted; undefined when it has not been. */
export function startClosing(options: {
  clock: Clock;
  deadline: Pick<Deadline, 'remainingMs'>;
  signal: AbortSignal;
  stoppedAtMs: number | undefined;
}): ClosingTime {
  const { clock, deadline, signal, stoppedAtMs } = options;
  const earlier = new AbortController();
  const all = new AbortController();
  const ended = new AbortController();
  let endsAtMs = Infinity;
  let hurry = new AbortController();

  function after(ms: number, controller: AbortController): void {
    clock.sleep(ms, ended.signal).then(
      () => controller.abort(),
      () => undefined,
    );
  }

  function endWithin(ms: number): void {
    const totalMs = Math.max(0, ms);
    endsAtMs = Math.min(endsAtMs, clock.now() + totalMs);
    after(totalMs - Math.min(LAST_STATUS_MS, totalMs * LAST_STATUS_SHARE), earlier);
    after(totalMs, all);
  }

  const wholeMs = Math.min(LONG_MS, deadline.remainingMs() + SHORT_MS);
  endWithin(stoppedAtMs === undefined ? wholeMs : stoppedAtMs + SHORT_MS - clock.now());
  // The run may still be cancelled while the record of a step that has ended is being closed.
  const onAbort = (): void => {
    endWithin(SHORT_MS);
    hurry.abort();
    hurry = new AbortController();
  };
  signal.addEventListener('abort', onAbort, { once: true, signal: ended.signal });

  return {
    earlier: earlier.signal,
    all: all.signal,
    async limited(request) {
      all.signal.throwIfAborted();
      const leftMs = Math.max(0, endsAtMs - clock.now());
      const limit = withDeadline(clock, leftMs * REQUEST_SHARE, {
        signal: AbortSignal.any([all.signal, hurry.signal]),
      });
      try {
        return await request(limit.signal);
      } catch (error) {
        if (!all.signal.aborted && limit.signal.aborted) throw noResponse('in time');
        throw error;
      } finally {
        limit.clear();
      }
    },
    end: () => ended.abort(),
  };
}
