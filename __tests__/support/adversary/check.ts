// Draws services and judges the step that meets each.
import { type DrawnOptions, forDrawn } from '../drawn.ts';
import { describeRequests, describeStory } from './describe.ts';
import { stories } from './draw/draw.ts';
import { brokenBy } from './invariants/index.ts';
import type { Story } from './story.ts';
import { tryStory } from './trial.ts';

const SHRINK_MS = 20_000;

/** Rejects with a report on the shortest story in which the step breaks a promise. */
export async function judgeDrawnServices(options: Pick<DrawnOptions<Story>, 'rounds' | 'seed'>): Promise<void> {
  await forDrawn(stories, { ...options, shrinkMs: SHRINK_MS, describe }, async (story) => {
    const trial = await tryStory(story);
    const broken = brokenBy(trial);
    if (broken.length === 0) return;
    const report = [
      ...broken.map(({ invariant, problem }) => `${invariant}: ${problem}`),
      '',
      'The requests:',
      ...describeRequests(trial),
      '',
      'The end of the step log:',
      ...trial.run.log
        .split('\n')
        .slice(-20)
        .map((line) => `| ${line}`),
    ];
    throw new Error(report.join('\n'));
  });
}

/** The story where it differs from a service that does everything well. */
function describe(story: Story): string {
  return describeStory(story)
    .map((line) => `\n- ${line}`)
    .join('');
}
