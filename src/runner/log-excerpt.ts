// The part of a long log that fits a page: a little of its head, most of its tail, and how much is missing between.
// Bounded memory whatever comes; lines come in clean. What the page looks like may not enter.
import { detached } from './visible-text.ts';

/** On Windows the runner makes two bytes of a line end: each line may cost one byte more on the page than it has. */
const EXTRA_LINE_END_BYTES = 1;

/** Room for the one line that tells what is left out. */
const MARKER_BYTES = 128;

/** The share of the budget that the head may take when not everything fits. */
const HEAD_SHARE = 0.2;

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

interface SizedLine {
  text: string;
  /** UTF-8, with its line end. */
  bytes: number;
}

/** Makes a collector that keeps at most these many bytes of the beginning and of the end of a log. */
export function createLogExcerpt(options: { headBytes: number; tailBytes: number }): LogExcerpt {
  const head: SizedLine[] = [];
  let headBytes = 0;
  let headIsFull = false;
  const tail = createTail(options.tailBytes);
  let totalLines = 0;
  let totalBytes = 0;

  function intoHead(line: SizedLine): boolean {
    headIsFull ||= headBytes + line.bytes > options.headBytes;
    if (headIsFull) return false;
    headBytes += line.bytes;
    head.push({ ...line, text: detached(line.text) });
    return true;
  }

  function excerpt(maxBytes: number): Excerpt {
    const everything = tail.lostNothing();
    const shownWhole = everything ? [...head, ...tail.lines()] : [];
    if (everything && pageBytes(shownWhole) <= maxBytes) {
      return { text: joined(shownWhole), omittedLines: 0, omittedBytes: 0, totalLines };
    }
    const room = Math.max(0, maxBytes - MARKER_BYTES);
    const first = firstFitting(head, room * HEAD_SHARE, bytesOnPage);
    const rest = everything ? shownWhole.slice(first.length) : tail.lines();
    const last = lastWithin(rest, room - pageBytes(first), bytesOnPage);
    const omittedLines = totalLines - first.length - last.length;
    const omittedBytes = totalBytes - byteSum(first) - byteSum(last);
    const seam = { text: marker(omittedLines, omittedBytes), bytes: 0 };
    const text = maxBytes < MARKER_BYTES ? '' : joined([...first, seam, ...last]);
    return { text, omittedLines, omittedBytes, totalLines };
  }

  return {
    push(lines) {
      const forTail: SizedLine[] = [];
      for (const text of lines) {
        const line = { text, bytes: Buffer.byteLength(text) + 1 };
        totalLines += 1;
        totalBytes += line.bytes;
        if (!intoHead(line)) forTail.push(line);
      }
      tail.push(forTail);
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

/** The end of a log: at least `maxBytes` of it while it grows, twice as much at most. */
function createTail(maxBytes: number) {
  let stored: SizedLine[] = [];
  let storedBytes = 0;
  let totalBytes = 0;

  /** The lines from the end that fit, or the last one alone, whose size then tells that it never fits. */
  function worthKeeping(lines: readonly SizedLine[]): SizedLine[] {
    const fitting = lastFitting(lines, maxBytes, bytesOf);
    const last = lines.at(-1);
    if (fitting.length > 0 || last === undefined) return fitting;
    return endOf(last, maxBytes).map(({ text }) => ({ text, bytes: last.bytes }));
  }

  return {
    lines: () => lastWithin(stored, maxBytes, bytesOf),
    lostNothing: () => totalBytes <= maxBytes,
    push(lines: readonly SizedLine[]): void {
      totalBytes += byteSum(lines);
      const kept = worthKeeping(lines).map(({ text, bytes }) => ({ text: detached(text), bytes }));
      if (kept.length < lines.length) stored = [];
      for (const line of kept) stored.push(line);
      storedBytes = kept.length < lines.length ? byteSum(kept) : storedBytes + byteSum(kept);
      if (storedBytes <= 2 * maxBytes) return;
      // Trimmed rarely, so that the cost stays with what is new.
      stored = worthKeeping(stored);
      storedBytes = byteSum(stored);
    },
  };
}

type Cost = (line: SizedLine) => number;

const bytesOf: Cost = (line) => line.bytes;

const bytesOnPage: Cost = (line) => line.bytes + EXTRA_LINE_END_BYTES;

/** The whole lines from the beginning that fit. */
function firstFitting(lines: readonly SizedLine[], maxBytes: number, cost: Cost): SizedLine[] {
  let left = maxBytes;
  const tooMuch = lines.findIndex((line) => {
    left -= cost(line);
    return left < 0;
  });
  return tooMuch === -1 ? [...lines] : lines.slice(0, tooMuch);
}

/** The whole lines from the end that fit. */
function lastFitting(lines: readonly SizedLine[], maxBytes: number, cost: Cost): SizedLine[] {
  let left = maxBytes;
  const tooMuch = lines.findLastIndex((line) => {
    left -= cost(line);
    return left < 0;
  });
  return lines.slice(tooMuch + 1);
}

/** The lines from the end that fit; when not even the last one does, its end. */
function lastWithin(lines: readonly SizedLine[], maxBytes: number, cost: Cost): SizedLine[] {
  const fitting = lastFitting(lines, maxBytes, cost);
  const last = lines.at(-1);
  return fitting.length > 0 || last === undefined ? fitting : endOf(last, maxBytes);
}

/** The end of a line in at most `maxBytes` on the page, cut between characters. */
function endOf(line: SizedLine, maxBytes: number): SizedLine[] {
  const bytes = Buffer.from(line.text);
  const room = maxBytes - 1 - EXTRA_LINE_END_BYTES;
  if (room <= 0) return [];
  let start = Math.max(0, bytes.length - room);
  while (start < bytes.length && isContinuation(bytes[start])) start += 1;
  const text = bytes.subarray(start).toString();
  return [{ text, bytes: bytes.length - start + 1 }];
}

/** A byte of UTF-8 that does not begin a character. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function pageBytes(lines: readonly SizedLine[]): number {
  return byteSum(lines) + lines.length * EXTRA_LINE_END_BYTES;
}

function byteSum(lines: readonly SizedLine[]): number {
  return lines.reduce((sum, line) => sum + line.bytes, 0);
}

function joined(lines: readonly SizedLine[]): string {
  return lines.map((line) => line.text).join('\n');
}

function marker(omittedLines: number, omittedBytes: number): string {
  const size = `${Math.ceil(omittedBytes / 1000)} KB`;
  const amount = omittedLines === 0 ? size : `${omittedLines} ${omittedLines === 1 ? 'line' : 'lines'} (${size})`;
  return `… ${amount} left out here; the whole log is in log-file …`;
}
