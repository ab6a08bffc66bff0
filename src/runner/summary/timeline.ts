// The time of a step as tables can show it: the phases of one resource, and a bar for each on a common axis. Pure; the
// labels are not sanitized here.
import { isFinal } from '../../api/model.ts';
import { type ResourceProgress, WAITING } from './progress.ts';

/** A stretch of time with both its ends, in milliseconds on the step's clock. */
export interface Stretch {
  readonly label: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** So many cells fit a phone beside two columns of words. */
const BAR_CELLS = 12;
const WORKING_CELL = '█';
const WAITING_CELL = '░';
/** Ordinary spaces would be folded or broken into lines. */
const EMPTY_CELL = '\u00A0';

/** A single resource gets a timeline from this length on, or when it had to wait. */
const LONG_MS = 120_000;

/** The phases with their ends; a final status has no length. */
export function stretchesOf({ phases, endedAtMs }: ResourceProgress, nowMs: number): Stretch[] {
  const lastMs = endedAtMs ?? nowMs;
  return phases.flatMap(({ label, startMs }, index) =>
    isFinal(label) ? [] : [{ label, startMs, endMs: Math.max(startMs, phases[index + 1]?.startMs ?? lastMs) }],
  );
}

/** Whether a timeline of one resource shows more than its duration does. */
export function isWorthShowing(stretches: readonly Stretch[]): boolean {
  const { startMs, endMs } = spanOf(stretches);
  return stretches.length > 1 && (waitedMs(stretches) > 0 || endMs - startMs >= LONG_MS);
}

/** Milliseconds spent waiting for other work on the resource. */
export function waitedMs(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { label, startMs, endMs }) => sum + (label === WAITING ? endMs - startMs : 0), 0);
}

/** From the first start to the last end; both 0 where there is none. */
export function spanOf(stretches: readonly Stretch[]): { startMs: number; endMs: number } {
  return stretches.reduce(
    (span, { startMs, endMs }) => ({
      startMs: Math.min(span.startMs, startMs),
      endMs: Math.max(span.endMs, endMs),
    }),
    { startMs: stretches[0]?.startMs ?? 0, endMs: stretches[0]?.endMs ?? 0 },
  );
}

/** The stretches as one bar within a span, light while waiting; every stretch is seen, however short. */
export function barOf(stretches: readonly Stretch[], span: { startMs: number; endMs: number }): string {
  const cells = Array.from({ length: BAR_CELLS }, () => EMPTY_CELL);
  const lengthMs = span.endMs - span.startMs;
  const cellAt = (ms: number): number =>
    lengthMs === 0 ? 0 : Math.round(((ms - span.startMs) / lengthMs) * BAR_CELLS);
  for (const { label, startMs, endMs } of stretches) {
    const from = Math.min(cellAt(startMs), BAR_CELLS - 1);
    const to = Math.max(from + 1, cellAt(endMs));
    cells.fill(label === WAITING ? WAITING_CELL : WORKING_CELL, from, to);
  }
  return `\`${cells.join('')}\``;
}
