// The share of the key's request budget that this step takes: when its next request may go.
// Pure and clock-free: times come in as arguments, randomness is injected. HTTP, sleeping and deadlines stay outside.
//
// The limit belongs to the key; a step knows neither the limit nor who else uses the key. But a window that refuses it
// is full, and it knows how many of the requests in there are its own: if all are alike, that is its fair share. One
// refusal is enough to learn it. The figures were chosen with the simulated fleets of `bench/fleet.ts`.

import { type Forecast, forecastGapMs, readForecast } from './pace/forecast.ts';
import { createShare, windowMs } from './pace/share.ts';

/** Between two looks on a quiet key: half of it is the mean delay until the end of a build is seen. */
const quietGapMs = 3100;
/** Hardly any build ends sooner. */
const firstGapMs = 4500;
/** Where past durations are known, so few ends are seen late on a quiet key; the scarcer requests are, the more. */
const missedPart = 0.02;
/** Gaps vary by this part, so that jobs which started together do not stay together. */
const jitter = 0.15;
/** What a request costs in time where the published 120 a minute are shared, with a little to spare. */
const msPerRequest = 560;
/** Not told who shares the key, a step does not trust its own count for longer. */
const maxBlindMs = 30_000;
/** More than any matrix makes: keeps a mistyped hint from putting looks off for hours. */
const maxJobs = 1000;
/** A refused look is tried again a little sooner than the next one would be due: what it would have told is overdue. */
const retryPart = 0.8;
/** Nine times as long as receiving took: a step spends at most a tenth of its time receiving. */
const idlePerReceiving = 9;

/** What holds up a whole build (a POST, a list before it) is tried again sooner than a look, and ever less often. */
const urgent = { firstMs: 4000, growth: 1.5, longestMs: 30_000, jitter: 0.25 };
/** A `Retry-After` of nothing is no leave to knock without a pause. */
const leastRetryMs = 1000;
/** Where many begin together, the first retry waits until the window is likely to have turned, but no longer. */
const turnPart = 1.2;
const longestTurnMs = 90_000;

/**
 * A service that counts refused requests as well stays closed for as long as all keep knocking. A step that has been
 * refused for whole windows, and more often than bad luck explains, doubles its waits until the window can empty.
 */
const lockedOut = { lookAttempts: 4, urgentAttempts: 2, luckyAnswers: 3, doublings: 4, longestMs: 240_000 };
/** The service counts over a minute: however long it asks one request to wait, others are not held back for longer. */
const longestHeldBackMs = 2 * windowMs;
/** The wait that got through at last was long enough; a little less may do. */
const enoughPart = 0.8;

/** What a step knows of the others on its key. */
export interface PaceOptions {
  /** Jobs of this matrix that share the key; 1 when unknown. */
  readonly concurrentJobs: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/** The last look: or the POST, or the start, where there was none. */
export interface Look {
  readonly nowMs: number;
  /** Since this poller began. */
  readonly elapsedMs: number;
  /** How long receiving its answer took. */
  readonly receivingMs: number;
}

/** One look-out of the step: one for each deployment or resource that is followed. All of a step share one pace. */
export interface Poller {
  /** Milliseconds from the last look until the next one. */
  gapMs(look: Look): number;
  /** Ends the look-out. */
  leave(): void;
}

/** A request that was refused with `rate_limited`. */
export interface Refusal {
  readonly nowMs: number;
  readonly kind: 'read' | 'post';
  /** Refusals in a row of this request, from 1. */
  readonly attempt: number;
  readonly retryAfterMs: number | undefined;
}

/** Says when requests may go; all of a step go by the same one. Times are milliseconds of one clock. */
export interface Pace {
  /** Begins a look-out. `pastDurationsMs`: how long earlier builds of this resource took; may be empty. */
  poller(options?: { pastDurationsMs?: readonly number[] }): Poller;
  /** A request of any kind was answered with anything but `rate_limited`. */
  answered(nowMs: number): void;
  /** A request was refused with `rate_limited`: milliseconds until it may be sent again. */
  refused(refusal: Refusal): number;
}

/** Creates the pace of one step, which all its requests share. */
export function createPace({ concurrentJobs, random }: PaceOptions): Pace {
  const jobs = Math.min(maxJobs, Math.max(1, finite(concurrentJobs, 1)));
  const pollers = new Set<Poller>();
  const share = createShare({
    msPerRequest: jobs * msPerRequest,
    pollers: () => Math.max(1, pollers.size),
    quietGapMs,
  });
  let latestMs = 0;
  let answers = 0;
  let refusedSinceMs: number | undefined;
  let lockedOutWaitMs = 0;
  let postDueMs = -Infinity;
  let closedUntilMs = -Infinity;

  const draw = () => Math.min(1, Math.max(0, finite(random(), 0.5)));
  const spread = (ms: number, part: number) => ms * (1 + part * (2 * draw() - 1));
  const lookGapMs = () => Math.max(quietGapMs, share.gapMs());
  /** Time never runs back here, and stands still where it is no number. */
  const at = (nowMs: number) => (latestMs = Math.max(latestMs, finite(nowMs, latestMs)));

  /** A gap, or until the share has room again, which is never cut short. */
  function untilRoomMs(nowMs: number, gapMs: number, left: 'spread' | 'free'): number {
    const roomMs = Math.min(share.usedUpMs(nowMs, left), jobs > 1 ? windowMs : maxBlindMs);
    return Math.max(spread(gapMs, jitter), roomMs * (1 + jitter * draw()));
  }

  function untilNextLookMs(nowMs: number, elapsedMs: number, forecast: Forecast | undefined): number {
    const usualMs = lookGapMs();
    if (forecast !== undefined) {
      const chance = Math.min(0.5, (missedPart * usualMs) / quietGapMs);
      return untilRoomMs(nowMs, forecastGapMs(forecast, { elapsedMs, usualMs, chance }), 'free');
    }
    const firstMs = elapsedMs < 1000 ? spread(firstGapMs, jitter) : 0;
    return Math.max(firstMs, untilRoomMs(nowMs, usualMs, 'spread'));
  }

  /** Looks hold back while a refused POST is due, and everything while the service has asked to wait. */
  function heldBackMs(nowMs: number): number {
    const untilMs = Math.max(postDueMs, closedUntilMs);
    return untilMs < nowMs ? 0 : untilMs - nowMs + draw() * lookGapMs();
  }

  function urgentWaitMs(attempt: number): number {
    const firstMs = Math.max(urgent.firstMs, Math.min(longestTurnMs, turnPart * jobs * msPerRequest));
    const longestMs = Math.max(firstMs, urgent.longestMs);
    return spread(Math.min(longestMs, firstMs * urgent.growth ** Math.min(attempt - 1, 20)), urgent.jitter);
  }

  function lookWaitMs(nowMs: number, { attempt, hasLearnt }: { attempt: number; hasLearnt: boolean }): number {
    if (attempt > 1) return spread(retryPart * lookGapMs(), jitter);
    return untilRoomMs(nowMs, lookGapMs(), 'spread') * (hasLearnt ? 1 : retryPart);
  }

  /** How often the wait doubles because the key seems closed; who was answered often has had bad luck instead. */
  function doublings(nowMs: number, { attempt, isUrgent }: { attempt: number; isUrgent: boolean }): number {
    const windows = Math.floor((nowMs - (refusedSinceMs ?? nowMs)) / windowMs);
    const explained = isUrgent ? lockedOut.urgentAttempts : lockedOut.lookAttempts;
    const tooMany = attempt - explained - Math.min(answers, lockedOut.luckyAnswers);
    return Math.max(0, Math.min(windows, tooMany, lockedOut.doublings));
  }

  return {
    poller({ pastDurationsMs = [] } = {}) {
      const forecast = readForecast(pastDurationsMs);
      const poller: Poller = {
        gapMs(look) {
          const nowMs = at(look.nowMs);
          const nextMs = untilNextLookMs(nowMs, Math.max(0, finite(look.elapsedMs, 0)), forecast);
          return Math.max(nextMs, idlePerReceiving * finite(look.receivingMs, 0), heldBackMs(nowMs));
        },
        leave: () => void pollers.delete(poller),
      };
      pollers.add(poller);
      return poller;
    },

    answered(nowMs) {
      answers += 1;
      if (lockedOutWaitMs > 0) share.slowDownTo(enoughPart * lockedOutWaitMs);
      lockedOutWaitMs = 0;
      refusedSinceMs = undefined;
      share.answered(at(nowMs));
    },

    refused(refusal) {
      const nowMs = at(refusal.nowMs);
      const attempt = Math.max(1, finite(refusal.attempt, 1));
      const isPost = refusal.kind === 'post';
      const isUrgent = isPost || pollers.size === 0;
      refusedSinceMs ??= nowMs;

      const hasLearnt = share.refused(nowMs, isUrgent || attempt > 1);
      let waitMs = isUrgent ? urgentWaitMs(attempt) : lookWaitMs(nowMs, { attempt, hasLearnt });
      const doubled = doublings(nowMs, { attempt, isUrgent });
      if (doubled > 0) {
        const doubledMs = (isUrgent ? urgent.longestMs : lookGapMs()) * 2 ** doubled;
        waitMs = spread(Math.min(lockedOut.longestMs, doubledMs), urgent.jitter);
        lockedOutWaitMs = waitMs;
      }
      if (refusal.retryAfterMs !== undefined) {
        const askedMs = Math.max(leastRetryMs, finite(refusal.retryAfterMs, leastRetryMs));
        closedUntilMs = Math.max(closedUntilMs, nowMs + Math.min(askedMs, longestHeldBackMs));
        // Everybody was told the same second, so all but the first to come back would be refused again.
        const spreadMs = draw() * Math.max(lookGapMs(), isUrgent ? waitMs : 0);
        waitMs = Math.max(doubled > 0 || isUrgent ? waitMs : 0, askedMs + spreadMs);
      }
      if (!isPost) return Math.max(waitMs, heldBackMs(nowMs));
      postDueMs = nowMs + Math.min(waitMs, longestHeldBackMs);
      return waitMs;
    },
  };
}

const finite = (value: number, otherwise: number) => (Number.isFinite(value) ? value : otherwise);
