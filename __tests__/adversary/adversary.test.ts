// A hundred drawn stories; `npm run adversary` plays thousands. A failure prints the shortest story
// and the seed that plays it again.
import { describe, expect, test } from '@jest/globals';
import { wrongIn } from '../support/adversary/judge.ts';
import { play } from '../support/adversary/play.ts';
import { judgeStories } from '../support/adversary/run.ts';
import { plainStory } from '../support/adversary/story.ts';
import { drawScale, drawSeed } from '../support/random.ts';

const STORIES = 100;

describe('a step', () => {
  test('passes with a service that does everything well', async () => {
    const trial = await play(plainStory);
    expect([trial.run.exitCode, ...wrongIn(trial)]).toEqual([0]);
  });

  test(`keeps the four promises in drawn stories (seed ${drawSeed()})`, async () => {
    const reports: string[] = [];
    for await (const report of judgeStories(drawSeed(), STORIES * drawScale()))
      reports.push(report);
    expect(reports.join('\n\n')).toBe('');
  });
});
