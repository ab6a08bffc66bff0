// Renders the summary of a step as Markdown of bounded size. Pure.
import type { Sanitizers } from '../sanitize/index.ts';
import { heading, verdict } from './heading.ts';
import { lastLines, logSections } from './logs.ts';
import type { SummaryData } from './summary-data.ts';
import { tablesOf } from './tables.ts';

/**
 * Below GitHub's limit of 1 MiB, which applies after the runner has replaced secrets and line ends; a larger summary is
 * discarded.
 */
export const SUMMARY_BYTES = 900 * 1024;

/** A quarter each for heading and verdict, for last lines, and for facts and tables; the rest is for logs. */
const PART_SHARE = 1 / 4;

/** A blank line between parts. */
const SEPARATOR = '\n\n';

/** Renders the summary in at most `maxBytes` bytes of UTF-8, which must not exceed {@link SUMMARY_BYTES}. */
export function renderSummary(
  data: SummaryData,
  sanitizers: Sanitizers,
  { maxBytes = SUMMARY_BYTES }: { maxBytes?: number } = {},
): string {
  const partBytes = maxBytes * PART_SHARE;
  const frame = [
    cutLines([...heading(data, sanitizers), ...verdict(data, sanitizers)].join(SEPARATOR), partBytes),
    cutLines(tablesOf(data, sanitizers).join(SEPARATOR), partBytes),
    ...partsThatFit(lastLines(data, sanitizers), partBytes),
  ].filter((part) => part !== '');
  const usedBytes = frame.reduce((sum, part) => sum + bytesOf(part) + SEPARATOR.length, 0);
  return `${[...frame, ...logSections(data, sanitizers, maxBytes - usedBytes)].join(SEPARATOR)}\n`;
}

/** The parts that fit. Parts are never cut: an unclosed fence would swallow the next part. */
function partsThatFit(parts: readonly string[], maxBytes: number): string[] {
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

/** At most `maxBytes` of whole lines. Only needed for a very large number of resources or rows. */
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
