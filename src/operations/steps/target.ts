// Which deployment to read: one that is named, of one resource, or the latest of each.
import type { Inputs } from '../operation.ts';

/** What `resource-id` and `deployment-id` say together. */
export interface Target {
  readonly resourceIds: readonly string[];
  /** Undefined for the latest. */
  readonly deploymentId: string | undefined;
}

/** Reads `resource-id` and `deployment-id`; one deployment goes with one resource. */
export function readTarget(inputs: Inputs): Target {
  const deploymentId = inputs.id('deployment-id');
  const resourceIds = inputs.resourceIds({ several: true, required: true });
  if (deploymentId !== undefined && resourceIds.length > 1) {
    inputs.refuse('deployment-id', 'goes with one resource only');
  }
  return { resourceIds, deploymentId };
}
