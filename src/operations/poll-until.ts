// The loop of most waits: read, keep the sample with its time, and decide what all samples mean.
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';

/** What was read, and when the answer came, on the clock of the step. */
export interface Sample<T> {
  readonly atMs: number;
  readonly value: T;
}

/** Nothing is decided yet: read again after `ms`, or after the gap of the pace if longer. */
export interface Wait {
  readonly kind: 'wait';
  readonly ms: number;
  /** The gap of the pace does not apply: only for the first reads after start, stop, restart. */
  readonly isQuick?: boolean;
  /** What the wait is for, unless something else has logged it. */
  readonly reason?: WaitReason;
}

/** What a wait is for. It is logged once per key, when it has lasted five seconds. */
interface WaitReason {
  readonly key: string;
  /** Without a full stop. */
  readonly text: string;
  /** On the clock of the step. */
  readonly untilMs: number;
}

/**
 * Reads until `decide`, a pure function of all samples, gives a verdict. Rejects as `read` does, or
 * with the reason of the step's signal.
 */
export async function pollUntil<T, V extends { readonly kind: string }>(
  step: Step,
  read: () => Promise<T>,
  decide: (samples: readonly Sample<T>[]) => V | Wait,
): Promise<V> {
  const { api, clock } = step;
  const reportWait = createWaitReport(step);
  const samples: Sample<T>[] = [];
  for (;;) {
    const value = await read();
    samples.push({ atMs: clock.now(), value });
    const verdict = decide(samples);
    if (!isWait(verdict)) return verdict;
    reportWait(verdict.reason);
    await api.pause(verdict.ms, { isQuick: verdict.isQuick === true });
  }
}

function isWait(answer: { readonly kind: string }): answer is Wait {
  return answer.kind === 'wait';
}

/** A wait that is shorter than this is not worth a line. */
const SILENT_MS = 5_000;

/** Creates the report of waits: one line per key, when the wait has lasted for a while. */
export function createWaitReport({ clock, deadlineMs, log }: Step) {
  let current: { readonly key: string; readonly sinceMs: number } | undefined;
  const logged = new Set<string>();

  return (reason: WaitReason | undefined): void => {
    if (reason === undefined) return;
    const { key, text, untilMs } = reason;
    if (key !== current?.key) current = { key, sinceMs: clock.now() };
    if (clock.now() - current.sinceMs < SILENT_MS || logged.has(key)) return;
    logged.add(key);
    const leftMs = Math.max(0, Math.min(untilMs, deadlineMs) - clock.now());
    log.info(`${text}, for at most ${formatDuration(leftMs)} more.`);
  };
}
