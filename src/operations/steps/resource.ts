// Reading a resource: its name, its status, where it answers, its deployments and its runtime log.
import { ApiError, RefusedError } from '../../api/errors.ts';
import type { Deployment, List, Resource } from '../../api/model.ts';
import { Stop } from '../../clock.ts';
import { isLoopback } from '../../url.ts';
import type { Client, LogLines } from '../../api/client.ts';
import type { Context } from '../operation.ts';
import { describe, type Task } from '../task.ts';
import { emitLog } from './log/index.ts';

/** How long a read may be retried that only rounds off a verdict already reached. */
const OPTIONAL_PATIENCE_MS = 20_000;

/** Reads the resource, adds its fields to the task, and returns it. */
export async function readInto(task: Task, { client }: Pick<Context, 'client'>): Promise<Resource> {
  return addTo(task, await readResource(task.resourceId, client));
}

/** Adds the fields of a resource to the task. */
export function addTo(task: Task, found: Resource): Resource {
  const url = addressOf(found);
  if (found.name !== undefined && found.name !== task.outcome.name) task.emit({ kind: 'named', name: found.name });
  task.emit({ kind: 'resource', status: found.status, url: url ?? '' });
  return found;
}

/** The response for a single resource is not shown in the API page; the list item is, and has a status. */
export async function readResource(resourceId: string, client: Client): Promise<Resource> {
  const found = await client.readResource(resourceId);
  if (found.status !== undefined) return found;
  const listed = (await client.listResources()).items.find(({ id }) => id === found.id);
  return listed === undefined
    ? found
    : { ...listed, ...found, ...(listed.status === undefined ? {} : { status: listed.status }) };
}

/** Address of the first domain: `https:`, or `http:` where that is this very machine. */
export function addressOf({ domains }: Resource): string | undefined {
  const [host] = domains;
  if (host === undefined) return undefined;
  return `${isLoopback(new URL(`https://${host}`).hostname) ? 'http' : 'https'}://${host}`;
}

/** The deployments of a resource, the latest first. A 404 for the list of an existing resource: there is none yet. */
export async function listDeployments(resourceId: string, client: Client): Promise<List<Deployment>> {
  try {
    return await client.listDeployments(resourceId);
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'not_found') return { items: [], isComplete: true };
    throw error;
  }
}

/** Runs what only completes a report: an error is a warning, and the result undefined. A cancelled run still ends it. */
export async function optional<T>(
  what: string,
  context: Context,
  work: (context: Context) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work({ ...context, client: context.client.within(OPTIONAL_PATIENCE_MS) });
  } catch (error) {
    if (error instanceof Stop && error.reason === 'timeout') {
      context.emit({ kind: 'warning', text: `The deadline left no time to read ${what}.` });
      return undefined;
    }
    if (!(error instanceof ApiError)) throw error;
    context.emit({ kind: 'warning', text: `Could not read ${what}. ${describe(error)}` });
    return undefined;
  }
}

/** Shows the last lines of the running app's log, where that may explain what went wrong. */
export async function showRuntimeLog(resourceId: string, lines: LogLines, context: Context): Promise<void> {
  const log = await optional(`the runtime log of ${resourceId}`, context, ({ client }) =>
    client.readLogs(resourceId, lines),
  );
  if (log?.kind !== 'read' || log.value === '') return;
  await emitLog({ resourceId, source: 'runtime', text: endLine(log.value) }, context);
}

/** The text with a line end after its last line. */
export function endLine(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
