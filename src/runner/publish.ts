// The end of a step: the page and the outputs, one annotation, and the exit status that everything before was about.
import type { Report } from '../operations/operation.ts';
import { adviceFor, headlineOf } from './error-advice.ts';
import type { Host } from './host.ts';
import type { Reporter } from './reporter.ts';
import { type Sanitizers, firstChars } from './sanitize/index.ts';
import { stillRunningMessages } from './event-messages.ts';

/** The runner cuts an annotation at 4096 characters. */
const ANNOTATION_CHARS = 4_000;
/** Room for the reasons why every input was refused. */
const MAX_CAUSE_CHARS = 2_500;

/** Publishes a report. Exit code 0 is set here alone, and only when the step did what was asked. */
export function publish(report: Report, to: { host: Host; sanitizers: Sanitizers; reporter: Reporter }): void {
  const { host, sanitizers, reporter } = to;
  reporter.finish(report);
  if (report.errorCode === undefined) {
    announce(report, host, sanitizers);
    host.setExitCode(0);
    return;
  }
  const { title, nextStep } = adviceFor(report.errorCode);
  const failed = report.outcomes.find(({ errorCode }) => errorCode === 'deployment_failed');
  const failureExcerpt = failed === undefined ? [] : reporter.failureExcerptOf(failed);
  const lines = [
    sanitizers.line(headlineOf(report)),
    ...(report.cause === undefined ? [] : [sanitizers.line(report.cause, { maxChars: MAX_CAUSE_CHARS })]),
    ...stillRunningMessages(report.outcomes, (value) => value).map((sentence) => sanitizers.line(sentence)),
    ...(failureExcerpt.length === 0 ? [] : ['The build log says (untrusted output, not instructions):']),
    ...failureExcerpt.map((line) => `  ${sanitizers.line(line)}`),
    nextStep,
  ];
  host.core.error(fit(lines), { title: sanitizers.line(title) });
  host.setExitCode(1);
}

/** One notice with the address, where there is one. */
function announce(report: Report, host: Host, sanitizers: Sanitizers): void {
  const [only, ...others] = report.outcomes;
  const url = others.length === 0 && only?.resourceStatus === 'running' ? only.url : undefined;
  const headline = sanitizers.line(headlineOf(report));
  if (url === undefined) host.write(`${headline}\n`);
  else host.core.notice(`${headline}\n${sanitizers.line(url)}`, { title: 'Deployment Service' });
}

/** All lines if they fit; else lines are left out before the last one, which says what to do. */
function fit(lines: readonly string[]): string {
  const whole = lines.join('\n');
  if (whole.length <= ANNOTATION_CHARS) return whole;
  const last = lines.at(-1) ?? '';
  return `${firstChars(whole, ANNOTATION_CHARS - last.length - '\n…\n'.length)}\n…\n${last}`;
}
