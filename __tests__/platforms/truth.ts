// The real state of the service during a trial, as a function of time. Pure.
import { createHash } from 'node:crypto';
import type { AppState, Deployment, DeploymentStatus, Line, Timing } from './profile.ts';

/** How a build ends. */
export type Ending = Extract<DeploymentStatus, 'finished' | 'failed' | 'cancelled'>;

/** One build from its creation to its end. Times are those of the trial's clock, in milliseconds. */
export interface Build {
  readonly number: number;
  readonly id: string | number;
  readonly resourceId: string;
  readonly by: 'past' | 'somebody else' | 'step';
  readonly createdAtMs: number;
  readonly startedAtMs: number;
  /** Infinity for a build that never ends. */
  readonly endedAtMs: number;
  readonly ending: Ending;
  readonly commit: string;
  readonly cause: string | undefined;
  readonly lines: readonly TimedLine[];
}

/** One line that a build or an app prints. */
export interface TimedLine {
  readonly atMs: number;
  readonly text: string;
  readonly hidden: boolean;
}

export interface BuildPlan extends Pick<Build, 'number' | 'id' | 'resourceId' | 'by' | 'createdAtMs' | 'commit'> {
  readonly queuedMs: number;
  readonly buildMs: number;
  /** Undefined for a build that never ends. */
  readonly ending: Ending | undefined;
  /** The platform sends lines that it marks as hidden. */
  readonly hasHiddenLines: boolean;
}

/** The state that the service shows for the app from a point in time on. */
export interface StateChange {
  readonly fromMs: number;
  readonly state: AppState;
}

/** The commit of the run under test. */
export const HEAD_COMMIT = commitOf('head');

/** A build that is cancelled ends after this part of its time. */
const CANCELLED_AT = 0.6;

/** The commit of a name, 40 hexadecimal digits. */
export function commitOf(name: string): string {
  return createHash('sha1').update(name).digest('hex');
}

/** Plans a build from its creation to its end. */
export function planBuild(plan: BuildPlan): Build {
  const { number, id, resourceId, by, createdAtMs, commit, queuedMs, buildMs, ending, hasHiddenLines } = plan;
  const startedAtMs = createdAtMs + queuedMs;
  const endedAtMs =
    ending === undefined
      ? Infinity
      : startedAtMs + (ending === 'cancelled' ? Math.round(buildMs * CANCELLED_AT) : buildMs);
  const cause = ending === 'failed' ? causeOf(number) : undefined;
  const last = cause === undefined ? `Image of release ${number} is pushed` : `error: ${cause}`;
  const texts = [...buildTexts(number), { text: last, hidden: false }];
  const shown = texts.filter(({ hidden }) => hasHiddenLines || !hidden);
  const lines = shown.map(({ text, hidden }, index) => ({
    atMs: startedAtMs + Math.round((buildMs * (index + 1)) / shown.length),
    text,
    hidden,
  }));
  return {
    number,
    id,
    resourceId,
    by,
    createdAtMs,
    startedAtMs,
    endedAtMs,
    commit,
    cause,
    ending: ending ?? 'finished',
    lines: lines.filter(({ atMs }) => atMs <= endedAtMs),
  };
}

/** Why this build fails if it does; each build has a cause of its own. */
function causeOf(number: number): string {
  return `npm run build exited with code ${100 + number}`;
}

/** No text is the end of another, except for the one that is repeated. */
function buildTexts(number: number): { text: string; hidden: boolean }[] {
  const texts = [
    `Cloning commit for release ${number}`,
    '',
    'Installing packages',
    '::warning::the package pad-left is deprecated',
    'download timed out, trying again',
    'download timed out, trying again',
    '##[error]printed by a test of the app that passes',
    'Übersetzung für 日本語 erstellt ✓',
    `chunk ${'abcdefghi '.repeat(29)}end`,
  ];
  const lines = texts.map((text) => ({ text, hidden: false }));
  return lines.toSpliced(3, 0, { text: `lease of builder ${number} renewed`, hidden: true });
}

/** The status at a point in time. */
function statusAt(build: Build, nowMs: number): DeploymentStatus {
  if (nowMs < build.startedAtMs) return 'queued';
  return nowMs < build.endedAtMs ? 'building' : build.ending;
}

/** Whether the build is queued or building. */
export function isInProgress(build: Build, nowMs: number): boolean {
  return build.createdAtMs <= nowMs && nowMs < build.endedAtMs;
}

/** The lines that the service shows at a point in time. */
export function linesShownAt(build: Build, nowMs: number, { logLagMs }: Timing): TimedLine[] {
  return build.lines.filter(({ atMs }) => atMs + logLagMs <= nowMs);
}

/** The deployment as a profile gets it. `wallOf` converts the time of the trial into a date. */
export function deploymentAt(
  build: Build,
  nowMs: number,
  view: { timing: Timing; wallOf: (ms: number) => Date },
): Deployment {
  const { number, id, resourceId, createdAtMs, startedAtMs, endedAtMs, commit, cause } = build;
  const { timing, wallOf } = view;
  const status = statusAt(build, nowMs);
  return {
    number,
    id,
    resourceId,
    status,
    commit,
    createdAt: wallOf(createdAtMs),
    startedAt: nowMs < startedAtMs ? undefined : wallOf(startedAtMs),
    endedAt: nowMs < endedAtMs ? undefined : wallOf(endedAtMs),
    commitMessage: `Fix failing checkout test (#${number})`,
    lines: linesShownAt(build, nowMs, timing).map((line) => asLine(line, wallOf)),
    cause: nowMs < endedAtMs ? undefined : cause,
  };
}

/** The line as a profile gets it. */
export function asLine({ atMs, text, hidden }: TimedLine, wallOf: (ms: number) => Date): Line {
  return { at: wallOf(atMs), text, ...(hidden ? { hidden } : {}) };
}

/** The state that the service shows. */
export function stateAt(changes: readonly StateChange[], nowMs: number): AppState {
  return changes.findLast(({ fromMs }) => fromMs <= nowMs)?.state ?? 'down';
}

/** What start, stop and restart do to the shown state. */
export function changesAfter(action: 'start' | 'stop' | 'restart', atMs: number, timing: Timing): StateChange[] {
  const { transitionMs, statusLagMs } = timing;
  const between = { start: 'starting', stop: 'stopping', restart: 'restarting' } as const;
  const end: StateChange = {
    fromMs: atMs + Math.max(transitionMs, statusLagMs),
    state: action === 'stop' ? 'down' : 'up',
  };
  return transitionMs > statusLagMs ? [{ fromMs: atMs + statusLagMs, state: between[action] }, end] : [end];
}

/** What the end of a build does to the shown state. */
export function changesAfterBuild({ ending, endedAtMs }: Build, { transitionMs }: Timing): StateChange[] {
  if (ending !== 'finished' || endedAtMs === Infinity) return [];
  const end: StateChange = { fromMs: endedAtMs + transitionMs, state: 'up' };
  return transitionMs > 0 ? [{ fromMs: endedAtMs, state: 'restarting' }, end] : [end];
}
