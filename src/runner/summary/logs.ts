// The logs in the summary, collapsed: the last lines on failure, then each log within its share of the budget.
import { pluralize } from '../../plural.ts';
import { type CapturedLog, explanationsOf, logTitle, namedFiles, untrustedLabel } from '../logs/index.ts';
import type { Sanitizers } from '../sanitize/index.ts';
import { labelOf } from './progress.ts';
import type { SummaryData } from './summary-data.ts';

/** Overhead per log: its title, the sentence before it, and two fences as long as the longest line. */
const LOG_FRAME_BYTES = 10 * 1024;
/** A log with less room than this is omitted. */
const SHORTEST_LOG_BYTES = 256;
/** Room for the sentence about omitted logs. */
const LEFT_OUT_BYTES = 256;
/** For a log up to this length, the last lines would only repeat it. */
const SHORT_LOG_LINES = 40;
const MAX_TITLE_CHARS = 60;
const BETWEEN_BYTES = 2;

/** On failure: the last lines of the logs that explain it, collapsed. */
export function lastLines({ report, logs, progress }: SummaryData, sanitizers: Sanitizers): string[] {
  return explanationsOf(report?.outcomes ?? [], logs).flatMap(({ log, excerpt: { tail } }) => {
    // A short log is shown completely below.
    if (tail.length === 0 || log.capture.lineCount() <= SHORT_LOG_LINES) return [];
    const title = `Last ${pluralize(tail.length, 'line')} of the ${log.source} log${ofResource(log, progress, sanitizers)}`;
    return [folded(title, `Lines ${untrustedLabel(log.source)}:`, sanitizers.block(tail))];
  });
}

/** The logs, those of failed resources first, each within its share of the budget; those without room are counted. */
export function logSections(data: SummaryData, sanitizers: Sanitizers, maxBytes: number): string[] {
  const failed = new Set(data.report?.outcomes.filter(({ errorCode }) => errorCode).map((one) => one.resourceId));
  const rank = ({ resourceId }: CapturedLog): number => (failed.has(resourceId) ? 0 : 1);
  const logs = data.logs.toSorted((a, b) => rank(a) - rank(b));
  const wants = logs.map(({ capture }) => (capture.excerpt?.wantedBytes() ?? 0) + LOG_FRAME_BYTES);
  const shares = shareBudget(Math.max(0, maxBytes - LEFT_OUT_BYTES), wants);
  const sections = logs.flatMap(
    (log, index) => logSection(log, (shares[index] ?? 0) - BETWEEN_BYTES, { data, sanitizers }) ?? [],
  );
  const leftOut = logs.length - sections.length;
  return leftOut === 0 ? sections : [...sections, `There is no room here for ${pluralize(leftOut, 'more log')}.`];
}

/**
 * Divides a budget by max-min fairness: no share exceeds its want, and the rest is divided equally among the others.
 * The shares are in the order of `wants`.
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

function logSection(
  log: CapturedLog,
  maxBytes: number,
  { data, sanitizers }: { data: SummaryData; sanitizers: Sanitizers },
): string | undefined {
  const { capture, source } = log;
  const of = ofResource(log, data.progress, sanitizers);
  const title = `${logTitle(source)}${of}, ${pluralize(capture.lineCount(), 'line')}`;
  const { excerpt } = capture;
  if (excerpt === undefined) {
    const line = `${title}: not shown here (\`build-log: false\`).`;
    return Buffer.byteLength(line) <= maxBytes ? line : undefined;
  }
  const framed = (block: string, isWhole: boolean): string =>
    folded(title, `Lines ${untrustedLabel(source)}${isWhole ? ':' : wholeLogNote(log, data)}`, block);
  const emptyBlock = sanitizers.block([]);
  const roomBytes = maxBytes - Buffer.byteLength(framed(emptyBlock, false));
  if (roomBytes < SHORTEST_LOG_BYTES) return undefined;
  let shown = excerpt.excerpt({ maxBytes: roomBytes });
  let block = sanitizers.block([shown.text]);
  const blockBytes = Buffer.byteLength(block) - Buffer.byteLength(emptyBlock);
  if (blockBytes > roomBytes) {
    // Backticks in the log make the fences longer; a shorter excerpt never needs longer ones.
    const fenceBytes = blockBytes - Buffer.byteLength(shown.text);
    shown = excerpt.excerpt({ maxBytes: roomBytes - fenceBytes });
    block = sanitizers.block([shown.text]);
  }
  return framed(block, shown.isWhole);
}

/** The blank lines end the HTML block, so that the fence is rendered. */
function folded(title: string, sentence: string, block: string): string {
  return ['<details>', `<summary>${title}</summary>`, '', sentence, block, '</details>'].join('\n');
}

function ofResource({ resourceId }: CapturedLog, progress: SummaryData['progress'], sanitizers: Sanitizers): string {
  if (progress.size < 2) return '';
  const name = sanitizers.line(labelOf(progress, resourceId), { maxChars: MAX_TITLE_CHARS });
  return ` of ${sanitizers.htmlCode(name)}`;
}

/** The end of the sentence before a log: where all of it is, if the outputs name its file. */
function wholeLogNote({ resourceId, capture }: CapturedLog, { logs, progress }: SummaryData): string {
  const file = capture.file();
  if (file === undefined || namedFiles(logs).get(resourceId) !== file) return ':';
  const where = progress.size > 1 ? '`logFile` in the output `deployments`' : 'the output `log-file`';
  return `. The whole log is in the file that ${where} names.`;
}
