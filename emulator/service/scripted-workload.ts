// A simulated workload: builds and statuses follow a script on the clock. No processes, no network.
import type { Clock } from '../clock/index.ts';
import type { BuildOutcome, BuildRequest, Workload, WorkloadEvents } from './workload.ts';

/** A status that shows `afterMs` after the entry before it (the first: after the beginning). */
interface TimedStatus {
  readonly afterMs: number;
  readonly status: string;
}

/** A step of a build, `afterMs` after the step before it; its text is printed as one line. */
interface BuildStep {
  readonly afterMs: number;
  readonly log?: string;
}

/** One scripted build. What is left out takes no time, prints nothing and finishes. */
export interface BuildScript {
  /** Time spent `queued`. */
  readonly queuedMs?: number;
  /** Length of the build, over which `log` is spread evenly; without effect beside `steps`. `Infinity`: never ends. */
  readonly buildMs?: number;
  readonly log?: readonly string[];
  readonly steps?: readonly BuildStep[];
  /** Statuses that the deployment shows meanwhile, in the place of `building`. */
  readonly statuses?: readonly TimedStatus[];
  readonly outcome?: BuildOutcome;
  /** `grow` (default), only the last n lines (`window:N`), or a text that is written anew with every line. */
  readonly logMode?: 'grow' | 'rewrite' | `window:${number}`;
  /** What the resource shows before the deployment ends (default: `running`, or nothing beside `statusAfterStart`). */
  readonly start?: readonly TimedStatus[];
  /** What the resource shows after the deployment has ended, in the background. */
  readonly statusAfterStart?: readonly TimedStatus[];
  /** The new version dies that long after its start: status `crashed`, with a line in the runtime log. */
  readonly crash?: { readonly afterMs: number; readonly log?: string };
}

/** Statuses during the work that is no build. A resource stays in the last status of its list, a transitional one included. */
export interface LifecycleScript {
  readonly start?: readonly TimedStatus[];
  readonly stop?: readonly TimedStatus[];
  readonly restart?: readonly TimedStatus[];
}

/** What a scripted resource does. */
export interface WorkloadScript {
  /** One per deployment, the last one repeats; without any a build takes 11 seconds. */
  readonly builds?: BuildScript | readonly BuildScript[] | undefined;
  readonly lifecycle?: LifecycleScript | undefined;
  readonly domains?: readonly string[] | undefined;
}

/** How a build goes by default. */
const DEFAULT_BUILD: BuildScript = { queuedMs: 1000, buildMs: 10_000, log: ['Building', 'Built'] };

const DEFAULT_LIFECYCLE = {
  start: [
    { afterMs: 0, status: 'starting' },
    { afterMs: 2000, status: 'running' },
  ],
  stop: [
    { afterMs: 0, status: 'stopping' },
    { afterMs: 2000, status: 'stopped' },
  ],
  restart: [
    { afterMs: 0, status: 'restarting' },
    { afterMs: 3000, status: 'running' },
  ],
} as const satisfies LifecycleScript;

/** Makes a workload that follows a script on the given clock. */
export function scriptedWorkload(script: WorkloadScript, clock: Clock, events: WorkloadEvents): Workload {
  const closing = new AbortController();
  const builds = [script.builds ?? DEFAULT_BUILD].flat();
  const lifecycle = { ...DEFAULT_LIFECYCLE, ...script.lifecycle };
  /** The background of the version that runs: later statuses, a crash. Replaced by whatever comes next. */
  let background = new AbortController();
  let begun = 0;
  let latest: BuildScript = {};
  let isNewVersion = false;

  const show = async (statuses: readonly TimedStatus[], signal: AbortSignal): Promise<void> => {
    for (const { afterMs, status } of statuses) {
      await pause(clock, afterMs, signal);
      events.status(status);
    }
  };
  const endBackground = (): void => {
    background.abort();
    background = new AbortController();
  };
  const runBackground = async ({ statusAfterStart = [], crash }: BuildScript, signal: AbortSignal): Promise<void> => {
    await show(statusAfterStart, signal);
    if (crash === undefined) return;
    await pause(clock, crash.afterMs, signal);
    events.log(`${crash.log ?? 'The process exited with code 1.'}\n`);
    events.status('crashed');
  };
  const perform = async (statuses: readonly TimedStatus[]): Promise<void> => {
    endBackground();
    await ignoreAbort(show(statuses, closing.signal), closing.signal);
  };

  return {
    queue: async (signal) => {
      latest = builds[Math.min(begun, builds.length - 1)] ?? {};
      begun += 1;
      await pause(clock, latest.queuedMs ?? 0, signal);
    },
    build: async (request) =>
      await runBuild(latest, request, clock).then((outcome) => {
        isNewVersion = outcome === 'finished';
        return outcome;
      }),
    start: async () => {
      if (!isNewVersion) {
        await perform(lifecycle.start);
        return;
      }
      isNewVersion = false;
      await perform(latest.start ?? (latest.statusAfterStart === undefined ? [{ afterMs: 0, status: 'running' }] : []));
      // The next deployment may choose another script while this version still runs.
      const signal = AbortSignal.any([closing.signal, background.signal]);
      void ignoreAbort(runBackground(latest, signal), signal);
    },
    stop: async () => {
      await perform(lifecycle.stop);
    },
    restart: async () => {
      await perform(lifecycle.restart);
    },
    domains: () => script.domains ?? [],
    close: async () => {
      closing.abort();
      background.abort();
      await Promise.resolve();
    },
  };
}

async function runBuild(script: BuildScript, request: BuildRequest, clock: Clock): Promise<BuildOutcome> {
  const stopStatuses = new AbortController();
  const statuses = showStatuses(script.statuses ?? [], request, { clock, signal: stopStatuses.signal });
  const lines: string[] = [];
  for (const { afterMs, log } of stepsOf(script)) {
    await pause(clock, afterMs, request.signal);
    if (log === undefined) continue;
    lines.push(log);
    printLine(script.logMode ?? 'grow', lines, request);
  }
  stopStatuses.abort();
  await statuses;
  return script.outcome ?? 'finished';
}

async function showStatuses(
  statuses: readonly TimedStatus[],
  request: BuildRequest,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const until = AbortSignal.any([signal, request.signal]);
  const run = async (): Promise<void> => {
    for (const { afterMs, status } of statuses) {
      await pause(clock, afterMs, until);
      request.status?.(status);
    }
  };
  await ignoreAbort(run(), until);
}

/** The steps of a script; `log` is spread so that the first line comes at once and the last one at the end. */
function stepsOf({ steps, buildMs = 0, log = [] }: BuildScript): readonly BuildStep[] {
  if (steps !== undefined) return steps;
  if (log.length === 0 || buildMs === Infinity) {
    return [...log.map((line) => ({ afterMs: 0, log: line })), { afterMs: buildMs }];
  }
  const gapMs = buildMs / log.length;
  return [...log.map((line, index) => ({ afterMs: index === 0 ? 0 : gapMs, log: line })), { afterMs: gapMs }];
}

function printLine(mode: NonNullable<BuildScript['logMode']>, lines: readonly string[], request: BuildRequest): void {
  const latest = lines.at(-1) ?? '';
  if (mode === 'grow') {
    request.log(`${latest}\n`);
    return;
  }
  const shown =
    mode === 'rewrite'
      ? lines.map((line, index) => `[${index + 1}/${lines.length}] ${line}`)
      : lines.slice(-Number(mode.slice('window:'.length)));
  request.replaceLog?.(`${shown.join('\n')}\n`);
}

/** Waits on the clock. No time is no wait: what happens in the same millisecond happens before the next request is served. */
async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (ms > 0) await clock.sleep(ms, signal);
}

/** Awaits work; its rejection is ignored once the signal is aborted. */
async function ignoreAbort(work: Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
