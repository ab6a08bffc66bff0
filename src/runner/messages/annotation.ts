// The error annotation of a failed step: what happened, what it means for the app, what to do, and codes and ids. Pure.
import { errorCodeText } from '../../api/errors.ts';
import type { Report } from '../../operations/operation.ts';
import { adviceFor, shortHeadlineOf } from './advice.ts';
import { stillRunningMessages } from './event-messages.ts';
import { type Explanation, type FailureExcerpt, isLogEnough, untrustedLabel } from '../logs/index.ts';
import { type CleanText, firstChars, type Sanitizers } from '../sanitize/index.ts';

/** The runner truncates an annotation at 4096 characters. */
const ANNOTATION_CHARS = 4_000;
/** Longest headline: names can be long. */
const MAX_HEADLINE_CHARS = 500;
/** Longest cause; the errors of all inputs together can be long. */
const MAX_CAUSE_CHARS = 2_500;
/** Deployments that are named with the way to follow them; the summary names all. */
const MAX_RUNNING = 5;
/** Log lines shown after the likely cause. */
const LINES_AFTER_CAUSE = 8;

export interface AnnotationData {
  readonly report: Report & { readonly errorCode: NonNullable<Report['errorCode']> };
  /** Of the first failure, if a log explains it. */
  readonly explanation: Explanation | undefined;
  /** API root, if known. */
  readonly service: string | undefined;
}

/** The text of the annotation; log lines are dropped first when it would be too long. */
export function annotationText(data: AnnotationData, sanitizers: Sanitizers): string {
  const { report, explanation, service } = data;
  const line = (text: string): string => sanitizers.line(text);
  const lines = explanation === undefined ? [] : linesOf(explanation.excerpt);
  const isExplained = lines.length > 0 && isLogEnough(report);
  const headline = sanitizers.line(shortHeadlineOf(report), { maxChars: MAX_HEADLINE_CHARS });
  const cause =
    report.cause === undefined || isExplained ? [] : [sanitizers.line(report.cause, { maxChars: MAX_CAUSE_CHARS })];
  const before = [
    [headline, ...cause].join('. '),
    ...(explanation === undefined || lines.length === 0 ? [] : [`Lines ${untrustedLabel(explanation.log.source)}:`]),
  ];
  const { meaning, nextStep } = adviceFor(report);
  const running = stillRunningMessages(report.outcomes, (value) => value);
  const more = running.length - MAX_RUNNING;
  const meanings = [
    ...(meaning === undefined ? [] : [meaning]),
    ...running.slice(0, MAX_RUNNING),
    ...(more > 0 ? [`The summary names ${more} more that may continue.`] : []),
  ];
  const after = [...meanings.map(line), `What to do: ${nextStep}`, line(idsOf(report, service))];
  const roomChars = ANNOTATION_CHARS - [...before, ...after].join('\n').length;
  return firstChars([...before, ...linesThatFit(lines, roomChars), ...after].join('\n'), ANNOTATION_CHARS);
}

/** The likely cause, and the lines after it or the last lines, in the order of the log. */
function linesOf({ cause, tail }: FailureExcerpt): CleanText[] {
  const [first] = cause;
  if (first === undefined) return tail.slice(-LINES_AFTER_CAUSE);
  const afterCause = tail.slice(tail.includes(first) ? tail.indexOf(first) : -LINES_AFTER_CAUSE);
  const earlier = cause.filter((found) => !afterCause.includes(found));
  return [...earlier, ...afterCause].slice(0, Math.max(earlier.length, 1) + LINES_AFTER_CAUSE);
}

function linesThatFit(lines: readonly string[], roomChars: number): string[] {
  const kept: string[] = [];
  let usedChars = 0;
  for (const line of lines) {
    usedChars += line.length + '\n  '.length;
    if (usedChars > roomChars - '\n  …'.length) return [...kept, '  …'];
    kept.push(`  ${line}`);
  }
  return kept;
}

function idsOf({ errorCode, outcomes }: AnnotationData['report'], service: string | undefined): string {
  const failed = outcomes.find((outcome) => outcome.errorCode !== undefined) ?? outcomes[0];
  const ids = [
    ['error-code', errorCodeText(errorCode)],
    ['resource-id', failed?.resourceId],
    ['deployment-id', failed?.deploymentId],
    ['service', service],
  ];
  return ids.flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`])).join(' · ');
}
