// Time as a parameter: the clock behind every wait, the deadline of the step, and the reason it was stopped.

/** A source of time that tests can replace. */
export interface Clock {
  /** Milliseconds on a monotonic clock; only differences are meaningful. */
  now(): number;
  /** Milliseconds since the epoch, for dates such as a `Retry-After` header. */
  wallTime(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** `setTimeout` fires immediately for a delay above the signed 32-bit maximum. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The real clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(reasonOf(signal));
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
        Math.min(Math.max(ms, 0), LONGEST_TIMER_MS),
      );
      function onAbort(): void {
        clearTimeout(timer);
        reject(reasonOf(signal));
      }
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return Error.isError(reason) ? reason : new Error('aborted', { cause: reason });
}

/**
 * Settles with `work`, or rejects with the signal's reason if it is aborted first. `work` is not cancelled; its result
 * is then ignored.
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(reasonOf(signal));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** An abort signal with a timeout. */
interface TimeLimit {
  readonly signal: AbortSignal;
  /** True once the timeout has aborted the signal. */
  readonly isExpired: () => boolean;
  /** Stops the timer. */
  clear(): void;
}

/**
 * Starts a timeout of `ms` milliseconds whose signal is also aborted with `signal`. On expiry its reason is `reason`, by
 * default an error that names the limit.
 */
export function withDeadline(
  clock: Clock,
  ms: number,
  { signal, reason }: { signal: AbortSignal; reason?: Error },
): TimeLimit {
  const expiry = new AbortController();
  const cleared = new AbortController();
  clock.sleep(ms, AbortSignal.any([signal, cleared.signal])).then(
    () => expiry.abort(reason ?? new Error(`the limit of ${ms} ms was reached`)),
    () => undefined,
  );
  return {
    signal: AbortSignal.any([signal, expiry.signal]),
    isExpired: () => expiry.signal.aborted,
    clear: () => cleared.abort(),
  };
}

/** Why a step was stopped before its work was done: its deadline, or a cancelled run. */
type StopReason = 'timeout' | 'interrupted';

/**
 * Abort reason of the step's signal. Waits and requests rethrow it unchanged; `operations/task.ts` turns it into an
 * outcome.
 */
export class Stop extends Error {
  override readonly name = 'Stop';
  readonly reason: StopReason;

  /** `cause`: the failure that was being retried when the step was stopped, if any. */
  constructor(reason: StopReason, options?: { cause?: Error | undefined }) {
    super(`the step was stopped: ${reason}`, options);
    this.reason = reason;
  }
}

/** True for a stop at the deadline. */
export function isTimeout(error: unknown): error is Stop {
  return error instanceof Stop && error.reason === 'timeout';
}

/** Runs `work`; rethrows a stop without a cause with `cause`, if any, as the failure that was being retried. */
export async function withStopCause<T>(cause: Error | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Stop && error.cause === undefined && cause !== undefined
      ? new Stop(error.reason, { cause })
      : error;
  }
}

/** The time by which the whole step must have ended. */
export class Deadline {
  readonly timeoutMs: number;
  /** On the clock of the step. */
  readonly endMs: number;
  readonly #clock: Clock;

  /** Starts now. */
  constructor(clock: Clock, timeoutMs: number) {
    this.timeoutMs = timeoutMs;
    this.endMs = clock.now() + timeoutMs;
    this.#clock = clock;
  }

  /** Milliseconds left, never below 0. */
  remainingMs(): number {
    return Math.max(0, this.endMs - this.#clock.now());
  }
}
