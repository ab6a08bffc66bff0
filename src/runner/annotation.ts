// The error annotation of a step that failed.
import type { Failure } from '../failure.ts';
import { pluralize } from '../text.ts';
import { explanationOf } from './excerpt.ts';
import type { Report } from './report.ts';

/** The runner cuts an annotation at 4,096 characters. */
const MAX_ANNOTATION_CHARS = 4_000;
const MAX_CAUSE_CHARS = 2_500;

/** What happened, lines of the log, what it means, what to do, and the ids. */
export function annotationOf(
  failure: Failure,
  report: Pick<Report, 'outcomes' | 'sanitizers'>,
): string {
  const { outcomes, sanitizers } = report;
  const failed = outcomes.find((outcome) => outcome.failure === failure);
  const cause = failure.message
    .split('\n')
    .map((line) => sanitizers.safeLine(line, { maxChars: MAX_CAUSE_CHARS }));
  const { meaning } = failure.options;
  const more = outcomes.filter(
    (outcome) => outcome.failure !== undefined && outcome !== failed,
  ).length;
  const ids = [
    ['error-code', failure.code],
    ['resource-id', failed?.resourceId],
    ['deployment-id', failed?.deploymentId],
  ].flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [`${label}: ${value}`],
  );
  const after = [
    ...(meaning === undefined ? [] : [meaning]),
    ...(more === 0 ? [] : [`${pluralize(more, 'more resource')} failed: see the summary.`]),
    `What to do: ${failure.next}`,
    ids.join(' · '),
  ].map((line) => sanitizers.safeLine(line));
  const { excerpt } = explanationOf(failure, outcomes);
  const lines = excerpt.slice(excerpt[0] === failure.message ? 1 : 0).map((line) => `  ${line}`);
  let leftChars = MAX_ANNOTATION_CHARS - [...cause, ...after].join('\n').length;
  const linesThatFit = lines.filter((line) => (leftChars -= line.length + 1) > 0);
  return [...cause, ...linesThatFit, ...after].join('\n').slice(0, MAX_ANNOTATION_CHARS);
}
