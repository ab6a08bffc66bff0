// Reads the resource and its deployments in parallel before anything is changed. This checks the key, and gives the
// name, the status and the existing deployments.
import { ApiError, isRefusal, RefusedError } from '../../api/errors.ts';
import type { Deployment, List } from '../../api/model.ts';
import { formatDuration } from '../../duration.ts';
import type { Context } from '../operation.ts';
import { describeError } from '../failure.ts';
import type { Task } from '../task.ts';
import { BRIEF_MS, recordResource, listDeployments, readBriefly, readResource } from './resource.ts';

/**
 * Reads the resource into the task and returns its deployments. Without `needsList`, a list that cannot be read in time is
 * empty.
 */
export async function readBefore(
  task: Task,
  context: Context,
  { needsList = true }: { needsList?: boolean } = {},
): Promise<List<Deployment>> {
  const unknown: string[] = [];
  const refused = new AbortController();
  const client = context.client.within(Infinity, AbortSignal.any([context.signal, refused.signal]));
  const list = (of: Pick<Context, 'client'>): Promise<List<Deployment>> => listDeployments(task.resourceId, of.client);
  const reading = readStatusBefore(task, context, (text) => unknown.push(text));
  const listing = needsList ? list({ client }) : readBriefly(list, context);
  // Its error is thrown below, unless the resource is refused: then the list is not waited for.
  listing.catch(() => undefined);
  try {
    await reading;
  } catch (error) {
    refused.abort();
    throw error;
  }
  const value = await listing;
  for (const text of unknown) task.emit({ kind: 'warning', text });
  return value === undefined || value instanceof ApiError ? { items: [], isComplete: false } : value;
}

/** Reads the resource for at most {@link BRIEF_MS}; rejects if it is unknown or the key may not read it. */
export async function readStatusBefore(
  task: Task,
  context: Context,
  onUnknown = (text: string): unknown => task.emit({ kind: 'warning', text }),
): Promise<void> {
  const found = await readBriefly(({ client }) => readResource(task.resourceId, client), context);
  if (found !== undefined && !(found instanceof ApiError)) {
    recordResource(task, found);
    return;
  }
  if (isRefusal(found, 'not_found', 'unauthorized', 'forbidden')) throw found;
  if (found instanceof RefusedError && [401, 403].includes(found.status)) throw found;
  const why = found === undefined ? `It was not read within ${formatDuration(BRIEF_MS)}.` : describeError(found);
  onUnknown(`The status of ${task.resourceId} at the start of this step is unknown. ${why}`);
}
