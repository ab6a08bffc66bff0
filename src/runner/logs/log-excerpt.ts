// The part of a long log that fits the summary: a little of its head, most of its tail, and how much is missing between.
// Memory is bounded; lines come in clean. How the summary shows them is decided elsewhere.
import { pluralize } from '../../plural.ts';
import { asClean, type CleanText, type LogText } from '../sanitize/index.ts';

/** Room for the one line about what is left out. */
const MARKER_BYTES = 128;

/** The share of the budget that the head may take when not everything fits. */
const HEAD_SHARE = 0.2;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** What is shown of a log, and how much is not. Bytes are UTF-8, with one for each line end. */
export interface Excerpt {
  /** The lines, joined by line feeds; where lines are missing, one line in between gives their number. */
  text: CleanText;
  /** Whole lines that are not shown. */
  omittedLines: number;
  /** Bytes that are not shown, those of a cut line among them. */
  omittedBytes: number;
  totalLines: number;
}

/** Collects a log as it grows. */
export interface LogExcerpt {
  /** Clean lines, each ended by a line feed. */
  push(lines: Pick<LogText, 'text' | 'lineCount'>): void;
  /** What `excerpt` could use in bytes, for `shareBudget`. */
  wantedBytes(): number;
  /** What fits into `maxBytes`, marker included. */
  excerpt(options: { maxBytes: number }): Excerpt;
}

/**
 * Lines in UTF-8, each with its end. A log is kept in this form because it lives outside of the heap: lines that pass
 * through it by the million would make the heap grow. Whatever is asked of them is answered by a search from one end or
 * by a conversion of the whole, never line by line, which would make V8 compile at the end of every step.
 */
type Lines = Buffer;

const NO_LINES: Lines = Buffer.alloc(0);

/** Makes a collector that keeps at most these many bytes of the beginning and of the end of a log. */
export function createLogExcerpt(options: { headBytes: number; tailBytes: number }): LogExcerpt {
  let head = NO_LINES;
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
    if (complete && totalBytes + totalLines <= maxBytes) {
      const text = textOf(Buffer.concat([head, tail.lines()]));
      return { text, omittedLines: 0, omittedBytes: 0, totalLines };
    }
    const room = Math.max(0, maxBytes - MARKER_BYTES);
    const first = fittingOnPage(head, Math.floor(room * HEAD_SHARE), firstWithin);
    const rest = complete ? Buffer.concat([head.subarray(first.length), tail.lines()]) : tail.lines();
    const last = fittingOnPage(rest, room - pageBytes(first), lastWithin);
    const omittedLines = totalLines - lineCount(first) - lineCount(last);
    const omittedBytes = totalBytes - first.length - last.length;
    const parts = [first, Buffer.from(`${marker(omittedLines, omittedBytes)}\n`), last];
    const text = textOf(maxBytes < MARKER_BYTES ? NO_LINES : Buffer.concat(parts));
    return { text, omittedLines, omittedBytes, totalLines };
  }

  return {
    push(lines) {
      const bytes = Buffer.from(lines.text);
      totalLines += lines.lineCount;
      totalBytes += bytes.length;
      tail.push(fillHead(bytes));
    },
    wantedBytes: () =>
      tail.lostNothing() ? totalBytes + totalLines : pageBytes(head) + pageBytes(tail.lines()) + MARKER_BYTES,
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
  /** One byte more than is shown, so that a line that has lost its beginning is never taken for a whole one that fits. */
  const keptBytes = maxBytes + 1;
  let store: Buffer | undefined;
  let storedBytes = 0;
  let totalBytes = 0;

  const stored = (): Lines => store?.subarray(0, storedBytes) ?? NO_LINES;

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

/** The whole lines from the beginning that fit. */
function firstWithin(lines: Lines, maxBytes: number): Lines {
  if (lines.length <= maxBytes) return lines;
  // A negative offset would count from the end of the buffer.
  return maxBytes < 1 ? NO_LINES : lines.subarray(0, lines.lastIndexOf(LINE_FEED, maxBytes - 1) + 1);
}

/** The whole lines from the end that fit; when not even the last one does, its end. */
function lastWithin(lines: Lines, maxBytes: number): Lines {
  if (lines.length <= maxBytes) return lines;
  if (maxBytes < 1) return NO_LINES;
  const start = lines.indexOf(LINE_FEED, lines.length - maxBytes - 1) + 1;
  return start < lines.length ? lines.subarray(start) : endOf(lines, maxBytes);
}

/** At most so many bytes of a line's end, cut between characters; nothing when there is only room for the end of the line. */
function endOf(line: Lines, maxBytes: number): Lines {
  let start = line.length - maxBytes;
  while (isContinuation(line[start])) start += 1;
  return line[start] === CARRIAGE_RETURN || line[start] === LINE_FEED ? NO_LINES : line.subarray(start);
}

/** A byte of UTF-8 that does not begin a character. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** What lines cost on the page: on Windows the runner makes two bytes of a line end. */
function pageBytes(lines: Lines): number {
  return lines.length + lineCount(lines);
}

/** The part of these lines that fits on the page, taken from one end of them. */
function fittingOnPage(lines: Lines, maxBytes: number, within: (lines: Lines, maxBytes: number) => Lines): Lines {
  if (pageBytes(lines) <= maxBytes) return lines;
  const onPage = Buffer.from(lines.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
  const fitting = within(onPage, maxBytes);
  return within(lines, fitting.length - lineCount(fitting));
}

function lineCount(lines: Lines): number {
  return lines.toString('latin1').split('\n').length - 1;
}

/** Without the last line feed. Parts of clean lines, and our own marker, are clean. */
function textOf(lines: Lines): CleanText {
  return asClean(lines.toString('utf8', 0, Math.max(0, lines.length - 1)));
}

/** In ASCII: one other character would double the memory of a log that has none. */
function marker(omittedLines: number, omittedBytes: number): string {
  const size = `${Math.ceil(omittedBytes / 1000)} KB`;
  const amount = omittedLines === 0 ? size : `${pluralize(omittedLines, 'line')} (${size})`;
  return `... ${amount} left out here ...`;
}
