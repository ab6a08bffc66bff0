// Reads the resource and its deployments in parallel before anything is changed. This checks the key, and gives the
// name, the status and the existing deployments.
import { ApiError, isOtherShape, isRefusal, orApiError, RefusedError } from '../../../api/errors.ts';
import type { Deployment, List } from '../../../api/model.ts';
import type { Context } from '../../operation.ts';
import { describeError } from '../../failure.ts';
import type { Task } from '../../task.ts';
import { BRIEF_MS, recordResource, listDeployments, readResource } from './resource.ts';
import { type StatusBefore, statusIn } from './resource-status.ts';

/** What was read before anything was changed. */
export interface Before {
  /** Incomplete and empty where it could not be read, or was a 404. */
  readonly list: List<Deployment>;
  readonly status: StatusBefore;
}

const NO_LIST: List<Deployment> = { items: [], isComplete: false };

/**
 * Reads the resource into the task, and its deployments. `list`: `needed`; `useful`: one in JSON of another shape is none;
 * `optional`: nor is one that cannot be read in time.
 */
export async function readBefore(
  task: Task,
  context: Context,
  { list: need }: { list: 'needed' | 'useful' | 'optional' },
): Promise<Before> {
  const unneeded = new AbortController();
  const client = context.client.withLimits({
    signal: AbortSignal.any([context.signal, unneeded.signal]),
    ...(need === 'optional' ? { timeoutMs: BRIEF_MS } : {}),
  });
  try {
    const [status, list] = await Promise.all([
      readStatusBefore(task, context),
      orApiError(listDeployments(task.resourceId, client)),
    ]);
    if (!(list instanceof ApiError)) return { list, status };
    if (need === 'needed' || (need === 'useful' && !isOtherShape(list))) throw list;
    return { list: NO_LIST, status };
  } finally {
    // If the resource is refused, the list is not waited for.
    unneeded.abort();
  }
}

/** Reads the resource for at most {@link BRIEF_MS}; rejects if it is unknown or the key may not read it. */
export async function readStatusBefore(task: Task, context: Context): Promise<StatusBefore> {
  const found = await orApiError(readResource(task.resourceId, context.client.withLimits({ timeoutMs: BRIEF_MS })));
  if (!(found instanceof ApiError)) return statusIn(recordResource(task, found));
  if (isRefusal(found, 'not_found', 'unauthorized', 'forbidden')) throw found;
  if (found instanceof RefusedError && [401, 403].includes(found.status)) throw found;
  const text = `the status of ${task.resourceId} at the start of this step is unknown. ${describeError(found)}`;
  task.emit({ kind: 'note', text });
  return undefined;
}
