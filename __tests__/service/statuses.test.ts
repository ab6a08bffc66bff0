// What the words of a status mean, word by word.
import { describe, expect, test } from '@jest/globals';
import {
  classOf,
  endingOf,
  isKnownStatus,
  isSameStatus,
  isTroubled,
  normalizeStatus,
} from '../../src/service/statuses.ts';

describe('the status of a deployment', () => {
  test.each([
    ['queued', 'queued'],
    [' BUILDING ', 'building'],
    ['Finished', 'finished'],
    ['FAILED', 'failed'],
    ['cancelled', 'cancelled'],
    ['Canceled', 'cancelled'],
    ['Not Finished', 'Not Finished'],
    ['success', 'success'],
    ['failed!', 'failed!'],
    [' x ', ' x '],
  ])('%j is written as %j', (status, written) => {
    expect(normalizeStatus(status)).toBe(written);
    const known = ['queued', 'building', 'finished', 'failed', 'cancelled'];
    expect(isKnownStatus(status)).toBe(known.includes(written));
  });

  test.each([
    ['finished', 'finished FINISHED'],
    ['failed', 'failed Failure error ERRORED crashed aborted rejected timed_out timed-out'],
    ['cancelled', 'cancelled canceled cancelled-by-user skipped superseded'],
    [undefined, 'queued building cancelling failing crashing error_retry abort_in_progress'],
    [undefined, 'success done deployed expired unknown complete ready err fail crash timeout'],
    [undefined, 'xfailed uncancelled finishedx failed: cancel_requested'],
  ])('means %s in each of: %s', (ending, words) => {
    for (const word of words.split(' ')) expect([word, endingOf(word)]).toEqual([word, ending]);
  });

  test.each([
    [' error ', 'failed'],
    ['Timed out', 'failed'],
    ['cancelled by user', 'cancelled'],
    ['Failed: bad request', undefined],
    ['cancelled by user request', undefined],
  ])('is a whole word or phrase: %j means %s', (status, ending) =>
    expect(endingOf(status)).toBe(ending),
  );
});

describe('the status of a resource', () => {
  test.each([
    ['up', 'running healthy active online up live started ready available deployed'],
    ['down', 'exited dead down offline'],
    [
      'crashed',
      'crashed CrashLoopBackOff failed failure error errored err OOMKilled oom killed kill',
    ],
    ['asleep', 'stopped off inactive idle paused suspended sleeping'],
    ['moving', 'pending queued starting stopping deploying building pulling creating updating'],
    ['moving', 'provisioning initializing'],
    ['restarting', 'restarting restarting(unhealthy)'],
    [
      'unknown',
      'green degraded halted v2 rolling upgrade offloaded pausedx deadlock runningx stoppingx2 _ 7 xexited xcrash xstopped xpending',
    ],
    ['unhealthy', 'unhealthy Unhealthy running(unhealthy) green:unhealthy stopped-unhealthy'],
  ])('is %s in each of: %s', (expected, words) => {
    const isBad = ['down', 'crashed', 'unhealthy'].includes(expected);
    for (const word of `${words} ${words.toUpperCase()}`.split(' '))
      expect([word, classOf(word), isTroubled(word)]).toEqual([word, expected, isBad]);
  });

  test.each([
    [undefined, 'none'],
    ['', 'unknown'],
    ['running (healthy)', 'up'],
    ['running:healthy', 'up'],
    ['Up 3 minutes', 'up'],
    ['Up 3 minutes (unhealthy)', 'unhealthy'],
    ['exited (0)', 'down'],
    ['exited (unhealthy)', 'down'],
    ['crashed, unhealthy', 'crashed'],
    ['(running)', 'up'],
  ])('%j is %s', (status, expected) => expect(classOf(status)).toBe(expected));

  test.each([
    ['running (healthy)', 'Running:healthy', true],
    ['up', 'Up 4 minutes', true],
    ['Exited (0) 50 seconds ago', 'Exited (0) 3 minutes ago', true],
    ['Up less than a second', 'Up About an hour', true],
    ['exited (0)', 'Exited (137)', true],
    ['Green', ' green', true],
    [undefined, undefined, true],
    ['running', 'running (healthy)', false],
    ['running', 'stopped', false],
    ['version 1', 'version 2', false],
    ['running', undefined, false],
    ['up 3 minutes', 'restarting 3 minutes', false],
    ['up 3 minutes (unhealthy)', 'up 4 minutes', false],
  ])('%j and %j are the same: %s', (a, b, expected) => {
    expect(isSameStatus(a, b)).toBe(expected);
    expect(isSameStatus(b, a)).toBe(expected);
  });
});
