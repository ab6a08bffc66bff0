// status: reads a deployment and its resource once. Passes for any status.
import type { Client } from '../api/client.ts';
import { ApiError, orApiError, ResponseTooLargeError } from '../api/errors.ts';
import { type Deployment, type Identified, isIdentified, NO_STATUS, type Resource } from '../api/model.ts';
import {
  type FanOut,
  fanOut,
  latestOf,
  listDeployments,
  listForType,
  readFanOut,
  recordCommit,
  refreshResource,
  LATEST,
  readTarget,
  type Target,
} from './steps/index.ts';
import type { Args, Context, Operation, Outcome } from './operation.ts';
import { reportOn } from './report.ts';
import type { Task } from './task.ts';

interface StatusArgs extends Args, Target, FanOut {}

/** Reads the resource and one of its deployments once; passes for any status. */
export const status: Operation<StatusArgs> = {
  effect: 'reads',
  read: (inputs) => ({ ...readTarget(inputs), ...readFanOut(inputs) }),

  async run(args, context) {
    const outcomes = await fanOut(args, context, (task) => readOnce(task, args, context));
    return reportOn(outcomes, { action: 'read the status of', passed: foundHeadline });
  },
};

async function readOnce(task: Task, { deploymentId }: StatusArgs, context: Context): Promise<void> {
  const resource = await refreshResource(task, context);
  const found = await findDeployment(task, { deploymentId, resource }, context);
  if (found === undefined) return;
  task.emit({ kind: 'found', deploymentId: found.id, status: found.status });
  recordCommit(task, { commit: found.commit, isOurs: false }, context);
}

/** The given deployment, or the latest, if there is one. */
async function findDeployment(
  task: Task,
  wanted: { deploymentId: string | undefined; resource: Resource },
  { client }: Context,
): Promise<Identified<Deployment> | undefined> {
  const { resourceId } = task;
  if (wanted.deploymentId !== undefined && wanted.deploymentId !== LATEST)
    return await readNamed(resourceId, wanted.deploymentId, client);
  const list = await listForType(resourceId, wanted.resource, client);
  return list && latestOf(task, list);
}

/** Takes the status from the list when the response is too large (a long log) or has no status. */
async function readNamed(resourceId: string, deploymentId: string, client: Client): Promise<Identified<Deployment>> {
  const detail = await orApiError(client.readDeployment(resourceId, deploymentId));
  const isRead = !(detail instanceof ApiError);
  if (isRead && detail.status !== NO_STATUS) return detail;
  if (!isRead && !(detail instanceof ResponseTooLargeError)) throw detail;
  const { items } = await listDeployments(resourceId, client);
  const listed = items.filter(isIdentified).find(({ id }) => id === deploymentId);
  if (listed !== undefined) return listed;
  if (isRead) return detail;
  throw detail;
}

function foundHeadline({ resourceId, name, resourceStatus, deploymentId, status: deploymentStatus }: Outcome): string {
  const state = `${name ?? resourceId} is ${resourceStatus ?? 'in an unknown state'}`;
  return deploymentId === undefined
    ? `${state}; it has no deployments`
    : `${state}; deployment ${deploymentId} is ${deploymentStatus}`;
}
