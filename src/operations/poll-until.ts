// The one loop of all waits: read, keep the reading with its time, and ask a decide what it means.
import type { Step } from '../step.ts';

/** What was read, and when the answer had come, on the clock of the step. */
export interface Sample<T> {
  readonly atMs: number;
  readonly value: T;
}

/**
 * A decide's answer as long as nothing is decided: read again after `ms`, or after the gap of the
 * pace, if longer.
 */
export interface Wait {
  readonly kind: 'wait';
  readonly ms: number;
  /** The pace is not minded: only for the first reads after start, stop and restart. */
  readonly isQuick?: boolean;
}

/**
 * Reads until the decide, a pure function of all samples, gives a verdict. Rejects as `read` does,
 * or with the signal.
 */
export async function pollUntil<T, V extends { readonly kind: string }>(
  { api, clock }: Pick<Step, 'api' | 'clock'>,
  read: () => Promise<T>,
  decide: (samples: readonly Sample<T>[]) => V | Wait,
): Promise<V> {
  const samples: Sample<T>[] = [];
  for (;;) {
    const value = await read();
    samples.push({ atMs: clock.now(), value });
    const verdict = decide(samples);
    if (!isWait(verdict)) return verdict;
    await api.pause(verdict.ms, { isQuick: verdict.isQuick === true });
  }
}

function isWait(answer: { readonly kind: string }): answer is Wait {
  return answer.kind === 'wait';
}
