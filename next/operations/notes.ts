// Progress lines that are logged again only when something has changed, or after a while.
import type { Step } from '../step.ts';

/** Logs `text` when `key` differs from the last one, or when the last line is old enough. */
export type Note = (key: string, text: string) => void;

/** The first note is always logged; without a change it is logged again after `repeatMs`, by default a minute. */
export function createNote({ log, clock }: Step, repeatMs = 60_000): Note {
  let last: { readonly key: string; readonly atMs: number } | undefined;
  return (key, text) => {
    if (last !== undefined && key === last.key && clock.now() - last.atMs < repeatMs) return;
    last = { key, atMs: clock.now() };
    log.info(text);
  };
}
