// Looking at a resource: its name, its word of status and where it answers.
import { ApiError } from '../../api/errors.ts';
import type { Resource } from '../../api/model.ts';
import { Stop } from '../../clock.ts';
import { isLoopback } from '../../url.ts';
import type { LogLines } from '../../api/client.ts';
import type { Context } from '../operation.ts';
import { describe, type Task } from '../task.ts';
import { emitLog } from './emit-log.ts';

/** How long a read may be retried that only rounds off a verdict already reached. */
const OPTIONAL_PATIENCE_MS = 20_000;

/** Reads the resource, adds what it says to the task, and returns it. */
export async function readInto(task: Task, context: Pick<Context, 'client'>): Promise<Resource> {
  const found = await withStatus(await context.client.readResource(task.resourceId), context);
  const url = addressOf(found);
  if (found.name !== undefined && found.name !== task.outcome.name) task.emit({ kind: 'named', name: found.name });
  task.emit({ kind: 'resource', status: found.status, url: url ?? '' });
  return found;
}

/** The response for a single resource is not shown in the API page; the list item is, and has a status. */
async function withStatus(found: Resource, { client }: Pick<Context, 'client'>): Promise<Resource> {
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

/** Runs what only rounds off a verdict: trouble is a warning, `undefined` the answer. A cancelled run still ends it. */
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
