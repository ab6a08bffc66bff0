// What to do after a deploy request whose response was lost, by the reads of the list since then.
import { describe, expect, test } from '@jest/globals';
import type { List, Deployment } from '../../../src/api/model.ts';
import {
  type AfterLostRequest,
  afterLostRequest,
  type ListRead,
} from '../../../src/operations/decisions/after-lost-request.ts';
import { knownFrom } from '../../../src/operations/decisions/index.ts';
import { deployments, listOfAll, NO_LIST, sequences } from '../../support/decisions.ts';

const LOST_AT_MS = 100_000;
const before = listOfAll('b', 'a');
const SAME = ['b', 'a'];
const QUEUE = ['b building', 'a'];

/** A read: seconds since the request was lost, and the entries of the list. */
type Read = readonly [seconds: number, ...entries: string[]];

interface Options {
  readonly mayStillStart?: boolean;
  readonly earlier?: List<Deployment>;
}

function decide(reads: readonly Read[], { mayStillStart = false, earlier = before }: Options = {}): AfterLostRequest {
  const seen: ListRead[] = reads.map(([seconds, ...entries]) => ({
    atMs: LOST_AT_MS + seconds * 1_000,
    items: deployments(...entries),
  }));
  return afterLostRequest({ known: knownFrom(earlier), lostAtMs: LOST_AT_MS, mayStillStart, reads: seen });
}

function kindOf(decision: AfterLostRequest): string {
  if (decision.kind === 'found') return decision.claim.kind;
  return decision.kind === 'give up' ? `give up: ${decision.why}` : decision.kind;
}

/** The same list, every five seconds. */
function every5(entries: readonly string[], fromSeconds: number, toSeconds: number): Read[] {
  const count = (toSeconds - fromSeconds) / 5 + 1;
  return Array.from({ length: count }, (_, at): Read => [fromSeconds + 5 * at, ...entries]);
}

interface Case {
  readonly what: string;
  readonly reads: readonly Read[];
  readonly is: string;
  readonly options?: Options;
}

function check({ reads, is, options }: Case): void {
  expect(kindOf(decide(reads, options))).toBe(is);
}

const SLOW: Options = { mayStillStart: true };

describe('without a new deployment', () => {
  test.each<Case>([
    { what: 'it reads the list first', reads: [], is: 'read' },
    { what: 'it reads again before fifteen seconds', reads: [...every5(SAME, 0, 10), [14.999, ...SAME]], is: 'read' },
    { what: 'it posts after fifteen seconds', reads: every5(SAME, 0, 15), is: 'post' },
    {
      what: 'it reads again before three reads',
      reads: [
        [1, ...SAME],
        [60, ...SAME],
      ],
      is: 'read',
    },
    {
      what: 'it posts after three reads, however far apart',
      reads: [
        [1, ...SAME],
        [60, ...SAME],
        [61, ...SAME],
      ],
      is: 'post',
    },
    {
      what: 'it reads again for ninety seconds if the service may still be working on it',
      reads: [...every5(SAME, 0, 85), [89.999, ...SAME]],
      is: 'read',
      options: SLOW,
    },
    { what: 'it posts after ninety seconds then', reads: every5(SAME, 0, 90), is: 'post', options: SLOW },
    {
      what: 'it posts for a resource that had none before',
      reads: every5([], 0, 15),
      is: 'post',
      options: { earlier: listOfAll() },
    },
  ])('$what', check);
});

describe('a list that has become empty', () => {
  test.each<Case>([
    { what: 'does not count', reads: every5([], 0, 15), is: 'read' },
    { what: 'does not count among others', reads: [[0, ...SAME], [5, ...SAME], [10], [15]], is: 'read' },
    { what: 'does not take away what others showed', reads: [...every5(SAME, 0, 10), [15]], is: 'post' },
    { what: 'is given up after ten minutes, as what it is', reads: every5([], 0, 600), is: 'give up: empty list' },
    { what: 'is read for ten minutes', reads: every5([], 0, 595), is: 'read' },
  ])('$what', check);
});

describe('a build of somebody else', () => {
  const earlier = listOfAll(...QUEUE);
  test.each<Case>([
    { what: 'that is building may hide ours', reads: every5(QUEUE, 0, 300), is: 'read' },
    { what: 'that is queued may hide ours', reads: every5(['b queued', 'a'], 0, 300), is: 'read' },
    { what: 'with an unknown word at the top may, too', reads: every5(['b deploying', 'a'], 0, 300), is: 'read' },
    { what: 'below the top may, too', reads: every5(['b', 'a building'], 0, 300), is: 'read' },
    { what: 'begins the fifteen seconds anew', reads: [...every5(QUEUE, 0, 60), ...every5(SAME, 65, 70)], is: 'read' },
    {
      what: 'begins it anew from its last read',
      reads: [...every5(QUEUE, 0, 60), [65, ...SAME], [70, ...SAME], [74.999, ...SAME]],
      is: 'read',
      options: { earlier },
    },
    {
      what: 'allows another request fifteen seconds after it has ended',
      reads: [...every5(QUEUE, 0, 60), ...every5(SAME, 65, 75)],
      is: 'post',
      options: { earlier },
    },
    {
      what: 'allows it only after ninety seconds, if the service may still be working on it',
      reads: [...every5(QUEUE, 0, 60), ...every5(SAME, 65, 145)],
      is: 'read',
      options: { ...SLOW, earlier },
    },
    {
      what: 'allows it after ninety seconds then',
      reads: [...every5(QUEUE, 0, 60), ...every5(SAME, 65, 150)],
      is: 'post',
      options: { ...SLOW, earlier },
    },
    { what: 'without a change is waited for up to ten minutes', reads: every5(QUEUE, 0, 595), is: 'read' },
    { what: 'without a change is given up after ten minutes', reads: every5(QUEUE, 0, 600), is: 'give up: queue' },
    {
      what: 'is waited for longer while the list changes',
      reads: [...every5(['b queued', 'a'], 0, 300), ...every5(QUEUE, 305, 900)],
      is: 'read',
    },
    {
      what: 'is given up ten minutes after the last change',
      reads: [...every5(['b queued', 'a'], 0, 300), ...every5(QUEUE, 305, 905)],
      is: 'give up: queue',
    },
    {
      what: 'gives way to ours as soon as that appears',
      reads: [...every5(QUEUE, 0, 60), [65, 'c queued', 'b building', 'a']],
      is: 'ours',
      options: { earlier },
    },
  ])('$what', check);
});

describe('a new deployment', () => {
  test.each<Case>([
    { what: 'in progress is ours at once', reads: [[0, 'c queued', ...SAME]], is: 'ours' },
    {
      what: 'stays ours where a later list shows it below',
      reads: [
        [0, 'c finished', ...SAME],
        [5, 'b', 'c building', 'a'],
      ],
      is: 'ours',
    },
    { what: 'beside another one is ambiguous at once', reads: [[0, 'd queued', 'c queued', ...SAME]], is: 'ambiguous' },
    {
      what: 'that had ended is not ours before fifteen seconds',
      reads: every5(['c failed', ...SAME], 0, 10),
      is: 'read',
    },
    { what: 'that had ended is ours after fifteen seconds', reads: every5(['c failed', ...SAME], 0, 15), is: 'ended' },
    { what: 'without an id never allows another request', reads: every5(['-', ...SAME], 0, 15), is: 'unclear' },
    { what: 'below older ones never does', reads: every5([...SAME, 'z'], 0, 15), is: 'unclear' },
  ])('$what', check);
});

describe('without a list before the request', () => {
  const options: Options = { earlier: NO_LIST };
  test.each<Case>([
    { what: 'nothing allows another request', reads: every5([], 0, 15), is: 'give up: no list', options },
    { what: 'one that had ended is not ours', reads: every5(['a'], 0, 15), is: 'unreliable', options },
    {
      what: 'one in progress beside one that had ended is not ours',
      reads: every5(['b building', 'a'], 0, 15),
      is: 'unreliable',
      options,
    },
    { what: 'the only one, in progress, is ours', reads: [[0, 'b building']], is: 'ours', options },
  ])('$what', check);
});

test('never posts too early, while somebody builds, or beside anything new, in every sequence of four reads', () => {
  const lists = [SAME, QUEUE, [], ['c building', ...SAME], ['c finished', ...SAME], ['-', ...SAME]];
  const problems: unknown[] = [];
  for (const shown of sequences(lists, 4)) {
    for (const gap of [4, 8, 31]) {
      for (const mayStillStart of [false, true]) {
        for (const earlier of [before, NO_LIST]) {
          const reads = shown.map((entries, at): Read => [at * gap, ...entries]);
          const decision = decide(reads, { mayStillStart, earlier });
          const problem = problemOf(decision, { shown, gap, mayStillStart, isReliable: earlier === before });
          if (problem !== undefined)
            throw new Error(`${problem}: ${JSON.stringify({ reads, mayStillStart, decision })}`);
        }
      }
    }
  }

  expect(problems).toEqual([]);

  function problemOf(
    decision: AfterLostRequest,
    of: { shown: readonly (readonly string[])[]; gap: number; mayStillStart: boolean; isReliable: boolean },
  ): string | undefined {
    const { shown, gap, mayStillStart, isReliable } = of;
    const last = shown.at(-1) ?? [];
    const isNew = (entries: readonly string[]) => entries.some((entry) => /^[c-]/.test(entry));
    if (decision.kind === 'found' && !isNew(last) && isReliable) return 'found what is not there';
    if (decision.kind === 'give up' && isReliable) return 'gave up before ten minutes';
    if (decision.kind !== 'post') return undefined;
    if (!isReliable) return 'posted without a list from before';
    if (isNew(last) || last === QUEUE) return 'posted beside another one';
    const since = shown.lastIndexOf(QUEUE);
    if (shown.slice(since + 1).filter((entries) => entries.length > 0).length < 3) return 'posted after too few reads';
    const searchedSeconds = (shown.length - 1 - Math.max(0, since)) * gap;
    return searchedSeconds < (mayStillStart ? 90 : 15) ? 'posted too early' : undefined;
  }
});
