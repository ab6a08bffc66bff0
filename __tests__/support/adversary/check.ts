// Draws services and judges the step that meets each; a failure prints the shortest story and how
// to play it again.
import * as fc from 'fast-check';
import { stories } from './draw.ts';
import { unexpectedIn } from './expectations.ts';
import { wrongIn } from './promises.ts';
import { goodStory, tableOf } from './story.ts';
import { type Trial, tryStory } from './trial.ts';

/** Real time after which shrinking ends; of the old action nobody reads the report. */
const SHRINK_MS = 60_000;

/** Everything that is wrong or noisy in a trial. */
export const problemsIn = (trial: Trial): string[] => [...wrongIn(trial), ...unexpectedIn(trial)];

/**
 * Plays drawn stories; resolves with a report on the shortest one in which something is wrong, or
 * ''. `path` is that of an earlier report and plays its story alone.
 */
export async function judgeDrawnServices(options: {
  rounds: number;
  seed: number;
  path?: string | undefined;
}): Promise<string> {
  let report = '';
  let failedAtMs: number | undefined;
  const property = fc.asyncProperty(stories, async (story) => {
    if (failedAtMs !== undefined && performance.now() - failedAtMs > SHRINK_MS) return;
    const trial = await tryStory(story);
    const problems = problemsIn(trial);
    if (problems.length === 0) return;
    failedAtMs ??= performance.now();
    report = describe(trial, problems);
    throw new Error(problems.join('\n'));
  });
  const { rounds, seed, path } = options;
  const details = await fc.check(property, {
    seed,
    numRuns: rounds,
    ...(path === undefined ? {} : { path }),
  });
  if (!details.failed) return '';
  const again = `FUZZ_SEED=${details.seed} FUZZ_PATH=${details.counterexamplePath ?? ''}`;
  const reason = report || String(details.errorInstance);
  return `${reason}\n\nTo play it again: ${again} npm test -- __tests__/adversary`;
}

/**
 * The story where it differs from a good one, the table of its service, the requests, and the end
 * of the step log.
 */
function describe({ story, served, run }: Trial, problems: readonly string[]): string {
  const good: Readonly<Record<string, unknown>> = { ...goodStory };
  const fields = Object.entries(story).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(good[name]),
  );
  return [
    ...problems,
    '',
    ...fields.map(([name, value]: [string, unknown]) => `${name}: ${JSON.stringify(value)}`),
    '',
    tableOf(story),
    '',
    served.map(({ atMs, name }) => `${(atMs / 1_000).toFixed(1)} ${name}`).join(', '),
    '',
    ...run.log
      .split('\n')
      .slice(-25)
      .map((line) => `> ${line}`),
  ].join('\n');
}
