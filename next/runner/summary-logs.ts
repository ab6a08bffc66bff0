// The logs in the summary: collapsed, the end of each within its share of what room there is. Pure.
import { type LogRecord, nameOf, type Outcome } from '../outcome.ts';
import { pluralize } from '../text.ts';
import type { SummaryPage } from './summary.ts';

/** Room for the sentence about logs that are left out, and for a blank line after each log. */
const RESERVED_BYTES = 256;
/** A log with less room than this is left out. */
const SHORTEST_BYTES = 256;

/** Size in UTF-8 with Windows line ends, which the runner may write. */
export function sizeOf(text: string): number {
  return Buffer.byteLength(text) + (text.split('\n').length - 1);
}

/** The logs, those of failed resources first; those without room are counted. */
export function logsOf(page: SummaryPage, maxBytes: number): string[] {
  const isFailed = ({ failure }: Outcome): boolean => failure !== undefined;
  const outcomes = [...page.outcomes.filter(isFailed), ...page.outcomes.filter((outcome) => !isFailed(outcome))];
  const logs = outcomes.flatMap((outcome) => outcome.logs.map((log) => ({ outcome, log })));
  const sections: string[] = [];
  let leftBytes = maxBytes - RESERVED_BYTES;
  for (const [index, { outcome, log }] of logs.entries()) {
    const section = logSection(log, { outcome, page, maxBytes: Math.floor(leftBytes / (logs.length - index)) - 4 });
    if (section === undefined) continue;
    sections.push(section);
    leftBytes -= sizeOf(section) + 4;
  }
  const leftOut = logs.length - sections.length;
  return leftOut === 0 ? sections : [...sections, `There is no room here for ${pluralize(leftOut, 'more log')}.`];
}

function logSection(
  log: LogRecord,
  { outcome, page, maxBytes }: { outcome: Outcome; page: SummaryPage; maxBytes: number },
): string | undefined {
  const { sanitizers } = page;
  const of = page.outcomes.length > 1 ? ` of ${sanitizers.htmlCode(nameOf(outcome))}` : '';
  const title = `${log.source === 'build' ? 'Build' : 'Runtime'} log${of}, ${pluralize(log.lineCount, 'line')}`;
  const where =
    log.file === undefined ? '' : ` The whole log is in ${sanitizers.code(log.file)} (output \`log-file\`).`;
  if (log.tail === '') {
    const line = `${title}, not shown here.${where}`;
    return sizeOf(line) <= maxBytes ? line : undefined;
  }
  const framed = (lines: readonly string[]): string => {
    const leftOut = log.lineCount - lines.length;
    const note = leftOut > 0 ? ` ${pluralize(leftOut, 'earlier line')} left out.${where}` : '';
    const block = sanitizers.block(lines.join('\n'));
    // The blank lines around the block end the HTML, so that it is read as a block.
    return `<details>\n<summary>${title}</summary>\n\nUntrusted output.${note}${block}</details>`;
  };
  let lines = lastFitting(log.tail.split('\n'), maxBytes - SHORTEST_BYTES);
  // The frame is as long as the title, the path and the longest run of backticks make it.
  const overBytes = sizeOf(framed(lines)) - maxBytes;
  if (overBytes > 0) lines = lastFitting(lines, sizeOf(lines.join('\n')) + 2 - overBytes);
  const section = framed(lines);
  return lines.length > 0 && sizeOf(section) <= maxBytes ? section : undefined;
}

/** The last lines that fit. */
function lastFitting(lines: readonly string[], maxBytes: number): readonly string[] {
  let leftBytes = maxBytes;
  return lines.slice(lines.findLastIndex((line) => (leftBytes -= sizeOf(`${line}\n`)) < 0) + 1);
}
