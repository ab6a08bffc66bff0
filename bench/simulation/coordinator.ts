// The baseline: a fair coordinator that knows the rate limit, every job of the fleet and the distribution of build lengths
// (but not the length of any build). It sends the requests of all jobs, is never refused, and treats all jobs alike.

import { endedPart } from './builds.ts';
import type { Contestant, Dispatch, World } from './fleet.ts';
import { createKeyLimit } from './key-limit.ts';
import type { RequestKind } from './job.ts';
import type { Timeline } from './timeline.ts';

const tickMs = 100;
/** The highest goes first: requests that start a build or end a step come before polls. */
const rank: Record<RequestKind, number> = { post: 3, list: 2, read: 1, poll: 0 };

interface Waiting {
  readonly send: RequestKind;
  readonly acceptedAtMs: number;
  readonly sinceMs: number;
  /** Expected time since the end of the build, in milliseconds. */
  expectedDelayMs: number;
  readonly go: () => void;
}

/**
 * A coordinator that polls a job once its expected delay reaches `pollCostMs`; of several, the one with the longest
 * expected delay goes first.
 */
export function coordinator(pollCostMs: number): Contestant {
  return {
    agent: () => ({ dueMs: () => 0, sent: () => {}, answered: () => {}, refused: () => false }),
    dispatcher: (timeline, world) => dispatcher(timeline, world, pollCostMs),
  };
}

function dispatcher(timeline: Timeline, world: World, pollCostMs: number): Dispatch {
  const limit = createKeyLimit(world.limit);
  let waiting: Waiting[] = [];
  let ticking = false;

  function tick(): void {
    const nowMs = timeline.nowMs();
    for (const one of waiting) if (one.send === 'poll') one.expectedDelayMs += tickMs * endedSince(one, nowMs, world);
    while (waiting.length > 0 && limit.hasRoom(nowMs)) {
      const next = waiting.reduce((a, b) => (goesFirst(b, a) ? b : a));
      if (next.send === 'poll' && next.expectedDelayMs < pollCostMs) break;
      limit.arrive(nowMs);
      waiting = waiting.filter((one) => one !== next);
      next.go();
    }
    ticking = waiting.length > 0;
    if (ticking) timeline.after(tickMs, tick);
  }

  return ({ send, acceptedAtMs }, go) => {
    waiting.push({ send, acceptedAtMs, sinceMs: timeline.nowMs(), expectedDelayMs: 0, go });
    if (ticking) return;
    ticking = true;
    timeline.after(0, tick);
  };
}

const goesFirst = (a: Waiting, b: Waiting) =>
  rank[a.send] === rank[b.send] ? a.expectedDelayMs > b.expectedDelayMs : rank[a.send] > rank[b.send];

/** The probability that the build has ended since the last poll. */
function endedSince({ acceptedAtMs, sinceMs }: Waiting, nowMs: number, { builds }: World): number {
  const before = endedPart(builds, sinceMs - acceptedAtMs);
  if (before >= 1 - 1e-6) return 1;
  return (endedPart(builds, nowMs - acceptedAtMs) - before) / (1 - before);
}
