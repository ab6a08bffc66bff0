// The explorer: plays every short story of a deploy up to a bound and judges each. A number plays one story again.
import '../node-version.ts';
import { availableParallelism } from 'node:os';
import { describe, type Exploration, explore } from '../../__tests__/explore/explore.ts';
import { problemsOf } from '../../__tests__/explore/invariants.ts';
import { type Bound, planOf, play } from '../../__tests__/explore/play.ts';
import { rarePlaces } from '../../__tests__/explore/rare-places.ts';
import { startThreads } from '../../__tests__/explore/threads.ts';
import { readCommandLine } from '../command-line.ts';

const { flags, rest } = readCommandLine({
  command: 'npm run explore',
  purpose: 'Plays every short story of a deploy up to a bound, and judges each.',
  flags: { quick: 'stop at the bound that npm test goes to' },
  passesTo: 'the explorer: numbers of stories to play again',
});

const WHOLE: Bound = { choices: 3, choicesWithStop: 2 };
const QUICK: Bound = { choices: 1, choicesWithStop: 1 };
const BATCH = 25;
const PROGRESS_MS = 10_000;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function boundText({ choices, choicesWithStop }: Bound): string {
  return `up to ${choices} choices that differ from a good service, ${choicesWithStop} in stories that are cancelled or reach their deadline at one of their requests`;
}

async function exploreAll(bound: Bound): Promise<boolean> {
  const startedMs = performance.now();
  const { stories, reached, failures } = await exploreInThreads(bound);
  const missing = Object.keys(rarePlaces).filter((place) => !reached.has(place));
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  print(`\n${stories} stories in ${seconds} s: ${boundText(bound)}.`);
  print(`${failures.size} kinds of failure; ${reached.size} of ${Object.keys(rarePlaces).length} rare places reached.`);
  for (const place of missing) print(`not reached: ${place}`);
  return failures.size === 0 && missing.length === 0;
}

async function exploreInThreads(bound: Bound): Promise<Exploration> {
  const threads = startThreads({ count: Math.max(1, Math.min(4, availableParallelism())), bound });
  let printedMs = performance.now();
  try {
    return await explore({
      bound,
      playAll: (plans) => threads.playAll(plans),
      batch: BATCH,
      parallel: threads.count,
      onFailure: ({ text }) => print(`\n${text}\n`),
      onProgress({ done, known, failures }) {
        if (performance.now() - printedMs < PROGRESS_MS) return;
        printedMs = performance.now();
        print(`${done} of at least ${known} stories played, ${failures} kinds of failure`);
      },
    });
  } finally {
    await threads.close();
  }
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

const work = rest.length > 0 ? playAgain(rest) : exploreAll(flags.has('quick') ? QUICK : WHOLE);
process.exitCode = (await work) ? 0 : 1;
