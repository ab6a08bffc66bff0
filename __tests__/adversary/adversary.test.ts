// Drawn services: whatever a service answers, the promises of the step hold. A failure prints the shortest story and the
// line that plays it again; `FUZZ_SCALE=50` draws fifty times as many, `FUZZ_SEED` others.
import { describe, expect, test } from '@jest/globals';
import { findBrokenPromise } from '../support/adversary/check.ts';
import { goodStory } from '../support/adversary/describe.ts';
import { brokenBy } from '../support/adversary/invariants/index.ts';
import { tryStory } from '../support/adversary/trial.ts';
import { fuzzRounds } from '../support/random.ts';

const SERVICES = 400;
const SHRINK_MS = 20_000;
/** A limit for a busy machine; an idle one takes 20 ms. */
const MS_PER_SERVICE = 1_000;

/** The services are the same in every run: what is red once is red again. */
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const runs = fuzzRounds(SERVICES);

describe('a step', () => {
  test('passes with a service that does everything well', async () => {
    const trial = await tryStory(goodStory);
    expect(trial.run.exitCode).toBe(0);
    expect(brokenBy(trial)).toEqual([]);
  });

  test(
    `keeps its promises with ${runs} drawn services`,
    async () => {
      const path = process.env['FUZZ_PATH'];
      expect(await findBrokenPromise({ seed, runs, path, shrinkMs: SHRINK_MS })).toBeUndefined();
    },
    SHRINK_MS + runs * MS_PER_SERVICE,
  );
});
