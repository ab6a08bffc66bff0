// The summary of a step as Markdown of bounded size: what happened and why, what to do, facts, tables and logs. Pure.
// Everything that others wrote is sanitized here.
import { isInProgress, stillRunning } from '../explain.ts';
import type { Failure } from '../failure.ts';
import { type LogRecord, nameOf, type Outcome } from '../outcome.ts';
import { formatDuration, pluralize } from '../text.ts';
import { errorLine, excerptOf } from './excerpt.ts';
import type { RunFacts } from './github.ts';
import type { Inputs } from './inputs.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';
import { logsOf, sizeOf } from './summary-logs.ts';
import { tablesOf } from './summary-tables.ts';

/** What the summary is made from. */
export interface SummaryPage {
  readonly outcomes: readonly Outcome[];
  readonly inputs: Pick<Inputs, 'operation'>;
  /** Why the step failed: the first failure of a resource, or one of the whole step. */
  readonly failure?: Failure | undefined;
  /** The step's own warnings; those about resources are in their outcomes. */
  readonly warnings: readonly string[];
  readonly run: RunFacts;
  /** Now, on the clock of the step. */
  readonly nowMs: number;
  /** How long the step has taken. */
  readonly tookMs: number;
  /** The step has not ended: GitHub shows this page only if the step is killed. */
  readonly isRunning?: boolean;
  readonly sanitizers: Sanitizers;
}

/** Below the runner's limit of 1 MiB, above which it drops a summary; secrets that it masks itself may grow. */
const SUMMARY_BYTES = 900 * 1024;
/** A quarter each at most: the top, excerpts, and facts with tables. Logs get what is left. */
const PART_BYTES = SUMMARY_BYTES / 4;
/** A blank line between parts. */
const SEPARATOR = '\n\n';

/** The summary, below 1 MiB of UTF-8, with Windows line ends too. */
export function summaryOf(page: SummaryPage): string {
  const parts = [
    cutLines([...headingOf(page), ...unfinishedWork(page)], PART_BYTES),
    ...partsThatFit(excerptsOf(page), PART_BYTES),
    cutLines([...adviceOf(page), ...warningsOf(page), ...tablesOf(page)], PART_BYTES),
  ].filter((part) => part !== '');
  const usedBytes = parts.reduce((sum, part) => sum + sizeOf(part + SEPARATOR), 0);
  return `${[...parts, ...logsOf(page, SUMMARY_BYTES - usedBytes)].join(SEPARATOR)}\n`;
}

/** GitHub shows a summary only after its step has ended. */
const WRITTEN_WHILE_RUNNING =
  'This summary was written while the step was running. If the step has ended, it was stopped before it could report the result.';

/** Longest cause in the heading; longer ones follow in full below it. */
const MAX_HEADING_CHARS = 200;

function headingOf(page: SummaryPage): string[] {
  const { outcomes, inputs, failure, sanitizers } = page;
  if (page.isRunning === true) return [`## ⏳ ${inputs.operation} is in progress`, WRITTEN_WHILE_RUNNING];
  if (failure !== undefined) return failureHeading(page, failure);
  const isSkipped = outcomes.every(({ skipped }) => skipped !== undefined);
  const mark = isSkipped || outcomes.some(({ needsAttention }) => needsAttention) ? '⚠️' : '✅';
  return [`## ${mark} ${sanitizers.prose(headlineOf(outcomes))}`];
}

/** What a step has done that passed, in one line; parts may be untrusted. */
export function headlineOf(outcomes: readonly Outcome[]): string {
  const [only, ...others] = outcomes;
  if (only !== undefined && others.length === 0) return headlineOfOne(only);
  const skipped = outcomes.filter((outcome) => outcome.skipped !== undefined).length;
  const done = pluralize(outcomes.length - skipped, 'resource');
  return skipped === 0 ? `All ${done} done` : `${done} done, ${skipped} skipped`;
}

function headlineOfOne(outcome: Outcome): string {
  const { skipped, headline, deploymentId, acceptedAtMs, endedAtMs } = outcome;
  if (headline !== undefined) return headline;
  if (skipped !== undefined) return `${nameOf(outcome)} was skipped: ${skipped}`;
  const took =
    acceptedAtMs === undefined || endedAtMs === undefined ? '' : ` after ${formatDuration(endedAtMs - acceptedAtMs)}`;
  return deploymentId === undefined
    ? `${nameOf(outcome)}: done${took}`
    : `Deployment ${deploymentId} of ${nameOf(outcome)} finished${took}`;
}

/** Title and cause in one line; below it what did not fit there, and the other resources that failed. */
function failureHeading({ outcomes, sanitizers }: SummaryPage, failure: Failure): string[] {
  const failed = outcomes.filter((outcome) => outcome.failure !== undefined);
  const count =
    outcomes.length > 1 && failed.length > 0 ? `${failed.length} of ${outcomes.length} resources failed: ` : '';
  const titleOf = ({ title }: Failure, outcome: Outcome | undefined): string => {
    const isNamed = outcomes.length < 2 || outcome === undefined || title.includes(nameOf(outcome));
    return isNamed ? sanitizers.prose(title) : `${sanitizers.text(nameOf(outcome))}: ${sanitizers.prose(title)}`;
  };
  const first = failed.find((outcome) => outcome.failure === failure);
  const title = `## ❌ ${count}${titleOf(failure, first)}`;
  const lines = failure.message.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 1) return [title, lines.map((line) => `- ${sanitizers.prose(line)}`).join('\n')];
  const cause = causeOf(
    failure,
    failed.find((outcome) => outcome.failure === failure),
  );
  const shown = sanitizers.line(cause.text, { maxChars: MAX_HEADING_CHARS });
  const others = failed.flatMap((outcome) => {
    if (outcome.failure === undefined || outcome.failure === failure) return [];
    const { form, text } = causeOf(outcome.failure, outcome);
    return [`- ${titleOf(outcome.failure, outcome)}: ${sanitizers[form](text)}`];
  });
  return [
    // A message may only repeat the title.
    shown.replace(/\.$/, '') === failure.title ? title : `${title}: ${sanitizers[cause.form](shown)}`,
    ...(shown === sanitizers.line(failure.message) ? [] : [sanitizers.prose(failure.message)]),
    ...(others.length === 0 ? [] : ['Also failed:', others.join('\n')]),
  ];
}

/** For a failed build, the error line of its log; else the first line of the message. */
function causeOf(failure: Failure, outcome: Outcome | undefined): { form: 'code' | 'prose'; text: string } {
  const log = failure.code === 'deployment_failed' ? explainingLog(outcome) : undefined;
  const line = log && errorLine(log);
  const [first = ''] = failure.message.split('\n');
  return line === undefined ? { form: 'prose', text: first } : { form: 'code', text: line.trim() };
}

/** The log in which the cause of a failure is found. */
function explainingLog(outcome: Outcome | undefined): LogRecord | undefined {
  const sources: Readonly<Record<string, LogRecord['source']>> = {
    deployment_failed: 'build',
    not_running: 'runtime',
    unhealthy: 'runtime',
  };
  return outcome?.logs.find(({ source }) => source === sources[outcome.failure?.code ?? '']);
}

/** While the step runs: what goes on at the service, or may, if the step is killed now. */
function unfinishedWork({ outcomes, isRunning, sanitizers }: SummaryPage): string[] {
  if (isRunning !== true) return [];
  return outcomes.flatMap((outcome) => {
    const { waitingFor, failure } = outcome;
    if (failure !== undefined) return [];
    if (isInProgress(outcome)) return [sanitizers.prose(stillRunning(outcome))];
    const isUnknown = waitingFor === 'answer' || waitingFor === 'lost-post';
    return isUnknown
      ? [`It is not known whether the request for ${sanitizers.text(nameOf(outcome))} was accepted.`]
      : [];
  });
}

/** For each failure that a log explains: the first error lines and the last lines. */
function excerptsOf({ outcomes, isRunning, sanitizers }: SummaryPage): string[] {
  if (isRunning === true) return [];
  return outcomes.flatMap((outcome) => {
    const log = explainingLog(outcome);
    const lines = log === undefined ? [] : excerptOf(log);
    if (log === undefined || lines.length === 0) return [];
    const of = outcomes.length > 1 ? ` of ${sanitizers.text(nameOf(outcome))}` : '';
    return [`**From the ${log.source} log**${of}, untrusted:${SEPARATOR}${sanitizers.block(lines.join('\n')).trim()}`];
  });
}

function adviceOf({ failure, isRunning, sanitizers }: SummaryPage): string[] {
  if (failure === undefined || isRunning === true) return [];
  const { meaning, next } = failure.options;
  return [
    ...(meaning === undefined ? [] : [`**What it means:** ${sanitizers.prose(meaning)}`]),
    `**What to do:** ${next === undefined ? failure.next : sanitizers.prose(next)}`,
  ];
}

function warningsOf({ outcomes, warnings, sanitizers }: SummaryPage): string[] {
  const items = [
    ...warnings.map((text) => sanitizers.prose(text)),
    ...outcomes.flatMap((outcome) => {
      const of = outcomes.length > 1 ? `${sanitizers.text(nameOf(outcome))}: ` : '';
      return outcome.warnings.map((text) => of + sanitizers.prose(text));
    }),
  ];
  if (items.length === 0) return [];
  return [`**${pluralize(items.length, 'warning')}**`, items.map((item) => `- ${item}`).join('\n')];
}

/** The parts that fit. None is cut: a fence without its end would swallow the next part. */
function partsThatFit(parts: readonly string[], maxBytes: number): string[] {
  let usedBytes = 0;
  return parts.filter((part) => {
    const bytes = sizeOf(part + SEPARATOR);
    if (usedBytes + bytes > maxBytes) return false;
    usedBytes += bytes;
    return true;
  });
}

/** Paragraphs, lists and tables within a limit, cut after a line. */
function cutLines(blocks: readonly string[], maxBytes: number): string {
  const markdown = blocks.join(SEPARATOR);
  if (sizeOf(markdown) <= maxBytes) return markdown;
  const note = `${SEPARATOR}… the rest of this part was too long and is left out.`;
  let leftBytes = maxBytes - sizeOf(note);
  const lines = markdown.split('\n');
  const end = lines.findIndex((line) => (leftBytes -= sizeOf(`${line}\n`)) < 0);
  return lines.slice(0, end).join('\n') + note;
}
