// Which deployment is ours: lists are written as `id status, id status`, the latest first.
import { expect, test } from '@jest/globals';
import { type DeploymentList, newestIn, workIn } from '../../src/deploy/list.ts';
import { ageOf, baselineFrom, searchIn, type SearchResult } from '../../src/deploy/ours.ts';

function listOf(text: string): DeploymentList {
  if (text === 'NO LIST') return { kind: 'unknown', items: [] };
  if (text === '404') return { kind: 'missing', items: [] };
  const items = text
    .split(', ')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [id = '', ...status] = entry.split(' ');
      return status.length === 0 ? { id } : { id, status: status.join(' ') };
    });
  return { kind: 'read', items };
}

function written(search: SearchResult): string {
  switch (search.kind) {
    case 'cut':
      return `cut, newest ${search.list.items[0]?.id ?? 'none'}`;
    case 'none':
      return 'none';
    case 'hidden':
      return `hidden by ${search.by.id}`;
    case 'one':
      return search.deployment.id;
    case 'below':
      return `${search.deployment.id} below`;
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

test('ids of all lists so far are known, their age is that of the last', () => {
  const first = baselineFrom(listOf('b building, a finished'));
  const second = baselineFrom(listOf('c queued, b finished, d odd'), first);
  expect([...second.ids].toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect(['a', 'b', 'c', 'd', 'e'].map((id) => ageOf(id, second))).toEqual([
    'ended',
    'ended',
    'in progress',
    'in progress',
    'new',
  ]);
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
  const { items } = listOf(list);
  expect([newestIn(items)?.id, workIn(items)?.id]).toEqual([newest, work]);
});
