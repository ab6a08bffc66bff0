// The filter of `list`: key=glob pairs, all of which must match.
import type { Resource } from '../../api/model.ts';

/** Fields that can be filtered by, under the API's names. */
const filterKeys = ['type', 'status', 'name', 'catalogKey'] as const;

/** One condition. */
export interface Condition {
  readonly key: (typeof filterKeys)[number];
  /** `*` matches any characters, `?` any single one. */
  readonly glob: string;
}

/** Parses `key=glob` pairs; returns a string that names the first error. */
export function parseFilter(text: string): Condition[] | string {
  const conditions: Condition[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const [name = '', ...rest] = word.split('=');
    const key = filterKeys.find((known) => known === name);
    const glob = rest.join('=');
    if (key === undefined || glob === '') {
      return `must be pairs such as type=app name=web-*, with the keys ${filterKeys.join(', ')}, not \`${word}\``;
    }
    conditions.push({ key, glob });
  }
  return conditions;
}

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
 * Matches a glob without a regular expression, which could backtrack exponentially: on a mismatch only the last `*`
 * takes one more character, so the time is at most the product of the lengths.
 */
export function matchesGlob(text: string, glob: string): boolean {
  const characters = Array.from(text);
  const pattern = Array.from(glob);
  let at = 0;
  let inGlob = 0;
  let star = -1;
  let retryAt = 0;
  while (at < characters.length) {
    if (pattern[inGlob] === '*') {
      star = inGlob;
      retryAt = at;
      inGlob += 1;
    } else if (inGlob < pattern.length && (pattern[inGlob] === '?' || pattern[inGlob] === characters[at])) {
      at += 1;
      inGlob += 1;
    } else if (star >= 0) {
      retryAt += 1;
      at = retryAt;
      inGlob = star + 1;
    } else {
      return false;
    }
  }
  return pattern.slice(inGlob).every((character) => character === '*');
}
