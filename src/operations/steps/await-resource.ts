// Reading a resource until its status has settled, and after a deployment until its app has come up.
import { resourceStateOf } from '../../api/model.ts';
import type { Client } from '../../api/client.ts';
import { ApiError, ServiceFailedError } from '../../api/errors.ts';
import { Stop } from '../../clock.ts';
import { formatDuration } from '../../duration.ts';
import type { Context } from '../operation.ts';
import { describe, type Task } from '../task.ts';
import { createPollFailures } from './polls.ts';
import { readInto } from './resource.ts';
import { createSettling, type LifecycleAction } from './settling.ts';

/** What `start`, `stop` and `restart` wait for. */
export interface Awaited {
  readonly action: LifecycleAction;
  /** The status before the request; undefined where it could not be read. */
  readonly before: string | undefined;
  readonly acceptedAtMs: number;
}

/** A status that could not be read: it is none of those that we know. */
const UNREADABLE = 'unknown';

/**
 * Reads the resource until its status has settled; true when it is the one asked for. Otherwise the task has failed with
 * `not_running`. The deadline is the caller's.
 */
export async function awaitResource(task: Task, awaited: Awaited, context: Context): Promise<boolean> {
  const { action, before, acceptedAtMs } = awaited;
  const { client, clock } = context;
  const settling = createSettling(action, before, acceptedAtMs);
  const seen: string[] = [];
  const poller = client.poller({ startedAtMs: acceptedAtMs, atOnce: true });
  const failures = createPollFailures(clock);
  for (;;) {
    const status = await readStatus(task, await poller.next());
    if (status === undefined) continue;
    if (seen.at(-1) !== status) seen.push(status);
    const settled = settling(status, clock.now());
    if (settled === undefined) continue;
    task.emit({ kind: 'settled', elapsedMs: clock.now() - acceptedAtMs });
    if (settled === 'wrong') {
      const waited = formatDuration(clock.now() - acceptedAtMs);
      const cause = `${waited} after the ${action} was accepted, ${task.resourceId} is ${status}; statuses seen: ${seen.join(', ')}.`;
      task.emit({ kind: 'failed', errorCode: 'not_running', cause });
      return false;
    }
    if (settled === 'unchanged') {
      task.emit({ kind: 'note', text: `the status stayed ${status}: no change was seen after the ${action}` });
    }
    if (settled === 'unknown') {
      const text = `${task.resourceId} has the status "${status}" since the ${action}. It is not one that we know, so check that it is the one you want.`;
      task.emit({ kind: 'warning', text });
    }
    warnIfUnhealthy(task);
    return true;
  }

  /** The polling loop is the retry: a read that failed is made again at the next poll. */
  async function readStatus(ofTask: Task, once: Client): Promise<string | undefined> {
    try {
      const { status } = await readInto(ofTask, { client: once });
      failures.answered();
      return status ?? UNREADABLE;
    } catch (error) {
      if (!(error instanceof ApiError) || !failures.mayContinueAfter(error)) throw error;
      ofTask.emit({ kind: 'note', text: `the status could not be read. ${describe(error)}` });
      return undefined;
    }
  }
}

/** After `finished`: how often and how long a resource is read that does not run yet. */
const APP_GAP_MS = 5_000;
const APP_PATIENCE_MS = 60_000;

/**
 * Reads the resource after its deployment finished, until its app runs. A broken one fails the task with `not_running`;
 * everything else is no contradiction, and passes with a warning. `before`: its status before the deployment.
 */
export async function awaitApp(task: Task, before: string | undefined, context: Context): Promise<void> {
  const { clock, signal } = context;
  const client = context.client.within(0);
  const startedMs = clock.now();
  let error: ApiError | undefined;
  let status: string | undefined;
  try {
    for (let reads = 0; ; reads += 1) {
      const previous = status;
      const reading = await read();
      // A read that fails takes nothing back: a status that was seen stands until another one is read.
      status = reading.status ?? status;
      error = reading.error;
      const state = error === undefined ? resourceStateOf(status) : 'unknown';
      if (state === 'up') return warnIfUnhealthy(task);
      const mayChange = state === 'transition' || (state === 'broken' && status === before) || error !== undefined;
      if (!mayChange && reads > 0 && status === previous) break;
      if (clock.now() - startedMs >= APP_PATIENCE_MS) break;
      const askedMs = error instanceof ServiceFailedError ? (error.retryAfterMs ?? 0) : 0;
      await clock.sleep(Math.max(APP_GAP_MS, askedMs), signal);
    }
  } catch (stop) {
    if (!(stop instanceof Stop) || stop.reason !== 'timeout') throw stop;
  }
  if (resourceStateOf(status) === 'broken') {
    const why = error === undefined ? '' : ` It could not be read again: ${describe(error)}`;
    const cause = `The deployment finished, but ${task.resourceId} is ${status}: the new release does not run.${why}`;
    return task.emit({ kind: 'failed', errorCode: 'not_running', cause });
  }
  const found = status === undefined ? 'its status could not be read' : `${task.resourceId} is ${status}`;
  const why = error === undefined ? '' : ` ${describe(error)}`;
  task.emit({
    kind: 'warning',
    text: `The deployment finished, but ${found}: whether the app runs is not certain.${why}`,
  });

  async function read(): Promise<{ status: string | undefined; error: ApiError | undefined }> {
    try {
      return { status: (await readInto(task, { client })).status, error: undefined };
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      return { status: undefined, error: failure };
    }
  }
}

/** `running (unhealthy)` runs all the same. */
function warnIfUnhealthy(task: Task): void {
  const { resourceStatus = '' } = task.outcome;
  if (!/unhealthy/i.test(resourceStatus) || resourceStateOf(resourceStatus) !== 'up') return;
  task.emit({ kind: 'warning', text: `${task.resourceId} is ${resourceStatus}: it runs, but its own check fails.` });
}
