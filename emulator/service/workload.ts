// What really happens behind a resource. The service decides when work is done and who may request it; a workload does it.

/** One build, as the service requests it. */
export interface BuildRequest {
  /** Rebuild without the cache that a normal build keeps. */
  readonly force: boolean;
  /** Takes the next piece of the build log, any number of characters. */
  readonly log: (text: string) => void;
  /** Puts another text in the place of the whole build log so far; for services whose logs do not only grow. */
  readonly replaceLog?: (text: string) => void;
  /** Shows another status for the deployment until the build ends. */
  readonly status?: (status: string) => void;
  /** Aborted when the deployment is cancelled or the emulator stops. */
  readonly signal: AbortSignal;
}

/** How a build ends. */
export type BuildOutcome = 'finished' | 'failed' | 'cancelled';

/** What a workload reports of its own accord. */
export interface WorkloadEvents {
  /** The status of the resource from now on, such as `starting`, `running`, `stopping`, `stopped`, `crashed`. */
  readonly status: (status: string) => void;
  /** The next piece of the runtime log. */
  readonly log: (text: string) => void;
}

/** The work behind one resource. No method rejects for an expected ending; the service runs one of them at a time. */
export interface Workload {
  /** Waits for a place to build in; without it a build begins at once. */
  queue?(signal: AbortSignal): Promise<void>;
  /** Makes a new version ready; the running one is left alone. */
  build(request: BuildRequest): Promise<BuildOutcome>;
  /**
   * Puts the version that was just built into service in the place of the running one. `failed`: it did not come up, and
   * the one before serves again. Without this the service calls `start`.
   */
  release?(request: BuildRequest): Promise<BuildOutcome>;
  /** Starts the newest version that is ready (replacing a running one); resolves when it serves or has failed to. */
  start(): Promise<void>;
  /** Stops what runs; resolves when it is gone. */
  stop(): Promise<void>;
  /** Stops and starts again; without it the service calls `stop` and then `start`. */
  restart?(): Promise<void>;
  /** Hosts (with port where needed) at which the resource answers, such as `127.0.0.1:4100`; empty for a worker. */
  domains(): readonly string[];
  /** Ends everything, children included, for good. */
  close(): Promise<void>;
}

/** Makes the workload of a resource; it reports through `events` from then on. */
export type WorkloadFactory = (events: WorkloadEvents) => Workload;
