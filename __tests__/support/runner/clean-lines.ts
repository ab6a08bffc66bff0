// Lines as a log sanitizer passes them on.
import { asClean, type CleanText } from '../../../src/runner/sanitize/line-cleaner.ts';
import type { Sanitizers } from '../../../src/runner/sanitize/sanitizers.ts';

/** The lines of a text, cleaned as those of a log; a line end at its end is followed by one more, empty line. */
export function cleanLines(text: string, sanitizers: Pick<Sanitizers, 'log'>): CleanText[] {
  const clean = sanitizers.log()(`${text}\n`).text;
  return clean.split('\n').slice(0, -1).map(asClean);
}
