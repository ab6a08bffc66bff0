// Random bytes: unpredictable without a seed, the same again with one.
import { expect, test } from '@jest/globals';
import { createRandom } from '../../emulator/random.ts';
import { stage } from './client.ts';

/** The first three draws of so many bytes, as text. */
function draws(seed: string | undefined, count = 16): readonly string[] {
  const random = createRandom(seed);
  return [random(count), random(count), random(count)].map((bytes) => bytes.toString('hex'));
}

test('the same seed draws the same bytes, another seed others, and no seed different ones each time', () => {
  expect(draws('a')).toEqual(draws('a'));
  expect(draws('a')).not.toEqual(draws('b'));
  expect(draws(undefined)).not.toEqual(draws(undefined));
});

test('successive draws differ', () => {
  expect(new Set(draws('a')).size).toBe(3);
  expect(new Set(draws('')).size).toBe(3);
});

test.each([['a'], [undefined]])('as many bytes are drawn as were requested (seed %s)', (seed) => {
  const random = createRandom(seed);
  expect([1, 6, 24, 1000].map((count) => random(count).length)).toEqual([1, 6, 24, 1000]);
});

test('an emulator with the same seed makes the same keys, another one others', async () => {
  const value = async (seed: string): Promise<string | undefined> => (await stage({ seed })).emulator.keys['ci'];
  expect(await value('a')).toBe(await value('a'));
  expect(await value('a')).not.toBe(await value('b'));
});
