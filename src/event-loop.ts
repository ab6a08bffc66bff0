// Long work on text is done in slices, so that timers, signals and sockets are not blocked.

/** Characters that are processed without yielding: a few milliseconds of work. */
export const SLICE_CHARS = 1 << 19;

/** Counts processed characters. */
export interface WorkMeter {
  /** Adds `chars`; true when it is time to call {@link yieldToEventLoop}. */
  isDue(chars: number): boolean;
}

/** Creates a meter that starts at zero. */
export function createWorkMeter(): WorkMeter {
  let doneChars = 0;
  return {
    isDue: (chars) => {
      doneChars += chars;
      if (doneChars < SLICE_CHARS) return false;
      doneChars = 0;
      return true;
    },
  };
}

/** Resolves after the pending events have been handled. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
