// The error annotation of a step that failed. Lists of annotations show only its title.
import type { Failure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import { countThatFit } from '../text.ts';
import type { Report } from './report.ts';

/** The runner cuts an annotation at 4,096 characters. */
const MAX_ANNOTATION_CHARS = 4_000;
const MAX_CAUSE_CHARS = 2_500;
const MAX_TITLE_CHARS = 120;
const MAX_NAME_CHARS = 60;

type Shown = Pick<Report, 'outcome' | 'excerpt' | 'sanitizers'>;

/** The resource and the cause, such as `web: src/server.ts(12,7): error TS2322: …`. */
export function annotationTitle(failure: Failure, { outcome, sanitizers }: Shown): string {
  const name = sanitizers.line(nameOf(outcome), { maxChars: MAX_NAME_CHARS });
  const what = sanitizers.line(failure.options.cause ?? failure.title);
  // A cause may hold the name by chance.
  const isNamed = name === '' || (failure.options.cause === undefined && what.includes(name));
  return sanitizers.line(isNamed ? what : `${name}: ${what}`, { maxChars: MAX_TITLE_CHARS });
}

/**
 * What happened, the lines of the log that explain it, what it means, what to do, and the ids, each
 * on a line of its own.
 */
export function annotationOf(failure: Failure, { outcome, excerpt, sanitizers }: Shown): string {
  const { meaning } = failure.options;
  const what = whatHappened(failure, excerpt).map((line) =>
    sanitizers.line(line, { maxChars: MAX_CAUSE_CHARS }),
  );
  const ids = [
    `error-code: ${failure.code}`,
    outcome.resourceId && `resource-id: ${outcome.resourceId}`,
    outcome.deploymentId && `deployment-id: ${outcome.deploymentId}`,
  ];
  const rest = [
    outcome.wentDown,
    meaning,
    `What to do: ${failure.next}`,
    ids.filter(Boolean).join(' · '),
  ];
  const advice = rest.flatMap((line) => (line ? [sanitizers.line(line)] : []));
  const quoted = excerpt.map((line) => `  ${sanitizers.line(line)}`);
  const label = failure.options.explainedBy === 'runtime' ? ['From its runtime log:'] : [];
  const lines = quoted.length === 0 ? [] : [...label, ...quoted];
  const shown = countThatFit(lines, {
    limit: MAX_ANNOTATION_CHARS - 1 - [...what, ...advice].join('\n').length,
    sizeOf: (line) => line.length + 1,
  });
  return [...what, ...lines.slice(0, shown), ...advice].join('\n').slice(0, MAX_ANNOTATION_CHARS);
}

/** A cause that stands in the excerpt is not repeated. */
function whatHappened(failure: Failure, excerpt: Report['excerpt']): readonly string[] {
  const { cause } = failure.options;
  if (cause === undefined) return failure.lines;
  const isInExcerpt = excerpt.some((line) => line.includes(cause));
  return isInExcerpt ? [`${failure.title}.`] : [`${failure.title}.`, cause];
}
