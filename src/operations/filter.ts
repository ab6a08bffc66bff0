// The filter of `list`: which resources meet every condition.
import type { Resource } from '../api/resources.ts';
import type { Step } from '../step.ts';

/** One `key=glob` pair of the input. */
export type Condition = Step['inputs']['filter'][number];

/**
 * True when the resource meets every condition. Only type and status are compared without regard to
 * case.
 */
export function matches(resource: Resource, conditions: readonly Condition[]): boolean {
  return conditions.every(({ key, glob }) => {
    const value = resource.fields[key];
    if (value === undefined || value === null) return false;
    return matchesGlob(String(value), glob, key === 'type' || key === 'status' ? 'sui' : 'su');
  });
}

/**
 * The fields that the resource lacks, if they alone decide whether it meets every condition. A
 * field that is `null` is not lacking: the service says that it has no value.
 */
export function undecidedBy(
  resource: Resource,
  conditions: readonly Condition[],
): readonly string[] {
  const missing = conditions.filter(({ key }) => resource.fields[key] === undefined);
  const others = conditions.filter((condition) => !missing.includes(condition));
  return matches(resource, others) ? missing.map(({ key }) => key) : [];
}

/**
 * Takes time proportional to at most the product of both lengths: each part between two `*` is
 * matched where it first occurs, in a lookahead, into which a regular expression never
 * backtracks.
 */
function matchesGlob(text: string, glob: string, flags: string): boolean {
  const [prefix, ...parts] = glob
    .split('*')
    .map((part) => RegExp.escape(part).replaceAll('\\?', '.'));
  const suffix = parts.pop();
  const middle = parts.map((part, at) => `(?=(.*?${part}))\\${at + 1}`).join('');
  const rest = suffix === undefined ? '' : `${middle}.*${suffix}`;
  return new RegExp(`^${prefix}${rest}$`, flags).test(text);
}
