// The lines of a text as hashes, and the search for the end of one text in another.
import { expect, test } from '@jest/globals';
import { endOf, hashLines, longestSuffix, noLines } from '../../../../src/operations/steps/log/lines.ts';

const at = (...hashes: number[]) => Uint32Array.from(hashes);
const pause = () => Promise.resolve();

test('counts only complete lines', async () => {
  const lines = await hashLines('one\ntwo\nthr', noLines, pause);
  expect([lines.hashes.length, endOf(lines)]).toEqual([2, 8]);
});

test('gives equal lines equal hashes, and different lines different ones', async () => {
  const { hashes } = await hashLines('one\ntwo\none\n\n', noLines, pause);
  expect(hashes[0]).toBe(hashes[2]);
  expect(new Set(hashes).size).toBe(3);
});

test('continues reading a text that has grown where it stopped', async () => {
  const before = await hashLines('one\ntw', noLines, pause);
  expect(await hashLines('one\ntwo\n', before, pause)).toEqual(await hashLines('one\ntwo\n', noLines, pause));
});

test.each([
  ['the whole', at(1, 2, 3), at(1, 2, 3, 4), { end: 3, length: 3 }],
  ['its end only', at(1, 2, 3), at(2, 3, 4), { end: 2, length: 2 }],
  ['the last place of several', at(1, 2), at(1, 2, 9, 1, 2, 8), { end: 5, length: 2 }],
  ['the longest place before the last', at(7, 1, 2), at(7, 1, 2, 9, 1, 2), { end: 3, length: 3 }],
  ['nothing', at(1, 2), at(2, 1), { end: 1, length: 1 }],
  ['no line in common', at(1), at(2), { end: 0, length: 0 }],
  ['an empty text', at(), at(1), { end: 0, length: 0 }],
])('finds %s of the earlier lines', (_, tail, lines, found) => {
  expect(longestSuffix(tail, lines, 100)).toEqual(found);
});
