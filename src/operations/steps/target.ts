// Which deployment to read: one that is named, of one resource, or the latest of each.
import type { Inputs } from '../operation.ts';

/** The word that `deployment-id` takes instead of an id. */
export const LATEST = 'latest';

/** What `resource-id` and `deployment-id` say together. */
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
    inputs.refuse('deployment-id', 'goes with one resource only; the word latest goes with several');
  }
  return { resourceIds, deploymentId };
}
