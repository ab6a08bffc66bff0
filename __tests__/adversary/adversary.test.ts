// Drawn services: whatever a service answers, the promises of the step hold. A failure prints the shortest story and the
// seed that plays it again; `FUZZ_SCALE=50` draws fifty times as many, `FUZZ_SEED` others.
import { describe, expect, test } from '@jest/globals';
import { judgeDrawnServices } from '../support/adversary/check.ts';
import { goodStory } from '../support/adversary/good-story.ts';
import { brokenBy } from '../support/adversary/invariants/index.ts';
import { tryStory } from '../support/adversary/trial.ts';
import { fuzzTimeoutMs } from '../support/random.ts';

describe('a step', () => {
  test('passes with a service that does everything well', async () => {
    const trial = await tryStory(goodStory);
    expect(trial.run.exitCode).toBe(0);
    expect(brokenBy(trial)).toEqual([]);
  });

  test(
    'keeps its promises with drawn services',
    async () => {
      await expect(judgeDrawnServices({ rounds: 400 })).resolves.toBeUndefined();
    },
    fuzzTimeoutMs,
  );
});
