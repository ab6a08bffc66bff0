// What the service does with its resources: work is accepted at once and done in the background. No HTTP, no shapes.
import type { Refusal } from '../api/index.ts';
import { busy, isRefusal, refuse } from '../api/index.ts';
import type { Clock } from '../clock/index.ts';
import type { DeploymentFacts, DeploymentRecord, ResourceRecord, State, Store } from '../state/index.ts';
import { deploymentId as idOfDeployment, trimState } from '../state/index.ts';
import type { BuildOutcome, BuildRequest, Workload, WorkloadFactory } from './workload.ts';

/** Work on a resource that is no deployment. */
export type LifecycleAction = 'start' | 'stop' | 'restart';

/** Who requests a change. */
export interface Actor {
  /** The key's name, or `console`. */
  readonly by: string;
  readonly address: string | null;
}

/** What a deployment is requested with. */
export interface DeployRequest extends Actor {
  readonly force: boolean;
  readonly label: string;
  /** Starts even while other work runs, as two people at the console may manage to. */
  readonly evenIfBusy?: boolean;
}

/** A resource with what is behind it. */
export interface ManagedResource {
  readonly record: ResourceRecord;
  readonly workload: Workload;
  /** Work in progress; with any in it the resource is busy. */
  readonly jobs: Map<string, AbortController>;
}

/** What a service works with. */
export interface ServiceParts {
  readonly clock: Clock;
  readonly state: State;
  readonly store: Store;
  /** Called with what a workload should not have thrown. */
  readonly onError: (error: unknown) => void;
}

/** The resources of an organisation and the work on them. */
export class Service {
  readonly #clock: Clock;
  readonly #state: State;
  readonly #store: Store;
  readonly #onError: (error: unknown) => void;
  readonly #resources = new Map<string, ManagedResource>();
  readonly #running = new Set<Promise<void>>();
  #jobCount = 0;

  constructor({ clock, state, store, onError }: ServiceParts) {
    this.#clock = clock;
    this.#state = state;
    this.#store = store;
    this.#onError = onError;
  }

  /** Adds a resource; its workload reports to the record from then on. Throws for a second one with the same id. */
  addResource(record: ResourceRecord, makeWorkload: WorkloadFactory): void {
    if (this.#resources.has(record.id)) throw new TypeError(`There are two resources with the id ${record.id}.`);
    const workload = makeWorkload({
      status: (status) => {
        record.status = status.toLowerCase();
      },
      log: (text) => {
        record.runtimeLog.append(text);
      },
    });
    this.#resources.set(record.id, { record, workload, jobs: new Map() });
  }

  /** All resources in the order in which they were added. */
  resources(): readonly ManagedResource[] {
    return [...this.#resources.values()];
  }

  /** One resource, or `not_found`. */
  resource(id: string): ManagedResource | Refusal {
    return this.#resources.get(id) ?? refuse('not_found', `There is no resource ${id}.`);
  }

  /** Deployments of a resource, latest first. A log is read when it is used, and is not enumerable. */
  deployments(resourceId: string): readonly DeploymentRecord[] {
    return this.#state.deployments
      .filter((deployment) => deployment.resourceId === resourceId)
      .toReversed()
      .map((facts) => this.#withLog(facts));
  }

  /** One deployment of a resource, or `not_found`. */
  deployment(resourceId: string, deploymentId: string): DeploymentRecord | Refusal {
    const facts = this.#find(resourceId, deploymentId);
    return isRefusal(facts) ? facts : this.#withLog(facts);
  }

  /** Accepts a deployment, which is saved then, and builds in the background; `billing` and `busy` as for all work. */
  deploy(resourceId: string, request: DeployRequest): DeploymentRecord | Refusal {
    const resource = this.#ready(resourceId, request.evenIfBusy);
    if (isRefusal(resource)) return resource;
    this.#state.deploymentCount += 1;
    const deployment: DeploymentFacts = {
      id: idOfDeployment(this.#state.deploymentCount),
      resourceId,
      status: 'queued',
      label: request.label,
      by: request.by,
      force: request.force,
      createdAtMs: this.#clock.wallTime(),
      startedAtMs: null,
      finishedAtMs: null,
    };
    if (!this.#store.saveOrganisation(this.#state) || !this.#store.saveDeployment(deployment)) {
      return refuse('internal_error', 'The deployment cannot be saved, so it was not accepted.');
    }
    this.#state.deployments.push(deployment);
    this.recordActivity(request, { action: 'deploy', target: resourceId, deploymentId: deployment.id });
    this.#runJob(resource, deployment.id, async (signal) => {
      await this.#build(resource, deployment, signal);
    });
    return this.#withLog(deployment);
  }

  /** Accepts a start, stop or restart and does it in the background; refuses as `deploy` does. */
  lifecycle(resourceId: string, action: LifecycleAction, actor: Actor): ManagedResource | Refusal {
    const resource = this.#ready(resourceId);
    if (isRefusal(resource)) return resource;
    this.recordActivity(actor, { action, target: resourceId, deploymentId: null });
    this.#jobCount += 1;
    this.#runJob(resource, `job_${this.#jobCount}`, async () => {
      await performLifecycle(resource.workload, action);
    });
    return resource;
  }

  /** Cancels a deployment in progress, as a person may in the console; the API has no such call. */
  cancel(resourceId: string, deploymentId: string, actor: Actor): DeploymentRecord | Refusal {
    const deployment = this.#find(resourceId, deploymentId);
    if (isRefusal(deployment)) return deployment;
    const job = this.#resources.get(resourceId)?.jobs.get(deploymentId);
    if (job === undefined || deployment.finishedAtMs !== null) {
      return refuse('invalid_input', `Deployment ${deploymentId} has ended.`);
    }
    this.recordActivity(actor, { action: 'cancel', target: resourceId, deploymentId });
    this.#end(deployment, 'cancelled');
    job.abort();
    return this.#withLog(deployment);
  }

  /** Adds text to the build log of a deployment, whether it has ended or not. */
  appendBuildLog(resourceId: string, deploymentId: string, text: string): void | Refusal {
    const deployment = this.#find(resourceId, deploymentId);
    if (isRefusal(deployment)) return deployment;
    this.#store.logs.append(deploymentId, text);
    if (deployment.finishedAtMs !== null) this.#store.logs.end(deploymentId);
  }

  /** Adds a line to the activity record. */
  recordActivity(actor: Actor, change: { action: string; target: string; deploymentId: string | null }): void {
    const line = { atMs: this.#clock.wallTime(), by: actor.by, address: actor.address, ...change };
    this.#state.activity.push(line);
    this.#store.saveActivity(line);
    trimState(this.#state, this.#store);
  }

  /** Ends all work and waits until it is gone. */
  async close(): Promise<void> {
    for (const { jobs } of this.#resources.values()) for (const job of jobs.values()) job.abort();
    await Promise.all(
      this.resources().map(async ({ workload }) => {
        await workload.close();
      }),
    );
    await Promise.all(this.#running);
  }

  #find(resourceId: string, deploymentId: string): DeploymentFacts | Refusal {
    const found = this.#state.deployments.findLast((one) => one.id === deploymentId && one.resourceId === resourceId);
    return found ?? refuse('not_found', `There is no deployment ${deploymentId} of ${resourceId}.`);
  }

  #withLog(facts: DeploymentFacts): DeploymentRecord {
    const { logs } = this.#store;
    return Object.defineProperty({ ...facts, log: '' }, 'log', { get: () => logs.read(facts.id), enumerable: false });
  }

  #ready(resourceId: string, evenIfBusy = false): ManagedResource | Refusal {
    const resource = this.resource(resourceId);
    if (isRefusal(resource)) return resource;
    if (this.#state.wallet === 'empty') return refuse('billing', 'The wallet is empty. Top it up in the console.');
    return resource.jobs.size > 0 && !evenIfBusy ? busy() : resource;
  }

  #runJob({ jobs }: ManagedResource, jobId: string, work: (signal: AbortSignal) => Promise<void>): void {
    const job = new AbortController();
    jobs.set(jobId, job);
    const run = async (): Promise<void> => {
      try {
        await work(job.signal);
      } catch (error) {
        if (!job.signal.aborted) this.#onError(error);
      } finally {
        jobs.delete(jobId);
      }
    };
    const running = run().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #build(resource: ManagedResource, deployment: DeploymentFacts, signal: AbortSignal): Promise<void> {
    const { workload } = resource;
    const request = this.#buildRequest(deployment, signal);
    try {
      await workload.queue?.(signal);
      if (signal.aborted) return;
      deployment.status = 'building';
      deployment.startedAtMs = this.#clock.wallTime();
      this.#store.saveDeployment(deployment);
      const outcome = await workload.build(request);
      if (signal.aborted) return;
      // The new version is up before the deployment counts as finished, so that a reader of `finished` finds it there.
      this.#end(deployment, outcome === 'finished' ? await release(workload, request) : outcome);
    } catch (error) {
      if (!signal.aborted) this.#end(deployment, 'failed');
      throw error;
    } finally {
      this.#store.logs.end(deployment.id);
    }
  }

  #end(deployment: DeploymentFacts, outcome: BuildOutcome): void {
    if (deployment.finishedAtMs !== null) return;
    deployment.status = outcome;
    deployment.finishedAtMs = this.#clock.wallTime();
    this.#store.saveDeployment(deployment);
  }

  /** What a workload may do with a deployment: nothing more once it has ended. */
  #buildRequest(deployment: DeploymentFacts, signal: AbortSignal): BuildRequest {
    const { logs } = this.#store;
    const unlessEnded =
      (change: (text: string) => void) =>
      (text: string): void => {
        if (deployment.finishedAtMs === null) change(text);
      };
    return {
      force: deployment.force,
      signal,
      log: unlessEnded((text) => {
        logs.append(deployment.id, text);
      }),
      replaceLog: unlessEnded((text) => {
        logs.replace(deployment.id, text);
      }),
      status: unlessEnded((status) => {
        deployment.status = status;
      }),
    };
  }
}

/** Puts the version that was just built into service. */
async function release(workload: Workload, request: BuildRequest): Promise<BuildOutcome> {
  if (workload.release !== undefined) return await workload.release(request);
  await workload.start();
  return 'finished';
}

async function performLifecycle(workload: Workload, action: LifecycleAction): Promise<void> {
  if (action === 'restart' && workload.restart === undefined) {
    await workload.stop();
    await workload.start();
    return;
  }
  await workload[action]?.();
}
