// Which deployments of a list are new since a request, and which of them is ours.
import { describe, expect, test } from '@jest/globals';
import type { Deployment, List } from '../../../src/api/model.ts';
import {
  type Claim,
  claim,
  inProgressOf,
  knownFrom,
  namedBy,
  newSince,
} from '../../../src/operations/decisions/index.ts';
import { deployments, listOfAll, NO_LIST, sequences } from '../../support/decisions.ts';

const before = listOfAll('b', 'a');

function claimOf(
  after: readonly Deployment[],
  { isAccepted }: { isAccepted: boolean },
  earlier: List<Deployment> = before,
): Claim {
  return claim(knownFrom(earlier), after, { isAccepted });
}

describe.each([true, false])('after a request (accepted: %s)', (isAccepted) => {
  test.each<[string, string[], Claim['kind']]>([
    ['a new one in progress at the top is ours', ['c building', 'b', 'a'], 'ours'],
    ['one in an unknown status counts as in progress', ['c paused', 'b', 'a'], 'ours'],
    ['one that has already ended is not ours yet', ['c finished', 'b', 'a'], 'ended'],
    ['one whose word names the end is not ours yet', ['c timed_out', 'b', 'a'], 'ended'],
    ['an unchanged list shows nothing new', ['b', 'a'], 'none'],
    ['a shorter list shows nothing new', ['b'], 'none'],
    ['an empty list shows nothing new', [], 'none'],
    ['an old one that moves up from below is not ours', ['b', 'a', 'z finished'], 'unclear'],
    ['one in progress below the known ones is not ours', ['b', 'c building', 'a'], 'unclear'],
    ['a new entry without an id leaves it unclear', ['- building', 'b', 'a'], 'unclear'],
    [
      'one below the known ones beside one at the top is ambiguous',
      ['d building', 'b', 'c building', 'a'],
      'ambiguous',
    ],
    ['one that may have moved up from below leaves the one at the top ours', ['d building', 'b', 'z'], 'ours'],
    ['two in progress are ambiguous', ['d building', 'c queued', 'b', 'a'], 'ambiguous'],
    ['a list without any known one is as new as it looks', ['d building'], 'ours'],
  ])('%s', (_, after, kind) => {
    expect(claimOf(deployments(...after), { isAccepted }).kind).toBe(kind);
  });

  test.each<[string, List<Deployment>, string[], Claim['kind']]>([
    ['takes the very first deployment for ours', listOfAll(), ['a queued'], 'ours'],
    ['does not take an ended one for ours yet after an empty list', listOfAll(), ['a finished'], 'ended'],
    ['takes the only one for ours in progress without a list from before', NO_LIST, ['b building'], 'ours'],
    ['never takes an ended one for ours without a list from before', NO_LIST, ['a finished'], 'unreliable'],
    ['takes a part of a list for one', { ...before, isComplete: false }, ['c finished', 'b', 'a'], 'ended'],
  ])('%s', (_, earlier, after, kind) => {
    const isSecond = isAccepted && kind === 'ambiguous';
    expect(claimOf(deployments(...after), { isAccepted }, earlier).kind).toBe(isSecond ? 'ours' : kind);
  });

  test('takes one in progress beside an ended one for ours without a list from before, if it was accepted', () => {
    const list = deployments('b building', 'a finished');
    expect(claimOf(list, { isAccepted }, NO_LIST).kind).toBe(isAccepted ? 'ours' : 'unreliable');
  });
});

test('takes the deployment in progress beside one that has ended for ours if the request was accepted', () => {
  const after = deployments('d finished', 'c building', 'b', 'a');
  expect(claimOf(after, { isAccepted: true })).toMatchObject({ kind: 'ours', deployment: { id: 'c' } });
  expect(claimOf(after, { isAccepted: false })).toEqual({ kind: 'ambiguous', ids: ['d', 'c'] });
});

test('does not take one that has ended for ours beside another that is new below the known ones', () => {
  const after = deployments('d finished', 'b', 'a', 'c finished');
  expect(claimOf(after, { isAccepted: false })).toEqual({ kind: 'ambiguous', ids: ['d', 'c'] });
});

test('ignores an entry without an id that was there before, unless a lost request may have been carried out', () => {
  const earlier = listOfAll('- finished', 'a');
  expect(claimOf(earlier.items, { isAccepted: true }, earlier).kind).toBe('none');
  expect(claimOf(earlier.items, { isAccepted: false }, earlier).kind).toBe('unclear');
  const last = listOfAll('a', '- finished');
  expect(claimOf(last.items, { isAccepted: false }, last).kind).toBe('none');
  expect(claimOf(deployments('b building', '- finished', 'a'), { isAccepted: false }, earlier).kind).toBe('ours');
});

test('keeps an id new that appeared above the known ones, wherever a later list has it', () => {
  const known = knownFrom(before);
  const moved = deployments('b', 'c building', 'a');
  expect(newSince(known, moved).deployments).toEqual([]);
  const { deployments: found } = newSince(known, moved, new Set(['c']));
  expect(found.map(({ id }) => id)).toEqual(['c']);
  expect(claim(known, moved, { isAccepted: false, appeared: new Set(['c']) }).kind).toBe('ours');
});

describe('what was there before a request', () => {
  test('is every id that was ever in the list, and what was in progress in the last one', () => {
    const known = knownFrom(listOfAll('c queued', 'b'), knownFrom(listOfAll('b building', 'a')));
    const ids = new Set(['a', 'b', 'c']);
    expect(known).toEqual({ ids, names: ids, inProgress: new Set(['c']), anonymousFirst: 0, isReliable: true });
  });

  test.each<[string, List<Deployment>, boolean]>([
    ['an empty list', listOfAll(), true],
    ['a part of a list', { ...before, isComplete: false }, true],
    ['a 404 or no answer', NO_LIST, false],
  ])('is reliable after %s: %s', (_, list, isReliable) => {
    expect(knownFrom(list).isReliable).toBe(isReliable);
  });

  test('stays unreliable only until a list was read', () => {
    expect(knownFrom(listOfAll('a'), knownFrom(NO_LIST)).isReliable).toBe(true);
  });
});

describe('the id in the response', () => {
  const known = knownFrom(listOfAll('d deploying', 'c building', 'b finished', 'a success'));
  test.each<[string, string | undefined, string | undefined]>([
    ['names a new deployment', 'e', 'response'],
    ['names one that was building: joined', 'c', 'joined'],
    ['names the latest, whose unknown word may mean that it was in progress: joined', 'd', 'joined'],
    ['names one that had ended: not ours', 'b', undefined],
    ['names an older one with an unknown word, which has ended: not ours', 'a', undefined],
    ['is missing', undefined, undefined],
  ])('%s', (_, deploymentId, ownership) => {
    const named = namedBy(deploymentId === undefined ? {} : { deploymentId }, known);
    expect(named).toEqual(ownership === undefined ? undefined : { ownership, deploymentId });
  });

  test('may be the other id of a known entry', () => {
    const items = [{ id: '17', otherIds: ['uuid-17'], status: 'building', remarks: [] }];
    const others = knownFrom({ items, isComplete: true });
    expect(namedBy({ deploymentId: 'uuid-17' }, others)).toEqual({ ownership: 'joined', deploymentId: 'uuid-17' });
  });

  test('is new without a list from before', () => {
    expect(namedBy({ deploymentId: 'a' }, knownFrom(NO_LIST))).toEqual({ ownership: 'response', deploymentId: 'a' });
  });
});

describe('a re-run follows', () => {
  const sha = '0123456789abcdef0123456789abcdef01234567';
  const of = (entry: string, commit?: string): Deployment => ({
    ...(deployments(entry)[0] ?? { id: undefined, status: '', remarks: [] }),
    ...(commit === undefined ? {} : { commit }),
  });
  test.each<[string, Deployment[], string | undefined]>([
    ['the deployment in progress of its commit', [of('c building', sha)], 'c'],
    ['one that shows the beginning of it', [of('c queued', sha.slice(0, 7))], 'c'],
    ['the latest of two', [of('d queued', sha), of('c building', sha)], 'd'],
    ['an older one, behind somebody else’s', [of('d queued', 'f'.repeat(40)), of('c building', sha)], 'c'],
    ['none of another commit', [of('c building', 'f'.repeat(40))], undefined],
    ['none that shows no commit', [of('c building')], undefined],
    ['none that has ended', [of('c finished', sha), of('b failed', sha)], undefined],
    ['none without an id', [of('- building', sha)], undefined],
  ])('%s', (_, items, id) => {
    expect(inProgressOf(items, [sha])?.id).toBe(id);
  });

  test('none where the commits of the run are not known', () => {
    expect(inProgressOf([of('c building', sha)], [])).toBeUndefined();
  });
});

test('claims only a new id, in every list of four entries', () => {
  const entries = ['new building', 'new finished', 'b finished', 'a finished', 'c queued', '- building'];
  const problems: unknown[] = [];
  for (const shown of sequences(entries, 4)) {
    for (const isAccepted of [true, false]) {
      for (const earlier of [before, NO_LIST]) {
        const problem = problemOf(shown, { isAccepted, earlier });
        if (problem !== undefined) problems.push({ problem, shown, isAccepted });
      }
    }
  }
  expect(problems).toEqual([]);

  /** What is wrong with the claim on a list; one that shows an id twice is left out. */
  function problemOf(
    shown: readonly string[],
    { isAccepted, earlier }: { isAccepted: boolean; earlier: List<Deployment> },
  ): string | undefined {
    const ids = shown.map((entry) => entry.split(' ')[0] ?? '');
    if (new Set(ids).size < ids.length) return undefined;
    const items = deployments(...shown);
    const found = claimOf(items, { isAccepted }, earlier);
    if (JSON.stringify(claimOf(items, { isAccepted }, earlier)) !== JSON.stringify(found)) return 'decided twice';
    const isKnown = (id: string): boolean => earlier === before && ['a', 'b'].includes(id);
    const newIds = ids.filter((id) => id !== '-' && !isKnown(id));
    if (found.kind === 'none') return newIds.length > 0 ? 'overlooks a new one' : undefined;
    if (found.kind === 'ambiguous')
      return found.ids.every((id) => newIds.includes(id)) ? undefined : 'names an old one';
    if (found.kind === 'unclear' || found.kind === 'unreliable') return undefined;
    const { id, status } = found.deployment;
    const above = ids.slice(0, ids.indexOf(id));
    if (!newIds.includes(id)) return 'claims an old one';
    if (above.some(isKnown)) return 'claims one below an old one';
    if ((found.kind === 'ours') !== ['building', 'queued'].includes(status)) return 'claims an ended one at once';
    if (earlier === NO_LIST && found.kind === 'ended') return 'claims an ended one without a list from before';
    return !isAccepted && earlier !== NO_LIST && above.some((other) => newIds.includes(other))
      ? 'prefers one of two'
      : undefined;
  }
});
