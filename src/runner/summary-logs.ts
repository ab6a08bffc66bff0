// The logs in the summary: collapsed, the end of each within an equal share of the room. Pure.
import { type LogRecord, nameOf, type Outcome } from '../outcome.ts';
import { pluralize } from '../text.ts';
import type { Block, SummaryPage } from './summary.ts';

/** Room for the sentence about lines that are left out, with the path of the file. */
const NOTE_BYTES = 1024;

/** Size in UTF-8 with Windows line ends, which the runner may write. */
export function sizeOf(text: string): number {
  return Buffer.byteLength(text) + (text.split('\n').length - 1);
}

/** The logs, those of failed resources first. */
export function logsOf(page: SummaryPage, maxBytes: number): Block[] {
  const isFailed = ({ failure }: Outcome): number => (failure === undefined ? 0 : 1);
  const outcomes = page.outcomes.toSorted((a, b) => isFailed(b) - isFailed(a));
  const logs = outcomes.flatMap((outcome) => outcome.logs.map((log) => ({ log, outcome })));
  return logs.map(({ log, outcome }) => [logSection(log, { outcome, page, maxBytes: maxBytes / logs.length })]);
}

function logSection(
  { source, tail, lineCount, file }: LogRecord,
  { outcome, page, maxBytes }: { outcome: Outcome; page: SummaryPage; maxBytes: number },
): string {
  const { sanitizers } = page;
  const of = page.outcomes.length > 1 ? ` of ${sanitizers.htmlCode(nameOf(outcome))}` : '';
  const title = `${source === 'build' ? 'Build' : 'Runtime'} log${of}, ${pluralize(lineCount, 'line')}`;
  const where = file === undefined ? '' : ` The whole log is in ${sanitizers.code(file)} (output \`log-file\`).`;
  const framed = (lines: readonly string[]): string => {
    const leftOut = lineCount - lines.length;
    const note = leftOut === 0 ? '' : ` ${pluralize(leftOut, 'earlier line')} left out.${where}`;
    // The blank lines around the block end the HTML, so that it is read as a block.
    const block = sanitizers.block(lines.join('\n'));
    return `<details>\n<summary>${title}</summary>\n\nUntrusted output.${note}${block}</details>`;
  };
  const lines = tail === '' ? [] : tail.split('\n');
  let overBytes = sizeOf(framed(lines)) + NOTE_BYTES - maxBytes;
  let start = 0;
  for (; overBytes > 0 && start < lines.length; start += 1) overBytes -= sizeOf(`${lines[start]}\n`);
  return start === lines.length ? `${title}, not shown here.${where}` : framed(lines.slice(start));
}
