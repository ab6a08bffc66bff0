// The error annotations of a step that failed: the step's own, and one at each place that an error
// of a build log names.
import type { Failure } from '../failure.ts';
import { meaningFor } from '../explain.ts';
import { nameOf, type Outcome } from '../outcome.ts';
import { countThatFit, pluralize } from '../text.ts';
import { type Checkout, locate, relativePath } from './build-errors.ts';
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
  const others = outcomes.filter((other) => other.failure !== undefined && other !== failed);
  const more = pluralize(others.length, 'more resource');
  const { sentences, lookFirst } = meaningFor(failure, outcomes);
  const ids = [
    `error-code: ${failure.code}`,
    failed?.resourceId && `resource-id: ${failed.resourceId}`,
    failed?.deploymentId && `deployment-id: ${failed.deploymentId}`,
  ];
  return [
    ...sentences,
    others.length > 0 && `${more} did not succeed: see the summary.`,
    `What to do: ${lookFirst}${failure.next}`,
    ids.filter(Boolean).join(' · '),
  ].filter((line) => typeof line === 'string');
}

/** GitHub shows 10 error annotations of a step. */
const MAX_BUILD_ERRORS = 8;
const MAX_BUILD_ERROR_CHARS = 500;

/**
 * Annotations at the places that errors of the build logs name. None for a deployment of a commit
 * that is not of this run: its lines may differ.
 */
export function buildErrorsOf(
  { outcomes, github, sanitizers }: Pick<Report, 'outcomes' | 'github' | 'sanitizers'>,
  readCheckout: () => Checkout | undefined,
) {
  const failed = outcomes.filter(
    ({ failure, commit }) =>
      failure?.code === 'deployment_failed' && (commit === undefined || github.isOwnCommit(commit)),
  );
  const places = failed.flatMap((outcome) =>
    outcome.errorPlaces.map((place) => ({ ...place, name: nameOf(outcome) })),
  );
  if (places.length === 0) return [];
  // A path is shown as it is, or not at all.
  const shown = locate(places, readCheckout()).filter(
    ({ file }) => relativePath(file) === file && sanitizers.safeLine(file) === file,
  );
  return shown.slice(0, MAX_BUILD_ERRORS).map(({ file, line, column, message, name }) => ({
    message: sanitizers.safeLine(message, { maxChars: MAX_BUILD_ERROR_CHARS }),
    properties: {
      title: `From the build log of ${sanitizers.safeLine(name, { maxChars: 60 })} (untrusted)`,
      file,
      startLine: line,
      ...(column !== undefined && { startColumn: column }),
    },
  }));
}
