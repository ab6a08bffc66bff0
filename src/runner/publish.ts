// Publishes the result of a step: summary, outputs, annotation and exit code.
import type { Report, Section } from '../operations/operation.ts';
import { pluralize } from '../plural.ts';
import { annotationText, headlineOf, stillRunningMessages, titleOf } from './messages/index.ts';
import type { Host } from './host.ts';
import { explanationsOf } from './logs/index.ts';
import type { Reporter } from './reporter.ts';
import type { Sanitizers } from './sanitize/index.ts';
import { liveAddress, proofText } from './summary/index.ts';

interface PublishOptions {
  readonly host: Host;
  readonly sanitizers: Sanitizers;
  readonly reporter: Reporter;
  /** API root, if known. */
  readonly service?: string;
}

/** Publishes a report. Exit code 0 is set only here, and only for a report without an error code. */
export function publish(report: Report, { host, sanitizers, reporter, service }: PublishOptions): void {
  reporter.finish(report);
  printFactsAndTables(report, host, sanitizers);
  const { errorCode } = report;
  if (errorCode === undefined) {
    printHeadline(report, host, sanitizers);
    host.setExitCode(0);
    return;
  }
  const failed = report.outcomes.find((outcome) => outcome.errorCode !== undefined);
  const [explanation] = explanationsOf(failed === undefined ? [] : [failed], reporter.logs());
  const text = annotationText({ report: { ...report, errorCode }, explanation, service }, sanitizers);
  host.core.error(text, { title: sanitizers.line(titleOf(errorCode)) });
  host.setExitCode(1);
}

/** Prints the headline, as a notice if the app has an address. */
function printHeadline(report: Report, host: Host, sanitizers: Sanitizers): void {
  const [only, ...others] = report.outcomes;
  const isOnly = only !== undefined && others.length === 0;
  const url = isOnly ? liveAddress(only) : undefined;
  const proof = isOnly ? proofText(only, (value) => value) : undefined;
  const lines = [headlineOf(report), ...stillRunningMessages(report.outcomes, (value) => value), url, proof];
  const text = lines.flatMap((line) => (line === undefined ? [] : sanitizers.line(line))).join('\n');
  if (url === undefined) host.write(`${text}\n`);
  else host.core.notice(text, { title: 'Deployment Service' });
}

/** Rows of a table in the step log; the summary and the outputs have more. */
const MAX_ROWS = 200;

/** Prints what an operation that reads has found. */
function printFactsAndTables({ facts = [], sections = [] }: Report, host: Host, sanitizers: Sanitizers): void {
  const lines = [...facts.map(({ label, value }) => `${label}: ${value}`), ...sections.flatMap(rowsOf)];
  for (const line of lines) host.write(`${sanitizers.line(line)}\n`);
}

function rowsOf({ title, columns, rows }: Section): string[] {
  const header = columns.length === 1 ? title : `${title} (${columns.join(', ')})`;
  const omitted = rows.length - MAX_ROWS;
  return [
    `${header}:`,
    ...rows.slice(0, MAX_ROWS).map((cells) => `- ${cells.map((cell) => (cell === '' ? '–' : cell)).join(' | ')}`),
    ...(omitted > 0 ? [`… and ${pluralize(omitted, 'more row')} in the summary, as far as it has room`] : []),
  ];
}
