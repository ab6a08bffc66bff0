// Real work behind an app or a worker: its source folder is copied, built and run as child
// processes.
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ResourceConfig } from '../config.ts';
import { messageOf } from '../errors.ts';
import type {
  BuildJob,
  BuildOutcome,
  LifecycleAction,
  Workload,
  WorkloadEvents,
} from '../workload.ts';
import { freePort, isFree, LOOPBACK, untilAnswers } from './loopback-port.ts';
import { type ProcessGroups, type RunningProcess, workEnv } from './process.ts';
import { checkoutOf, copySource } from './source.ts';

/** Limits where nothing else is configured; two of them in seconds. */
const DEFAULT_QUEUED_MS = 1000;
const DEFAULT_BUILD_TIMEOUT = 1800;
const DEFAULT_READY_TIMEOUT = 15;
/**
 * What the build log shows of an app that does not start: Node ends with up to 18 lines after an
 * error that nobody caught, of which the fifth names it. And how much output is kept for that.
 */
const LAST_LINES = 20;
const KEPT_OUTPUT = 10_000;

/** What a workload works with. */
export interface ProcessParts {
  /** Folder for versions and the build cache; this workload's alone. */
  readonly workDir: string;
  readonly processes: ProcessGroups;
  /** Names of variables of the emulator's own environment that are passed on. */
  readonly passEnv: readonly string[];
  readonly events: WorkloadEvents;
}

/** A build: where it is, and the environment that tells of its commit. */
interface Version {
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A version that runs, or is about to. */
interface Running {
  readonly child: RunningProcess;
  /** Set when its end was requested, so that it is no crash. */
  stopping: boolean;
}

/** An app or worker that is really built and run. It lives in real time, as processes do. */
export class ProcessWorkload implements Workload {
  readonly #config: ResourceConfig;
  readonly #parts: ProcessParts;
  readonly #closing = new AbortController();
  #port: number | undefined;
  #builds = 0;
  /** The newest version that was built and has served. */
  #version: Version | undefined;
  #running: Running | undefined;
  /** The end of the runtime log since the last start. */
  #printed = '';

  constructor(config: ResourceConfig, parts: ProcessParts) {
    this.#config = config;
    this.#parts = parts;
    this.#port = config.port;
  }

  async deploy(job: BuildJob): Promise<BuildOutcome> {
    const { queuedMs = DEFAULT_QUEUED_MS } = this.#config;
    const signal = AbortSignal.any([job.signal, this.#closing.signal]);
    // An aborted wait is no error: the build ends at once.
    await delay(queuedMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return 'cancelled';
    job.begin();
    const before = this.#version;
    const built = await this.#build(job, signal);
    if (built === undefined) return signal.aborted ? 'cancelled' : 'failed';
    if (await this.#serve(built, signal)) {
      if (before !== undefined) await remove(before.dir);
      return 'finished';
    }
    const printed = this.#printed.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
    job.log(
      signal.aborted ? 'Cancelled\n' : `The new version did not start; it printed:\n${printed}\n`,
    );
    await remove(built.dir);
    if (
      before !== undefined &&
      !this.#closing.signal.aborted &&
      (await this.#serve(before, this.#closing.signal))
    ) {
      job.log('The version before runs again.\n');
    }
    return signal.aborted ? 'cancelled' : 'failed';
  }

  async perform(action: LifecycleAction): Promise<void> {
    const { events } = this.#parts;
    if (action === 'start' && this.#running !== undefined) return;
    events.status({ start: 'starting', stop: 'stopping', restart: 'restarting' }[action]);
    await this.#stopRunning();
    if (action === 'stop') events.status('stopped');
    else await this.#startLatest();
  }

  async #startLatest(): Promise<void> {
    const { events } = this.#parts;
    events.status('starting');
    const { signal } = this.#closing;
    // Nobody deploys a worker, and an app may be started before its first deployment: both are
    // built now.
    const job = { force: false, signal, begin: () => undefined, log: events.log };
    const version = this.#version ?? (await this.#build(job, signal));
    if (version === undefined) events.status('crashed');
    else await this.#serve(version, signal);
  }

  async crash(): Promise<boolean> {
    const running = this.#running;
    await running?.child.kill();
    return running !== undefined;
  }

  domains(): readonly string[] {
    return this.#port === undefined ? [] : [`${LOOPBACK}:${this.#port}`];
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#stopRunning();
    await remove(this.#parts.workDir);
  }

  /**
   * Builds the source in a folder of its own; undefined where that failed, which the log explains.
   */
  async #build(
    { force, log }: Pick<BuildJob, 'force' | 'log'>,
    outer: AbortSignal,
  ): Promise<Version | undefined> {
    const { id, name = id, source = '', ignore, build } = this.#config;
    const { buildTimeout = DEFAULT_BUILD_TIMEOUT } = this.#config;
    const { workDir } = this.#parts;
    this.#builds += 1;
    const dir = path.join(workDir, `build-${this.#builds}`);
    const cacheDir = path.join(workDir, 'cache');
    const signal = AbortSignal.any([outer, AbortSignal.timeout(buildTimeout * 1000)]);
    let problem: string | undefined;
    try {
      if (force) await rm(cacheDir, { recursive: true, force: true });
      await mkdir(cacheDir, { recursive: true });
      const { commit, isChanged } = await checkoutOf(source);
      const at = commit === undefined ? '' : ` at ${commit.slice(0, 7)}`;
      const changes = isChanged ? ', with uncommitted changes,' : '';
      log(`Copying the source of ${name}${at}${changes} from ${source}\n`);
      if (force) log('The build cache is emptied\n');
      await copySource({ source, dir, ignore, signal });
      const env: Record<string, string> = commit === undefined ? {} : { DEPLOY_COMMIT: commit };
      if (build !== undefined) {
        log(`$ ${build.join(' ')}\n`);
        const child = this.#start(build, { dir, env: { ...env, BUILD_CACHE_DIR: cacheDir }, log });
        signal.addEventListener('abort', () => void child.stop(), { once: true });
        problem = await child.ended;
      }
      signal.throwIfAborted();
      if (problem === undefined) return { dir, env };
      problem = `${build?.[0]} ${problem}`;
    } catch (error) {
      // A source folder that is gone, or a full disk, fails the build, not the emulator.
      problem = signal.aborted ? `it was stopped after ${buildTimeout} s` : messageOf(error);
    }
    log(outer.aborted ? 'Build cancelled\n' : `Build failed: ${problem}\n`);
    await remove(dir);
    return undefined;
  }

  /** Runs a version in the place of the running one; resolves with whether it serves. */
  async #serve(version: Version, signal: AbortSignal): Promise<boolean> {
    const { events } = this.#parts;
    events.status('starting');
    await this.#stopRunning();
    this.#printed = '';
    if (!(await this.#claimPort()) || signal.aborted) {
      events.status(signal.aborted ? 'stopped' : 'crashed');
      return false;
    }
    const address = this.#port === undefined ? {} : { PORT: String(this.#port), HOST: LOOPBACK };
    const { dir } = version;
    const env = { ...version.env, ...address };
    const child = this.#start(this.#config.start ?? [], { dir, env, log: this.#print });
    const it: Running = { child, stopping: false };
    this.#running = it;
    void child.ended.then((end) => this.#onEnd(it, end));
    if (await this.#isReady(it, signal)) {
      this.#version = version;
      events.status('running');
      return true;
    }
    if (this.#running === it) {
      it.stopping = signal.aborted;
      await child.stop();
    }
    if (signal.aborted) events.status('stopped');
    return false;
  }

  /**
   * Whether the app answers (a worker: whether it runs) before it ends, its time is over, or
   * `signal` is aborted.
   */
  async #isReady(it: Running, signal: AbortSignal): Promise<boolean> {
    if (this.#port === undefined) return true;
    const { readyTimeout = DEFAULT_READY_TIMEOUT } = this.#config;
    const ended = new AbortController();
    void it.child.ended.then(() => ended.abort());
    const late = AbortSignal.timeout(readyTimeout * 1000);
    const answered = await untilAnswers(this.#port, AbortSignal.any([late, ended.signal, signal]));
    if (!answered && late.aborted)
      this.#note(`port ${this.#port} did not answer within ${readyTimeout} s`);
    // What answers after the child's end is another process.
    return answered && this.#running === it;
  }

  /** Chooses a port at the first start; false where somebody else has the configured one. */
  async #claimPort(): Promise<boolean> {
    const { type, port } = this.#config;
    if (type === 'worker') return true;
    if (this.#port === undefined || (port === undefined && !(await isFree(this.#port))))
      this.#port = await freePort();
    if (await isFree(this.#port)) return true;
    this.#note(`port ${this.#port} is in use by another process`);
    return false;
  }

  #start(
    command: readonly string[],
    more: { dir: string; env: Record<string, string>; log: (text: string) => void },
  ) {
    const own = Object.entries(this.#config.env).map(
      ([name, value]) => [name, String(value)] as const,
    );
    const env = { ...workEnv(this.#parts.passEnv), ...Object.fromEntries(own), ...more.env };
    return this.#parts.processes.start({ command, cwd: more.dir, env, onOutput: more.log });
  }

  #onEnd(it: Running, end: string | undefined): void {
    if (this.#running === it) this.#running = undefined;
    if (it.stopping) return;
    this.#note(end ?? 'ended with exit code 0');
    this.#parts.events.status('crashed');
  }

  async #stopRunning(): Promise<void> {
    if (this.#running === undefined) return;
    this.#running.stopping = true;
    await this.#running.child.stop();
  }

  #note(text: string): void {
    this.#print(`[${this.#config.name ?? this.#config.id}] ${text}\n`);
  }

  readonly #print = (text: string): void => {
    this.#printed = (this.#printed + text).slice(-KEPT_OUTPUT);
    this.#parts.events.log(text);
  };
}

async function remove(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true, maxRetries: 3 });
}
