// Long work on text in slices, so that timers, signals and sockets get their turn.

/** Work on this much text is done in one go: a few milliseconds. */
export const SLICE_CHARS = 1 << 19;

/** Counts work. */
export interface WorkMeter {
  /** Adds work on this many characters; true when it is time for {@link yieldToEventLoop}. */
  isDue(chars: number): boolean;
}

/** Starts at nothing done. */
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

/** Resolves after everything that is waiting has had its turn. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
