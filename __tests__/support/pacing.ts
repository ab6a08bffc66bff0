// A pace to ask, and what it is asked and told, with the usual values filled in.
import { createPace, type Look, type Pace, type Refusal } from '../../src/api/pace.ts';

/** A look-out that began at 0 and was answered in 5 ms. */
export const look = (nowMs: number, more: Partial<Look> = {}): Look => ({
  nowMs,
  elapsedMs: nowMs,
  receivingMs: 5,
  ...more,
});

/** The first refusal of a read, without a `Retry-After`. */
export const refusal = (nowMs: number, more: Partial<Refusal> = {}): Refusal => ({
  nowMs,
  kind: 'read',
  attempt: 1,
  retryAfterMs: undefined,
  ...more,
});

/** A pace that draws the middle unless told otherwise. */
export const paceOf = (concurrentJobs = 1, random = () => 0.5): Pace => createPace({ concurrentJobs, random });

/** So many answers, evenly over the minute that ends at `untilMs`. */
export function answerInMinute(pace: Pace, count: number, untilMs: number): void {
  for (let n = 0; n < count; n += 1) pace.answered(untilMs - 59_000 + (n * 59_000) / count);
}
