// Which deployment to read: a given one of one resource, or the latest of each resource.
import { type Deployment, type Identified, isIdentified, type List } from '../../../api/model.ts';
import type { Inputs } from '../../operation.ts';
import type { Task } from '../../task.ts';

/** Value of `deployment-id` for the latest deployment. */
export const LATEST = 'latest';

/** The inputs `resource-id` and `deployment-id`. */
export interface Target {
  readonly resourceIds: readonly string[];
  /** An id or {@link LATEST}; undefined when not given. */
  readonly deploymentId: string | undefined;
}

/** Reads `resource-id` and `deployment-id`; one id goes with one resource. */
export function readTarget(inputs: Inputs): Target {
  const deploymentId = inputs.id('deployment-id');
  const resourceIds = inputs.resourceIds({ several: true, required: true });
  if (deploymentId !== undefined && deploymentId !== LATEST && resourceIds.length > 1) {
    inputs.refuse('deployment-id', 'works with a single resource only; latest works with several');
  }
  return { resourceIds, deploymentId };
}

/**
 * The latest deployment, which is the first entry. Undefined when there is none, or when it has no readable id: then
 * the task has failed.
 */
export function latestOf(task: Task, { items }: List<Deployment>): Identified<Deployment> | undefined {
  const [first] = items;
  if (first === undefined || isIdentified(first)) return first;
  const cause = `The latest deployment of ${task.resourceId} (${first.status}) has no id that can be read, so nothing can be said about it.`;
  task.emit({ kind: 'failed', errorCode: 'unreadable_reply', cause });
  return undefined;
}
