// A hundred drawn stories; `npm run adversary` plays thousands. A failure prints the shortest story
// and the seed that plays it again.
import { describe, expect, test } from '@jest/globals';
import { judge, judgeStories } from '../support/adversary/run.ts';
import { plainStory } from '../support/adversary/story.ts';
import { drawScale, drawSeed } from '../support/random.ts';

const STORIES = 100;

describe('a step', () => {
  test('passes with a service that does everything well', async () => {
    const { problems, trial } = await judge(plainStory);
    expect([trial?.run.exitCode, ...problems]).toEqual([0]);
  });

  test(`keeps the four promises in drawn stories (seed ${drawSeed()})`, async () => {
    const reports: string[] = [];
    for await (const report of judgeStories(drawSeed(), STORIES * drawScale()))
      reports.push(report);
    expect(reports.join('\n\n')).toBe('');
  });
});
