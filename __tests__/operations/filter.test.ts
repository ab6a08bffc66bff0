// Which texts a glob of `filter` matches, and that it does so in time.
import { expect, test } from '@jest/globals';
import { matches } from '../../src/operations/filter.ts';
import { growthOf, PROPORTIONAL } from '../support/growth.ts';

const isMatch = (name: string, glob: string): boolean =>
  matches({ fields: { name } }, [{ key: 'name', glob }]);

test.each([
  ['web-*', ['web-', 'web-a'], ['web', 'my-web-a']],
  ['*web', ['web', 'my-web'], ['webs']],
  ['*-*-b', ['a-b-b', '--b'], ['a-b', 'a-b-bc']],
  ['a*ab', ['aab', 'a\nab'], ['ab', 'abc']],
  ['w?b', ['web', 'w😀b'], ['wb', 'weeb']],
  ['a.(1)\\d+?', ['a.(1)\\d+x'], ['ab(1)\\d+x', 'a.(1)7x']],
  ['**?**', ['a', 'ab'], ['']],
])('%s matches %j, and not %j', (glob, good, bad) => {
  for (const name of good) expect([name, isMatch(name, glob)]).toEqual([name, true]);
  for (const name of bad) expect([name, isMatch(name, glob)]).toEqual([name, false]);
});

test.each([
  ['many stars', `${'a*'.repeat(1_000)}b`],
  ['many parts', `${'*a?'.repeat(1_000)}b*c*`],
  ['a long part', `*${'a'.repeat(1_000)}b*`],
])('a name that nearly matches a glob of %s takes linear time', async (_what, glob) => {
  const match = (chars: number): void => expect(isMatch('a'.repeat(chars), glob)).toBe(false);
  expect(await growthOf(match, 16_384)).toBeLessThan(PROPORTIONAL);
});
