// Whether a deployment has ended, by its status and by those of older ones.
import { describe, expect, test } from '@jest/globals';
import { type End, endOf, inProgressIn, oldStatusesIn } from '../../../src/operations/decisions/index.ts';
import { normalizeStatus } from '../../../src/api/model.ts';
import { deployments, sequences } from '../../support/decisions.ts';

const NONE: ReadonlySet<string> = new Set();

describe('a status without older ones', () => {
  test.each<[string, End | undefined]>([
    ['queued', undefined],
    ['building', undefined],
    ['finished', 'finished'],
    ['failed', 'failed'],
    ['cancelled', 'cancelled'],
    // Words that begin like a failure.
    ['fail', 'failed'],
    ['error', 'failed'],
    ['ERROR', 'failed'],
    ['errored', 'failed'],
    ['crashed', 'failed'],
    ['aborted', 'failed'],
    ['rejected', 'failed'],
    ['timed_out', 'failed'],
    ['timeout', 'failed'],
    // Words that begin like a cancellation.
    ['canceled', 'cancelled'],
    ['cancelled-by-user', 'cancelled'],
    ['skipped', 'cancelled'],
    ['superseded', 'cancelled'],
    // The end is still to come.
    ['cancel_requested', undefined],
    ['cancel pending', undefined],
    ['failed, will retry', undefined],
    ['cancellation in progress', undefined],
    ['failing', undefined],
    ['cancelling', undefined],
    ['skipping', undefined],
    // Words that only look like an end, or like a success.
    ['build failed', undefined],
    ['not_failed', undefined],
    ['success', undefined],
    ['done', undefined],
    ['ready', undefined],
    ['finished with warnings', undefined],
    ['unknown', undefined],
    ['', undefined],
  ])('%j ends as %j', (status, end) => {
    expect(endOf(normalizeStatus(status), NONE)).toBe(end);
  });
});

describe('a status that older deployments have', () => {
  test.each<[string, string[], End | undefined]>([
    ['is an end if it is unknown', ['old success'], 'unknown'],
    ['is an end in any letter case', ['old SUCCESS'], 'unknown'],
    ['is an end if any of them has it', ['b failed', 'a success'], 'unknown'],
    ['is no end if they have another one', ['old done'], undefined],
    ['is no end without older ones', [], undefined],
  ])('%s', (_, older, end) => {
    expect(endOf('success', oldStatusesIn(deployments('new success', ...older), 'new'))).toBe(end);
  });

  test.each(['queued', 'building'])('is no end if it is %s', (status) => {
    expect(endOf(status, oldStatusesIn(deployments(`new ${status}`, `old ${status}`), 'new'))).toBeUndefined();
  });

  test.each<[string, End]>([
    ['finished', 'finished'],
    ['timed_out', 'failed'],
    ['skipped', 'cancelled'],
  ])('still ends as its name says: %s', (status, end) => {
    expect(endOf(status, oldStatusesIn(deployments(`new ${status}`, `old ${status}`), 'new'))).toBe(end);
  });

  test('is no end if it is missing, since entries without a status prove nothing', () => {
    expect(endOf('unknown', oldStatusesIn(deployments('new unknown', 'old unknown'), 'new'))).toBeUndefined();
  });
});

describe('the old statuses', () => {
  test('are the unknown ones below the deployment', () => {
    const items = deployments('c paused', 'b Live', 'a finished', 'z Gone');
    expect(oldStatusesIn(items, 'b')).toEqual(new Set(['gone']));
    expect(oldStatusesIn(items, 'c')).toEqual(new Set(['live', 'gone']));
  });

  test.each([undefined, 'new'])('leave out the first entry, which may be in progress (id: %s)', (id) => {
    expect(oldStatusesIn(deployments('b live', 'a gone'), id)).toEqual(new Set(['gone']));
  });

  test('of an empty list are none', () => {
    expect(oldStatusesIn([])).toEqual(NONE);
  });
});

describe('in progress in a list are', () => {
  test.each<[string, string[], string[]]>([
    ['all that are queued or building', ['c queued', 'b finished', 'a building'], ['c', 'a']],
    ['the latest with an unknown status', ['b deploying', 'a finished'], ['b']],
    ['not an older one with an unknown status', ['b finished', 'a deploying'], []],
    ['not the latest if an older one has its status', ['b success', 'a success'], []],
    ['not the latest if its status means an end', ['b timed_out', 'a finished'], []],
    ['the latest without a status, although older ones have none either', ['b unknown', 'a unknown'], ['b']],
    ['none of an empty list', [], []],
  ])('%s', (_, entries, ids) => {
    expect(inProgressIn(deployments(...entries)).map(({ id }) => id)).toEqual(ids);
  });
});

test('never takes an unknown status for a success, whatever the list shows', () => {
  const words = ['building', 'finished', 'failed', 'success', 'ready', 'unknown', 'Cancel_requested'];
  for (const statuses of sequences(words, 4)) {
    const items = deployments(...statuses.map((status, at) => `d${at} ${status}`));
    const [first = ''] = statuses;
    const end = endOf(first, oldStatusesIn(items, 'd0'));
    expect(end === 'finished').toBe(first === 'finished');
    const isOld = statuses.slice(1).some((status) => status === first);
    expect(end === 'unknown').toBe(isOld && ['success', 'ready'].includes(first));
    expect(inProgressIn(items).some(({ id }) => id === 'd0')).toBe(end === undefined);
  }
});
