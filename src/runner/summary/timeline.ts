// The timeline of a step: the phases of a resource with their lengths, and bars on a common axis. Pure; does not
// sanitize labels.
import { isFinal } from '../../api/model.ts';
import { HEALTH_CHECK, type Phase, type ResourceProgress } from './progress.ts';

/** A phase with start and end, in milliseconds on the step's clock. */
export interface TimedPhase extends Phase {
  readonly endMs: number;
}

/** A duration with what it is about. */
interface LabelledDuration {
  readonly label: string;
  readonly ms: number;
}

/** Width of a bar: fits on a phone next to two columns of text. */
const BAR_CELLS = 12;
const WORKING_CELL = '█';
const WAITING_CELL = '░';
/** Ordinary spaces would be collapsed or wrapped. */
const EMPTY_CELL = '\u00A0';

/** A single resource has a timeline from this duration on, or if it had to wait. */
const LONG_MS = 120_000;

/** Between the final status and the health check, the status of the resource is read; for less, it is not shown. */
const SHORTEST_STATUS_CHECK_MS = 1_000;

/** The phases with their ends; a final status is not a phase, unless the health check begins only some time later. */
export function timedPhasesOf({ phases, endedAtMs }: ResourceProgress, nowMs: number): TimedPhase[] {
  const lastMs = endedAtMs ?? nowMs;
  return phases.flatMap((phase, index) => {
    const next = phases[index + 1];
    const timed = { ...phase, endMs: Math.max(phase.startMs, phase.endMs ?? next?.startMs ?? lastMs) };
    if (!isFinal(phase.label)) return [timed];
    const isLong = next !== undefined && timed.endMs - timed.startMs >= SHORTEST_STATUS_CHECK_MS;
    return isLong ? [{ ...timed, label: 'status check' }] : [];
  });
}

/** The label of the duration of a deployment that this step started. */
export const DEPLOYMENT = 'deployment';

/** How long the deployment or the change took, and how long the health check after it: each with what it is about. */
export function durationsOf(
  resource: ResourceProgress,
  { operation, nowMs }: { operation: string; nowMs: number },
): LabelledDuration[] {
  const { outcome, isStartedHere } = resource;
  const ours = outcome.stillRunning === true ? 'deployment so far' : DEPLOYMENT;
  const deployment = isStartedHere ? ours : 'waited';
  const checks = timedPhasesOf(resource, nowMs).filter(({ label }) => label === HEALTH_CHECK);
  return [
    { label: outcome.deploymentId === undefined ? operation : deployment, ms: outcome.durationMs ?? 0 },
    { label: HEALTH_CHECK, ms: checks.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) },
  ].filter(({ ms }) => ms > 0);
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
