// What the service does with its resources: work is accepted at once and done in the background.
import type { Clock } from './clock.ts';
import { ApiError } from './errors.ts';
import { busy } from './faults.ts';
import { appendLog } from './logs.ts';
import { type Deployment, type Resource, type State } from './state.ts';
import type { BuildOutcome, LifecycleAction, Workload } from './workload.ts';

/** A resource with what is behind it. */
export interface ManagedResource {
  readonly record: Resource;
  readonly workload: Workload;
  /** The job in progress; while there is one the resource is busy. */
  job: { readonly deploymentId: string | undefined; readonly stop: AbortController } | undefined;
}

/** Who deploys, and how. */
export interface DeployRequest {
  readonly by: string;
  readonly label: string;
  readonly force: boolean;
}

/** The resources of an organisation and the work on them. */
export class Service {
  readonly #resources = new Map<string, ManagedResource>();
  readonly #running = new Set<Promise<void>>();
  readonly #state: State;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;

  /** `onError` is called with what a workload should not have thrown. */
  constructor(parts: { state: State; clock: Clock; onError: (error: unknown) => void }) {
    this.#state = parts.state;
    this.#clock = parts.clock;
    this.#onError = parts.onError;
  }

  /** Adds a resource with the work behind it. */
  add(record: Resource, workload: Workload): void {
    this.#resources.set(record.id, { record, workload, job: undefined });
    this.#state.resources.set(record.id, record);
  }

  /** All resources, in the order in which they were added. */
  all(): ManagedResource[] {
    return [...this.#resources.values()];
  }

  /** One resource. Throws `not_found`. */
  resource(id: string): ManagedResource {
    const found = this.#resources.get(id);
    if (found === undefined) throw new ApiError('not_found', `There is no resource ${id}.`);
    return found;
  }

  /** The deployments of a resource, latest first. */
  deployments(resourceId: string): Deployment[] {
    return this.#state.deployments.filter((one) => one.resourceId === resourceId).toReversed();
  }

  /** One deployment of a resource. Throws `not_found`. */
  deployment(resourceId: string, id: string): Deployment {
    const found = this.#state.deployments.find(
      (one) => one.id === id && one.resourceId === resourceId,
    );
    if (found === undefined)
      throw new ApiError('not_found', `There is no deployment ${id} of ${resourceId}.`);
    return found;
  }

  /**
   * Accepts a deployment and builds in the background. Throws `billing`, `busy`, and
   * `invalid_input` for anything that is not an app.
   */
  deploy(resourceId: string, request: DeployRequest): Deployment {
    const resource = this.resource(resourceId);
    const { type } = resource.record;
    if (type !== 'app')
      throw new ApiError('invalid_input', `${resourceId} is a ${type}, not an app.`);
    this.#checkReady(resource);
    const nowMs = this.#clock.wallTime();
    const deployment = this.#state.addDeployment({
      resourceId,
      status: 'queued',
      ...request,
      createdAtMs: nowMs,
      finishedAtMs: null,
    });
    this.#state.addActivity({
      atMs: nowMs,
      by: request.by,
      action: 'deploy',
      target: resourceId,
      deploymentId: deployment.id,
    });
    this.#run(
      resource,
      deployment.id,
      async (signal) => await this.#build(resource, deployment, signal),
    );
    return deployment;
  }

  /**
   * Accepts a start, stop or restart and does it in the background. Throws `billing` and `busy`.
   */
  lifecycle(resourceId: string, action: LifecycleAction, by: string): void {
    const resource = this.resource(resourceId);
    this.#checkReady(resource);
    this.#state.addActivity({ atMs: this.#clock.wallTime(), by, action, target: resourceId });
    this.#run(resource, undefined, async () => await resource.workload.perform(action));
  }

  /** Starts a resource that ran when an earlier emulator ended. */
  resume(resourceId: string): void {
    const resource = this.resource(resourceId);
    this.#run(resource, undefined, async () => await resource.workload.perform('start'));
  }

  /** Lets a resource crash, with all its processes. Throws `invalid_input` where nothing runs. */
  async crash(resourceId: string): Promise<void> {
    const isCrashed = await this.resource(resourceId).workload.crash();
    if (!isCrashed) throw new ApiError('invalid_input', `${resourceId} is not running.`);
  }

  /**
   * Cancels a deployment in progress, as a person may in the console. Throws `invalid_input` for
   * one that has ended.
   */
  cancel(resourceId: string, deploymentId: string): Deployment {
    const deployment = this.deployment(resourceId, deploymentId);
    const { job } = this.resource(resourceId);
    if (job?.deploymentId !== deploymentId || deployment.finishedAtMs !== null) {
      throw new ApiError('invalid_input', `Deployment ${deploymentId} has ended.`);
    }
    const entry = { atMs: this.#clock.wallTime(), by: 'console', target: resourceId, deploymentId };
    this.#state.addActivity({ ...entry, action: 'cancel' });
    this.#end(deployment, 'cancelled');
    job.stop.abort();
    return deployment;
  }

  /** Ends all work and waits until it is gone. */
  async close(): Promise<void> {
    for (const { job } of this.#resources.values()) job?.stop.abort();
    await Promise.all(this.all().map(async ({ workload }) => await workload.close()));
    await Promise.all(this.#running);
  }

  #checkReady({ job }: ManagedResource): void {
    if (this.#state.wallet === 'empty')
      throw new ApiError('billing', 'The wallet is empty. Top it up in the console.');
    if (job !== undefined) throw busy();
  }

  #run(
    resource: ManagedResource,
    deploymentId: string | undefined,
    work: (signal: AbortSignal) => Promise<void>,
  ): void {
    const stop = new AbortController();
    resource.job = { deploymentId, stop };
    const run = async (): Promise<void> => {
      try {
        await work(stop.signal);
      } catch (error) {
        if (!stop.signal.aborted) this.#onError(error);
      } finally {
        resource.job = undefined;
      }
    };
    const running = run().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #build(
    { workload }: ManagedResource,
    deployment: Deployment,
    signal: AbortSignal,
  ): Promise<void> {
    let outcome: BuildOutcome = 'failed';
    try {
      outcome = await workload.deploy({
        force: deployment.force,
        signal,
        begin: () => {
          this.#update(deployment, { status: 'building' });
        },
        log: (text) => {
          if (deployment.finishedAtMs !== null) return;
          deployment.log = appendLog(deployment.log, text);
          this.#state.noted();
        },
      });
    } finally {
      this.#end(deployment, signal.aborted ? 'cancelled' : outcome);
    }
  }

  #end(deployment: Deployment, outcome: BuildOutcome): void {
    this.#update(deployment, { status: outcome, finishedAtMs: this.#clock.wallTime() });
  }

  /** Changes a deployment, unless it has ended. */
  #update(deployment: Deployment, change: Partial<Deployment>): void {
    if (deployment.finishedAtMs !== null) return;
    Object.assign(deployment, change);
    this.#state.changed();
  }
}
