// The limit of a key: so many requests in any window.

import { describe, expect, test } from '@jest/globals';
import { createKeyLimit } from '../../../bench/simulation/key-limit.ts';

describe('the limit of a key', () => {
  const limitOf = (refusedCount: boolean) => createKeyLimit({ requests: 2, windowMs: 60_000, refusedCount });

  test('admits so many in any window, and knows when the next may come', () => {
    const limit = limitOf(false);
    expect([0, 1000, 2000, 59_999].map((atMs) => limit.arrive(atMs))).toEqual([undefined, undefined, 58_000, 1]);
    expect(limit.hasRoom(60_000)).toBe(true);
    expect([60_000, 60_500].map((atMs) => limit.arrive(atMs))).toEqual([undefined, 500]);
  });

  test('stays full while requests keep coming, where refused requests count', () => {
    const limit = limitOf(true);
    for (let atMs = 0; atMs < 600_000; atMs += 20_000) limit.arrive(atMs);
    expect(limit.hasRoom(600_000)).toBe(false);
    expect(limit.hasRoom(660_000)).toBe(true);
  });
});
