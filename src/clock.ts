// Time as a parameter: the clock that everything waits on, the deadline of the step, and the reason it was stopped.
// No policy: how long to wait for what is decided by whoever calls.

/** A source of time that tests can replace. */
export interface Clock {
  /** Milliseconds of a counter that never goes back; only differences mean anything. */
  now(): number;
  /** Milliseconds since the epoch, for dates such as a `Retry-After` header. */
  wallTime(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** setTimeout fires at once for anything longer than a signed 32-bit number of milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The clock of the machine. */
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

/** Settles as `work` does, unless the signal is aborted first: then rejects with its reason. `work` is not cancelled; its result is ignored. */
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

/** A signal that is aborted after a time, or with another signal if that is aborted first. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** True once the time was over before anything else. */
  readonly isExpired: () => boolean;
  /** Ends the timer; the signal is never aborted after that. */
  clear(): void;
}

/** Begins a time limit of `ms` milliseconds. At its end the signal has `reason`, by default an error that names the time. */
export function withDeadline(
  clock: Clock,
  ms: number,
  { signal, reason }: { signal?: AbortSignal; reason?: Error } = {},
): TimeLimit {
  const limit = new AbortController();
  const done = new AbortController();
  let expired = false;
  const onAbort = (): void => {
    clear();
    limit.abort(signal?.reason);
  };
  function clear(): void {
    signal?.removeEventListener('abort', onAbort);
    done.abort();
  }
  if (signal?.aborted === true) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  function expire(): void {
    expired = true;
    clear();
    limit.abort(reason ?? new Error(`the limit of ${ms} ms was reached`));
  }
  clock.sleep(ms, done.signal).then(expire, () => undefined);
  return { signal: limit.signal, isExpired: () => expired, clear };
}

/** Why a step ends before its work has: its own deadline, or the run was cancelled. */
export type StopReason = 'timeout' | 'interrupted';

/** The reason on the step's signal. It passes through every wait and request untouched, and ends where outcomes are made. */
export class Stop extends Error {
  override readonly name = 'Stop';
  readonly reason: StopReason;

  /** `cause`: the failure that was being waited out at that moment, where there was one. */
  constructor(reason: StopReason, options?: { cause?: Error | undefined }) {
    super(`the step was stopped: ${reason}`, options);
    this.reason = reason;
  }
}

/** Runs `work`; a stop in it is rethrown with `cause` as what was being waited out. */
export async function attributeStop<T>(cause: Error, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Stop ? new Stop(error.reason, { cause }) : error;
  }
}

/** The moment by which the whole step must have ended. */
export class Deadline {
  readonly timeoutMs: number;
  readonly #clock: Clock;
  readonly #startMs: number;

  constructor(clock: Clock, timeoutMs: number) {
    this.timeoutMs = timeoutMs;
    this.#clock = clock;
    this.#startMs = clock.now();
  }

  /** Milliseconds since the step began. */
  elapsedMs(): number {
    return this.#clock.now() - this.#startMs;
  }

  /** Milliseconds left, never below 0. */
  remainingMs(): number {
    return Math.max(0, this.timeoutMs - this.elapsedMs());
  }
}
