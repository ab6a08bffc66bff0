// Which deployment is ours: lists are written as `id status, id status`, the latest first.
import { expect, test } from '@jest/globals';
import {
  baselineFrom,
  type ListRead,
  newestIn,
  type Search,
  searchIn,
  workIn,
} from '../../src/deploy/ours.ts';

function listOf(text: string): ListRead {
  if (text === 'NO LIST') return undefined;
  if (text === '404') return 'missing';
  return text
    .split(', ')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [id = '', ...status] = entry.split(' ');
      return status.length === 0 ? { id } : { id, status: status.join(' ') };
    });
}

function written(search: Search): string {
  switch (search.kind) {
    case 'cut':
      return `cut, newest ${search.newest?.id ?? 'none'}`;
    case 'none':
      return 'none';
    case 'hidden':
      return `hidden by ${search.by.id}`;
    case 'one':
      return `${search.deployment.id}${search.isBelow ? ' below' : ''}`;
    case 'several':
      return search.deployments.map(({ id }) => id).join(' and ');
    default:
      return search satisfies never;
  }
}

test.each<[before: string, after: string, search: string]>([
  ['a finished', 'b queued, a finished', 'b'],
  ['a finished', 'b finished, a finished', 'b'],
  ['a finished', 'a finished, b queued', 'b below'],
  ['a finished', 'c queued, b queued, a finished', 'c and b'],
  ['a finished', 'c queued, a finished, b queued', 'c and b'],
  ['a finished', 'a finished', 'none'],
  ['a finished', 'a building', 'hidden by a'],
  ['b finished, a building', 'b finished, a building', 'none'],
  ['b cancelled, a building', 'b cancelled, a building', 'hidden by a'],
  // No entry from before.
  ['a finished', '', 'cut, newest none'],
  ['a finished', 'b queued', 'cut, newest b'],
  ['a finished', 'NO LIST', 'cut, newest none'],
  ['a finished', '404', 'cut, newest none'],
  ['', '404', 'cut, newest none'],
  // Nothing to compare with.
  ['', 'b queued', 'b'],
  ['', '', 'none'],
  ['404', 'b queued', 'b'],
  ['404', '404', 'none'],
  ['NO LIST', 'b queued', 'b'],
  ['NO LIST', 'NO LIST', 'cut, newest none'],
])('the list that was "%s" and is "%s" shows: %s (deploy/ours)', (before, after, search) => {
  expect(written(searchIn(listOf(after), baselineFrom(listOf(before))))).toBe(search);
});

test('ids of all lists so far are known, work in progress and kind are those of the last', () => {
  const first = baselineFrom(listOf('b building, a finished'));
  const second = baselineFrom(listOf('c queued, b finished, d odd'), first);
  expect([...second.ids].toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect([...second.inProgress]).toEqual(['c', 'd']);
  expect([first, second].map(({ kind }) => kind)).toEqual(['read', 'read']);
  const kinds = ['NO LIST', '404', ''].map((text) => baselineFrom(listOf(text), first).kind);
  expect(kinds).toEqual(['unknown', 'missing', 'read']);
});

test.each<[list: string, newest: string | undefined, work: string | undefined]>([
  ['b building, a queued', 'b', 'b'],
  ['b odd, a finished', 'b', 'b'],
  ['b, a finished', 'b', 'b'],
  ['b finished, a building', 'b', undefined],
  ['c Cancelled, b cancelling, a finished', 'b', 'b'],
  ['b cancelled, a failed', 'a', undefined],
  ['b cancelled', undefined, undefined],
  ['', undefined, undefined],
  ['404', undefined, undefined],
  ['NO LIST', undefined, undefined],
])('in "%s" the newest is %s, and in progress is %s (always/in-progress)', (list, newest, work) => {
  expect([newestIn(listOf(list))?.id, workIn(listOf(list))?.id]).toEqual([newest, work]);
});
