// The timeline of a step: the phases of a resource with their lengths, and bars on a common axis. Pure; does not
// sanitize labels.
import { isFinal } from '../../api/model.ts';
import type { Phase, ResourceProgress } from './progress.ts';

/** A phase with start and end, in milliseconds on the step's clock. */
export interface TimedPhase extends Phase {
  readonly endMs: number;
}

/** Width of a bar: fits on a phone next to two columns of text. */
const BAR_CELLS = 12;
const WORKING_CELL = '█';
const WAITING_CELL = '░';
/** Ordinary spaces would be collapsed or wrapped. */
const EMPTY_CELL = '\u00A0';

/** A single resource has a timeline from this duration on, or if it had to wait. */
const LONG_MS = 120_000;

/** The phases with their ends; a final status is not a phase. */
export function timedPhasesOf({ phases, endedAtMs }: ResourceProgress, nowMs: number): TimedPhase[] {
  const lastMs = endedAtMs ?? nowMs;
  return phases.flatMap((phase, index) =>
    isFinal(phase.label) ? [] : [{ ...phase, endMs: Math.max(phase.startMs, phases[index + 1]?.startMs ?? lastMs) }],
  );
}

/** True when the timeline of a single resource is worth showing. */
export function isWorthShowing(phases: readonly TimedPhase[]): boolean {
  const { startMs, endMs } = spanOf(phases);
  return phases.length > 1 && (waitedMs(phases) > 0 || endMs - startMs >= LONG_MS);
}

/** Milliseconds spent waiting while the resource was busy. */
export function waitedMs(phases: readonly TimedPhase[]): number {
  return phases.reduce((sum, { isWaiting, startMs, endMs }) => sum + (isWaiting === true ? endMs - startMs : 0), 0);
}

/** From the first start to the last end; both 0 without any. */
export function spanOf(phases: readonly TimedPhase[]): { startMs: number; endMs: number } {
  return phases.reduce(
    (span, { startMs, endMs }) => ({
      startMs: Math.min(span.startMs, startMs),
      endMs: Math.max(span.endMs, endMs),
    }),
    { startMs: phases[0]?.startMs ?? 0, endMs: phases[0]?.endMs ?? 0 },
  );
}

/** The phases as one bar within a span, in a lighter shade while waiting; every phase has at least one cell. */
export function barOf(phases: readonly TimedPhase[], span: { startMs: number; endMs: number }): string {
  const cells = Array.from({ length: BAR_CELLS }, () => EMPTY_CELL);
  const lengthMs = span.endMs - span.startMs;
  const cellAt = (ms: number): number =>
    lengthMs === 0 ? 0 : Math.round(((ms - span.startMs) / lengthMs) * BAR_CELLS);
  for (const { isWaiting, startMs, endMs } of phases) {
    const from = Math.min(cellAt(startMs), BAR_CELLS - 1);
    const to = Math.max(from + 1, cellAt(endMs));
    cells.fill(isWaiting === true ? WAITING_CELL : WORKING_CELL, from, to);
  }
  return `\`${cells.join('')}\``;
}
