// The rules that `npm run adversary -- --mutations` removes are still in the sources.
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { mutate } from '../explore/mutations.ts';
import { removedRules } from './mutations.ts';

test.each(removedRules.map((rule) => [rule.name, rule] as const))('a rule to remove finds its place: %s', (_, rule) => {
  const source = readFileSync(new URL(`../../${rule.file}`, import.meta.url), 'utf8');
  expect(mutate(source, rule)).not.toBe(source);
});
