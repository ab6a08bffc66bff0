// Who competes in the simulated fleets: the product's own pace, and what deploy actions do today.

import { createPace } from '../src/api/pace.ts';
import type { Contestant } from './simulation/fleet.ts';
import type { Agent } from './simulation/job.ts';
import { type BuildLengths, drawBuildMs } from './simulation/random.ts';

export interface Contender extends Contestant {
  readonly name: string;
}

/** The product's pace, told the size of its matrix (1 when it is not) and how long past builds took. */
export function ownPace(
  name: string,
  { concurrentJobs, pastBuilds }: { concurrentJobs: number; pastBuilds?: BuildLengths },
): Contender {
  return {
    name,
    agent(random) {
      const pace = createPace({ concurrentJobs, random });
      const pastDurationsMs = pastBuilds === undefined ? [] : Array.from({ length: 10 }, () => drawBuildMs(pastBuilds, random));
      const poller = pace.poller({ pastDurationsMs });
      return { gapMs: (look) => poller.gapMs(look), answered: pace.answered, refused: pace.refused };
    },
  };
}

/** A fixed gap that fails on a refused request, or bears so many refused looks in all. */
function fixedGap(name: string, { gapMs, bearsRefusals }: { gapMs: number; bearsRefusals: number }): Contender {
  return {
    name,
    agent() {
      let posted = false;
      let refusals = 0;
      return {
        gapMs() {
          posted = true;
          return gapMs;
        },
        answered() {},
        refused({ retryAfterMs }) {
          refusals += 1;
          if (bearsRefusals !== Infinity && (!posted || refusals >= bearsRefusals)) return 'gives up';
          return Math.max(gapMs, retryAfterMs ?? 0);
        },
      };
    },
  };
}

function exponential(): Agent {
  let nextMs = 2000;
  const grow = () => {
    const gapMs = nextMs;
    nextMs = Math.min(30_000, nextMs * 2);
    return gapMs;
  };
  return { gapMs: grow, answered() {}, refused: ({ retryAfterMs }) => Math.max(grow(), retryAfterMs ?? 0) };
}

function additiveIncrease(random: () => number): Agent {
  let perSecond = 0.5;
  const gapMs = () => (1000 / perSecond) * (0.8 + 0.4 * random());
  return {
    gapMs,
    answered() {
      perSecond = Math.min(0.5, perSecond + 0.02);
    },
    refused({ retryAfterMs }) {
      perSecond = Math.max(1 / 60, perSecond / 2);
      return gapMs() + (retryAfterMs ?? 0);
    },
  };
}

export const rivals: readonly Contender[] = [
  fixedGap('fixed 5 s, ten errors (as deploy-pages)', { gapMs: 5000, bearsRefusals: 10 }),
  fixedGap('fixed 10 s, no errors (as render-deploy)', { gapMs: 10_000, bearsRefusals: 0 }),
  fixedGap('fixed 10 s, endless retries', { gapMs: 10_000, bearsRefusals: Infinity }),
  { name: 'exponential 2 to 30 s', agent: exponential },
  { name: 'additive increase, halved on refusal', agent: additiveIncrease },
];
