// What the service does with its resources: work is accepted at once and done in the background. No HTTP, no shapes.
import type { Actor, Change, ChangeParts, DeploymentFacts, DeploymentRecord, ResourceRecord } from '../state/index.ts';
import { deploymentId as idOfDeployment, saveChange } from '../state/index.ts';
import type { BuildOutcome, BuildRequest, Workload, WorkloadFactory } from './workload.ts';
import type { Refusal } from '../refusals.ts';
import { busy, isRefusal, refuse } from '../refusals.ts';

/** Work on a resource that is no deployment. */
export type LifecycleAction = 'start' | 'stop' | 'restart';

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
export interface ServiceParts extends ChangeParts {
  /** Called with what a workload should not have thrown. */
  readonly onError: (error: unknown) => void;
}

/** The resources of an organisation and the work on them. */
export class Service {
  readonly #parts: ChangeParts;
  readonly #onError: (error: unknown) => void;
  readonly #resources = new Map<string, ManagedResource>();
  readonly #running = new Set<Promise<void>>();
  #jobCount = 0;

  constructor({ clock, state, store, onError }: ServiceParts) {
    this.#parts = { clock, state, store };
    this.#onError = onError;
  }

  /** Adds a resource; its workload reports to the record from then on. Throws for a second one with the same id. */
  addResource(record: ResourceRecord, makeWorkload: WorkloadFactory): void {
    if (this.#resources.has(record.id)) throw new TypeError(`There are two resources with the id ${record.id}.`);
    const workload = makeWorkload({
      status: (status) => {
        record.status = status.toLowerCase();
        const { id, createdAtMs } = record;
        this.#parts.store.record({ resource: { id, createdAtMs, status: record.status } });
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

  /** The latest deployments of a resource, latest first. A log is read when it is used, and is not enumerable. */
  deployments(resourceId: string, limit = Infinity): readonly DeploymentRecord[] {
    const { deployments } = this.#parts.state;
    const found: DeploymentRecord[] = [];
    for (let index = deployments.length - 1; index >= 0 && found.length < limit; index -= 1) {
      const facts = deployments[index];
      if (facts?.resourceId === resourceId) found.push(this.#withLog(facts));
    }
    return found;
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
    const { state, clock } = this.#parts;
    const organisation = { wallet: state.wallet, deploymentCount: state.deploymentCount + 1 };
    const deployment: DeploymentFacts = {
      id: idOfDeployment(organisation.deploymentCount),
      resourceId,
      status: 'queued',
      label: request.label,
      by: request.by,
      force: request.force,
      createdAtMs: clock.wallTime(),
      startedAtMs: null,
      finishedAtMs: null,
    };
    const entry = { action: 'deploy', target: resourceId, deploymentId: deployment.id };
    const refusal = this.#save({ organisation, deployment }, request, entry);
    if (refusal !== undefined) return refusal;
    state.deploymentCount = organisation.deploymentCount;
    state.deployments.push(deployment);
    this.#runJob(resource, deployment.id, async (signal) => {
      await this.#build(resource, deployment, signal);
    });
    return this.#withLog(deployment);
  }

  /** Accepts a start, stop or restart and does it in the background; refuses as `deploy` does. */
  lifecycle(resourceId: string, action: LifecycleAction, actor: Actor): ManagedResource | Refusal {
    const resource = this.#ready(resourceId);
    if (isRefusal(resource)) return resource;
    const refusal = this.#save({}, actor, { action, target: resourceId });
    if (refusal !== undefined) return refusal;
    this.#runLifecycle(resource, action);
    return resource;
  }

  /** Starts a resource that ran when the last emulator ended. */
  resume(resourceId: string): void {
    const resource = this.#resources.get(resourceId);
    if (resource !== undefined) this.#runLifecycle(resource, 'start');
  }

  /** Cancels a deployment in progress, as a person may in the console; the API has no such call. */
  cancel(resourceId: string, deploymentId: string, actor: Actor): DeploymentRecord | Refusal {
    const deployment = this.#find(resourceId, deploymentId);
    if (isRefusal(deployment)) return deployment;
    const job = this.#resources.get(resourceId)?.jobs.get(deploymentId);
    if (job === undefined || deployment.finishedAtMs !== null) {
      return refuse('invalid_input', `Deployment ${deploymentId} has ended.`);
    }
    const cancelled = { status: 'cancelled', finishedAtMs: this.#parts.clock.wallTime() };
    const change = { deployment: { ...deployment, ...cancelled } };
    const refusal = this.#save(change, actor, { action: 'cancel', target: resourceId, deploymentId });
    if (refusal !== undefined) return refusal;
    Object.assign(deployment, cancelled);
    job.abort();
    return this.#withLog(deployment);
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

  #save(
    change: Change,
    { by, address }: Actor,
    entry: { action: string; target: string; deploymentId?: string },
  ): Refusal | undefined {
    return saveChange(this.#parts, change, { by, address, deploymentId: null, ...entry });
  }

  #runLifecycle(resource: ManagedResource, action: LifecycleAction): void {
    this.#jobCount += 1;
    this.#runJob(resource, `job_${this.#jobCount}`, async () => {
      await performLifecycle(resource.workload, action);
    });
  }

  #find(resourceId: string, deploymentId: string): DeploymentFacts | Refusal {
    const found = this.#parts.state.deployments.findLast(
      (one) => one.id === deploymentId && one.resourceId === resourceId,
    );
    return found ?? refuse('not_found', `There is no deployment ${deploymentId} of ${resourceId}.`);
  }

  #withLog(facts: DeploymentFacts): DeploymentRecord {
    const { logs } = this.#parts.store;
    return Object.defineProperty({ ...facts, log: '' }, 'log', { get: () => logs.read(facts.id), enumerable: false });
  }

  #ready(resourceId: string, evenIfBusy = false): ManagedResource | Refusal {
    const resource = this.resource(resourceId);
    if (isRefusal(resource)) return resource;
    if (this.#parts.state.wallet === 'empty')
      return refuse('billing', 'The wallet is empty. Top it up in the console.');
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
    const { clock, store } = this.#parts;
    const request = this.#buildRequest(deployment, signal);
    try {
      await workload.queue?.(signal);
      if (signal.aborted) return;
      deployment.status = 'building';
      deployment.startedAtMs = clock.wallTime();
      store.record({ deployment });
      const outcome = await workload.build(request);
      if (signal.aborted) return;
      // The new version is up before the deployment counts as finished, so that a reader of `finished` finds it there.
      this.#end(deployment, outcome === 'finished' ? await release(workload, request) : outcome);
    } catch (error) {
      if (!signal.aborted) this.#end(deployment, 'failed');
      throw error;
    } finally {
      store.logs.end(deployment.id);
    }
  }

  #end(deployment: DeploymentFacts, outcome: BuildOutcome): void {
    if (deployment.finishedAtMs !== null) return;
    deployment.status = outcome;
    deployment.finishedAtMs = this.#parts.clock.wallTime();
    this.#parts.store.record({ deployment });
  }

  /** What a workload may do with a deployment: nothing more once it has ended. */
  #buildRequest(deployment: DeploymentFacts, signal: AbortSignal): BuildRequest {
    const { logs } = this.#parts.store;
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
