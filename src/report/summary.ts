// The summary of a step as Markdown of bounded size: what happened and why, what to do, tables and
// logs. Pure. Everything that others wrote is sanitized here.
import type { Failure } from '../failure.ts';
import { durationMs, isInProgress, type LogRecord } from '../outcome.ts';
import { countThatFit, formatDuration, pluralize } from '../text.ts';
import { leftBehind } from './explain.ts';
import type { Report } from './report.ts';

/** A paragraph, list or table, whose last lines may be left out. A code block is one line. */
type Block = readonly string[];

/**
 * The runner drops a summary above 1 MiB. Its own masking may make the text longer, so some of it
 * stays free.
 */
const SUMMARY_BYTES = 900 * 1024;

/** The summary, below 1 MiB of UTF-8, even with Windows line ends. */
export function summaryOf(report: Report): string {
  const { outcome } = report;
  const status = report.isRunning ? unfinishedWork(report) : failureDetails(report);
  const logs = outcome.logs.map((log) => [logSection(log, report)]);
  return linesThatFit([
    [headingOf(report)],
    ...status,
    ...warningsOf(report),
    ...tablesOf(report),
    ...logs,
  ]);
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

/** Size in UTF-8, with the Windows line ends that the runner may write. */
function sizeOf(text: string): number {
  return Buffer.byteLength(text) + (text.split('\n').length - 1);
}

function headingOf({ outcome, inputs, failure, isRunning, sanitizers }: Report): string {
  if (isRunning) return `## ⏳ ${inputs.operation} is in progress`;
  if (failure !== undefined) return `## ❌ ${sanitizers.text(failure.title)}`;
  const mark = outcome.needsAttention === true ? '⚠️' : '✅';
  return `## ${mark} ${sanitizers.text(outcome.headline ?? '')}`;
}

/** What has gone down, the cause, the lines of the log that explain it, and what to do. */
function failureDetails(report: Report): Block[] {
  const { outcome, failure, sanitizers } = report;
  if (failure === undefined) return [];
  const { next, options } = failure;
  const text = (value: string): string => sanitizers.text(value);
  return [
    outcome.wentDown === undefined ? [] : [`**${text(outcome.wentDown)}**`],
    ...causeOf(failure, report),
    options.meaning === undefined ? [] : [`**What it means:** ${text(options.meaning)}`],
    [`**What to do:** ${options.next === undefined ? next : text(next)}`],
  ];
}

/** The message and the excerpt, unless one repeats the other or the title. */
function causeOf(failure: Failure, { excerpt, sanitizers }: Report): Block[] {
  const { message, options, title, lines } = failure;
  const source = options.explainedBy ?? 'build';
  const quoted = excerpt.join('\n');
  // An excerpt that is only the cause is worth a block if that needs its label.
  const hasExcerpt = quoted !== '' && (quoted !== message || source === 'runtime');
  const isRepeated = message === `${title}.` || (hasExcerpt && excerpt.includes(message));
  const label = `**From the ${source} log**, untrusted:`;
  return [
    isRepeated ? [] : listOf(lines.map((line) => sanitizers.text(line))),
    hasExcerpt ? [label + sanitizers.block(quoted).trimEnd()] : [],
  ];
}

/** Several lines are a list. */
function listOf(lines: readonly string[]): Block {
  return lines.length === 1 ? lines : lines.map((line) => `- ${line}`);
}

/** While the step runs: what continues at the service, or may, if the step is killed now. */
function unfinishedWork({ outcome, sanitizers }: Report): Block[] {
  const note =
    'Written while the step was running. If the step is over, it was stopped before its result.';
  const { meaning, next } = leftBehind(outcome);
  return next === undefined ? [[note]] : [[note], [sanitizers.text(meaning)]];
}

function warningsOf({ outcome: { warnings }, sanitizers }: Report): Block[] {
  if (warnings.length === 0) return [];
  const items = warnings.map((text) => `- ${sanitizers.text(text)}`);
  return [[`**${pluralize(items.length, 'warning')}**`], items];
}

/** The rest of a longer table is left out: sanitizing all of it would take seconds. */
const MAX_ROWS = 5_000;

/** The facts of the resource, the run, and the tables of operations. */
function tablesOf(report: Report): Block[] {
  const { outcome, sanitizers } = report;
  const tables = outcome.tables.flatMap(({ title, columns, rows }) => {
    const shown = [columns, ...rows.slice(0, MAX_ROWS)];
    const more = rows.length - MAX_ROWS;
    return [
      [`### ${sanitizers.text(title)}`],
      tableOf(shown.map((row) => row.map((cell) => cell && sanitizers.text(cell)))),
      more > 0 ? [`… and ${more} more`] : [],
    ];
  });
  return [tableOf(factsOf(report)), ...runOf(report), ...tables];
}

/**
 * Cells are Markdown. The first row is the header, since GitHub would render an empty header as an
 * empty row. Without rows there is no table.
 */
function tableOf([header, ...rows]: readonly (readonly string[])[]): Block {
  if (header === undefined) return [];
  return [header, header.map(() => ':---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

/** The value is Markdown. */
type Fact = readonly [label: string, value: string];

/** What is known about the resource, which comes first. */
function factsOf(report: Report): Fact[] {
  const { outcome, failure, nowMs, sanitizers } = report;
  const { status, url } = outcome;
  const text = (value = ''): string => value && sanitizers.text(value);
  const ms = durationMs(outcome, nowMs);
  const facts: readonly Fact[] = [
    ['Resource', resourceText(report)],
    ['Deployment', deploymentText(report)],
    ['Status', text(status)],
    ['Resource status', text(outcome.resourceStatus)],
    ['App', url === undefined ? '' : sanitizers.link(url)],
    [
      isInProgress(outcome) ? 'Duration so far' : 'Duration',
      ms === undefined ? '' : formatDuration(ms),
    ],
    [status === 'finished' ? 'Deployed commit' : 'Commit', commitText(report)],
    ...outcome.facts.map(({ label, value }): Fact => [sanitizers.text(label), text(value)]),
    ['Error code', failure === undefined ? '' : sanitizers.code(failure.code)],
  ];
  return facts.filter(([, value]) => value !== '');
}

function resourceText({ outcome: { resourceId, name }, sanitizers }: Report): string {
  const id = resourceId === '' ? '' : sanitizers.code(resourceId);
  return name === undefined ? id : `${sanitizers.text(name)} (${id})`;
}

function deploymentText({ outcome: { deploymentId, adopted }, sanitizers }: Report): string {
  if (deploymentId === undefined) return '';
  const note = ' (adopted: found in the list after the answer to the request was lost)';
  return sanitizers.code(deploymentId) + (adopted === true ? note : '');
}

/** The commit that the deployment shows or the health check has proved, never just the run's. */
function commitText(report: Report): string {
  const { outcome, run } = report;
  const { commit, deploymentId } = outcome;
  if (deploymentId === undefined || commit === undefined) return '';
  const own = run.commits.find((candidate) => candidate.startsWith(commit));
  if (own !== undefined) return commitLink(own, report);
  const note = run.commits.length === 0 ? '' : ', not a commit of this run';
  return commitCode(commit, report) + note;
}

function runOf(report: Report): Block[] {
  const { outcome, run, sanitizers } = report;
  const [commit] = run.commits;
  // The row of the deployment links it already.
  const isLinked = outcome.commit !== undefined && commit?.startsWith(outcome.commit) === true;
  const shown = isLinked ? commitCode : commitLink;
  const facts = [
    commit && `of ${shown(commit, report)}`,
    run.branch && `on ${sanitizers.text(run.branch)}`,
    run.actor && `by ${sanitizers.text(run.actor)}`,
  ].filter(Boolean);
  return facts.length === 0 ? [] : [[`Run ${facts.join(' ')}`]];
}

/** The first digits of a commit. Even a key can look like one, so it is redacted first. */
function shortCommit(commit: string, { sanitizers }: Report): string {
  return sanitizers.line(commit).slice(0, 7);
}

function commitCode(commit: string, report: Report): string {
  return report.sanitizers.code(shortCommit(commit, report));
}

function commitLink(commit: string, report: Report): string {
  const { run, sanitizers } = report;
  if (run.repositoryUrl === undefined) return commitCode(commit, report);
  const address = `${run.repositoryUrl}/commit/${commit}`;
  return sanitizers.link(address, shortCommit(commit, report));
}

/** At most so much of the end of a log is shown: two of them fit in any alphabet. */
const MAX_TAIL_CHARS = 128 * 1024;

/** The last lines of a log. */
function logSection(log: LogRecord, report: Report): string {
  const { source, lineCount } = log;
  const title = `${source === 'build' ? 'Build' : 'Runtime'} log, ${pluralize(lineCount, 'line')}`;
  const where = locationOf(log, report);
  const lines = tailOf(log);
  if (lines.length === 0) return `${title}, not shown here.${where}`;
  const leftOut = lineCount - lines.length;
  const note = leftOut === 0 ? '' : ` ${pluralize(leftOut, 'earlier line')} left out.${where}`;
  // The blank lines around the block end the HTML, so that it is read as a block.
  const block = report.sanitizers.block(lines.join('\n'));
  return `<details>\n<summary>${title}</summary>\n\nUntrusted output.${note}${block}</details>`;
}

/** The last lines of a log, from the beginning of a line. */
function tailOf({ pieces }: LogRecord): readonly string[] {
  if (pieces.length === 0) return [];
  const text = pieces.join('').slice(0, -1);
  const cutAt = text.length - MAX_TAIL_CHARS;
  return text.slice(cutAt <= 0 ? 0 : text.indexOf('\n', cutAt) + 1).split('\n');
}

/** Where the whole log is. The output names the file of the build log, if there is one. */
function locationOf({ source, file }: LogRecord, { outcome, sanitizers }: Report): string {
  if (file === undefined) return '';
  const isNamed = source === 'build' || outcome.logs.length === 1;
  const where = isNamed ? ' (output `log-file`)' : '';
  return ` All that was read of it is in ${sanitizers.code(file)}${where}.`;
}
