// Draws services until one breaks a promise, then shrinks it: the report is the shortest story and how to play it again.
import * as fc from 'fast-check';
import { describeRequests, describeStory } from './describe.ts';
import { stories } from './draw/draw.ts';
import { brokenBy } from './invariants/index.ts';
import type { Story } from './story.ts';
import { tryStory } from './trial.ts';

/** Which services are drawn. */
export interface DrawOptions {
  readonly seed: number;
  readonly runs: number;
  /** The path of a failure that is to be played again; undefined for all draws. */
  readonly path?: string | undefined;
  /** Shrinking ends after so long; the shortest story so far is reported. */
  readonly shrinkMs: number;
}

/** The report on the shortest story that breaks one of the promises; undefined when all were kept. */
export async function findBrokenPromise({ seed, runs, path, shrinkMs }: DrawOptions): Promise<string | undefined> {
  let failedAtMs: number | undefined;
  const property = fc.asyncProperty(stories, async (story) => {
    // Once there is a failure, only so much time goes into making it shorter.
    if (failedAtMs !== undefined && performance.now() - failedAtMs > shrinkMs) return true;
    const isKept = brokenBy(await tryStory(story)).length === 0;
    if (!isKept) failedAtMs ??= performance.now();
    return isKept;
  });
  const details = await fc.check(property, { seed, numRuns: runs, ...(path === undefined ? {} : { path }) });
  if (!details.failed) return undefined;
  const story = details.counterexample?.[0];
  if (story === undefined) throw new Error('no story was drawn', { cause: details.errorInstance });
  const replay = `FUZZ_SEED=${details.seed} FUZZ_PATH=${details.counterexamplePath} npm test -- __tests__/adversary`;
  return `${await reportOn(story)}\nTo play it again: ${replay}`;
}

async function reportOn(story: Story): Promise<string> {
  const trial = await tryStory(story);
  return [
    ...brokenBy(trial).map(({ invariant, problem }) => `${invariant}: ${problem}`),
    '',
    'The story, where it differs from a service that does everything well:',
    ...describeStory(story).map((line) => `- ${line}`),
    '',
    'The requests:',
    ...describeRequests(trial),
    '',
    'The end of the step log:',
    ...trial.run.log.split('\n').slice(-20),
  ].join('\n');
}
