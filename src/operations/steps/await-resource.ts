// Waiting until the status of a resource has settled. The service shows no list of its words, so they are read by their
// form: words in `ing` other than `running` are moving.
import type { Client } from '../../api/client.ts';
import { ApiError, RefusedError } from '../../api/errors.ts';
import type { Context } from '../operation.ts';
import type { Task } from '../task.ts';
import { readInto } from './resource.ts';

/** What the resource should come to: `running`, or at rest. */
export type Goal = 'running' | 'stopped';

/** How it settled: the words seen on the way, in order, without repeats. */
export interface Awaited {
  readonly reached: boolean;
  readonly running: boolean;
  readonly words: readonly string[];
}

/** Right after a request is accepted the old word may still stand: a word counts when it has stood this long... */
const STANDING_MS = 5_000;
/** ...or a moving one was seen before it; where nothing moves for this long, nothing will. */
const NO_MOVEMENT_MS = 30_000;

/** True for a word of a resource that is on its way to another; what stands beside it (`shutting down`) does not matter. */
export function isMoving(word: string): boolean {
  return /\b(?!running\b)\w+ing\b/.test(word);
}

/** Reads the resource at the pace of the step until its word has settled. The deadline is the caller's. */
export async function awaitResource(task: Task, goal: Goal, context: Context): Promise<Awaited> {
  const { client, clock } = context;
  const startedMs = clock.now();
  const words: string[] = [];
  const poller = client.poller({ startedAtMs: startedMs, atOnce: true });
  let moved = false;
  let standing: { word: string; sinceMs: number } | undefined;
  for (;;) {
    const word = await readWord(await poller.next());
    if (word === undefined) continue;
    if (words.at(-1) !== word) words.push(word);
    const nowMs = clock.now();
    if (isMoving(word)) {
      moved = true;
      standing = undefined;
      continue;
    }
    if (standing?.word !== word) standing = { word, sinceMs: nowMs };
    const stood = nowMs - standing.sinceMs >= STANDING_MS;
    const right = isGoal(word, goal);
    if (right && (moved || stood)) return ended(true, word);
    // A restart may rest for a moment on its way (stopping, stopped, starting): a wrong word has to stand.
    if (!right && stood && (moved || nowMs - startedMs >= NO_MOVEMENT_MS)) return ended(false, word);
  }

  /** The next poll is the retry of one that failed. */
  async function readWord(once: Client): Promise<string | undefined> {
    try {
      return (await readInto(task, { client: once })).status ?? 'unknown';
    } catch (error) {
      if (!(error instanceof ApiError) || (error instanceof RefusedError && error.code !== 'rate_limited')) throw error;
      return undefined;
    }
  }

  function ended(reached: boolean, word: string): Awaited {
    return { reached, running: word === 'running', words };
  }
}

function isGoal(word: string, goal: Goal): boolean {
  return goal === 'running' ? word === 'running' : word !== 'running' && word !== 'unknown';
}
