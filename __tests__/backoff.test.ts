// How long to wait before another try.
import { expect, test } from '@jest/globals';
import { backoffMs } from '../src/backoff.ts';

const spread = (attempt: number, options: { firstMs?: number; retryAfterMs?: number } = {}): [number, number] => [
  backoffMs(attempt, { random: () => 0, ...options }),
  backoffMs(attempt, { random: () => 1, ...options }),
];

test('doubles from one second to fifteen, with a quarter of jitter', () => {
  expect(spread(1)).toEqual([750, 1_250]);
  expect(spread(2)).toEqual([1_500, 2_500]);
  expect(spread(4)).toEqual([6_000, 10_000]);
  expect(spread(5)).toEqual([11_250, 18_750]);
  expect(spread(5_000)).toEqual([11_250, 18_750]);
  expect(spread(1, { firstMs: 2_000 })).toEqual([1_500, 2_500]);
});

test('is never shorter than Retry-After, and adds at most a tenth or half a second', () => {
  expect(spread(1, { retryAfterMs: 7_000 })).toEqual([7_000, 7_700]);
  expect(spread(9, { retryAfterMs: 60_000 })).toEqual([60_000, 66_000]);
  expect(spread(1, { retryAfterMs: 1_000 })).toEqual([1_000, 1_500]);
});

test('waits half a second even for Retry-After: 0', () => {
  expect(spread(1, { retryAfterMs: 0 })).toEqual([500, 1_000]);
});
