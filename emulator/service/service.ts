// What the service does with its resources: work that is accepted at once and goes on in the background. No HTTP, no shapes.
import type { Clock } from '../clock/index.ts';
import type { Refusal } from '../api/index.ts';
import { busy, isRefusal, refuse } from '../api/index.ts';
import type { DeploymentRecord, ResourceRecord, State } from '../state/index.ts';
import { deploymentId as idOfDeployment } from '../state/index.ts';
import type { BuildOutcome, BuildRequest, Workload, WorkloadFactory } from './workload.ts';

/** More of a runtime log than the largest `lines` will ever ask for; older text is dropped. */
const RUNTIME_LOG_LIMIT = 2_000_000;

/** Work on a resource that is no deployment. */
export type LifecycleAction = 'start' | 'stop' | 'restart';

/** Who asks for a change. */
export interface Actor {
  /** The key's name, or `console`. */
  readonly by: string;
  readonly address: string | null;
}

/** What a deployment is asked for with. */
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
  /** Work under way; with any in it the resource is busy. */
  readonly jobs: Map<string, AbortController>;
}

/** What a service works with. */
export interface ServiceParts {
  readonly clock: Clock;
  readonly state: State;
  /** Called after every change of what is worth keeping. */
  readonly onChange: () => void;
  /** Told of what a workload should not have thrown. */
  readonly onError: (error: unknown) => void;
}

/** The resources of an organisation and the work on them. */
export class Service {
  readonly #clock: Clock;
  readonly #state: State;
  readonly #onChange: () => void;
  readonly #onError: (error: unknown) => void;
  readonly #resources = new Map<string, ManagedResource>();
  readonly #running = new Set<Promise<void>>();
  #jobCount = 0;

  constructor({ clock, state, onChange, onError }: ServiceParts) {
    this.#clock = clock;
    this.#state = state;
    this.#onChange = onChange;
    this.#onError = onError;
  }

  /** Adds a resource; its workload reports to the record from then on. A second one of the same id is an exception. */
  addResource(record: ResourceRecord, makeWorkload: WorkloadFactory): void {
    if (this.#resources.has(record.id)) throw new TypeError(`There are two resources with the id ${record.id}.`);
    const workload = makeWorkload({
      status: (word) => {
        record.status = word.toLowerCase();
      },
      log: (text) => {
        record.runtimeLog = (record.runtimeLog + text).slice(-RUNTIME_LOG_LIMIT);
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

  /** Deployments of a resource, latest first. */
  deployments(resourceId: string): readonly DeploymentRecord[] {
    return this.#state.deployments.filter((deployment) => deployment.resourceId === resourceId).toReversed();
  }

  /** One deployment of a resource, or `not_found`. */
  deployment(resourceId: string, deploymentId: string): DeploymentRecord | Refusal {
    const found = this.deployments(resourceId).find(({ id }) => id === deploymentId);
    return found ?? refuse('not_found', `There is no deployment ${deploymentId} of ${resourceId}.`);
  }

  /** Accepts a deployment and builds in the background; `billing` and `busy` as for all work. */
  deploy(resourceId: string, request: DeployRequest): DeploymentRecord | Refusal {
    const resource = this.#ready(resourceId, request.evenIfBusy);
    if (isRefusal(resource)) return resource;
    this.#state.deploymentCount += 1;
    const deployment: DeploymentRecord = {
      id: idOfDeployment(this.#state.deploymentCount),
      resourceId,
      status: 'queued',
      label: request.label,
      by: request.by,
      force: request.force,
      log: '',
      createdAtMs: this.#clock.wallTime(),
      startedAtMs: null,
      finishedAtMs: null,
    };
    this.#state.deployments.push(deployment);
    this.recordActivity(request, { action: 'deploy', target: resourceId, deploymentId: deployment.id });
    this.#runJob(resource, deployment.id, async (signal) => {
      await this.#build(resource, deployment, signal);
    });
    return deployment;
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

  /** Cancels a deployment under way, as a person may in the console; the API has no such call. */
  cancel(resourceId: string, deploymentId: string, actor: Actor): DeploymentRecord | Refusal {
    const deployment = this.deployment(resourceId, deploymentId);
    if (isRefusal(deployment)) return deployment;
    const job = this.#resources.get(resourceId)?.jobs.get(deploymentId);
    if (job === undefined) return refuse('invalid_input', `Deployment ${deploymentId} has ended.`);
    this.recordActivity(actor, { action: 'cancel', target: resourceId, deploymentId });
    this.#end(deployment, 'cancelled');
    job.abort();
    return deployment;
  }

  /** Adds a line to the activity record. */
  recordActivity(actor: Actor, change: { action: string; target: string; deploymentId: string | null }): void {
    this.#state.activity.push({ atMs: this.#clock.wallTime(), by: actor.by, address: actor.address, ...change });
    this.#onChange();
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
        this.#onChange();
      }
    };
    const running = run().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #build(resource: ManagedResource, deployment: DeploymentRecord, signal: AbortSignal): Promise<void> {
    const { workload } = resource;
    try {
      await workload.queue?.(signal);
      deployment.status = 'building';
      deployment.startedAtMs = this.#clock.wallTime();
      const outcome = await workload.build(buildRequest(deployment, signal));
      if (signal.aborted) return;
      // The new version is up before the deployment counts as finished, so that a reader of `finished` finds it there.
      if (outcome === 'finished') await workload.start();
      this.#end(deployment, outcome);
    } catch (error) {
      if (!signal.aborted) this.#end(deployment, 'failed');
      throw error;
    }
  }

  #end(deployment: DeploymentRecord, outcome: BuildOutcome): void {
    if (deployment.finishedAtMs !== null) return;
    deployment.status = outcome;
    deployment.finishedAtMs = this.#clock.wallTime();
  }
}

/** What a workload may do with a deployment: nothing more once it has ended. */
function buildRequest(deployment: DeploymentRecord, signal: AbortSignal): BuildRequest {
  const unlessEnded =
    (change: (text: string) => void) =>
    (text: string): void => {
      if (deployment.finishedAtMs === null) change(text);
    };
  return {
    force: deployment.force,
    signal,
    log: unlessEnded((text) => {
      deployment.log += text;
    }),
    replaceLog: unlessEnded((text) => {
      deployment.log = text;
    }),
    status: unlessEnded((word) => {
      deployment.status = word;
    }),
  };
}

async function performLifecycle(workload: Workload, action: LifecycleAction): Promise<void> {
  if (action === 'restart' && workload.restart === undefined) {
    await workload.stop();
    await workload.start();
    return;
  }
  await workload[action]?.();
}
