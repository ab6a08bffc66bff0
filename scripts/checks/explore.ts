// The explorer: plays every short story of a deploy up to a bound and judges each. `--mutations` breaks the action on
// purpose instead and checks that the explorer notices; a number plays one story again.
import '../node-version.ts';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  describe,
  type Exploration,
  explore,
  type ExploreOptions,
  type Result,
} from '../../__tests__/explore/explore.ts';
import { problemsOf } from '../../__tests__/explore/invariants.ts';
import { mutations, withMutation } from '../../__tests__/explore/mutations.ts';
import { type Bound, planOf, play } from '../../__tests__/explore/play.ts';
import { rarePlaces } from '../../__tests__/explore/rare-places.ts';
import { startThreads } from '../../__tests__/explore/threads.ts';
import { readCommandLine } from '../command-line.ts';

const root = join(import.meta.dirname, '../..');
const { flags, rest } = readCommandLine({
  command: 'npm run explore',
  purpose: 'Plays every short story of a deploy up to a bound, and judges each.',
  flags: {
    quick: 'stop at the bound that npm test goes to',
    mutations: 'break the action on purpose, one rule at a time: each has to be noticed',
  },
  passesTo: 'the explorer: numbers of stories to play again',
});

const WHOLE: Bound = { choices: 3, choicesWithStop: 2 };
const QUICK: Bound = { choices: 1, choicesWithStop: 1 };
/** Choices beyond the story that a mutation starts from: far enough for each. */
const MUTATED_CHOICES = 2;
const BATCH = 25;
const PROGRESS_MS = 10_000;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function boundText({ choices, choicesWithStop }: Bound): string {
  return `up to ${choices} choices that differ from a good service, ${choicesWithStop} in stories that are cancelled or reach their deadline at one of their requests`;
}

async function exploreIn(
  folder: string,
  { bound, ...more }: Pick<ExploreOptions, 'bound' | 'start' | 'isEnough'>,
): Promise<Exploration> {
  const threads = startThreads(folder, { count: Math.max(1, Math.min(4, availableParallelism())), bound });
  let printedMs = performance.now();
  const reporting: Pick<ExploreOptions, 'onProgress' | 'onFailure'> = {
    onFailure: ({ text }) => print(`\n${text}\n`),
    onProgress({ done, known, failures }) {
      if (performance.now() - printedMs < PROGRESS_MS) return;
      printedMs = performance.now();
      print(`${done} of at least ${known} stories played, ${failures} kinds of failure`);
    },
  };
  try {
    return await explore({
      bound,
      playAll: (plans) => threads.playAll(plans),
      batch: BATCH,
      parallel: threads.count,
      ...(more.isEnough === undefined ? reporting : more),
    });
  } finally {
    await threads.close();
  }
}

async function exploreAll(bound: Bound): Promise<boolean> {
  const startedMs = performance.now();
  const { stories, reached, failures } = await exploreIn(root, { bound });
  const missing = Object.keys(rarePlaces).filter((place) => !reached.has(place));
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  print(`\n${stories} stories in ${seconds} s: ${boundText(bound)}.`);
  print(`${failures.size} kinds of failure; ${reached.size} of ${Object.keys(rarePlaces).length} rare places reached.`);
  for (const place of missing) print(`not reached: ${place}`);
  return failures.size === 0 && missing.length === 0;
}

async function tryMutations(): Promise<boolean> {
  let missed = 0;
  for (const mutation of mutations) {
    const breaks = ({ problems }: Result): boolean => problems.some(({ invariant }) => invariant === mutation.breaks);
    let found: Result | undefined;
    const isEnough = (result: Result): boolean => {
      if (breaks(result)) found ??= result;
      return found !== undefined;
    };
    const start = planOf(mutation.start ?? '0');
    const used = start.prefix.filter((option) => option !== 0).length;
    const bound: Bound = { choices: used + MUTATED_CHOICES, choicesWithStop: used };
    const { stories } = await withMutation(root, mutation, (copy) => exploreIn(copy, { bound, start, isEnough }));
    if (found === undefined) missed += 1;
    print(`${mutation.name}: ${found === undefined ? 'NOT NOTICED' : `story ${found.number}`} (${stories} stories)`);
  }
  print(`${mutations.length - missed} of ${mutations.length} mutations noticed.`);
  return missed === 0;
}

async function playAgain(numbers: readonly string[]): Promise<boolean> {
  let isGood = true;
  for (const number of numbers) {
    const played = await play(planOf(number));
    const problems = problemsOf(played);
    isGood &&= problems.length === 0;
    print(describe(played, problems));
  }
  return isGood;
}

const work =
  rest.length > 0
    ? playAgain(rest)
    : flags.has('mutations')
      ? tryMutations()
      : exploreAll(flags.has('quick') ? QUICK : WHOLE);
process.exitCode = (await work) ? 0 : 1;
