// Reads a resource: name, status, address, deployments and runtime log.
import { ApiError, isKeyProblem, isRefusal, orApiError, RefusedError } from '../../../api/errors.ts';
import type { Deployment, List, Resource } from '../../../api/model.ts';
import { isTimeout } from '../../../clock.ts';
import { isLoopback } from '../../../url.ts';
import type { Client, LogLines } from '../../../api/client.ts';
import type { Context, Inputs } from '../../operation.ts';
import { describeError } from '../../failure.ts';
import type { Task } from '../../task.ts';
import { emitLog, wholeText } from '../log/index.ts';

/** How long a read may be retried that does not affect the verdict. */
const OPTIONAL_TIMEOUT_MS = 20_000;

/** How long a read may take that the work can do without. */
export const BRIEF_MS = 10_000;

/** A resource; `unread`: why the list could not be read for its status. */
type ResourceRead = Resource & { readonly unread?: ApiError };

/** Reads the resource, records it in the task, and returns it. */
export async function refreshResource(task: Task, { client }: Pick<Context, 'client'>): Promise<Resource> {
  return recordResource(task, await readResource(task.resourceId, client));
}

/** Records name, status and address of a resource in the task. */
export function recordResource(task: Task, found: ResourceRead): Resource {
  const url = addressOf(found);
  if (found.name !== undefined && found.name !== task.outcome.name) task.emit({ kind: 'named', name: found.name });
  const { status, unread } = found;
  const why = unread && `the status of the resource could not be read. ${describeError(unread)}`;
  task.emit({ kind: 'resource', status, url: url ?? '', why });
  return found;
}

/**
 * Reads a resource; takes a missing status from the list, whose items have one (API page). A list that cannot be read says
 * nothing about the resource: its status is then unknown.
 */
export async function readResource(resourceId: string, client: Client): Promise<ResourceRead> {
  const found = await client.readResource(resourceId);
  if (found.status !== undefined) return found;
  const list = await orApiError(client.withLimits({ timeoutMs: BRIEF_MS }).listResources());
  if (list instanceof ApiError) return { ...found, unread: list };
  return { ...list.items.find(({ id }) => id === found.id), ...found };
}

/** Address of the first domain: `https:`, or `http:` for a loopback host. */
export function addressOf({ domains }: Resource): string | undefined {
  const [host] = domains;
  if (host === undefined) return undefined;
  return `${isLoopback(new URL(`https://${host}`).hostname) ? 'http' : 'https'}://${host}`;
}

/**
 * The deployments of a resource, latest first. A 404 means that there are none, since some services answer so for an
 * empty list; it is marked as incomplete, since it may be a mistake.
 */
export async function listDeployments(resourceId: string, client: Client): Promise<List<Deployment>> {
  const list = await orApiError(client.listDeployments(resourceId));
  if (isRefusal(list, 'not_found')) return { items: [], isComplete: false };
  if (list instanceof ApiError) throw list;
  return list;
}

/** The deployments; undefined if the service refuses to list them, as it may for a database. */
export async function listOrNone(resourceId: string, client: Client): Promise<List<Deployment> | undefined> {
  const list = await orApiError(listDeployments(resourceId, client));
  if (!(list instanceof ApiError)) return list;
  if (list instanceof RefusedError && !isKeyProblem(list)) return undefined;
  throw list;
}

/** The deployments of a resource of this type: only for an app it is an error if the service refuses to list them. */
export async function listForType(
  resourceId: string,
  { type = 'app' }: Pick<Resource, 'type'>,
  client: Client,
): Promise<List<Deployment> | undefined> {
  return type === 'app' ? await listDeployments(resourceId, client) : await listOrNone(resourceId, client);
}

/**
 * Runs work that does not affect the verdict: an ApiError or the deadline becomes a warning, and the result undefined.
 */
export async function bestEffort<T>(
  what: string,
  context: Context,
  work: (context: Context) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work({ ...context, client: context.client.withLimits({ retryForMs: OPTIONAL_TIMEOUT_MS }) });
  } catch (error) {
    if (isTimeout(error)) {
      context.emit({ kind: 'warning', text: `The deadline left no time to read ${what}.` });
      return undefined;
    }
    if (!(error instanceof ApiError)) throw error;
    context.emit({ kind: 'warning', text: `Could not read ${what}. ${describeError(error)}` });
    return undefined;
  }
}

/** The values of the input `lines` (API page: the service accepts no others). */
const logLines = { '100': 100, '500': 500, '2000': 2000 } as const;

/** Reads the input `lines`: how many lines of a runtime log to show. */
export function readLines(inputs: Pick<Inputs, 'choice'>): LogLines {
  return logLines[inputs.choice('lines', ['100', '500', '2000'])];
}

/** Shows the last lines of the runtime log. */
export async function showRuntimeLog(resourceId: string, lines: LogLines, context: Context): Promise<void> {
  const log = await bestEffort(`the runtime log of ${resourceId}`, context, ({ client }) =>
    client.readLogs(resourceId, lines),
  );
  if (log !== undefined) await emitLog({ resourceId, source: 'runtime', text: wholeText(log) }, context);
}
