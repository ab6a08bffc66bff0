// The part of a long log that fits the summary: a little of its head, most of its tail, and how much is omitted
// between. Takes clean lines; memory is bounded.
import { pluralize } from '../../plural.ts';
import { asClean, type CleanText, type LogText } from '../sanitize/index.ts';

/** Room for the line about omitted lines. */
const MARKER_BYTES = 128;

/** The share of the budget that the head may take when not everything fits. */
const HEAD_SHARE = 0.2;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The shown part of a log, and how much is omitted. Bytes are UTF-8, with one for each line end. */
interface Excerpt {
  /** The lines, joined by line feeds; a marker line gives the number of omitted lines. */
  readonly text: CleanText;
  /** Whole lines that are not shown. */
  readonly omittedLines: number;
  /** Bytes that are not shown, including those of a truncated line. */
  readonly omittedBytes: number;
  readonly totalLines: number;
}

export interface LogExcerpt {
  /** Clean lines, each ended by a line feed. */
  push(lines: Pick<LogText, 'text' | 'lineCount'>): void;
  /** Bytes that `excerpt` could use at most. */
  wantedBytes(): number;
  /** The part that fits into `maxBytes`, marker included. */
  excerpt(options: { maxBytes: number }): Excerpt;
}

/**
 * Lines in UTF-8, each with its line end. A buffer is kept outside the V8 heap, which millions of strings would make
 * grow. It is searched from one end or converted as a whole, never line by line, which would be slow.
 */
type Lines = Buffer;

const NO_LINES: Lines = Buffer.alloc(0);

/** Creates a collector that keeps at most `headBytes` of the beginning and `tailBytes` of the end of a log. */
export function createLogExcerpt(options: { headBytes: number; tailBytes: number }): LogExcerpt {
  let head = NO_LINES;
  let headIsFull = false;
  const tail = createTail(options.tailBytes);
  let totalLines = 0;
  let totalBytes = 0;

  /** Adds lines to the head; returns those that do not fit. */
  function fillHead(lines: Lines): Lines {
    if (headIsFull) return lines;
    const fitting = firstFitting(lines, options.headBytes - head.length);
    head = Buffer.concat([head, fitting]);
    headIsFull = fitting.length < lines.length;
    return lines.subarray(fitting.length);
  }

  function excerpt(maxBytes: number): Excerpt {
    const isComplete = tail.isComplete();
    if (isComplete && totalBytes + totalLines <= maxBytes) {
      const text = textOf(Buffer.concat([head, tail.lines()]));
      return { text, omittedLines: 0, omittedBytes: 0, totalLines };
    }
    const room = Math.max(0, maxBytes - MARKER_BYTES);
    const first = fittingInSummary(head, Math.floor(room * HEAD_SHARE), firstFitting);
    const rest = isComplete ? Buffer.concat([head.subarray(first.length), tail.lines()]) : tail.lines();
    const last = fittingInSummary(rest, room - summaryBytes(first), lastFitting);
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
      tail.isComplete() ? totalBytes + totalLines : summaryBytes(head) + summaryBytes(tail.lines()) + MARKER_BYTES,
    excerpt: ({ maxBytes }) => excerpt(maxBytes),
  };
}

/** The last `maxBytes` of a log. The buffer has twice that size, so that old bytes are moved only now and then. */
function createTail(maxBytes: number) {
  /** One byte more than is shown, so that a line without its beginning is never mistaken for a whole one. */
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
    lines: (): Lines => lastFitting(stored(), maxBytes),
    isComplete: () => totalBytes <= maxBytes,
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

/** The first whole lines that fit. */
function firstFitting(lines: Lines, maxBytes: number): Lines {
  if (lines.length <= maxBytes) return lines;
  // A negative offset would count from the end of the buffer.
  return maxBytes < 1 ? NO_LINES : lines.subarray(0, lines.lastIndexOf(LINE_FEED, maxBytes - 1) + 1);
}

/** The last whole lines that fit; if not even one does, the end of the last line. */
function lastFitting(lines: Lines, maxBytes: number): Lines {
  if (lines.length <= maxBytes) return lines;
  if (maxBytes < 1) return NO_LINES;
  const start = lines.indexOf(LINE_FEED, lines.length - maxBytes - 1) + 1;
  return start < lines.length ? lines.subarray(start) : endOf(lines, maxBytes);
}

/** At most the last `maxBytes` of a line, cut between characters; empty if only the line end fits. */
function endOf(line: Lines, maxBytes: number): Lines {
  let start = line.length - maxBytes;
  while (isContinuation(line[start])) start += 1;
  return line[start] === CARRIAGE_RETURN || line[start] === LINE_FEED ? NO_LINES : line.subarray(start);
}

/** True for a byte that continues a UTF-8 character. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Size of lines in the summary: on Windows the runner writes two bytes per line end. */
function summaryBytes(lines: Lines): number {
  return lines.length + lineCount(lines);
}

/** The lines that fit into `maxBytes` of the summary, taken from one end by `fitting`. */
function fittingInSummary(lines: Lines, maxBytes: number, fitting: (lines: Lines, maxBytes: number) => Lines): Lines {
  if (summaryBytes(lines) <= maxBytes) return lines;
  const inSummary = Buffer.from(lines.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
  const fitted = fitting(inSummary, maxBytes);
  return fitting(lines, fitted.length - lineCount(fitted));
}

function lineCount(lines: Lines): number {
  return lines.toString('latin1').split('\n').length - 1;
}

/** The text without its last line feed; it is clean, since parts of clean lines and our marker are. */
function textOf(lines: Lines): CleanText {
  return asClean(lines.toString('utf8', 0, Math.max(0, lines.length - 1)));
}

/** ASCII only: one other character would double the memory of an ASCII log. */
function marker(omittedLines: number, omittedBytes: number): string {
  const size = `${Math.ceil(omittedBytes / 1000)} KB`;
  const amount = omittedLines === 0 ? size : `${pluralize(omittedLines, 'line')} (${size})`;
  return `... ${amount} left out here ...`;
}
