// Real time, for an emulator that people and other processes talk to. Nothing but the clock may be here.
import type { Clock } from './clock.ts';

/** The longest delay that a timer of Node takes; anything longer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      if (signal?.aborted === true) {
        onAbort();
        return;
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      const wait = (leftMs: number): void => {
        const stepMs = Math.min(leftMs, LONGEST_TIMER_MS);
        timer = setTimeout(() => {
          if (leftMs > stepMs) {
            wait(leftMs - stepMs);
            return;
          }
          signal?.removeEventListener('abort', onAbort);
          resolve();
        }, stepMs);
      };
      wait(ms);
    }),
};
