// The part of a long log that fits a page: a little of its head, most of its tail, and how much is missing between.
// Bounded memory whatever comes; lines come in clean. What the page looks like may not enter.
import { counted } from '../plural.ts';

/** On Windows the runner makes two bytes of a line end: each line may cost one byte more on the page than it has. */
const EXTRA_LINE_END_BYTES = 1;

/** Room for the one line that tells what is left out. */
const MARKER_BYTES = 128;

/** The share of the budget that the head may take when not everything fits. */
const HEAD_SHARE = 0.2;

const LINE_FEED = 0x0a;

/** What is shown of a log, and how much is not. Bytes are UTF-8, with one for each line end. */
export interface Excerpt {
  /** The lines, joined by line feeds; where lines are missing, one line in between says how many. */
  text: string;
  /** Whole lines that are not shown. */
  omittedLines: number;
  /** Bytes that are not shown, those of a cut line among them. */
  omittedBytes: number;
  totalLines: number;
}

/** Collects a log as it grows. */
export interface LogExcerpt {
  push(lines: readonly string[]): void;
  /** What `excerpt` could use in bytes, for `shareBudget`. */
  wantedBytes(): number;
  /** What fits into `maxBytes`, marker included. */
  excerpt(options: { maxBytes: number }): Excerpt;
}

/**
 * Lines in UTF-8, each with its line feed. A log is kept in this form because it lives outside of the heap: lines that
 * pass through it by the million would make the heap grow.
 */
type Lines = Buffer;

/** Makes a collector that keeps at most these many bytes of the beginning and of the end of a log. */
export function createLogExcerpt(options: { headBytes: number; tailBytes: number }): LogExcerpt {
  let head: Lines = Buffer.alloc(0);
  let headIsFull = false;
  const tail = createTail(options.tailBytes);
  let totalLines = 0;
  let totalBytes = 0;

  /** Hands back what does not go into the head any more. */
  function fillHead(lines: Lines): Lines {
    if (headIsFull) return lines;
    const fitting = firstWithin(lines, options.headBytes - head.length);
    head = Buffer.concat([head, fitting]);
    headIsFull = fitting.length < lines.length;
    return lines.subarray(fitting.length);
  }

  function excerpt(maxBytes: number): Excerpt {
    const complete = tail.lostNothing();
    const whole = complete ? Buffer.concat([head, tail.lines()]) : undefined;
    if (whole !== undefined && pageBytes(whole) <= maxBytes) {
      return { text: textOf(whole), omittedLines: 0, omittedBytes: 0, totalLines };
    }
    const room = Math.max(0, maxBytes - MARKER_BYTES);
    const first = firstWithin(head, room * HEAD_SHARE, EXTRA_LINE_END_BYTES);
    const rest = whole?.subarray(first.length) ?? tail.lines();
    const last = lastWithin(rest, room - pageBytes(first), EXTRA_LINE_END_BYTES);
    const omittedLines = totalLines - lineCount(first) - lineCount(last);
    const omittedBytes = totalBytes - first.length - last.length;
    const parts = [first, Buffer.from(`${marker(omittedLines, omittedBytes)}\n`), last];
    const text = maxBytes < MARKER_BYTES ? '' : textOf(Buffer.concat(parts));
    return { text, omittedLines, omittedBytes, totalLines };
  }

  return {
    push(lines) {
      if (lines.length === 0) return;
      const bytes = Buffer.from(`${lines.join('\n')}\n`);
      totalLines += lines.length;
      totalBytes += bytes.length;
      tail.push(fillHead(bytes));
    },
    wantedBytes: () => pageBytes(head) + pageBytes(tail.lines()) + (tail.lostNothing() ? 0 : MARKER_BYTES),
    excerpt: ({ maxBytes }) => excerpt(maxBytes),
  };
}

/**
 * Divides a budget so that nobody gets more than wanted and what one leaves goes to the others in equal parts
 * (max-min fairness). The shares come in the order of `wants`.
 */
export function shareBudget(total: number, wants: readonly number[]): number[] {
  const shares = wants.map(() => 0);
  const smallestFirst = wants.map((want, index) => ({ want, index })).toSorted((a, b) => a.want - b.want);
  let left = total;
  for (const [served, { want, index }] of smallestFirst.entries()) {
    const share = Math.min(want, Math.floor(left / (wants.length - served)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

/** The end of a log, up to `maxBytes` of it; twice as much is kept, so that the cost stays with what is new. */
function createTail(maxBytes: number) {
  /** One byte more than is shown, so that a line that has lost its beginning never looks like a whole one that fits. */
  const keptBytes = maxBytes + 1;
  let store: Buffer | undefined;
  let storedBytes = 0;
  let totalBytes = 0;

  const stored = (): Lines => store?.subarray(0, storedBytes) ?? Buffer.alloc(0);

  function replace(lines: Lines): void {
    store?.set(lines);
    storedBytes = lines.length;
  }

  return {
    lines: (): Lines => lastWithin(stored(), maxBytes),
    lostNothing: () => totalBytes <= maxBytes,
    push(lines: Lines): void {
      totalBytes += lines.length;
      store ??= Buffer.allocUnsafeSlow(2 * keptBytes);
      if (lines.length > keptBytes) {
        replace(lines.subarray(-keptBytes));
        return;
      }
      if (storedBytes + lines.length > store.length) replace(stored().subarray(-keptBytes));
      store.set(lines, storedBytes);
      storedBytes += lines.length;
    },
  };
}

/** The whole lines from the beginning that fit, where each costs some bytes more than it has. */
function firstWithin(lines: Lines, maxBytes: number, extraBytes = 0): Lines {
  let leftBytes = maxBytes;
  let end = 0;
  while (end < lines.length) {
    const next = lines.indexOf(LINE_FEED, end) + 1;
    leftBytes -= next - end + extraBytes;
    if (leftBytes < 0) break;
    end = next;
  }
  return lines.subarray(0, end);
}

/** The whole lines from the end that fit; when not even the last one does, its end. */
function lastWithin(lines: Lines, maxBytes: number, extraBytes = 0): Lines {
  let leftBytes = maxBytes;
  let start = lines.length;
  while (start > 0) {
    const previous = startOfLineBefore(lines, start);
    leftBytes -= start - previous + extraBytes;
    if (leftBytes < 0) break;
    start = previous;
  }
  return start < lines.length ? lines.subarray(start) : endOf(lines, maxBytes - extraBytes);
}

/** Where the line begins that ends before `end`. */
function startOfLineBefore(lines: Lines, end: number): number {
  // Its own line feed is at `end - 1`; a negative offset would count from the end of the buffer.
  return end < 2 ? 0 : lines.lastIndexOf(LINE_FEED, end - 2) + 1;
}

/** At most so many bytes of the end, cut between characters; nothing when there is only room for the line feed. */
function endOf(lines: Lines, maxBytes: number): Lines {
  if (maxBytes <= 1) return lines.subarray(lines.length);
  let start = Math.max(0, lines.length - maxBytes);
  while (isContinuation(lines[start])) start += 1;
  return lines.subarray(start);
}

/** A byte of UTF-8 that does not begin a character. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function lineCount(lines: Lines): number {
  let count = 0;
  for (let at = lines.indexOf(LINE_FEED); at !== -1; at = lines.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

function pageBytes(lines: Lines): number {
  return lines.length + lineCount(lines) * EXTRA_LINE_END_BYTES;
}

/** Without the last line feed. */
function textOf(lines: Lines): string {
  return lines.toString('utf8', 0, lines.length - 1);
}

function marker(omittedLines: number, omittedBytes: number): string {
  const size = `${Math.ceil(omittedBytes / 1000)} KB`;
  const amount = omittedLines === 0 ? size : `${counted(omittedLines, 'line')} (${size})`;
  return `… ${amount} left out here; the whole log is in log-file …`;
}
