// The loop of waits that depend on a history: read, keep the sample with its time, and decide what
// all samples mean.
import { splitTime } from '../api/status-words.ts';
import type { Step } from '../step.ts';
import { createNote } from './notes.ts';

/** What was read, and when the answer came, on the clock of the step. All of them are kept. */
export interface Sample<T> {
  readonly atMs: number;
  readonly value: T;
}

/**
 * Nothing is decided yet: read again after `ms`, or when the wait is over if that is sooner, but
 * not sooner than the gap of the pace allows.
 */
export interface Wait {
  readonly kind: 'wait';
  readonly ms: number;
  /** The gap of the pace does not apply: only for the first reads after start, stop, restart. */
  readonly isQuick?: boolean;
  /** What the wait is for, without a full stop. It is logged when it changes. */
  readonly text: string;
  /** When it ends at the latest, on the clock of the step. */
  readonly untilMs: number;
}

/**
 * Reads until `decide`, a pure function of all samples, gives a verdict. Rejects as `read` does, or
 * with the reason of the step's signal.
 */
export async function pollUntil<T, V extends { readonly kind: string }>(
  step: Step,
  read: () => Promise<T>,
  decide: (samples: readonly Sample<T>[], last: Sample<T>) => V | Wait,
): Promise<V> {
  const { api, clock } = step;
  const note = createNote(step);
  const samples: Sample<T>[] = [];
  for (;;) {
    const value = await read();
    const last = { atMs: clock.now(), value };
    samples.push(last);
    const verdict = decide(samples, last);
    if (!isWait(verdict)) return verdict;
    // A time that goes on, as in `up 3 seconds (unhealthy)`, is no news.
    note(splitTime(verdict.text).rest, verdict.text, verdict.untilMs);
    const leftMs = verdict.untilMs - clock.now();
    await api.pause(Math.min(verdict.ms, leftMs), { isQuick: verdict.isQuick === true });
  }
}

function isWait(answer: { readonly kind: string }): answer is Wait {
  return answer.kind === 'wait';
}
