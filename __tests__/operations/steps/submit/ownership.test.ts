// Which deployments of a list are new since a request, and which of them is ours.
import { describe, expect, test } from '@jest/globals';
import type { Deployment } from '../../../../src/api/model.ts';
import { claim, type Claim, knownFrom, newSince } from '../../../../src/operations/steps/submit/ownership.ts';

/** Entries written as `id status`; `-` for an entry without an id. */
function listOf(...entries: string[]): Deployment[] {
  return entries.map((entry) => {
    const [id = '-', status = 'finished'] = entry.split(' ');
    return { id: id === '-' ? undefined : id, status };
  });
}

const before = listOf('b', 'a');

function claimOf(after: readonly Deployment[], { isAccepted }: { isAccepted: boolean }, earlier = before): Claim {
  return claim(newSince(knownFrom(earlier), after), { isAccepted });
}

describe.each([true, false])('after a request (accepted: %s)', (isAccepted) => {
  test.each<[string, Deployment[], Claim['kind']]>([
    ['a new one in progress at the top is ours', listOf('c building', 'b', 'a'), 'ours'],
    ['one in an unknown status counts as in progress', listOf('c paused', 'b', 'a'), 'ours'],
    ['one that has already ended is not ours yet', listOf('c finished', 'b', 'a'), 'ended'],
    ['an unchanged list shows nothing new', listOf('b', 'a'), 'none'],
    ['a shorter list shows nothing new', listOf('b'), 'none'],
    ['an old one that moves up from below is not ours', listOf('b', 'a', 'z finished'), 'unclear'],
    ['one in progress below the known ones is not ours', listOf('b', 'c building', 'a'), 'unclear'],
    ['a new entry without an id leaves it unclear', listOf('- building', 'b', 'a'), 'unclear'],
    [
      'one below the known ones beside one at the top is ambiguous',
      listOf('d building', 'b', 'c building', 'a'),
      'ambiguous',
    ],
    ['one that may have moved up from below leaves the one at the top ours', listOf('d building', 'b', 'z'), 'ours'],
    ['two in progress are ambiguous', listOf('d building', 'c queued', 'b', 'a'), 'ambiguous'],
  ])('%s', (_, after, kind) => {
    expect(claimOf(after, { isAccepted }).kind).toBe(kind);
  });
});

test('takes the deployment in progress beside one that has ended for ours if the request was accepted', () => {
  const after = listOf('d finished', 'c building', 'b', 'a');
  expect(claimOf(after, { isAccepted: true })).toMatchObject({ kind: 'ours', deployment: { id: 'c' } });
  expect(claimOf(after, { isAccepted: false })).toEqual({ kind: 'ambiguous', ids: ['d', 'c'] });
});

test('does not take one that has ended for ours beside another that is new below the known ones', () => {
  const after = listOf('d finished', 'b', 'a', 'c finished');
  expect(claimOf(after, { isAccepted: false })).toEqual({ kind: 'ambiguous', ids: ['d', 'c'] });
});

test('takes the very first deployment for ours', () => {
  expect(claimOf(listOf('a queued'), { isAccepted: true }, [])).toMatchObject({ kind: 'ours' });
});

test('ignores an entry without an id that was there before, unless a lost request may have been carried out', () => {
  const earlier = listOf('- finished', 'a');
  expect(claimOf(earlier, { isAccepted: true }, earlier).kind).toBe('none');
  expect(claimOf(earlier, { isAccepted: false }, earlier).kind).toBe('unclear');
  expect(claimOf(listOf('a', '- finished'), { isAccepted: false }, listOf('a', '- finished')).kind).toBe('none');
  expect(claimOf(listOf('b building', '- finished', 'a'), { isAccepted: false }, earlier).kind).toBe('ours');
});

test('remembers every id that was ever in the list, and what was in progress in the last one', () => {
  const known = knownFrom(listOf('c queued', 'b'), knownFrom(listOf('b building', 'a')));
  const ids = new Set(['a', 'b', 'c']);
  expect(known).toEqual({ ids, names: ids, inProgress: new Set(['c']), anonymousFirst: 0 });
});
