// Which deployment is ours: lists are written as `id status, id status`, the latest first.
import { expect, test } from '@jest/globals';
import type { Deployment } from '../../src/api/deployments.ts';
import type { List } from '../../src/api/records.ts';
import {
  baselineFrom,
  inProgressIn,
  judgeSearch,
  newEntries,
  otherNewEntries,
  type Search,
  type SearchFacts,
  seenIn,
} from '../../src/operations/ownership.ts';
import type { Sample, Wait } from '../../src/operations/poll-until.ts';

function listOf(text: string): List<Deployment> {
  const isRecognised = text !== 'NO LIST';
  const entries = text === '' || !isRecognised ? [] : text.split(', ');
  const items = entries.map((entry) => {
    const [id = '', ...status] = entry.split(' ');
    return { id, status: status.join(' '), reasons: [] };
  });
  return { items, isRecognised, isCut: false };
}

/** Reads of the list, such as `0: a finished | 3: b queued, a finished`, with their seconds. */
function readingsOf(text: string): Sample<List<Deployment>>[] {
  return text.split(' | ').map((reading) => {
    const [, seconds = '', list = ''] = /^([\d.]+): ?(.*)$/.exec(reading) ?? [];
    return { atMs: Number(seconds) * 1_000, value: listOf(list) };
  });
}

function written(verdict: Search | Wait): string {
  switch (verdict.kind) {
    case 'ours':
      return `ours: ${verdict.deployment.id}`;
    case 'ambiguous':
      return `ambiguous: ${verdict.deployments.map(({ id }) => id).join(' ')}`;
    case 'unknown':
      return `unknown: ${/ended|below|no new|is recognised/.exec(verdict.why)?.[0]}`;
    case 'repost':
    case 'wait':
      return verdict.kind;
  }
}

/** What the reads of the list mean for a POST that was answered, or lost, at 0 s. */
function searched(
  before: string,
  reads: string,
  facts: Pick<SearchFacts, 'lostCount' | 'timeoutMs'>,
): Search | Wait {
  const baseline = baselineFrom(listOf(before));
  const samples = readingsOf(reads).map(({ atMs, value }) => ({
    atMs,
    value: seenIn(baseline, value),
  }));
  const last = samples.at(-1);
  if (last === undefined) throw new Error('no read of the list');
  const { isReliable } = baseline;
  return judgeSearch({ ...facts, isReliable, answeredAtMs: 0 }, samples, last);
}

const QUIET = 'a finished';
/** Reads without anything new, up to the given second. */
const quietUntil = (second: number): string =>
  Array.from({ length: Math.floor(second / 3) + 1 }, (_, index) => `${index * 3}: ${QUIET}`).join(
    ' | ',
  );

test.each<[before: string, reads: string, verdict: string]>([
  ['a finished', '1: a finished', 'wait'],
  ['a finished', '1: b queued, a finished', 'ours: b'],
  ['a finished', '1: b finished, a finished', 'ours: b'],
  ['', '1: b building', 'ours: b'],
  ['a finished', '1: c queued, b queued, a finished', 'ambiguous: c b'],
  ['a finished', '1: a finished, b queued', 'wait'],
  ['a finished', '1: b queued', 'ours: b'],
  // Nothing new for 90 s, with nothing in progress.
  ['a finished', quietUntil(87), 'wait'],
  ['a finished', quietUntil(90), 'unknown: no new'],
  ['a finished', '90: a finished', 'unknown: no new'],
  ['a building', `0: a building | ${quietUntil(90)}`, 'unknown: no new'],
  ['a finished', `${quietUntil(87)} | 90: a building`, 'wait'],
  ['a finished', '0: a building | 3: a finished | 60: a finished | 92: a finished', 'wait'],
  [
    'a finished',
    '0: a building | 3: a finished | 60: a finished | 93: a finished',
    'unknown: no new',
  ],
  // Without a list from before, only one that is in progress.
  ['NO LIST', '1: b finished', 'wait'],
  ['NO LIST', '1: b building, a finished', 'ours: b'],
  ['NO LIST', '1: b building, a building', 'ambiguous: b a'],
  ['NO LIST', '1: b finished | 90: b finished', 'unknown: is recognised'],
])(
  'after an accepted POST the list that was "%s" and is read as "%s" means %s',
  (before, reads, verdict) => {
    const facts = { lostCount: 0, timeoutMs: 90_000 };
    expect(written(searched(before, reads, facts))).toBe(verdict);
  },
);

test.each<[before: string, reads: string, verdict: string]>([
  ['a finished', '1: b queued, a finished', 'ours: b'],
  ['a finished', '1: b shipping, a finished', 'ours: b'],
  ['a finished', '1: b finished, a finished', 'unknown: ended'],
  ['a finished', '1: b failed, a finished', 'unknown: ended'],
  ['a finished', '1: a finished, b queued', 'unknown: below'],
  ['a finished', '1: c queued, b queued, a finished', 'ambiguous: c b'],
  // Three good reads over 15 s, with nothing in progress.
  ['a finished', '1: a finished | 8: a finished', 'wait'],
  ['a finished', '1: a finished | 15: a finished', 'wait'],
  ['a finished', '1: a finished | 8: a finished | 14.9: a finished', 'wait'],
  ['a finished', '1: a finished | 8: a finished | 15: a finished', 'repost'],
  ['', '1: | 8: | 15:', 'repost'],
  ['', '1: NO LIST | 8: NO LIST | 15: NO LIST', 'wait'],
  // A list that has become empty, or shows others alone, proves nothing.
  ['a finished', '1: | 8: | 15: | 18:', 'wait'],
  ['a finished', '1: | 8: a finished | 15: a finished | 18: a finished', 'repost'],
  // Work in progress may hide ours: when it has ended, the time starts anew.
  ['a building', '1: a building | 8: a building | 15: a building | 40: a building', 'wait'],
  ['a building', '1: a building | 4: a finished | 8: a finished | 18: a finished', 'wait'],
  ['a building', '1: a building | 4: a finished | 8: a finished | 19: a finished', 'repost'],
  // An older entry may move up where another has left the list.
  [
    'b finished, a finished',
    '1: b finished, old failed | 8: b finished, old failed | 15: b finished, old failed',
    'repost',
  ],
  ['NO LIST', '1: NO LIST | 8: NO LIST | 15: NO LIST', 'unknown: is recognised'],
  ['NO LIST', '1: NO LIST | 8: b building', 'ours: b'],
])(
  'after a POST whose answer was lost the list that was "%s" and is read as "%s" means %s',
  (before, reads, verdict) => {
    const facts = { lostCount: 1, timeoutMs: 15_000 };
    expect(written(searched(before, reads, facts))).toBe(verdict);
  },
);

test.each([
  [0, '1: a finished', 'Looking for our deployment in the list of deployments until 90000'],
  [1, '1: a finished', 'an effect of the lost request in the list of deployments until 90000'],
  [1, '1: b failed, a finished', 'The new deployment b (failed) had ended when first seen'],
  [1, '1: a finished, b queued', 'The new deployment b (queued) is in the list below older ones'],
])('after %i lost POSTs the list, read as "%s", is described', (lostCount, reads, text) => {
  const verdict = searched('a finished', reads, { lostCount, timeoutMs: 90_000 });
  const { why, text: said, untilMs } = { why: '', text: '', untilMs: 0, ...verdict };
  expect(why || `${said} until ${untilMs}`).toContain(text);
});

test('deployments before are known by all lists so far, in progress by the last one', () => {
  const first = baselineFrom(listOf('b building, a finished'));
  const second = baselineFrom(listOf('c queued, b finished'), first);
  expect([...second.ids].toSorted()).toEqual(['a', 'b', 'c']);
  expect([...second.inProgress]).toEqual(['c']);
  expect(second.isReliable).toBe(true);
  expect(baselineFrom(listOf('NO LIST')).isReliable).toBe(false);
});

const idsOf = (entries: readonly Deployment[]): string => entries.map(({ id }) => id).join(' ');

test.each([
  ['b building, a queued', 'b a'],
  ['b odd, a odd', 'b'],
  ['b finished, a odd', ''],
  ['b finished, a building', 'a'],
  ['b cancelling, a cancelled', 'b'],
])('of "%s" these are in progress: "%s"', (list, ids) => {
  expect(idsOf(inProgressIn(listOf(list).items))).toBe(ids);
});

test.each<[list: string, above: string, below: string]>([
  ['c queued, b queued, a finished', 'c b', ''],
  ['a finished, b queued', '', 'b'],
  ['c queued', 'c', ''],
  ['', '', ''],
])('of "%s" these are new above a: "%s", and below: "%s"', (list, above, below) => {
  const found = newEntries(baselineFrom(listOf('a finished')), listOf(list));
  expect([idsOf(found.above), idsOf(found.below)]).toEqual([above, below]);
});

test.each<[list: string, above: string, below: string]>([
  ['ours building, a finished', '', ''],
  ['x queued, ours building, a finished', 'x', ''],
  ['ours building, x queued, a finished', '', 'x'],
  ['ours building, a finished, x queued', '', 'x'],
  ['x queued, a finished', 'x', ''],
])('beside ours in "%s" stand above: "%s", and below: "%s"', (list, above, below) => {
  const found = otherNewEntries(baselineFrom(listOf('a finished')), 'ours', listOf(list));
  expect([idsOf(found.above), idsOf(found.below)]).toEqual([above, below]);
});
