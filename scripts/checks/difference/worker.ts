// One of the processes that compare: plays its share of the steps with both trees.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { z } from 'zod';
import { main } from '../../../src/main.ts';
import { differenceOf } from './text-difference.ts';
import { type Kind, KINDS, recordStep, type StepRecord } from './record.ts';
import { cutsAround, drawnSteps, type NamedStep, rowSteps, type Variant } from './steps.ts';

const jobSchema = z.object({
  /** The folder that holds the other `src`. */
  base: z.string(),
  withRows: z.boolean(),
  drawn: z.number(),
  seed: z.number(),
  /** Only steps whose titles hold this. */
  only: z.string(),
  /** Each step is cut around so many of its first and of its last requests. */
  cuts: z.number(),
  /** Kinds whose differences are not shown. */
  ignored: z.array(z.enum(KINDS)),
  /** This process plays each `jobs`-th step from the `index`-th on. */
  index: z.number(),
  jobs: z.number(),
});
/** What a process compares. */
export type Job = z.infer<typeof jobSchema>;

/** What a process sends for each step. */
export interface Report {
  readonly title: string;
  readonly played: number;
  readonly differences: readonly Difference[];
}

/** One variant of a step that differs. */
export interface Difference {
  readonly variant: Variant;
  readonly kinds: readonly Kind[];
  /** The first kind that is not ignored, and its difference for people. */
  readonly shown: Kind | undefined;
  readonly text: string;
}

const job = jobSchema.parse(JSON.parse(process.argv[2] ?? ''));
const baseUrl = pathToFileURL(join(job.base, 'src/main.ts')).href;
const base = z
  .object({ main: z.custom<typeof main>((value) => typeof value === 'function') })
  .parse(await import(baseUrl));
// Loaded ahead of time: the virtual clock does not see that a module is being read.
await import('@actions/github');

const steps = [
  ...(job.withRows ? await rowSteps() : []),
  ...(job.drawn > 0 ? drawnSteps(job.drawn, job.seed) : []),
].filter(({ title }) => title.includes(job.only));

// A test service that was down when its step ended may listen for ever; and the parent may be gone.
process.once('disconnect', () => process.exit());
for (const [index, step] of steps.entries())
  if (index % job.jobs === job.index) process.send?.(await compare(step, index));
process.disconnect();

async function compare(step: NamedStep, index: number): Promise<Report> {
  const differences: Difference[] = [];
  let played = 0;
  async function compareVariant(variant: Variant): Promise<StepRecord> {
    const before = await recordStep(step, base.main, variant);
    const after = await recordStep(step, main, variant);
    played += 1;
    const kinds = KINDS.filter((kind) => before.texts[kind] !== after.texts[kind]);
    if (kinds.length > 0) {
      const shown = kinds.find((kind) => !job.ignored.includes(kind));
      const text = shown && differenceOf(before.texts[shown] ?? '', after.texts[shown] ?? '');
      differences.push({ variant, kinds, shown, text: text ?? '' });
    }
    return before;
  }
  const { requests } = await compareVariant({});
  const cuts = cutsAround(requests, job.cuts);
  // A row once more with chance; of the cuts of a drawn service only one, each time another.
  const variants = step.isDrawn
    ? cuts.slice(index % (cuts.length || 1)).slice(0, 1)
    : [{ seed: job.seed }, ...cuts];
  for (const variant of variants) await compareVariant(variant);
  return { title: step.title, played, differences };
}
