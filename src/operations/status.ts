// status: one read of a deployment and its resource. Passes whatever it finds.
import type { Client } from '../api/client.ts';
import { RefusedError, ResponseTooLargeError } from '../api/errors.ts';
import { type Deployment, type Identified, isIdentified, NO_STATUS } from '../api/model.ts';
import {
  type FanOut,
  fanOut,
  latestOf,
  listDeployments,
  readFanOut,
  readInto,
  LATEST,
  readTarget,
  type Target,
} from './steps/index.ts';
import type { Args, Context, Operation, Outcome } from './operation.ts';
import { reportOn } from './report.ts';
import { conclude, type Task } from './task.ts';

interface StatusArgs extends Args, Target, FanOut {}

/** Reads the resource and one of its deployments once; what it finds is no failure. */
export const status: Operation<StatusArgs> = {
  does: 'reads',
  read: (inputs) => ({ ...readTarget(inputs), ...readFanOut(inputs) }),

  async run(args, context) {
    const outcomes = await fanOut(args.resourceIds, { ...args, context }, (id) =>
      conclude(id, context, (task) => readOnce(task, args, context)),
    );
    return reportOn(outcomes, { action: 'read the status of', passed: foundHeadline });
  },
};

async function readOnce(task: Task, { deploymentId }: StatusArgs, context: Context): Promise<void> {
  const resource = await readInto(task, context);
  const found = await findDeployment(task, { deploymentId, type: resource.type }, context);
  if (found === undefined) return;
  task.emit({ kind: 'found', deploymentId: found.id, status: found.status });
}

/** The one asked for, or the latest; a resource that is no app has none, and a service may refuse to list them. */
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

/** A deployment whose log is longer than is read, or whose response shows no status, has the status of the list. */
async function readNamed(resourceId: string, deploymentId: string, client: Client): Promise<Identified<Deployment>> {
  let detail: Identified<Deployment> | undefined;
  let tooLarge: ResponseTooLargeError | undefined;
  try {
    detail = await client.readDeployment(resourceId, deploymentId);
    if (detail.status !== NO_STATUS) return detail;
  } catch (error) {
    if (!(error instanceof ResponseTooLargeError)) throw error;
    tooLarge = error;
  }
  const { items } = await listDeployments(resourceId, client);
  const found = items.filter(isIdentified).find(({ id }) => id === deploymentId) ?? detail;
  if (found === undefined) throw tooLarge ?? new Error('neither read nor too large');
  return found;
}

function foundHeadline({ resourceId, name, resourceStatus, deploymentId, status: word }: Outcome): string {
  const state = `${name ?? resourceId} is ${resourceStatus ?? 'in an unknown state'}`;
  return deploymentId === undefined
    ? `${state}; it has no deployments`
    : `${state}; deployment ${deploymentId} is ${word}`;
}
