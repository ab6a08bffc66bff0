// status: reads a deployment and its resource once. Passes for any status.
import type { Client } from '../api/client.ts';
import { RefusedError, ResponseTooLargeError } from '../api/errors.ts';
import { type Deployment, type Identified, isIdentified, NO_STATUS } from '../api/model.ts';
import {
  type FanOut,
  fanOut,
  latestOf,
  listDeployments,
  readFanOut,
  refreshResource,
  LATEST,
  readTarget,
  type Target,
} from './steps/index.ts';
import type { Args, Context, Operation, Outcome } from './operation.ts';
import { reportOn } from './report.ts';
import { runTask, type Task } from './task.ts';

interface StatusArgs extends Args, Target, FanOut {}

/** Reads the resource and one of its deployments once; passes for any status. */
export const status: Operation<StatusArgs> = {
  effect: 'reads',
  read: (inputs) => ({ ...readTarget(inputs), ...readFanOut(inputs) }),

  async run(args, context) {
    const outcomes = await fanOut(args.resourceIds, { ...args, context }, (id) =>
      runTask(id, context, (task) => readOnce(task, args, context)),
    );
    return reportOn(outcomes, { action: 'read the status of', passed: foundHeadline });
  },
};

async function readOnce(task: Task, { deploymentId }: StatusArgs, context: Context): Promise<void> {
  const resource = await refreshResource(task, context);
  const found = await findDeployment(task, { deploymentId, type: resource.type }, context);
  if (found === undefined) return;
  task.emit({ kind: 'found', deploymentId: found.id, status: found.status });
}

/**
 * The given deployment, or the latest. For a resource that is not an app, the service may refuse to list deployments:
 * there are none.
 */
async function findDeployment(
  task: Task,
  wanted: { deploymentId: string | undefined; type: string | undefined },
  { client }: Context,
): Promise<Identified<Deployment> | undefined> {
  const { resourceId } = task;
  if (wanted.deploymentId !== undefined && wanted.deploymentId !== LATEST)
    return await readNamed(resourceId, wanted.deploymentId, client);
  try {
    return latestOf(task, await listDeployments(resourceId, client));
  } catch (error) {
    const isNoApp = wanted.type !== undefined && wanted.type !== 'app';
    if (error instanceof RefusedError && isNoApp && ![401, 403, 402].includes(error.status)) return undefined;
    throw error;
  }
}

/** Takes the status from the list when the response is too large (a long log) or has no status. */
async function readNamed(resourceId: string, deploymentId: string, client: Client): Promise<Identified<Deployment>> {
  const readListed = async (): Promise<Identified<Deployment> | undefined> => {
    const { items } = await listDeployments(resourceId, client);
    return items.filter(isIdentified).find(({ id }) => id === deploymentId);
  };
  try {
    const detail = await client.readDeployment(resourceId, deploymentId);
    return detail.status === NO_STATUS ? ((await readListed()) ?? detail) : detail;
  } catch (error) {
    const found = error instanceof ResponseTooLargeError ? await readListed() : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

function foundHeadline({ resourceId, name, resourceStatus, deploymentId, status: word }: Outcome): string {
  const state = `${name ?? resourceId} is ${resourceStatus ?? 'in an unknown state'}`;
  return deploymentId === undefined
    ? `${state}; it has no deployments`
    : `${state}; deployment ${deploymentId} is ${word}`;
}
