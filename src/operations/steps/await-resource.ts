// Polls a resource until its status has settled, or after a deployment until its app runs.
import { isSameStatus, isUpButUnhealthy, resourceStateOf } from '../../api/model.ts';
import { ApiError, isTransientRefusal, orApiError, RefusedError } from '../../api/errors.ts';
import { isTimeout } from '../../clock.ts';
import { formatDuration } from '../../duration.ts';
import type { Context } from '../operation.ts';
import { describeError } from '../failure.ts';
import type { Task } from '../task.ts';
import { createNotes } from './notes.ts';
import { createPolls } from './polls.ts';
import { refreshResource } from './resource.ts';
import { createSettling, type LifecycleAction } from './settling.ts';

/** What `start`, `stop` and `restart` wait for. */
export interface AcceptedAction {
  readonly action: LifecycleAction;
  /** The status before the request; undefined if it could not be read. */
  readonly before: string | undefined;
  readonly acceptedAtMs: number;
}

/**
 * Polls the resource until its status has settled; true when it is the requested one. Otherwise, and at the deadline once
 * a status was read, the task has failed with `not_running`.
 */
export async function awaitResource(task: Task, accepted: AcceptedAction, context: Context): Promise<boolean> {
  const { action, before, acceptedAtMs } = accepted;
  const { client, clock, deadline } = context;
  const settling = createSettling(action, before, acceptedAtMs);
  let seen: readonly string[] = [];
  const poller = client.poller({ startedAtMs: acceptedAtMs, atOnce: true });
  const polls = createPolls(task, clock);
  try {
    for (;;) {
      const read = await polls.read('the status', refreshResource(task, { client: await poller.next() }));
      if (read === undefined) continue;
      const status = read.status ?? 'in a status that could not be read';
      seen = [...seen.filter((one) => !isSameStatus(one, status)), status];
      const settled = settling(read.status, clock.now());
      if (settled === undefined) continue;
      task.emit({ kind: 'settled', elapsedMs: clock.now() - acceptedAtMs });
      if (settled === 'wrong') return notRunning(`${task.resourceId} is ${status}`);
      if (settled === 'unchanged') {
        task.emit({ kind: 'note', text: `the status stayed ${status}: no change was seen after the ${action}` });
      }
      if (settled === 'unknown') {
        const text = `${task.resourceId} has the status "${status}" since the ${action}. This action does not know it: check that it is the one you want.`;
        task.emit({ kind: 'warning', text });
      }
      warnIfUnhealthy(task);
      return true;
    }
  } catch (stop) {
    if (!isTimeout(stop) || seen.length === 0) throw stop;
    return notRunning(
      `the deadline of ${formatDuration(deadline.timeoutMs)} was reached before ${task.resourceId} had settled`,
    );
  }

  function notRunning(what: string): false {
    const waited = formatDuration(clock.now() - acceptedAtMs);
    const cause = `${waited} after the ${action} was accepted, ${what}; statuses seen: ${seen.join(', ')}.`;
    task.emit({ kind: 'failed', errorCode: 'not_running', cause });
    return false;
  }
}

/** How often, and how long, a resource is read after `finished` until its app runs. */
const APP_GAP_MS = 5_000;
const APP_TIMEOUT_MS = 60_000;

/**
 * Reads the resource after its deployment finished, until its app runs. A broken app fails the task with `not_running`;
 * any other status passes with a warning. `before`: its status before the deployment; `sharesTime`: a health check
 * follows, so half of the time until the deadline is left for it.
 */
export async function awaitApp(
  task: Task,
  { before, sharesTime }: { before: string | undefined; sharesTime: boolean },
  context: Context,
): Promise<void> {
  const { clock, deadline, signal } = context;
  const timeoutMs = sharesTime ? Math.min(APP_TIMEOUT_MS, deadline.remainingMs() / 2) : APP_TIMEOUT_MS;
  const client = context.client.within(0);
  const startedMs = clock.now();
  const note = createNotes(task, clock);
  let error: ApiError | undefined;
  let status: string | undefined;
  let isRefused = false;
  try {
    for (let reads = 0; ; reads += 1) {
      const previous = { status, isRefused };
      const read = await orApiError(refreshResource(task, { client }));
      error = read instanceof ApiError ? read : undefined;
      // A failed read keeps the last known status.
      if (!(read instanceof ApiError)) status = read.status ?? status;
      const state = error === undefined ? resourceStateOf(status) : 'unknown';
      if (state === 'up') return warnIfUnhealthy(task);
      isRefused = error instanceof RefusedError && !isTransientRefusal(error);
      const isLost = error !== undefined && !isRefused;
      const mayChange = state === 'transition' || (state === 'broken' && isSameStatus(status, before)) || isLost;
      const isSame = isSameStatus(status, previous.status) && isRefused === previous.isRefused;
      if (!mayChange && reads > 0 && isSame) break;
      const leftMs = startedMs + timeoutMs - clock.now();
      if (leftMs <= 0) break;
      if (error !== undefined) {
        note(`the resource could not be read. ${describeError(error)}`, { kind: error.message });
      } else if (mayChange) {
        const text = `waiting up to ${formatDuration(timeoutMs)} for the app to run; it is ${status}`;
        note(text, { onceFor: text });
      }
      await clock.sleep(Math.min(APP_GAP_MS, leftMs), signal);
    }
  } catch (stop) {
    if (!isTimeout(stop)) throw stop;
  }
  if (resourceStateOf(status) === 'broken') {
    const why = error === undefined ? '' : ` It could not be read again: ${describeError(error)}`;
    const cause = `The deployment finished, but ${task.resourceId} is ${status}: the new release does not run.${why}`;
    return task.emit({ kind: 'failed', errorCode: 'not_running', cause });
  }
  const found =
    status === undefined ? `the status of ${task.resourceId} could not be read` : `${task.resourceId} is ${status}`;
  const why = error === undefined ? '' : ` ${describeError(error)}`;
  task.emit({
    kind: 'warning',
    text: `The deployment finished, but ${found}: whether the app runs is not certain.${why}`,
  });
}

/** `running (unhealthy)` counts as running, with a warning. */
function warnIfUnhealthy(task: Task): void {
  const { resourceStatus = '' } = task.outcome;
  if (!isUpButUnhealthy(resourceStatus)) return;
  task.emit({ kind: 'warning', text: `${task.resourceId} is ${resourceStatus}: it runs, but its own check fails.` });
}
