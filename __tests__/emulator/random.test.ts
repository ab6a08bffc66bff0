// Random bytes: unpredictable without a seed, the same again with one.
import { expect, test } from '@jest/globals';
import { stage } from './client.ts';

test('the same seed makes the same keys, another one others', async () => {
  const value = async (seed?: string) => (await stage(seed === undefined ? {} : { seed })).emulator.keys['ci'];
  expect(await value('a')).toBe(await value('a'));
  expect(await value('a')).not.toBe(await value('b'));
  expect(await value()).not.toBe(await value());
});
