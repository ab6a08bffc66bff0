// How many requests a minute this step takes for itself: learnt from its own answers and from refusals.
// No waiting and no randomness here; `pace.ts` turns a share into gaps.

/** The service counts the requests of a key over this long. */
export const windowMs = 60_000;
/** No share learnt from a refusal is smaller than a look of each poller in this long. */
const maxLearntGapMs = 45_000;
/** A share stays below what was counted, to leave room for whoever comes next; still refused, it shrinks further. */
const room = 1.15;
const shrink = 1.3;
/** Refused again within this long, the count is thinned by refusals and no longer says what the share is. */
const learnAgainAfterMs = 2 * windowMs;
/** Growth in a window: a part of the share for each window without a refusal, and a little however small it is. */
const growth = { part: 0.25, requests: 0.1 };

/** The part of the key's requests that a step keeps to. */
export interface Share {
  /** Milliseconds between two looks of one poller that keep the step within its share; 0 when nothing bounds it. */
  gapMs(): number;
  /**
   * Milliseconds until the share allows another look, 0 when nothing bounds it: what is left of it in this window is
   * spread evenly, or free to be used at once.
   */
  usedUpMs(nowMs: number, left: 'spread' | 'free'): number;
  /** Counts an answered request, and lets the share grow. */
  answered(nowMs: number): void;
  /** Takes in a refusal; true when the share was learnt from it. `isRepeated`: of a request that was refused before. */
  refused(nowMs: number, isRepeated: boolean): boolean;
  /** No more than one request in so long for now: it took that long to get one answered. */
  slowDownTo(gapMs: number): void;
}

/** What the share is reckoned from. */
export interface ShareOptions {
  /** Milliseconds of the key's time that a request of this step costs at first. */
  readonly msPerRequest: number;
  /** How many pollers live on the share just now, at least 1. */
  readonly pollers: () => number;
  /** Gap of a poller that nothing bounds. */
  readonly quietGapMs: number;
}

/** Creates the share of one step. */
export function createShare({ msPerRequest, pollers, quietGapMs }: ShareOptions): Share {
  const atFirst = windowMs / msPerRequest;
  let perWindow = atFirst;
  let answeredAtMs: number[] = [];
  let refusedAtMs: number | undefined;
  let reducedAtMs = -Infinity;
  let cleanSinceMs: number | undefined;
  let grownAtMs = 0;

  /** A little more than all pollers take on a quiet key: with so much, nothing needs to be kept. */
  const ample = () => (1.1 * pollers() * windowMs) / quietGapMs;
  const isBounded = () => perWindow < ample();
  const gapMs = () => (isBounded() ? (pollers() * windowMs) / perWindow : 0);

  function inWindow(nowMs: number): readonly number[] {
    answeredAtMs = answeredAtMs.filter((atMs) => atMs > nowMs - windowMs);
    return answeredAtMs;
  }

  function reduceTo(requests: number, nowMs: number): void {
    const least = Math.min(atFirst, (pollers() * windowMs) / maxLearntGapMs);
    perWindow = Math.min(perWindow, Math.max(least, requests));
    reducedAtMs = nowMs;
  }

  /** The longer no request was refused, the surer it is that budget has become free. */
  function grow(nowMs: number): void {
    const since = cleanSinceMs ?? nowMs;
    if (isBounded() && cleanSinceMs !== undefined) {
      const windows = (nowMs - grownAtMs) / windowMs;
      const clean = (nowMs - cleanSinceMs) / windowMs;
      const grown = perWindow * Math.exp(growth.part * clean * windows) + growth.requests * (1 + clean) * windows;
      perWindow = Math.min(grown, ample());
    }
    cleanSinceMs = since;
    grownAtMs = nowMs;
  }

  return {
    gapMs,
    usedUpMs(nowMs, use) {
      const [oldestMs, ...others] = inWindow(nowMs);
      if (!isBounded() || oldestMs === undefined) return 0;
      const left = perWindow - 1 - others.length;
      const turnsMs = oldestMs + windowMs - nowMs;
      if (left < 1) return turnsMs;
      return use === 'free' ? 0 : turnsMs * Math.min(1, pollers() / left);
    },
    answered(nowMs) {
      answeredAtMs.push(nowMs);
      grow(nowMs);
    },
    refused(nowMs, isRepeated) {
      const learns = refusedAtMs === undefined || nowMs - refusedAtMs > learnAgainAfterMs;
      if (learns) reduceTo(inWindow(nowMs).length / room, nowMs);
      else if (!isRepeated && nowMs - reducedAtMs > gapMs()) reduceTo(perWindow / shrink, nowMs);
      refusedAtMs = nowMs;
      cleanSinceMs = undefined;
      return learns;
    },
    slowDownTo(longestGapMs) {
      perWindow = Math.min(perWindow, windowMs / longestGapMs);
    },
  };
}
