// A fleet of jobs on one key, in simulated time: when jobs start, when each may send, and how each ended.

import { type BuildLengths, drawBuildMs } from './builds.ts';
import { type Agent, type Done, type Outcome, playJob, type RequestKind, type Action } from './job.ts';
import { createKeyLimit, type KeyLimitOptions } from './key-limit.ts';
import { derivedSeed, seededRandom } from './random.ts';
import { createTimeline, type Timeline } from './timeline.ts';

/** The conditions of a fleet, the same for every contender. */
export interface World {
  readonly seed: number;
  /** Concurrent jobs. */
  readonly jobs: number;
  /** Jobs start within this long. */
  readonly startWithinMs: number;
  /** Until this time each job that ends is followed by another; 0 for a single burst. */
  readonly comeAndGoMs: number;
  /** What jobs send before their POST; with any of it they read the resource at the end too, as the action does. */
  readonly before: readonly RequestKind[];
  readonly builds: BuildLengths;
  readonly limit: KeyLimitOptions;
  readonly givesRetryAfter: boolean;
  readonly roundTripMs: number;
  readonly deadlineMs: number;
}

/** A burst of jobs on a key of the published limit, which sends no `Retry-After` and counts accepted requests only. */
export const burst: World = {
  seed: 1,
  jobs: 1,
  startWithinMs: 10_000,
  comeAndGoMs: 0,
  before: ['read', 'list'],
  builds: { medianMs: 90_000, sigma: 0.5 },
  limit: { requests: 120, windowMs: 60_000, refusedCount: false },
  givesRetryAfter: false,
  roundTripMs: 80,
  deadlineMs: 30 * 60_000,
};

/** Calls `go` when the job may send its request: at once, or when a coordinator permits it. */
export type Dispatch = (request: Extract<Action, { send: unknown }>, go: () => void) => void;

/** The policy of all jobs of a world. */
export interface Contestant {
  agent(random: () => number): Agent;
  /** Without it, every job sends at once. */
  dispatcher?(timeline: Timeline, world: World): Dispatch;
}

/** How all jobs ended, and how many requests it took. */
export interface FleetResult {
  readonly outcomes: readonly Outcome[];
  readonly answered: number;
  readonly refused: number;
}

/** Plays a whole fleet to its end. */
export function playFleet(contestant: Contestant, world: World): FleetResult {
  const timeline = createTimeline();
  const limit = createKeyLimit(world.limit);
  const dispatch: Dispatch = contestant.dispatcher?.(timeline, world) ?? ((_request, go) => go());
  const outcomes: Outcome[] = [];
  let answered = 0;
  let refused = 0;

  function serve(resume: (done: Done) => void): void {
    const oneWayMs = world.roundTripMs / 2;
    timeline.after(oneWayMs, () => {
      const servedAtMs = timeline.nowMs();
      const freeInMs = limit.arrive(servedAtMs);
      if (freeInMs === undefined) answered += 1;
      else refused += 1;
      const retryAfterMs =
        freeInMs !== undefined && world.givesRetryAfter ? Math.ceil(freeInMs / 1000) * 1000 : undefined;
      timeline.after(oneWayMs, () =>
        resume({ nowMs: timeline.nowMs(), servedAtMs, refused: freeInMs !== undefined, retryAfterMs }),
      );
    });
  }

  function start(slot: number, turn: number): void {
    const drawn = seededRandom(derivedSeed(world.seed, slot, turn));
    const startMs = timeline.nowMs();
    const job = playJob(contestant.agent(seededRandom(derivedSeed(world.seed, slot, turn, 1))), {
      before: world.before,
      startMs,
      buildMs: drawBuildMs(world.builds, drawn),
      deadlineMs: world.deadlineMs,
    });
    const step = ({ done: isOver, value }: IteratorResult<Action, Outcome>): void => {
      if (isOver === true) {
        outcomes.push(value);
        const pauseMs = drawn() * world.startWithinMs;
        if (timeline.nowMs() + pauseMs < world.comeAndGoMs) timeline.after(pauseMs, () => start(slot, turn + 1));
        return;
      }
      const resume = (done: Done) => step(job.next(done));
      if ('send' in value) {
        dispatch(value, () => serve(resume));
        return;
      }
      timeline.after(value.sleepMs, () => {
        const nowMs = timeline.nowMs();
        resume({ nowMs, servedAtMs: nowMs, refused: false, retryAfterMs: undefined });
      });
    };
    step(job.next());
  }

  for (let slot = 0; slot < world.jobs; slot += 1) {
    const startMs = seededRandom(derivedSeed(world.seed, slot))() * world.startWithinMs;
    timeline.after(startMs, () => start(slot, 0));
  }
  timeline.run();
  return { outcomes, answered, refused };
}
