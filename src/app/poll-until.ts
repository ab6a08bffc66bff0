// Reads a resource until all its reads together allow a verdict.
import { splitTime } from '../service/statuses.ts';
import type { Step } from '../step.ts';

/** What a read has shown, and when it was answered, on the clock of the step. */
export interface Sample<T> {
  readonly atMs: number;
  readonly value: T;
}

/** No verdict yet. `untilMs`: when there will be one, if nothing changes. */
export interface NoVerdict {
  readonly kind: 'wait';
  readonly text: string;
  readonly untilMs: number;
}

interface Polling<T, V extends { readonly kind: string }> {
  /** Before each read; gets the number of earlier reads. */
  readonly pause: (count: number) => Promise<void>;
  readonly read: (samples: readonly Sample<T>[]) => Promise<T>;
  /** A pure function of all reads; the last one is the newest. */
  readonly judge: (samples: readonly Sample<T>[]) => V | NoVerdict;
}

/** Reads until `judge` returns something other than a wait. */
export async function pollUntil<T, V extends { readonly kind: string }>(
  { clock, waits }: Step,
  { pause, read, judge }: Polling<T, V>,
): Promise<V> {
  const samples: Sample<T>[] = [];
  try {
    for (;;) {
      await pause(samples.length);
      const value = await read(samples);
      samples.push({ atMs: clock.now(), value });
      const verdict = judge(samples);
      if (!isOpen(verdict)) return verdict;
      // A time that goes on, as in `up 3 seconds (unhealthy)`, is no news.
      waits.begin('app', { ...verdict, reason: splitTime(verdict.text).rest });
    }
  } finally {
    waits.end('app');
  }
}

function isOpen(verdict: { readonly kind: string }): verdict is NoVerdict {
  return verdict.kind === 'wait';
}
