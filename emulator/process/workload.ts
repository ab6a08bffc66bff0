// Real work behind an app or a worker: its source folder is copied, built and run as child processes.
// It lives in real time, as processes do; tests on a virtual clock use a scripted workload instead.

import { basicEnv, describeEnd, startChild } from './children.ts';
import type { Child, ChildEnd } from './children.ts';
import { LOOPBACK } from '../addresses.ts';
import { anyPort, freePort, untilAnswers } from './loopback-port.ts';
import { openVersions } from './versions.ts';
import type { Version } from './versions.ts';
import type { BuildOutcome, BuildRequest, Workload, WorkloadEvents, WorkloadFactory } from '../service/index.ts';

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
  readonly port?: number | false;
  /** Builds at every start: for a worker, which nobody deploys. The build's output goes to the runtime log. */
  readonly buildOnStart?: boolean;
  /** How long a started app may take until its port answers. Default 15 000. */
  readonly readyTimeoutMs?: number;
  /** How long an app may take to stop before it is killed. Default 3000. */
  readonly graceMs?: number;
}

/** A version that runs, or is about to. */
interface Running {
  readonly version: Version;
  readonly child: Child;
  /** Set when its end is our wish, so that it is no crash. */
  stopping: boolean;
}

/** Makes the workload that really builds and runs the source folder. */
export function processWorkload(options: ProcessWorkloadOptions): WorkloadFactory {
  return (events) => createWorkload(options, events);
}

function createWorkload(options: ProcessWorkloadOptions, events: WorkloadEvents): Workload {
  const versions = openVersions(options.workDir);
  const env = { ...basicEnv(process.env), ...options.env };
  const closing = new AbortController();
  const children = new Set<Child>();
  let port = options.port === false ? undefined : (options.port ?? anyPort());
  let portSettled = options.port !== undefined;
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
      ...(options.graceMs === undefined ? {} : { graceMs: options.graceMs }),
    });
    children.add(child);
    void child.ended.then(() => children.delete(child));
    return child;
  };

  const runBuild = async (version: Version, request: BuildRequest): Promise<BuildOutcome> => {
    const { buildCommand } = options;
    const signal = AbortSignal.any([request.signal, closing.signal]);
    if (buildCommand === undefined) return signal.aborted ? 'cancelled' : 'finished';
    const cacheDir = await versions.cacheDir(request.force);
    if (signal.aborted) return 'cancelled';
    request.log(`$ ${buildCommand.join(' ')}\n`);
    const child = launch(buildCommand, { version, env: { BUILD_CACHE_DIR: cacheDir }, log: request.log });
    const stop = (): void => void child.stop();
    signal.addEventListener('abort', stop, { once: true });
    const end = await child.ended;
    signal.removeEventListener('abort', stop);
    if (signal.aborted) {
      request.log('Build cancelled\n');
      return 'cancelled';
    }
    if (end.code === 0) return 'finished';
    request.log(`Build failed: ${buildCommand[0]} ${describeEnd(end)}\n`);
    return 'failed';
  };

  const build = async (request: BuildRequest): Promise<BuildOutcome> => {
    try {
      request.log(`Copying the source of ${options.name}${request.force ? '; the build cache is emptied' : ''}\n`);
      const version = await versions.create(options.sourceDir);
      const outcome = await runBuild(version, request);
      if (outcome !== 'finished') {
        await versions.remove(version);
        return outcome;
      }
      await versions.markReady(version);
      await versions.prune(running?.version);
      return 'finished';
    } catch (error) {
      // A source folder that is gone or a full disk is the build's trouble, not the emulator's.
      request.log(`Build failed: ${Error.isError(error) ? error.message : String(error)}\n`);
      return 'failed';
    }
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

  /** True when the app serves (a worker: when it runs); false when it ended or its time was over before. */
  const untilReady = async (it: Running): Promise<boolean> => {
    if (!(await it.child.spawned)) return false;
    if (port === undefined) return true;
    const over = new AbortController();
    const timeoutMs = options.readyTimeoutMs ?? 15_000;
    const timer = setTimeout(() => {
      note(`port ${port} did not answer within ${timeoutMs} ms`);
      over.abort();
    }, timeoutMs);
    void it.child.ended.then(() => over.abort());
    const answered = await untilAnswers(port, over.signal);
    clearTimeout(timer);
    return answered;
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
    events.status('starting');
    await stopRunning();
    if (port !== undefined && !portSettled) {
      port = await freePort(port);
      portSettled = true;
    }
    if (closing.signal.aborted) return;
    const listenEnv: Record<string, string> = port === undefined ? {} : { PORT: String(port), HOST: LOOPBACK };
    const child = launch(options.startCommand, { version, env: listenEnv, log: events.log });
    const it: Running = { version, child, stopping: false };
    running = it;
    void child.ended.then((end) => onEnd(it, end));
    const ready = await untilReady(it);
    if (running !== it) return; // it ended meanwhile, which has been told
    if (ready) {
      events.status('running');
      return;
    }
    // It never answered: ended here, it is told as a crash.
    await child.stop();
  };

  return {
    build: trackedBuild,
    start,
    restart: async () => {
      // No `stopped` in between: a reader would take the word for the end.
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
