// A process that draws services until one breaks a promise: `node first-failure.ts <seed> <services>` prints what was
// found, such as `12 endsInTime: took 1 s`. It runs on the sources beside it, which may be a changed copy.
import * as fc from 'fast-check';
import { stories } from './draw.ts';
import { brokenBy, invariantNames } from './invariants/index.ts';
import { tryStory } from './trial.ts';

/** What was found: after how many services, and the promise that was broken; no promise when all were kept. */
export interface FirstFailure {
  readonly services: number;
  readonly promise: string | undefined;
}

async function findFirst(seed: number, most: number): Promise<FirstFailure> {
  for (const [index, story] of fc.sample(stories, { seed, numRuns: most }).entries()) {
    const [broken] = brokenBy(await tryStory(story), invariantNames);
    if (broken !== undefined) return { services: index + 1, promise: `${broken.name}: ${broken.problem}` };
  }
  return { services: most, promise: undefined };
}

const [seed = '1', services = '1000'] = process.argv.slice(2);
const found = await findFirst(Number(seed), Number(services));
process.stdout.write(`${found.services} ${(found.promise ?? '').replaceAll('\n', ' ')}\n`);
