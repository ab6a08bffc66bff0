// Compares the printed lines of a log with the lines that were written.

export interface LineComparison {
  readonly missing: readonly string[];
  readonly repeated: readonly string[];
  readonly isOutOfOrder: boolean;
  /** Printed lines that were not written, surplus empty ones among them. */
  readonly foreign: readonly string[];
}

/** A time, a source or a level may stand before a line. */
const MAX_PREFIX_CHARS = 60;
/** The prefix of an empty line, such as `web 2026-01-12T10:00:00Z` or `2026-01-12T10:00:00.000+0000 [STG/0] OUT`. */
const ONLY_A_PREFIX =
  /^(?:[\w.-]{0,20}?\[?\d{4}-\d\d-\d\dT?\d\d:\d\d:\d\d[.,\d]*(?:Z|[+-]\d\d:?\d\d)?\]?(?:[\w.]*\[[^\]]*\](?:OUT|ERR)?)?[|:]?)?$/;

/** Removes spaces, which the action adds to lines that look like commands to the runner. */
export function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** Every line of `required` must be printed; those of `allowed`, which holds them all, may be. */
export function compareLines(
  printed: readonly string[],
  { required, allowed }: { required: readonly string[]; allowed: readonly string[] },
): LineComparison {
  const texts = [...new Set(allowed)].toSorted((a, b) => b.length - a.length);
  const found = printed.map((line) => texts.find((text) => isPrintOf(line, text)));
  const matched = found.filter((text) => text !== undefined);
  const count = (lines: readonly string[], text: string): number => lines.filter((line) => line === text).length;
  const surplusEmpty = Math.max(0, count(matched, '') - count(allowed, ''));
  const foreign = printed.filter((_, index) => found[index] === undefined);
  return {
    missing: texts.filter((text) => count(matched, text) < count(required, text)),
    repeated: texts.filter((text) => text !== '' && count(matched, text) > count(allowed, text)),
    isOutOfOrder: !isSubsequence(inFirstPlaces(matched), inFirstPlaces(allowed)),
    foreign: [...foreign, ...Array.from({ length: surplusEmpty }, () => '')],
  };
}

function isPrintOf(line: string, text: string): boolean {
  const printed = squeeze(line);
  const written = squeeze(text);
  if (written === '') return ONLY_A_PREFIX.test(printed);
  return printed.endsWith(written) && printed.length - written.length <= MAX_PREFIX_CHARS;
}

/** Each text once; repetitions and empty lines are counted instead. */
function inFirstPlaces(lines: readonly string[]): string[] {
  return [...new Set(lines)].filter((text) => text !== '');
}

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const text of whole) if (text === part[at]) at += 1;
  return at === part.length;
}
