// Drawn services: whatever a service answers, the step is not wrong, and not noisier than it must
// be. A failure prints the shortest story and the seed that plays it again; `npm run adversary`
// draws thousands.
import { describe, expect, test } from '@jest/globals';
import { judgeDrawnServices, problemsIn } from '../support/adversary/check.ts';
import { goodStory } from '../support/adversary/story.ts';
import { tryStory } from '../support/adversary/trial.ts';
import { drawScale, drawSeed } from '../support/random.ts';

const seed = drawSeed();

describe('a step', () => {
  test('passes with a service that does everything well', async () => {
    const trial = await tryStory(goodStory);
    expect([trial.code, ...problemsIn(trial)]).toEqual(['']);
  });

  test(`is not wrong with drawn services (seed ${seed})`, async () => {
    const problem = await judgeDrawnServices({
      rounds: 150 * drawScale(),
      seed,
      path: process.env['FUZZ_PATH'],
    });
    expect(problem).toBe('');
  });
});
