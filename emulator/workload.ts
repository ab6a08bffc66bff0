// The work behind a resource, and a simulated one that follows a script on the clock.
import {
  type BuildScript,
  DEFAULT_SCRIPT,
  type ResourceConfig,
  type TimedStatuses,
} from './config.ts';
import type { Clock } from './clock.ts';

/** How a build ends. */
export type BuildOutcome = BuildScript['outcome'];

/** Work on a resource that is no deployment. */
export type LifecycleAction = 'start' | 'stop' | 'restart';

/** One deployment, as the service requests it. */
export interface BuildJob {
  /** Rebuild without the cache that a normal build keeps. */
  readonly force: boolean;
  /** Aborted when the deployment is cancelled or the emulator ends. */
  readonly signal: AbortSignal;
  /** Called when it leaves the queue. */
  readonly begin: () => void;
  /** Takes the next piece of the build log. */
  readonly log: (text: string) => void;
}

/** What a workload reports of its own accord. */
export interface WorkloadEvents {
  /** The status of the resource from now on. */
  readonly status: (status: string) => void;
  /** The next piece of the runtime log. */
  readonly log: (text: string) => void;
}

/** The work behind one resource; the service runs one of these at a time. */
export interface Workload {
  /** Builds the new version, which then replaces the running one. */
  deploy(job: BuildJob): Promise<BuildOutcome>;
  /** Starts, stops or restarts what was deployed last. */
  perform(action: LifecycleAction): Promise<void>;
  /** Ends as by a defect of its own; resolves with false where nothing runs. */
  crash(): Promise<boolean>;
  /** Hosts at which the resource answers, with their ports. */
  domains(): readonly string[];
  /** Ends everything for good. */
  close(): Promise<void>;
}

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
} as const satisfies Record<LifecycleAction, TimedStatuses>;

type Simulated = Pick<ResourceConfig, 'script' | 'lifecycle' | 'domains'>;

/** A simulated resource. */
export class ScriptedWorkload implements Workload {
  readonly #config: Simulated;
  readonly #clock: Clock;
  readonly #events: WorkloadEvents;
  /** Statuses that are still to come; replaced by whatever is requested next. */
  #later = new AbortController();
  #deployments = 0;

  constructor(config: Simulated, clock: Clock, events: WorkloadEvents) {
    this.#config = config;
    this.#clock = clock;
    this.#events = events;
  }

  async deploy({ signal, begin, log }: BuildJob): Promise<BuildOutcome> {
    const scripts = [this.#config.script ?? DEFAULT_SCRIPT].flat();
    const script = scripts[Math.min(this.#deployments, scripts.length - 1)];
    if (script === undefined) return 'failed';
    this.#deployments += 1;
    await this.#pause(script.queuedMs, signal);
    begin();
    // The first line comes at once, the others evenly, and the end as long after the last one.
    const gapMs = script.buildMs / Math.max(1, script.log.length);
    for (const line of script.log) {
      log(`${line}\n`);
      await this.#pause(gapMs, signal);
    }
    if (script.log.length === 0) await this.#pause(gapMs, signal);
    if (script.outcome === 'finished') void this.#show(script.statusAfter);
    return script.outcome;
  }

  async perform(action: LifecycleAction): Promise<void> {
    await this.#show(this.#config.lifecycle?.[action] ?? DEFAULT_LIFECYCLE[action]);
  }

  async crash(): Promise<boolean> {
    await this.#show([{ afterMs: 0, status: 'crashed' }]);
    return true;
  }

  domains(): readonly string[] {
    return this.#config.domains ?? [];
  }

  async close(): Promise<void> {
    this.#later.abort();
    await Promise.resolve();
  }

  async #show(statuses: TimedStatuses): Promise<void> {
    this.#later.abort();
    this.#later = new AbortController();
    const { signal } = this.#later;
    try {
      for (const { afterMs, status } of statuses) {
        await this.#pause(afterMs, signal);
        this.#events.status(status);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /**
   * No time is no wait: what happens in the same millisecond happens before the next request is
   * answered.
   */
  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (ms > 0) await this.#clock.sleep(ms, signal);
  }
}
