// The pace's promises, with times and randomness handed in.

import { describe, expect, test } from '@jest/globals';
import { createPace } from '../../src/api/pace.ts';

describe('a quiet key', () => {
  test('a look follows the last within four seconds', () => {
    const pace = createPace({ concurrentJobs: 1, random: () => 1 });
    const poller = pace.poller();
    expect(poller.gapMs({ nowMs: 10_000, elapsedMs: 10_000, receivingMs: 50 })).toBeLessThan(4000);
  });
});
