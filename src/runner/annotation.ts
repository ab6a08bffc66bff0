// The error annotation of a step that failed.
import type { Failure } from '../failure.ts';
import type { Outcome } from '../outcome.ts';
import { countThatFit } from '../text.ts';
import { explanationOf } from './excerpt.ts';
import type { Report } from './report.ts';

/** The runner cuts an annotation at 4,096 characters. */
const MAX_ANNOTATION_CHARS = 4_000;
const MAX_CAUSE_CHARS = 2_500;

/**
 * What happened, the lines of the log that explain it, what it means, what to do, and the ids, each
 * on a line of its own.
 */
export function annotationOf(
  failure: Failure,
  { outcomes, sanitizers }: Pick<Report, 'outcomes' | 'sanitizers'>,
): string {
  const limits = { maxChars: MAX_CAUSE_CHARS };
  const cause = failure.lines.map((line) => sanitizers.safeLine(line, limits));
  const advice = adviceLines(failure, outcomes).map((line) => sanitizers.safeLine(line));
  const { excerpt } = explanationOf(failure, outcomes);
  const lines = excerpt.slice(excerpt[0] === failure.message ? 1 : 0).map((line) => `  ${line}`);
  const shown = countThatFit(lines, {
    limit: MAX_ANNOTATION_CHARS - 1 - [...cause, ...advice].join('\n').length,
    sizeOf: (line) => line.length + 1,
  });
  const all = [...cause, ...lines.slice(0, shown), ...advice];
  return all.join('\n').slice(0, MAX_ANNOTATION_CHARS);
}

function adviceLines(failure: Failure, outcomes: readonly Outcome[]): string[] {
  const failed = outcomes.find((outcome) => outcome.failure === failure);
  const ids = [
    `error-code: ${failure.code}`,
    failed?.resourceId && `resource-id: ${failed.resourceId}`,
    failed?.deploymentId && `deployment-id: ${failed.deploymentId}`,
  ];
  return [
    failure.options.meaning,
    `What to do: ${failure.next}`,
    ids.filter(Boolean).join(' · '),
  ].filter((line) => typeof line === 'string');
}
