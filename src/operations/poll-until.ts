// The one loop of all waits: read, keep the reading with its time, and ask a judge what it means.
import type { Step } from '../step.ts';

/** What was read, and when the answer had come, on the clock of the step. */
export interface Reading<T> {
  readonly atMs: number;
  readonly value: T;
}

/**
 * A judge's answer as long as nothing is decided: read again after `ms`, or after the gap of the
 * pace, if longer.
 */
export interface Wait {
  readonly kind: 'wait';
  readonly ms: number;
  /** The pace is not minded: only for the first reads after start, stop and restart. */
  readonly isQuick?: boolean;
}

/**
 * Reads until the judge, a pure function of all readings, gives a verdict. Rejects as `read` does,
 * or with the signal.
 */
export async function readUntil<T, V extends { readonly kind: string }>(
  { api, clock }: Pick<Step, 'api' | 'clock'>,
  read: () => Promise<T>,
  judge: (readings: readonly Reading<T>[]) => V | Wait,
): Promise<V> {
  const readings: Reading<T>[] = [];
  for (;;) {
    const value = await read();
    readings.push({ atMs: clock.now(), value });
    const verdict = judge(readings);
    if (!isWait(verdict)) return verdict;
    await api.pause(verdict.ms, { isQuick: verdict.isQuick === true });
  }
}

function isWait(answer: { readonly kind: string }): answer is Wait {
  return answer.kind === 'wait';
}
