// The summary of a step as Markdown of bounded size: what happened and why, what to do, facts,
// tables and logs. Pure. Everything that others wrote is sanitized here.
import { isInProgress, stillRunning } from '../explain.ts';
import { type LogRecord, nameOf, type Outcome } from '../outcome.ts';
import { formatDuration, nameSome, pluralize } from '../text.ts';
import { explanationOf } from './excerpt.ts';
import type { Report } from './report.ts';

/**
 * A paragraph, list or table, of which the last lines may be left out. A whole code block counts as
 * one line.
 */
type Block = readonly string[];

/**
 * Below the runner's limit of 1 MiB, above which it drops a summary; secrets that it masks itself
 * may grow.
 */
const SUMMARY_BYTES = 900 * 1024;

/** The summary, below 1 MiB of UTF-8, with Windows line ends too. */
export function summaryOf(report: Report): string {
  const status = report.isRunning ? unfinishedWork(report) : failureDetails(report);
  const text = [[headingOf(report)], ...status, ...warningsOf(report), ...tablesOf(report)];
  return linesThatFit([...text, ...logsOf(report, SUMMARY_BYTES - sizeOf(text.flat().join('\n')))]);
}

/** As much as there is room for; the most important comes first. */
function linesThatFit(blocks: readonly Block[]): string {
  const end = '… The rest is left out: a summary has a limit of 1 MiB.';
  const shown: string[] = [];
  let leftBytes = SUMMARY_BYTES - sizeOf(`\n\n${end}\n`);
  for (const block of blocks.filter(({ length }) => length > 0)) {
    leftBytes -= sizeOf('\n');
    const cut = block.findIndex((line) => (leftBytes -= sizeOf(`${line}\n`)) < 0);
    shown.push((cut < 0 ? block : block.slice(0, cut)).join('\n'));
    if (cut >= 0) return `${[...shown, end].join('\n\n')}\n`;
  }
  return `${shown.join('\n\n')}\n`;
}

/** Longest cause in the heading; longer ones stand below it. */
const MAX_HEADING_CHARS = 200;

function headingOf({ outcomes, inputs, failure, isRunning, sanitizers }: Report): string {
  if (isRunning) return `## ⏳ ${inputs.operation} is in progress`;
  if (failure === undefined) {
    const isSkipped = outcomes.every(({ skipped }) => skipped !== undefined);
    const mark = isSkipped || outcomes.some(({ needsAttention }) => needsAttention) ? '⚠️' : '✅';
    return `## ${mark} ${sanitizers.text(headlineOf(outcomes))}`;
  }
  const { title, message } = failure;
  const failed = outcomes.filter((outcome) => outcome.failure !== undefined).map(nameOf);
  const count = `${failed.length} of ${outcomes.length} resources failed (${nameSome(failed)}): `;
  const heading = `## ❌ ${sanitizers.text((outcomes.length > 1 && failed.length > 0 ? count : '') + title)}`;
  // A message may only repeat the title, and a list stands below.
  if (message === `${title}.` || message.includes('\n')) return heading;
  const isLogLine = outcomes.some(({ logs }) =>
    logs.some(({ errorLines }) => errorLines.includes(message)),
  );
  const cause = sanitizers.safeLine(message, { maxChars: MAX_HEADING_CHARS });
  if (isLogLine) return `${heading}: ${sanitizers.code(cause)}`;
  return sanitizers.safeLine(message).length > MAX_HEADING_CHARS
    ? heading
    : `${heading}: ${sanitizers.text(cause)}`;
}

/** What a step has done that passed, in one line; parts may be untrusted. */
export function headlineOf(outcomes: readonly Outcome[]): string {
  const [only, ...others] = outcomes;
  if (only !== undefined && others.length === 0) return headlineOfOne(only);
  const skipped = outcomes.filter((outcome) => outcome.skipped !== undefined).length;
  const done = pluralize(outcomes.length - skipped, 'resource');
  if (skipped === outcomes.length) return `All ${pluralize(skipped, 'resource')} skipped`;
  return skipped === 0 ? `All ${done} done` : `${done} done, ${skipped} skipped`;
}

function headlineOfOne(outcome: Outcome): string {
  const { skipped, headline, deploymentId, acceptedAtMs, endedAtMs } = outcome;
  if (headline !== undefined) return headline;
  if (skipped !== undefined) return `${nameOf(outcome)} was skipped: ${skipped}`;
  const took =
    acceptedAtMs === undefined || endedAtMs === undefined
      ? ''
      : ` after ${formatDuration(endedAtMs - acceptedAtMs)}`;
  return deploymentId === undefined
    ? `${nameOf(outcome)}: done${took}`
    : `Deployment ${deploymentId} of ${nameOf(outcome)} finished${took}`;
}

/**
 * The cause where the heading is too short for it, the lines of the log that explain it, and what
 * to do.
 */
function failureDetails({ outcomes, failure, sanitizers }: Report): Block[] {
  if (failure === undefined) return [];
  const { message, options } = failure;
  const lines = message.split('\n').map((line) => sanitizers.text(line));
  const isWhole = lines.length === 1 && sanitizers.safeLine(message).length <= MAX_HEADING_CHARS;
  const { source, excerpt } = explanationOf(failure, outcomes);
  const quoted = excerpt.join('\n');
  return [
    ...(isWhole ? [] : [lines.length === 1 ? lines : lines.map((line) => `- ${line}`)]),
    ...(quoted === '' || quoted === message
      ? []
      : [[`**From the ${source} log**, untrusted:${sanitizers.block(quoted).trimEnd()}`]]),
    ...(options.meaning === undefined
      ? []
      : [[`**What it means:** ${sanitizers.text(options.meaning)}`]]),
    [
      `**What to do:** ${options.next === undefined ? failure.next : sanitizers.text(options.next)}`,
    ],
  ];
}

/** While the step runs: what continues at the service, or may, if the step is killed now. */
function unfinishedWork({ outcomes, sanitizers }: Report): Block[] {
  const work = outcomes.flatMap((outcome) => {
    if (outcome.failure !== undefined) return [];
    if (isInProgress(outcome)) return [[sanitizers.text(stillRunning(outcome))]];
    if (outcome.waitingFor !== 'answer' && outcome.waitingFor !== 'lost-post') return [];
    return [
      [`It is not known whether the request for ${sanitizers.text(nameOf(outcome))} was accepted.`],
    ];
  });
  const note = 'This summary was written while the step was running.';
  return [
    [`${note} If the step has ended, it was stopped before it could report the result.`],
    ...work,
  ];
}

function warningsOf({ outcomes, warnings, sanitizers }: Report): Block[] {
  const items = [
    ...warnings.map((text) => sanitizers.text(text)),
    ...outcomes.flatMap((outcome) => {
      const of = outcomes.length > 1 ? `${sanitizers.text(nameOf(outcome))}: ` : '';
      return outcome.warnings.map((text) => of + sanitizers.text(text));
    }),
  ];
  return items.length === 0
    ? []
    : [[`**${pluralize(items.length, 'warning')}**`], items.map((item) => `- ${item}`)];
}

/** The facts of one resource, or a row for each of several; then the tables of the operations. */
function tablesOf(report: Report): Block[] {
  const { outcomes, sanitizers } = report;
  const { run } = report.github;
  const [commit] = run.commits;
  const facts = [
    commit && `of ${commitLink(commit, report)}`,
    run.branch && `on ${sanitizers.text(run.branch)}`,
    run.actor && `by ${sanitizers.text(run.actor)}`,
  ].filter(Boolean);
  return [
    ...(outcomes.length > 1
      ? [tableOfMany(report)]
      : outcomes.map((outcome) => tableOf(factsOf(outcome, report)))),
    ...(facts.length === 0 ? [] : [[`Run ${facts.join(' ')}`]]),
    ...outcomes
      .flatMap(({ tables }) => tables)
      .flatMap(({ title, columns, rows }) => [
        [`### ${sanitizers.text(title)}`],
        tableOf([columns, ...rows].map((row) => row.map((cell) => cell && sanitizers.text(cell)))),
      ]),
  ];
}

/** Two columns of short lines, which fit a phone. */
function tableOfMany(report: Report): Block {
  const rows = report.outcomes.map((outcome) => {
    const [[, resource] = [], ...facts] = factsOf(outcome, report);
    return [
      `${markOf(outcome)} ${resource}`,
      facts.map(([label, value]) => `${label}: ${value}`).join('<br>'),
    ];
  });
  return tableOf([['Resource', 'Result'], ...rows]);
}

function markOf({ failure, skipped, needsAttention, headline, endedAtMs }: Outcome): string {
  if (failure !== undefined) return '❌';
  if (skipped !== undefined || needsAttention) return '⚠️';
  return headline === undefined && endedAtMs === undefined ? '⏳' : '✅';
}

/** Labels, and values that are already Markdown; the resource comes first. */
function factsOf(outcome: Outcome, report: Report): (readonly [label: string, value: string])[] {
  const { outcomes, sanitizers } = report;
  const { resourceId, name, deploymentId, adopted, status, resourceStatus, url, skipped } = outcome;
  const { acceptedAtMs, endedAtMs } = outcome;
  const id = resourceId === '' ? '' : sanitizers.code(resourceId);
  const adoption = adopted
    ? ' (adopted: found in the list after the answer to the request was lost)'
    : '';
  const failure = outcomes.length > 1 ? outcome.failure : report.failure;
  const cause =
    outcomes.length > 1 && failure !== undefined ? ` ${sanitizers.text(failure.message)}` : '';
  const duration =
    acceptedAtMs === undefined ? '' : formatDuration((endedAtMs ?? report.nowMs) - acceptedAtMs);
  const facts: readonly (readonly [label: string, value: string | undefined])[] = [
    ['Resource', name === undefined ? id : `${sanitizers.text(name)} (${id})`],
    ['Deployment', deploymentId && sanitizers.code(deploymentId) + adoption],
    ['Status', status && sanitizers.text(status)],
    ['Resource status', resourceStatus && sanitizers.text(resourceStatus)],
    ['App', url && sanitizers.link(url)],
    [endedAtMs === undefined ? 'Duration so far' : 'Duration', duration],
    [
      status === 'finished' ? 'Deployed commit' : 'Commit',
      deploymentId && commitText(outcome, report),
    ],
    ...outcome.facts.map(
      ({ label, value }) => [sanitizers.text(label), value && sanitizers.text(value)] as const,
    ),
    ['Skipped', skipped],
    ['Error code', failure && sanitizers.code(failure.code) + cause],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

/** The commit that the deployment shows; never that of the run in its place. */
function commitText({ commit }: Outcome, report: Report): string {
  if (commit === undefined) return 'not shown by the service';
  const { commits } = report.github.run;
  const ours = commits.find((own) => own.startsWith(commit));
  if (ours !== undefined) return commitLink(ours, report);
  return (
    report.sanitizers.code(commit.slice(0, 7)) +
    (commits.length === 0 ? '' : ', not a commit of this run')
  );
}

function commitLink(commit: string, { github: { run }, sanitizers }: Report): string {
  const short = commit.slice(0, 7);
  return run.repositoryUrl
    ? sanitizers.link(`${run.repositoryUrl}/commit/${commit}`, short)
    : sanitizers.code(short);
}

/**
 * Cells are already Markdown; no rows, no table. The first row is the header: GitHub renders an
 * empty header as an empty row.
 */
function tableOf([header, ...rows]: readonly (readonly string[])[]): Block {
  if (header === undefined) return [];
  return [header, header.map(() => ':---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

/** Room for the sentence about lines that are left out, with the path of the file. */
const NOTE_BYTES = 1024;

/** Size in UTF-8 with Windows line ends, which the runner may write. */
function sizeOf(text: string): number {
  return Buffer.byteLength(text) + (text.split('\n').length - 1);
}

function logsOf(report: Report, maxBytes: number): Block[] {
  const isFailed = ({ failure }: Outcome): number => (failure === undefined ? 0 : 1);
  const outcomes = report.outcomes.toSorted((a, b) => isFailed(b) - isFailed(a));
  const logs = outcomes.flatMap((outcome) => outcome.logs.map((log) => ({ log, outcome })));
  return logs.map(({ log, outcome }) => [
    logSection(log, { outcome, report, maxBytes: maxBytes / logs.length }),
  ]);
}

function logSection(
  { source, tail, lineCount, file }: LogRecord,
  { outcome, report, maxBytes }: { outcome: Outcome; report: Report; maxBytes: number },
): string {
  const { sanitizers } = report;
  const of = report.outcomes.length > 1 ? ` of ${sanitizers.htmlCode(nameOf(outcome))}` : '';
  const title = `${source === 'build' ? 'Build' : 'Runtime'} log${of}, ${pluralize(lineCount, 'line')}`;
  const where =
    file === undefined
      ? ''
      : ` The whole log is in ${sanitizers.code(file)} (output \`log-file\`).`;
  const framed = (lines: readonly string[]): string => {
    const leftOut = lineCount - lines.length;
    const note = leftOut === 0 ? '' : ` ${pluralize(leftOut, 'earlier line')} left out.${where}`;
    // The blank lines around the block end the HTML, so that it is read as a block.
    const block = sanitizers.block(lines.join('\n'));
    return `<details>\n<summary>${title}</summary>\n\nUntrusted output.${note}${block}</details>`;
  };
  const lines = tail === '' ? [] : tail.split('\n');
  let leftBytes = maxBytes - NOTE_BYTES - sizeOf(framed(lines)) + sizeOf(tail);
  const start = lines.findLastIndex((line) => (leftBytes -= sizeOf(`${line}\n`)) < 0) + 1;
  return start === lines.length ? `${title}, not shown here.${where}` : framed(lines.slice(start));
}
