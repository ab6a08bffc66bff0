// The rate limit of the key: who waits for its end, and for how long.
import type { Clock } from '../clock.ts';
import type { Failure } from '../failure.ts';
import type { Waits } from '../waits.ts';
import type { Call } from './answer.ts';
import type { Pace } from './pace.ts';

type Method = Call['method'];

/** Creates the record of rate limits of one step. All times are on its clock. */
export function createRateLimit(options: {
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  readonly pace: Pace;
  readonly waits: Waits;
}) {
  const { clock, deadlineMs, signal, pace, waits } = options;
  /** Requests whose limit has a wait of its own, until they are answered otherwise. */
  const told = new Set<Method>();
  let last: Failure | undefined;

  /** The last 429, while it keeps requests from being sent. */
  function current(): Failure | undefined {
    return pace.blockedMs() > 0 ? last : undefined;
  }

  /** Throws the last 429 if the limit lasts beyond this time. */
  function assertReadyBy(untilMs: number): void {
    const failure = current();
    if (failure === undefined || clock.now() + pace.blockedMs() < untilMs) return;
    for (const method of told) waits.leave(keyOf(method));
    told.clear();
    throw failure;
  }

  /** Waits for the end of a limit. Throws the 429 if it lasts beyond this time. */
  async function ready(untilMs = deadlineMs): Promise<void> {
    try {
      while (pace.blockedMs() > 0) {
        assertReadyBy(untilMs);
        // A read that was only tried has met the limit.
        if (told.size === 0 && last !== undefined) beginWait('limit', last);
        await clock.sleep(pace.blockedMs(), signal);
      }
    } finally {
      waits.end('limit');
    }
  }

  function beginWait(key: string, { message }: Failure): void {
    const untilMs = clock.now() + pace.blockedMs();
    waits.begin(key, { text: `${message} Waiting`, untilMs, reason: key });
  }

  function record(failure: Failure, method: Method, sentMs: number): void {
    last = failure;
    pace.recordLimit(sentMs, { method, retryAfterMs: failure.options.retryAfterMs });
  }

  return {
    current,
    assertReadyBy,
    /** Records the 429 of a request that was sent at `sentMs`. */
    record,
    /** Records a 429 whose end is waited for. */
    begin(failure: Failure, method: Method, sentMs: number): void {
      record(failure, method, sentMs);
      told.add(method);
      beginWait(keyOf(method), failure);
    },
    /** Records any other answer. A read that is answered does not show that POSTs are allowed. */
    end(method: Method): void {
      told.delete(method);
      waits.end(keyOf(method));
    },
    ready,
  };
}

/** The key of the wait for the end of a limit. */
function keyOf(method: Method): string {
  return `limit ${method}`;
}
