// The explorer: plays every short story of a deploy up to a bound and judges each. `--mutations` breaks the action on
// purpose instead and checks that the explorer notices; a number plays one story again.
import './node-version.ts';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Bound, describe, explore, type Exploration } from '../__tests__/explore/explore.ts';
import { problemsOf, rarePlaces } from '../__tests__/explore/judge.ts';
import { mutations, withMutation } from '../__tests__/explore/mutations.ts';
import { planOf, play } from '../__tests__/explore/play.ts';
import { startThreads } from '../__tests__/explore/threads.ts';
import { readCommandLine } from './command-line.ts';

const root = join(import.meta.dirname, '..');
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
/** Far enough for every mutation. */
const MUTATED: Bound = { choices: 2, choicesWithStop: 0 };
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
  { bound, stopAtFailure }: { bound: Bound; stopAtFailure: boolean },
): Promise<Exploration> {
  const threads = startThreads(folder, { count: Math.max(1, Math.min(4, availableParallelism())), bound });
  let printedMs = performance.now();
  try {
    return await explore({
      bound,
      playAll: (plans) => threads.playAll(plans),
      batch: BATCH,
      parallel: threads.count,
      stopAtFailure,
      onProgress({ done, known, failures }) {
        if (stopAtFailure || performance.now() - printedMs < PROGRESS_MS) return;
        printedMs = performance.now();
        print(`${done} of at least ${known} stories played, ${failures} kinds of failure`);
      },
    });
  } finally {
    await threads.close();
  }
}

async function exploreAll(bound: Bound): Promise<boolean> {
  const startedMs = performance.now();
  const { stories, reached, failures } = await exploreIn(root, { bound, stopAtFailure: false });
  const missing = Object.keys(rarePlaces).filter((place) => !reached.has(place));
  for (const { text } of failures.values()) print(`\n${text}`);
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  print(`\n${stories} stories in ${seconds} s: ${boundText(bound)}.`);
  print(`${failures.size} kinds of failure; ${reached.size} of ${Object.keys(rarePlaces).length} rare places reached.`);
  for (const place of missing) print(`not reached: ${place}`);
  return failures.size === 0 && missing.length === 0;
}

async function tryMutations(): Promise<boolean> {
  let missed = 0;
  for (const mutation of mutations) {
    const { stories, failures } = await withMutation(root, mutation, (copy) =>
      exploreIn(copy, { bound: MUTATED, stopAtFailure: true }),
    );
    const [first] = failures.entries();
    if (first === undefined) missed += 1;
    const result = first === undefined ? 'NOT NOTICED' : `story ${first[1].number}, ${first[0]}`;
    print(`${mutation.name}: ${result} (${stories} stories)`);
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
