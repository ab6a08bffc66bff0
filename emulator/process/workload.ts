// Real work behind an app or a worker: its source folder is copied, built and run as child processes.
// It lives in real time, as processes do; tests on a virtual clock use a scripted workload instead.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { basicEnv, describeEnd, startChild } from './children.ts';
import type { Child, ChildEnd } from './children.ts';
import { LOOPBACK } from '../addresses.ts';
import { anyPort, freePort, isFree, untilAnswers } from './loopback-port.ts';
import { openVersions } from './versions.ts';
import type { Version } from './versions.ts';
import type { BuildOutcome, BuildRequest, Workload, WorkloadEvents, WorkloadFactory } from '../service/index.ts';
import { errorMessage } from '../error-message.ts';

/** How an app or a worker is built and run. Commands are program and arguments, never given to a shell. */
export interface ProcessWorkloadOptions {
  readonly name: string;
  /** Copied for every build; never written to. */
  readonly sourceDir: string;
  /** Where versions and the build cache live; one workload only. What it holds from before is used again. */
  readonly workDir: string;
  /** Absent when the source runs as it is. */
  readonly buildCommand?: readonly string[] | undefined;
  readonly startCommand: readonly string[];
  /** The resource's environment variables, for build and run. */
  readonly env?: Readonly<Record<string, string>>;
  /** `false` for a worker, which listens nowhere; a number fixes the app's port; absent: a free one, kept for good. */
  readonly port?: number | false | undefined;
  /** Builds at every start: for a worker, which nobody deploys. The build's output goes to the runtime log. */
  readonly buildOnStart?: boolean;
  /** How long a build, copying included, may take before it is stopped and has failed. Default 30 minutes. */
  readonly buildTimeoutMs?: number | undefined;
  /**
   * What a version that dies (or does not answer) at its start means: `fail-deployment` (default) keeps the version
   * before, `crash-resource` counts the deployment as finished and leaves the resource crashed.
   */
  readonly whenStartFails?: 'fail-deployment' | 'crash-resource' | undefined;
  /** Paths that are never copied into a build, such as a state file in the source folder. */
  readonly neverCopied?: readonly string[];
  /** How long a started app may take until its port answers. Default 15 000. */
  readonly readyTimeoutMs?: number | undefined;
  /** How long an app may take to stop before it is killed. Default 3000. */
  readonly graceMs?: number;
}

const BUILD_TIMEOUT_MS = 30 * 60_000;
const PORT_FILE = 'port';

/** The port that the app had the last time, else any. */
function savedPort(workDir: string): number {
  try {
    const port = Number(readFileSync(path.join(workDir, PORT_FILE), 'utf8'));
    if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  } catch {
    // Nothing saved yet.
  }
  const port = anyPort();
  savePort(workDir, port);
  return port;
}

function savePort(workDir: string, port: number): void {
  mkdirSync(workDir, { recursive: true });
  writeFileSync(path.join(workDir, PORT_FILE), String(port));
}

/** A version that runs, or is about to. */
interface Running {
  readonly version: Version;
  readonly child: Child;
  /** Set when its end was requested, so that it is no crash. */
  stopping: boolean;
}

/** Makes the workload that really builds and runs the source folder. */
export function processWorkload(options: ProcessWorkloadOptions): WorkloadFactory {
  return (events) => createWorkload(options, events);
}

function createWorkload(options: ProcessWorkloadOptions, events: WorkloadEvents): Workload {
  const versions = openVersions(options.workDir, options.neverCopied);
  const env = { ...basicEnv(process.env), ...options.env };
  const closing = new AbortController();
  const children = new Set<Child>();
  let port = options.port === false ? undefined : (options.port ?? savedPort(options.workDir));
  let running: Running | undefined;
  let building: Promise<unknown> = Promise.resolve();

  const note = (text: string): void => events.log(`[${options.name}] ${text}\n`);

  const launch = (
    command: readonly string[],
    more: { version: Version; env: Record<string, string>; log: (text: string) => void },
  ): Child => {
    const child = startChild({
      command,
      cwd: more.version.dir,
      env: { ...env, ...more.env },
      onOutput: more.log,
      graceMs: options.graceMs,
    });
    children.add(child);
    void child.ended.then(() => children.delete(child));
    return child;
  };

  /** Runs the build command, if there is one; resolves with why the build has failed, where it has. */
  const runBuild = async (
    version: Version,
    request: BuildRequest,
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    const { buildCommand } = options;
    if (buildCommand === undefined) return undefined;
    const cacheDir = await versions.cacheDir(request.force);
    signal.throwIfAborted();
    request.log(`$ ${buildCommand.join(' ')}\n`);
    const child = launch(buildCommand, { version, env: { BUILD_CACHE_DIR: cacheDir }, log: request.log });
    const stop = (): void => void child.stop();
    signal.addEventListener('abort', stop, { once: true });
    const end = await child.ended;
    signal.removeEventListener('abort', stop);
    return end.code === 0 ? undefined : `${buildCommand[0]} ${describeEnd(end)}`;
  };

  const build = async (request: BuildRequest): Promise<BuildOutcome> => {
    const timeoutMs = options.buildTimeoutMs ?? BUILD_TIMEOUT_MS;
    const cancelled = AbortSignal.any([request.signal, closing.signal]);
    const signal = AbortSignal.any([cancelled, AbortSignal.timeout(timeoutMs)]);
    let version: Version | undefined;
    let problem: string | undefined;
    try {
      request.log(`Copying the source of ${options.name}${request.force ? '; the build cache is emptied' : ''}\n`);
      version = await versions.create(options.sourceDir, signal);
      problem = await runBuild(version, request, signal);
      signal.throwIfAborted();
      if (problem === undefined) {
        await versions.markReady(version);
        await versions.prune(running?.version);
        return 'finished';
      }
    } catch (error) {
      // A source folder that is gone or a full disk fails the build, not the emulator.
      problem = errorMessage(error);
    }
    // What cannot be removed now is no version, and is removed after a later build.
    if (version !== undefined) await versions.remove(version).catch(() => undefined);
    if (cancelled.aborted) {
      request.log('Build cancelled\n');
      return 'cancelled';
    }
    const reason = signal.aborted ? `it did not end within ${timeoutMs / 1000} s and was stopped` : problem;
    request.log(`Build failed: ${reason}\n`);
    return 'failed';
  };

  const trackedBuild = async (request: BuildRequest): Promise<BuildOutcome> => {
    const work = build(request);
    building = work;
    return await work;
  };

  const onEnd = (it: Running, end: ChildEnd): void => {
    if (running === it) running = undefined;
    if (it.stopping) return;
    note(describeEnd(end));
    events.status('crashed');
  };

  const stopRunning = async (): Promise<void> => {
    if (running === undefined) return;
    running.stopping = true;
    await running.child.stop();
  };

  /** Makes sure that the port is the app's alone: false when another process has a fixed one. */
  const claimPort = async (): Promise<boolean> => {
    if (port === undefined || (await isFree(port))) return true;
    if (options.port !== undefined) {
      note(`port ${port} is in use by another process`);
      return false;
    }
    const taken = port;
    port = await freePort();
    savePort(options.workDir, port);
    note(`port ${taken} is in use by another process; the app listens on ${port} from now on`);
    return true;
  };

  /** True when the app serves (a worker: when it runs); false when it ended, its time was over or `signal` was aborted. */
  const untilReady = async (it: Running, signal: AbortSignal): Promise<boolean> => {
    if (!(await it.child.spawned)) return false;
    if (port === undefined) return true;
    const over = new AbortController();
    const timeoutMs = options.readyTimeoutMs ?? 15_000;
    const timer = setTimeout(() => {
      note(`port ${port} did not answer within ${timeoutMs} ms`);
      over.abort();
    }, timeoutMs);
    void it.child.ended.then(() => over.abort());
    const answered = await untilAnswers(port, AbortSignal.any([over.signal, signal]));
    clearTimeout(timer);
    // What answers after the child's end is another process.
    return answered && running === it;
  };

  /** Runs a version in the place of the running one; resolves with whether it serves. */
  const serve = async (version: Version, signal: AbortSignal): Promise<boolean> => {
    events.status('starting');
    await stopRunning();
    if (!(await claimPort())) {
      events.status('crashed');
      return false;
    }
    if (signal.aborted) return false;
    const listenEnv: Record<string, string> = port === undefined ? {} : { PORT: String(port), HOST: LOOPBACK };
    const child = launch(options.startCommand, { version, env: listenEnv, log: events.log });
    const it: Running = { version, child, stopping: false };
    running = it;
    void child.ended.then((end) => onEnd(it, end));
    if (await untilReady(it, signal)) {
      events.status('running');
      return true;
    }
    // It ended, which has been reported, or it never answered: ended here, it is reported as a crash.
    if (running === it) {
      it.stopping = signal.aborted;
      await child.stop();
    }
    return false;
  };

  const start = async (): Promise<void> => {
    if (options.buildOnStart === true) {
      events.status('starting');
      await trackedBuild({ force: false, log: events.log, signal: closing.signal });
    }
    const version = versions.newest();
    if (version === undefined) {
      note('nothing to start: no version has been built yet');
      events.status('stopped');
      return;
    }
    await serve(version, closing.signal);
  };

  const release = async ({ signal: cancelled, log }: BuildRequest): Promise<BuildOutcome> => {
    const version = versions.newest();
    if (version === undefined) return 'failed';
    const before = running?.version;
    const signal = AbortSignal.any([cancelled, closing.signal]);
    if (await serve(version, signal)) return 'finished';
    if (options.whenStartFails === 'crash-resource' && !signal.aborted) return 'finished';
    const consequence = before === undefined ? 'no version runs' : 'the version before runs again';
    log(
      signal.aborted
        ? 'Cancelled while starting\n'
        : `The new version did not start (see the runtime log): ${consequence}\n`,
    );
    await versions.remove(version);
    if (before !== undefined && !closing.signal.aborted) await serve(before, closing.signal);
    else if (signal.aborted) events.status('stopped');
    return signal.aborted ? 'cancelled' : 'failed';
  };

  return {
    build: trackedBuild,
    release,
    start,
    restart: async () => {
      // No `stopped` in between: a reader would take it for the end.
      events.status('restarting');
      await stopRunning();
      await start();
    },
    stop: async () => {
      events.status('stopping');
      await stopRunning();
      events.status('stopped');
    },
    domains: () => (port === undefined ? [] : [`${LOOPBACK}:${port}`]),
    close: async () => {
      closing.abort();
      if (running !== undefined) running.stopping = true;
      await Promise.all([...children].map(async (child) => await child.stop()));
      await building; // it removes its unfinished version
    },
  };
}
