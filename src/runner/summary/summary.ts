// The summary: what is known of a step, as Markdown of bounded size. Pure.
import type { Sanitizers } from '../sanitize/index.ts';
import { heading, type HeadingData, liveOutcome, verdict } from './heading.ts';
import { lastLines, logSections } from './logs.ts';
import { tablesOf } from './tables.ts';

/** Everything the summary is made from; `report` is undefined while the step runs. */
export type SummaryData = HeadingData;

/** The runner drops a summary over 1 MiB whole, measured after it has replaced secrets and line ends. */
export const SUMMARY_BYTES = 900 * 1024;

/** Quarters of the summary: what happened and what to do; last lines; facts and tables; the rest is for logs. */
const PART_SHARE = 1 / 4;

/** Between parts: a blank line, so that none runs into the next. */
const SEPARATOR = '\n\n';

/** Makes the summary, in at most {@link SUMMARY_BYTES} bytes of UTF-8 or `maxBytes` if that is less. */
export function renderSummary(data: SummaryData, sanitizers: Sanitizers, options: { maxBytes?: number } = {}): string {
  const maxBytes = Math.min(options.maxBytes ?? SUMMARY_BYTES, SUMMARY_BYTES);
  const partBytes = maxBytes * PART_SHARE;
  const tables = tablesOf({ ...data, isLive: liveOutcome(data) !== undefined }, sanitizers);
  const frame = [
    cutLines([...heading(data, sanitizers), ...verdict(data, sanitizers)].join(SEPARATOR), partBytes),
    cutLines(tables.join(SEPARATOR), partBytes),
    ...wholeWithin(lastLines(data, sanitizers), partBytes),
  ].filter((part) => part !== '');
  const usedBytes = frame.reduce((sum, part) => sum + bytesOf(part) + SEPARATOR.length, 0);
  return `${[...frame, ...logSections(data, sanitizers, maxBytes - usedBytes)].join(SEPARATOR)}\n`;
}

/** The parts, from the first, that fit together. A part with a fence cut open would let the next one out. */
function wholeWithin(parts: readonly string[], maxBytes: number): string[] {
  const fitting: string[] = [];
  let usedBytes = 0;
  for (const part of parts) {
    const bytes = bytesOf(part) + SEPARATOR.length;
    if (usedBytes + bytes > maxBytes) continue;
    usedBytes += bytes;
    fitting.push(part);
  }
  return fitting;
}

/** At most so many bytes, whole lines only. Only an absurd number of resources or rows needs a cut. */
function cutLines(markdown: string, maxBytes: number): string {
  if (bytesOf(markdown) <= maxBytes) return markdown;
  const note = '… the rest of this part was too long and is left out.';
  const roomBytes = maxBytes - bytesOf(note) - SEPARATOR.length;
  const kept: string[] = [];
  let usedBytes = 0;
  for (const line of markdown.split('\n')) {
    usedBytes += bytesOf(line) + 1;
    if (usedBytes > roomBytes) break;
    kept.push(line);
  }
  return [kept.join('\n'), note].join(SEPARATOR);
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
