// Progress lines that repeat only when something has changed, or after a minute.
import type { Step } from '../step.ts';

/** What has not changed is logged again after this. */
const REPEAT_MS = 60_000;

/** Logs `text` when `key` differs from the last one, or a minute after the last line. Returns true if it was logged. */
export type Note = (key: string, text: string) => boolean;

/** Starts without a last line: the first note is always logged. */
export function createNote({ log, clock }: Pick<Step, 'log' | 'clock'>): Note {
  let lastKey: string | undefined;
  let lastMs = 0;
  return (key, text) => {
    const isNews = key !== lastKey || clock.now() - lastMs >= REPEAT_MS;
    if (!isNews) return false;
    lastKey = key;
    lastMs = clock.now();
    log.info(text);
    return true;
  };
}
