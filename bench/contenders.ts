// Who competes in the simulated fleets: the product's own pace, and what deploy actions do today.

import { createPace } from '../src/api/pace.ts';
import { drawBuildMs } from './simulation/builds.ts';
import type { Contestant, World } from './simulation/fleet.ts';
import type { Agent } from './simulation/job.ts';

/** A policy with a name. */
export interface Contender {
  readonly name: string;
  /** One contestant for all jobs of a world. */
  enter(world: World): Contestant;
}

/** How many earlier builds a service is taken to show. */
const pastBuilds = 10;

function own(name: string, { told, pastKnown }: { told: boolean; pastKnown: boolean }): Contender {
  return {
    name,
    enter: ({ jobs, builds }) => ({
      agent(random) {
        const pace = createPace({ concurrentJobs: told ? jobs : 1, random });
        const pastDurationsMs = Array.from({ length: pastKnown ? pastBuilds : 0 }, () => drawBuildMs(builds, random));
        // Begins with the first look, as in the action: what comes before the POST is no look.
        let poller: ReturnType<typeof pace.poller> | undefined;
        return {
          gapMs(look) {
            poller ??= pace.poller({ pastDurationsMs });
            return poller.gapMs(look);
          },
          leave: () => poller?.leave(),
          answered: (nowMs) => pace.answered(nowMs),
          refused: (refusal) => pace.refused(refusal),
        };
      },
    }),
  };
}

/** The product: its pace is told nothing, the number of jobs, or how long earlier builds took as well. */
export const ownPace = {
  blind: own('own pace, told nothing', { told: false, pastKnown: false }),
  told: own('own pace, jobs known', { told: true, pastKnown: false }),
  past: own('own pace, jobs and past builds known', { told: true, pastKnown: true }),
  pastOnly: own('own pace, past builds known', { told: false, pastKnown: true }),
};

/** A fixed gap, and how many refused looks it bears in all; one that bears not all fails on a refused POST. */
function fixedGap(gapMs: number, bearsRefusals: number): Agent {
  let posted = false;
  let refusals = 0;
  return {
    gapMs() {
      posted = true;
      return gapMs;
    },
    answered() {},
    leave() {},
    refused({ retryAfterMs }) {
      refusals += 1;
      if (refusals >= bearsRefusals || (!posted && bearsRefusals !== Infinity)) return 'gives up';
      return Math.max(gapMs, retryAfterMs ?? 0);
    },
  };
}

function exponential(): Agent {
  let nextMs = 2000;
  const grow = () => {
    const gapMs = nextMs;
    nextMs = Math.min(30_000, 2 * nextMs);
    return gapMs;
  };
  return {
    gapMs: grow,
    answered() {},
    leave() {},
    refused: ({ retryAfterMs }) => Math.max(grow(), retryAfterMs ?? 0),
  };
}

/** What TCP does, on requests a second. */
function additiveIncrease(random: () => number): Agent {
  let perSecond = 0.5;
  const gapMs = () => (1000 / perSecond) * (0.8 + 0.4 * random());
  return {
    gapMs,
    leave() {},
    answered() {
      perSecond = Math.min(0.5, perSecond + 0.02);
    },
    refused({ retryAfterMs }) {
      perSecond = Math.max(1 / 60, perSecond / 2);
      return gapMs() + (retryAfterMs ?? 0);
    },
  };
}

const rival = (name: string, agent: Contestant['agent']): Contender => ({ name, enter: () => ({ agent }) });

/** What the product is compared with; the fixed gaps are what deploy actions do today. */
export const rivals: readonly Contender[] = [
  rival('fixed 5 s, ten errors (deploy-pages)', () => fixedGap(5000, 10)),
  rival('fixed 10 s, no error (render-deploy)', () => fixedGap(10_000, 1)),
  rival('fixed 10 s, endless retries', () => fixedGap(10_000, Infinity)),
  rival('exponential 2 to 30 s', exponential),
  rival('additive increase, halved when refused', additiveIncrease),
];
