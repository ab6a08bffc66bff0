// The difference of two texts, for people.

const CONTEXT_LINES = 2;
const MAX_LINES = 8;
const MAX_LINE_CHARS = 240;

/** The lines between what is the same at the beginning and at the end, in the form of a diff. */
export function differenceOf(before: string, after: string): string {
  const old = before.split('\n');
  const now = after.split('\n');
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const [one = '', other = ''] = [old[start], now[start]];
  let column = 0;
  while (column < one.length && one[column] === other[column]) column += 1;
  const from = one.length > MAX_LINE_CHARS ? Math.max(0, column - MAX_LINE_CHARS / 2) : 0;
  const marked = (mark: string, lines: readonly string[]): string[] =>
    lines
      .slice(0, MAX_LINES)
      .map((line) => `    ${mark} ${line.slice(from, from + MAX_LINE_CHARS)}`);
  return [
    ...marked(' ', old.slice(Math.max(0, start - CONTEXT_LINES), start)),
    ...marked('-', old.slice(start, old.length - end)),
    ...marked('+', now.slice(start, now.length - end)),
  ].join('\n');
}
