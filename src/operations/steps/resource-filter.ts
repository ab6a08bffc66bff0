// The filter of `list`: key=glob pairs, all of which must match.
import type { Resource } from '../../api/model.ts';

/** What may be filtered by: the API's own field names. */
export const filterKeys = ['type', 'status', 'name', 'catalogKey'] as const;

/** One condition. */
export interface Condition {
  readonly key: (typeof filterKeys)[number];
  /** `*` stands for any run of characters, `?` for any one. */
  readonly glob: string;
}

/** Conditions from `key=glob` words; a string names what is wrong with them. */
export function parseFilter(text: string): Condition[] | string {
  const conditions: Condition[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const [name = '', ...rest] = word.split('=');
    const key = filterKeys.find((known) => known === name);
    const glob = rest.join('=');
    if (key === undefined || glob === '') {
      return `must be pairs such as type=app name=web-*, with the keys ${filterKeys.join(', ')}; not ${word}`;
    }
    conditions.push({ key, glob });
  }
  return conditions;
}

/** True when the resource meets every condition; capitals make no difference in type and status alone. */
export function matches(resource: Resource, conditions: readonly Condition[]): boolean {
  return conditions.every(({ key, glob }) => {
    const value = resource.fields[key];
    if (value === undefined || value === null) return false;
    const fold = key === 'type' || key === 'status' ? (text: string) => text.toLowerCase() : (text: string) => text;
    return matchesGlob(fold(String(value)), fold(glob));
  });
}

/**
 * Globs without a regular expression, whose backtracking a long name could abuse: on a mismatch only the last `*` takes
 * one character more, so the time is at most the product of the lengths.
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
