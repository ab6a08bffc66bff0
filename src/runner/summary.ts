// The summary of a step as Markdown of bounded size: what happened and why, what to do, tables and
// logs. Pure. Everything that others wrote is sanitized here.
import { leftBehind } from '../explain.ts';
import type { LogRecord, Outcome } from '../outcome.ts';
import { countThatFit, pluralize } from '../text.ts';
import { explanationOf } from './excerpt.ts';
import type { Report } from './report.ts';
import { type Block, tablesOf } from './summary-tables.ts';

/**
 * The runner drops a summary above 1 MiB. Its own masking may make the text longer, so some of it
 * stays free.
 */
const SUMMARY_BYTES = 900 * 1024;

/** The summary, below 1 MiB of UTF-8, even with Windows line ends. */
export function summaryOf(report: Report): string {
  const status = report.isRunning ? unfinishedWork(report) : failureDetails(report);
  const text = [[headingOf(report)], ...status, ...warningsOf(report), ...tablesOf(report)];
  return linesThatFit([...text, ...logsOf(report, SUMMARY_BYTES - sizeOf(text.flat().join('\n')))]);
}

/** As many blocks and lines as fit; the most important come first. */
function linesThatFit(blocks: readonly Block[]): string {
  const end = '… The rest is left out: a summary has a limit of 1 MiB.';
  const shown: string[] = [];
  let leftBytes = SUMMARY_BYTES - sizeOf(`\n\n${end}\n`);
  for (const block of blocks.filter(({ length }) => length > 0)) {
    const text = block.join('\n');
    const bytes = sizeOf(`\n${text}\n`);
    if (bytes > leftBytes) {
      const limit = leftBytes - sizeOf('\n');
      const count = countThatFit(block, { limit, sizeOf: (line) => sizeOf(`${line}\n`) });
      return `${[...shown, block.slice(0, count).join('\n'), end].join('\n\n')}\n`;
    }
    shown.push(text);
    leftBytes -= bytes;
  }
  return `${shown.join('\n\n')}\n`;
}

function headingOf(report: Report): string {
  const { outcomes, inputs, failure, isRunning, sanitizers } = report;
  if (isRunning) return `## ⏳ ${inputs.operation} is in progress`;
  if (failure !== undefined) return `## ❌ ${sanitizers.text(failure.title)}`;
  const mark = outcomes.some(({ needsAttention }) => needsAttention) ? '⚠️' : '✅';
  return `## ${mark} ${sanitizers.text(headlineOf(outcomes))}`;
}

/** What a step that passed has done, in one line; parts may be untrusted. */
export function headlineOf(outcomes: readonly Outcome[]): string {
  return outcomes[0]?.headline ?? '';
}

/** The cause, the lines of the log that explain it, and what to do. */
function failureDetails({ outcomes, failure, sanitizers }: Report): Block[] {
  if (failure === undefined) return [];
  const { title, message, options, next } = failure;
  const text = (value: string): string => sanitizers.text(value);
  const { source, excerpt } = explanationOf(failure, outcomes);
  const quoted = excerpt.join('\n');
  const fence = sanitizers.block(quoted).trimEnd();
  const hasExcerpt = quoted !== '' && quoted !== message;
  return [
    // A message may only repeat the title.
    message === `${title}.` ? [] : listOf(failure.lines.map(text)),
    hasExcerpt ? [`**From the ${source} log**, untrusted:${fence}`] : [],
    options.meaning === undefined ? [] : [`**What it means:** ${text(options.meaning)}`],
    [`**What to do:** ${options.next === undefined ? next : text(options.next)}`],
  ];
}

/** Several lines are a list. */
function listOf(lines: readonly string[]): Block {
  return lines.length === 1 ? lines : lines.map((line) => `- ${line}`);
}

/** While the step runs: what continues at the service, or may, if the step is killed now. */
function unfinishedWork({ outcomes, sanitizers }: Report): Block[] {
  const note =
    'Written while the step was running. If the step is over, it was stopped before its result.';
  const left = outcomes.map((outcome) => leftBehind(outcome));
  const running = left.filter(({ next }) => next !== undefined);
  return [[note], ...running.map(({ meaning }) => [sanitizers.text(meaning)])];
}

function warningsOf({ outcomes, warnings, sanitizers }: Report): Block[] {
  const items = [
    ...warnings.map((text) => sanitizers.text(text)),
    ...outcomes.flatMap((outcome) => outcome.warnings.map((text) => sanitizers.text(text))),
  ];
  return items.length === 0
    ? []
    : [[`**${pluralize(items.length, 'warning')}**`], items.map((item) => `- ${item}`)];
}

/** Size in UTF-8, with the Windows line ends that the runner may write. */
function sizeOf(text: string): number {
  return Buffer.byteLength(text) + (text.split('\n').length - 1);
}

/** Reserved for the sentence about lines that are left out, with the path of the file. */
const NOTE_BYTES = 1024;

/** A section for each log, all with the same size limit. */
function logsOf(report: Report, maxBytes: number): Block[] {
  const logs = report.outcomes.flatMap((outcome) => outcome.logs.map((log) => ({ log, outcome })));
  return logs.map(({ log, outcome }) => [
    logSection(log, { outcome, report, maxBytes: maxBytes / logs.length }),
  ]);
}

/** The last lines of a log that fit. */
function logSection(
  log: LogRecord,
  { outcome, report, maxBytes }: { outcome: Outcome; report: Report; maxBytes: number },
): string {
  const { source, tail, lineCount } = log;
  const { sanitizers } = report;
  const kind = source === 'build' ? 'Build' : 'Runtime';
  const title = `${kind} log, ${pluralize(lineCount, 'line')}`;
  const where = locationOf(log, outcome, report);

  function sectionOf(lines: readonly string[]): string {
    const leftOut = lineCount - lines.length;
    const note = leftOut === 0 ? '' : ` ${pluralize(leftOut, 'earlier line')} left out.${where}`;
    // The blank lines around the block end the HTML, so that it is read as a block.
    const block = sanitizers.block(lines.join('\n'));
    return `<details>\n<summary>${title}</summary>\n\nUntrusted output.${note}${block}</details>`;
  }

  const lines = tail === '' ? [] : tail.split('\n');
  const frameBytes = sizeOf(sectionOf(lines)) - sizeOf(tail);
  const shown = countThatFit(lines.toReversed(), {
    limit: maxBytes - NOTE_BYTES - frameBytes,
    sizeOf: (line) => sizeOf(`${line}\n`),
  });
  return shown === 0
    ? `${title}, not shown here.${where}`
    : sectionOf(lines.slice(lines.length - shown));
}

/** Where the whole log is. The outputs name the file of the build log, if there is one. */
function locationOf(log: LogRecord, { logs }: Outcome, { sanitizers }: Report): string {
  const { source, file } = log;
  if (file === undefined) return '';
  const isNamed = source === 'build' || logs.length === 1;
  const where = isNamed ? ` (output \`log-file\`)` : '';
  return ` All that was read of it is in ${sanitizers.code(file)}${where}.`;
}
