// The share of the key's request budget that this step takes: when its next request may go.
// Pure and clock-free: times come in as arguments, randomness is injected. HTTP, sleeping and deadlines stay outside.

/** The service counts a key's requests over this long. */
const windowMs = 60_000;
/** Gap between two looks on a quiet key: half of it is the mean delay until the end of a build is seen. */
const quietGapMs = 3100;
/** Hardly any build ends sooner, so the first look may wait a little longer. */
const firstGapMs = 4500;
const jitter = 0.15;
/** Budget each concurrent job is taken to need a request: 60 s / 120 requests, and a tenth to spare. */
const gapPerConcurrentJobMs = 550;
const maxGapMs = 30_000;
const maxBackOffMs = 240_000;
const easing = 0.05;
/** Receiving answers takes at most 1 / (1 + 9) of the time. */
const idlePerReceiving = 9;

export interface PaceOptions {
  /** Jobs of this matrix that share the key; 1 when unknown. */
  readonly concurrentJobs: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/** One look-out of the step: one per deployment (or resource) being followed; all of a step share one pace. */
export interface Poller {
  /**
   * Milliseconds to wait from the last look (or from the POST, or the start) until the next one.
   * `elapsedMs` counts since this poller began; `receivingMs` is how long receiving the last answer took.
   */
  gapMs(look: { nowMs: number; elapsedMs: number; receivingMs: number }): number;
  leave(): void;
}

export interface Refusal {
  readonly nowMs: number;
  readonly kind: 'read' | 'post';
  /** Refusals in a row of this request, from 1. */
  readonly attempt: number;
  readonly retryAfterMs: number | undefined;
}

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
  const jobs = Math.max(1, finite(concurrentJobs, 1));
  const pollers = new Set<Poller>();
  let answeredAtMs: number[] = [];
  let pressure = 1;
  let postHoldsUntilMs = -Infinity;

  const floorPressure = () => Math.max(1, (jobs * Math.max(1, pollers.size) * gapPerConcurrentJobMs) / quietGapMs);
  const spread = (ms: number, part: number) => ms * (1 + part * (2 * unit(random()) - 1));
  const capMs = () => Math.max(maxGapMs, floorPressure() * quietGapMs);
  const gap = () => Math.min(capMs(), quietGapMs * Math.max(pressure, floorPressure()));

  function fairGapMs(nowMs: number): number {
    answeredAtMs = answeredAtMs.filter((atMs) => atMs > nowMs - windowMs);
    return (windowMs * Math.max(1, pollers.size)) / Math.max(1, answeredAtMs.length);
  }

  function refusedRead({ nowMs, attempt, retryAfterMs }: Refusal): number {
    pressure = Math.max(pressure, floorPressure());
    pressure = attempt <= 1 ? Math.max(pressure * 2, fairGapMs(nowMs) / quietGapMs) : pressure * 1.5;
    pressure = Math.min(pressure, capMs() / quietGapMs);
    const backOffMs = attempt < 4 ? gap() : Math.min(maxBackOffMs, gap() * 2 ** Math.min(attempt - 3, 10));
    return retryAfterMs === undefined ? spread(backOffMs, jitter) : retryAfterMs + unit(random()) * gap();
  }

  function refusedPost({ nowMs, attempt, retryAfterMs }: Refusal): number {
    const waitMs = (retryAfterMs ?? 0) + spread(Math.min(15_000, 2000 * 2 ** Math.min(attempt - 1, 10)), 0.5);
    postHoldsUntilMs = nowMs + waitMs;
    return waitMs;
  }

  return {
    poller() {
      const poller: Poller = {
        gapMs({ nowMs, elapsedMs, receivingMs }) {
          const first = finite(elapsedMs, 0) < 1000;
          const restMs = spread(Math.max(gap(), first ? firstGapMs : 0), jitter);
          const holdMs = postHoldsUntilMs - finite(nowMs, 0);
          return Math.max(restMs, idlePerReceiving * finite(receivingMs, 0), holdMs > 0 ? holdMs + restMs : 0);
        },
        leave: () => void pollers.delete(poller),
      };
      pollers.add(poller);
      return poller;
    },
    answered(nowMs) {
      answeredAtMs.push(finite(nowMs, 0));
      pressure = Math.max(1, pressure - easing * (pressure - 1));
    },
    refused(refusal) {
      const known = {
        ...refusal,
        nowMs: finite(refusal.nowMs, 0),
        attempt: Math.max(1, finite(refusal.attempt, 1)),
        retryAfterMs: refusal.retryAfterMs === undefined ? undefined : Math.max(0, finite(refusal.retryAfterMs, 0)),
      };
      return known.kind === 'post' ? refusedPost(known) : refusedRead(known);
    },
  };
}

const finite = (value: number, otherwise: number) => (Number.isFinite(value) ? value : otherwise);
/** A random number that cannot leave [0, 1], whatever the source gives. */
const unit = (value: number) => Math.min(1, Math.max(0, finite(value, 0.5)));
