// What is read before anything is changed: the resource and its deployments, in parallel. It checks the key, gives the
// name and the status before, and shows which deployments there were.
import type { Client } from '../../api/client.ts';
import { ApiError, RefusedError } from '../../api/errors.ts';
import type { Deployment, List } from '../../api/model.ts';
import { unlessAborted, withDeadline } from '../../clock.ts';
import { formatDuration } from '../../duration.ts';
import { nearest } from '../../nearest.ts';
import type { Context } from '../operation.ts';
import { describe, type Task } from '../task.ts';
import { addTo, listDeployments, readResource } from './resource.ts';

/** After any other error than these refusals the resource is given up after so long: the list and the POST decide. */
const PATIENCE_MS = 10_000;
const stopping: ReadonlySet<unknown> = new Set(['not_found', 'unauthorized', 'forbidden']);

/** Reads the resource into the task and lists its deployments; undefined when the task has failed with `not_found`. */
export async function readBefore(task: Task, context: Context): Promise<List<Deployment> | undefined> {
  const unknown: string[] = [];
  const [resource, list] = await Promise.allSettled([
    readBriefly(task, context, (text) => unknown.push(text)),
    listDeployments(task.resourceId, context.client),
  ]);
  if (resource.status === 'rejected') throw resource.reason;
  if (!resource.value) return undefined;
  // Where the list fails too, its error is enough.
  if (list.status === 'rejected') throw list.reason;
  for (const text of unknown) task.emit({ kind: 'warning', text });
  return list.value;
}

/** Reads the status of the resource before start, stop or restart; false when the task has failed with `not_found`. */
export async function readBriefly(
  task: Task,
  context: Context,
  onUnknown = (text: string): unknown => task.emit({ kind: 'warning', text }),
): Promise<boolean> {
  const { client, clock, signal } = context;
  const limit = withDeadline(clock, PATIENCE_MS, { signal });
  const reading = readResource(task.resourceId, client.within(PATIENCE_MS));
  try {
    addTo(task, await unlessAborted(reading, limit.signal));
    return true;
  } catch (error) {
    const isStopping = error instanceof RefusedError && stopping.has(error.code);
    if (!isStopping && (error instanceof ApiError || limit.isExpired())) {
      const why =
        error instanceof ApiError ? describe(error) : `It was not read within ${formatDuration(PATIENCE_MS)}.`;
      const text = `The status of ${task.resourceId} before the request is unknown. ${why}`;
      onUnknown(text);
      return true;
    }
    if (!isStopping) throw error;
    if (error.code !== 'not_found') throw error;
    const meant = await similarResource(task.resourceId, client);
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
    task.emit({ kind: 'failed', errorCode: 'not_found', cause: `${describe(error)}${hint}` });
    return false;
  } finally {
    limit.clear();
  }
}

/** The id of the resource that was probably meant: the name was given instead, or the id is mistyped. */
async function similarResource(given: string, client: Client): Promise<string | undefined> {
  try {
    const { items } = await client.within(PATIENCE_MS).listResources();
    const named = items.find(({ name }) => name?.toLowerCase() === given.toLowerCase());
    const ids = items.flatMap(({ id }) => id ?? []);
    return named?.id ?? nearest(given, ids);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
