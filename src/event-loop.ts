// Long work on text is done in slices, so that timers, signals and sockets are not blocked.

/** Characters that are processed without yielding: a few milliseconds of work. */
export const SLICE_CHARS = 1 << 19;

/** Resolves after the pending events have been handled. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
