// The loop of most waits: read, keep the sample with its time, and decide what all samples mean.
import type { Step } from '../step.ts';

/** What was read, and when the answer had come, on the clock of the step. */
export interface Sample<T> {
  readonly atMs: number;
  readonly value: T;
}

/** Nothing is decided yet: read again after `ms`, or after the gap of the pace if that is longer. */
export interface Wait {
  readonly kind: 'wait';
  readonly ms: number;
  /** The gap of the pace does not apply: only for the first reads after start, stop, restart. */
  readonly isQuick?: boolean;
}

/**
 * Reads until `decide`, a pure function of all samples, gives a verdict. Rejects as `read` does, or
 * with the reason of the step's signal.
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
