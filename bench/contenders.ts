// The policies compared in the simulated fleets: the product's own pacing, what deploy actions do today, and a policy from
// research.
import { createShare, LAST_POLL_MS, nextPollMs, type RequestKind as ShareKind } from '../src/api/pacing/index.ts';
import type { Contestant, World } from './simulation/fleet.ts';
import type { Agent, RequestKind } from './simulation/job.ts';

/** A policy with a name. */
export interface Contender {
  readonly name: string;
  /** One contestant for all jobs of a world. */
  enter(world: World): Contestant;
}

const kinds = { list: 'read', read: 'read', post: 'post', poll: 'poll' } as const satisfies Record<
  RequestKind,
  ShareKind
>;

/** The product's poll schedule, regardless of its share of the rate limit. No poll is scheduled before the POST was accepted. */
function ownSchedule() {
  let startedAtMs = -Infinity;
  let dueMs = -Infinity;
  return {
    dueMs: (kind: RequestKind) => (kind === 'poll' ? dueMs : -Infinity),
    ended({ kind, sentMs, receivedMs }: { kind: RequestKind; sentMs: number; receivedMs: number }): void {
      if (kind === 'post') startedAtMs = receivedMs;
      const poll = { startedAtMs };
      if (kind === 'post') dueMs = nextPollMs(poll);
      if (kind === 'poll') dueMs = nextPollMs(poll, { sentMs, receivedMs });
    },
  };
}

function own(name: string, { hint }: { hint: boolean }): Contender {
  return {
    name,
    enter: ({ jobs, deadlineMs }) => ({
      agent(random) {
        const share = createShare({ concurrentJobs: hint ? jobs : 1, random });
        const schedule = ownSchedule();
        let lastPollMs: number | undefined;
        let polledMs = -Infinity;
        return {
          dueMs(kind) {
            const dueMs = Math.max(share.earliestMs(kinds[kind]), schedule.dueMs(kind));
            // One poll goes just before the deadline, as in `createPace`.
            const isLastLeft =
              kind === 'poll' && lastPollMs !== undefined && dueMs > lastPollMs && polledMs < lastPollMs;
            return isLastLeft ? Math.max(lastPollMs ?? 0, share.retryAfterUntilMs()) : dueMs;
          },
          sent(kind, nowMs) {
            lastPollMs ??= nowMs + deadlineMs - LAST_POLL_MS;
            if (kind === 'poll') polledMs = nowMs;
            share.sent(nowMs);
          },
          answered(exchange) {
            share.answered({ ...exchange, kind: kinds[exchange.kind], retryAfterMs: undefined });
            schedule.ended(exchange);
          },
          refused(exchange) {
            share.refused({ ...exchange, kind: kinds[exchange.kind] });
            return true;
          },
        };
      },
    }),
  };
}

/** The product, with and without the input `concurrent-jobs`. */
export const ownPace = {
  unknown: own('own pace, size unknown', { hint: false }),
  known: own('own pace, size known', { hint: true }),
};

/** An agent that waits for a gap after each response; `undefined` fails the job. Only polls and retries wait. */
function waiting(gapMs: () => number, refusedGapMs: (kind: RequestKind) => number | undefined): Agent {
  let dueMs = -Infinity;
  let isRefused = false;
  return {
    dueMs: (kind) => (kind === 'poll' || isRefused ? dueMs : -Infinity),
    sent() {},
    answered({ receivedMs }) {
      isRefused = false;
      dueMs = receivedMs + gapMs();
    },
    refused({ kind, receivedMs, retryAfterMs = 0 }) {
      const waitMs = refusedGapMs(kind);
      isRefused = true;
      dueMs = receivedMs + Math.max(waitMs ?? 0, retryAfterMs);
      return waitMs !== undefined;
    },
  };
}

/** A fixed gap. The job fails at this many refused polls or at any other refusal; with Infinity it never fails. */
function fixedGap(gapMs: number, failsAtRefusals: number): Agent {
  let refusals = 0;
  return waiting(
    () => gapMs,
    (kind) => {
      refusals += 1;
      return failsAtRefusals === Infinity || (kind === 'poll' && refusals < failsAtRefusals) ? gapMs : undefined;
    },
  );
}

function exponential(): Agent {
  let nextMs = 2000;
  const grow = () => {
    const gapMs = nextMs;
    nextMs = Math.min(30_000, 2 * nextMs);
    return gapMs;
  };
  return waiting(grow, grow);
}

/** Additive increase, multiplicative decrease (AIMD) of the request rate, as in TCP. */
function additiveIncrease(random: () => number): Agent {
  let perSecond = 0.5;
  const gapMs = () => (1000 / perSecond) * (0.8 + 0.4 * random());
  return waiting(
    () => {
      perSecond = Math.min(0.5, perSecond + 0.02);
      return gapMs();
    },
    () => {
      perSecond = Math.max(1 / 60, perSecond / 2);
      return gapMs();
    },
  );
}

/** The best of some two thousand random parameter sets for fleets of 6 to 100 jobs; rates are requests per second. */
const bucket = { size: 1, perSecond: 0.2, leastPerSecond: 1 / 20, step: 0.01, growth: 1.05, probing: 1.02 };

/**
 * Adaptive token bucket (Farkiani, Liu and Crowley, "Rethinking HTTP API Rate Limiting", arXiv 2510.04516), written from
 * its description: each request takes a token. An answer raises the rate, faster below the rate at which the last
 * refusal came; a refusal halves the rate and empties the bucket. It polls by the product's schedule.
 */
function adaptiveTokenBucket(random: () => number): Agent {
  const schedule = ownSchedule();
  let { perSecond } = bucket;
  let tokens: number = bucket.size;
  let filledAtMs = 0;
  let congestedPerSecond = Infinity;
  let notBeforeMs = -Infinity;
  const fill = (nowMs: number) => {
    tokens = Math.min(bucket.size, tokens + (perSecond * (nowMs - filledAtMs)) / 1000);
    filledAtMs = nowMs;
  };
  return {
    dueMs: (kind) => Math.max(filledAtMs + ((1 - tokens) / perSecond) * 1000, notBeforeMs, schedule.dueMs(kind)),
    sent(_kind, nowMs) {
      fill(nowMs);
      tokens -= 1;
    },
    answered(exchange) {
      fill(exchange.receivedMs);
      const factor = perSecond < congestedPerSecond ? bucket.growth : bucket.probing;
      perSecond = Math.min(2, Math.max(perSecond + bucket.step, perSecond * factor));
      schedule.ended(exchange);
    },
    refused({ receivedMs, retryAfterMs = 0 }) {
      fill(receivedMs);
      tokens = 0;
      congestedPerSecond = perSecond;
      perSecond = Math.max(bucket.leastPerSecond * (0.75 + random() / 2), perSecond / 2);
      notBeforeMs = receivedMs + retryAfterMs;
      return true;
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
  rival('adaptive token bucket', adaptiveTokenBucket),
];
