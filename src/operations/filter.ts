// The filter of `list`: which resources meet every condition.
import type { Resource } from '../api/resources.ts';
import type { Step } from '../step.ts';

/** One `key=glob` pair of the input. */
export type Condition = Step['inputs']['filter'][number];

/** True when the resource meets every condition. Only type and status are compared without regard to case. */
export function matches(resource: Resource, conditions: readonly Condition[]): boolean {
  return conditions.every(({ key, glob }) => {
    const value = resource.fields[key];
    if (value === undefined || value === null) return false;
    const fold = key === 'type' || key === 'status' ? (text: string) => text.toLowerCase() : (text: string) => text;
    return matchesGlob(fold(String(value)), fold(glob));
  });
}

/**
 * The fields that the resource lacks, if they alone decide whether it meets every condition. One that is `null` decides: the
 * service says that there is no value.
 */
export function undecidedBy(resource: Resource, conditions: readonly Condition[]): readonly string[] {
  const missing = conditions.filter(({ key }) => resource.fields[key] === undefined);
  const others = conditions.filter((condition) => !missing.includes(condition));
  return matches(resource, others) ? missing.map(({ key }) => key) : [];
}

/**
 * Matches a glob without a regular expression, which could backtrack exponentially: each part between two `*` is taken
 * where it first occurs, so the time is at most the product of the lengths.
 */
function matchesGlob(text: string, glob: string): boolean {
  const characters = Array.from(text);
  const [prefix = [], ...parts] = glob.split('*').map((part) => Array.from(part));
  const isAt = (part: readonly string[], at: number): boolean =>
    part.every((character, index) => character === '?' || character === characters[at + index]);
  const suffix = parts.pop();
  if (suffix === undefined) return prefix.length === characters.length && isAt(prefix, 0);
  const endOfMiddle = characters.length - suffix.length;
  if (prefix.length > endOfMiddle || !isAt(prefix, 0) || !isAt(suffix, endOfMiddle)) return false;
  let at = prefix.length;
  for (const part of parts) {
    while (at + part.length <= endOfMiddle && !isAt(part, at)) at += 1;
    at += part.length;
  }
  return at <= endOfMiddle;
}
