// The steps that are played: the rows of all timelines, and drawn services; and how each is cut.
import { globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { stories } from '../../../__tests__/support/adversary/draw.ts';
import { stepOf } from '../../../__tests__/support/adversary/story.ts';
import type { TimelineStep } from '../../../__tests__/support/timeline.ts';
import { collected } from './jest-stand-in.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** A step to compare. */
export interface NamedStep {
  readonly title: string;
  readonly step: TimelineStep;
  readonly isDrawn: boolean;
}

/** How a step is played; without any field as its row says. */
export interface Variant {
  /** Seed of chance in place of the row's own. */
  readonly seed?: number;
  readonly cancelMs?: number;
  readonly timeoutS?: number;
  /** The request whose answer comes `LATE_MS` later, such as `dep_2 #3`. */
  readonly late?: string;
}

/** A request of a step by its name and number, and when it came. */
export interface RequestTime {
  readonly key: string;
  readonly atMs: number;
}

/** Beyond a whole second, so that the request is in flight at the next deadline. */
export const LATE_MS = 1_500;
/** From a request to the cut before and after it; polls are further apart. */
const CUT_MS = 50;

/** The rows of all timelines, in the order of their files. */
export async function rowSteps(): Promise<NamedStep[]> {
  const stub = new URL('jest-stand-in.ts', import.meta.url).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '@jest/globals' ? { url: stub, shortCircuit: true } : next(specifier, context),
  });
  const files = globSync('__tests__/{steps,adversary}/*.test.ts', { cwd: ROOT }).toSorted();
  const steps: NamedStep[] = [];
  for (const file of files) {
    await import(pathToFileURL(join(ROOT, file)).href);
    const name = basename(file, '.test.ts');
    for (const row of collected.splice(0))
      steps.push({ title: `${name}: ${row.it}`, step: row, isDrawn: false });
  }
  return steps;
}

/** Drawn services, the same for the same seed. */
export function drawnSteps(count: number, seed: number): NamedStep[] {
  return fc.sample(stories, { numRuns: count, seed }).map((story, index) => ({
    title: `drawn service ${index} of seed ${seed}`,
    step: stepOf(story),
    isDrawn: true,
  }));
}

/**
 * The step cut by cancel and by deadline around its first `most` and its last `most` requests:
 * before, after, and while the request is in flight. Deadlines are whole seconds.
 */
export function cutsAround(requests: readonly RequestTime[], most: number): Variant[] {
  const around = requests.filter((_, index) => index < most || index >= requests.length - most);
  const cuts = around.flatMap(({ key, atMs }): Variant[] => {
    const beforeS = Math.floor(atMs / 1_000);
    const afterMs = Math.round(atMs + CUT_MS);
    return [
      { cancelMs: Math.round(atMs - CUT_MS) },
      { cancelMs: afterMs },
      { cancelMs: afterMs, late: key },
      { timeoutS: beforeS },
      { timeoutS: beforeS + 1 },
      { timeoutS: beforeS + 1, late: key },
    ];
  });
  const possible = cuts.filter(({ cancelMs = 1, timeoutS = 1 }) => cancelMs > 0 && timeoutS > 0);
  return [...new Map(possible.map((cut) => [JSON.stringify(cut), cut])).values()];
}
