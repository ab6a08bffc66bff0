// Reads the resource and its deployments in parallel before anything is changed. This checks the key, and gives the
// name, the status and the existing deployments.
import { ApiError, isRefusal, RefusedError } from '../../api/errors.ts';
import type { Deployment, List } from '../../api/model.ts';
import { unlessAborted, withDeadline } from '../../clock.ts';
import { formatDuration } from '../../duration.ts';
import type { Context } from '../operation.ts';
import { describeError } from '../failure.ts';
import type { Task } from '../task.ts';
import { recordResource, listDeployments, readBriefly, readResource } from './resource.ts';

/** How long the resource is read; after that its status at the start of this step is unknown. */
const TIMEOUT_MS = 10_000;

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

/** Reads the resource for at most {@link TIMEOUT_MS}; rejects if it is unknown or the key may not read it. */
export async function readStatusBefore(
  task: Task,
  context: Context,
  onUnknown = (text: string): unknown => task.emit({ kind: 'warning', text }),
): Promise<void> {
  const { client, clock, signal } = context;
  const limit = withDeadline(clock, TIMEOUT_MS, { signal });
  const reading = readResource(task.resourceId, client.within(TIMEOUT_MS, limit.signal));
  try {
    recordResource(task, await unlessAborted(reading, limit.signal));
  } catch (error) {
    if (isRefusal(error, 'not_found', 'unauthorized', 'forbidden')) throw error;
    if (error instanceof RefusedError && [401, 403].includes(error.status)) throw error;
    if (!(error instanceof ApiError) && !limit.isExpired()) throw error;
    const why =
      error instanceof ApiError ? describeError(error) : `It was not read within ${formatDuration(TIMEOUT_MS)}.`;
    onUnknown(`The status of ${task.resourceId} at the start of this step is unknown. ${why}`);
  } finally {
    limit.clear();
  }
}
