// Polls a resource until its status has settled after start, stop or restart, or after a deployment.
import { isSameStatus, isUpButUnhealthy, type Resource, resourceStateOf } from '../../api/model.ts';
import { ApiError, isTransientRefusal, orApiError, RefusedError } from '../../api/errors.ts';
import { isTimeout } from '../../clock.ts';
import { formatDuration } from '../../duration.ts';
import { type Goal, settled, type SettledAs, type StatusRead } from '../decisions/index.ts';
import type { Context } from '../operation.ts';
import { describeError } from '../failure.ts';
import type { Task } from '../task.ts';
import { createNotes } from './notes.ts';
import { createPolls } from './polls.ts';
import { refreshResource } from './resource.ts';

/** A read that failed is repeated so much later. */
const RETRY_GAP_MS = 3_000;

/** start, stop and restart. */
export type LifecycleAction = Exclude<Goal, 'deploy'>;

/** The status of a resource before a request; undefined if it could not be read. */
export type StatusBefore = Omit<StatusRead, 'atMs'> | undefined;

/** What `start`, `stop` and `restart` wait for. */
export interface AcceptedAction {
  readonly action: LifecycleAction;
  readonly before: StatusBefore;
  readonly acceptedAtMs: number;
}

/**
 * Polls the resource until its status has settled; true when it is the requested one. Otherwise, and at the deadline once
 * a status was read, the task has failed with `not_running`.
 */
export async function awaitResource(task: Task, accepted: AcceptedAction, context: Context): Promise<boolean> {
  const { action, before, acceptedAtMs } = accepted;
  const { client, clock, deadline } = context;
  const reads: StatusRead[] = [];
  const decide = () => settled({ goal: action, before, acceptedAtMs, reads });
  let failedAtMs = -Infinity;
  const nextMs = (): number => {
    const decision = decide();
    const readAtMs = 'readAtMs' in decision ? decision.readAtMs : -Infinity;
    return Math.max(readAtMs, failedAtMs + RETRY_GAP_MS);
  };
  const poller = client.poller({ startedAtMs: acceptedAtMs, nextMs });
  const polls = createPolls(task, clock);
  try {
    for (;;) {
      const read = await polls.read('the status', refreshResource(task, { client: await poller.next() }));
      if (read === undefined) {
        failedAtMs = clock.now();
        continue;
      }
      reads.push({ atMs: clock.now(), ...statusIn(read) });
      const decision = decide();
      if ('as' in decision) return report(decision.as);
    }
  } catch (stop) {
    if (!isTimeout(stop) || reads.length === 0) throw stop;
    return notRunning(
      `the deadline of ${formatDuration(deadline.timeoutMs)} was reached before ${task.resourceId} had settled`,
    );
  }

  function report(as: SettledAs): boolean {
    const { resourceId } = task;
    const last = reads.at(-1);
    const unread = last?.hasUnreadStatus === true ? 'in a status that could not be read' : 'in no status that is shown';
    const status = last?.status ?? unread;
    task.emit({ kind: 'settled', elapsedMs: clock.now() - acceptedAtMs });
    if (as === 'wrong') return notRunning(`${resourceId} is ${status}`);
    if (as === 'unchanged') {
      task.emit({ kind: 'note', text: `the status stayed ${status}: no change was seen after the ${action}` });
    }
    if (as === 'unshown') {
      const text = `the service shows no status of ${resourceId}, so only the acceptance of the ${action} is known`;
      task.emit({ kind: 'note', text });
    }
    if (as === 'uncertain') {
      const text = `${resourceId} has the status "${status}" since the ${action}. This action does not know it: check that it is the one you want.`;
      task.emit({ kind: 'warning', text });
    }
    warnIfUnhealthy(task);
    return true;
  }

  function notRunning(what: string): false {
    const waited = formatDuration(clock.now() - acceptedAtMs);
    const shown = reads.map(({ status }) => status ?? 'none');
    // Each once, as it was last, however often it came and went.
    const seen = shown.filter((status, at) => !shown.slice(at + 1).some((later) => isSameStatus(status, later)));
    const cause = `${waited} after the ${action} was accepted, ${what}; statuses seen: ${seen.join(', ')}.`;
    task.emit({ kind: 'failed', errorCode: 'not_running', cause });
    return false;
  }
}

/** What a read of the resource shows of its status. */
export function statusIn({ status, hasUnreadStatus }: Resource): Omit<StatusRead, 'atMs'> {
  return { status, hasUnreadStatus };
}

/** After so long, a line says what is waited for. */
const LONG_WAIT_MS = 5_000;
/** How long after a read that failed the app is read again. */
const APP_RETRY_GAP_MS = 5_000;
/** How long a resource is read after `finished` until its app runs. */
const APP_TIMEOUT_MS = 60_000;

/**
 * Reads the resource after its deployment finished, until its app runs. A broken app fails the task with `not_running`;
 * any other status passes, with a warning unless it was so before. `sharesTime`: a health check follows, so half of the
 * time until the deadline is left for it.
 */
export async function awaitApp(
  task: Task,
  { before, sharesTime }: { before: StatusBefore; sharesTime: boolean },
  context: Context,
): Promise<void> {
  const { clock, deadline, signal } = context;
  const timeoutMs = sharesTime ? Math.min(APP_TIMEOUT_MS, deadline.remainingMs() / 2) : APP_TIMEOUT_MS;
  const client = context.client.withLimits({ retryForMs: 0 });
  const acceptedAtMs = clock.now();
  const untilMs = acceptedAtMs + timeoutMs;
  const reads: StatusRead[] = [];
  const note = createNotes(task, clock);
  let error: ApiError | undefined;
  let refusals = 0;
  let as: SettledAs | undefined;
  try {
    for (let lastMs = -Infinity; as === undefined && refusals < 2;) {
      const decision = settled({ goal: 'deploy', before, acceptedAtMs, reads, untilMs });
      if ('as' in decision) {
        ({ as } = decision);
        break;
      }
      // A read that failed is repeated a little later.
      const readAtMs = error === undefined ? decision.readAtMs : Math.max(decision.readAtMs, lastMs + APP_RETRY_GAP_MS);
      if (readAtMs > untilMs) break;
      await clock.sleep(readAtMs - clock.now(), signal);
      lastMs = clock.now();
      const read = await orApiError(refreshResource(task, { client }));
      error = read instanceof ApiError ? read : undefined;
      if (read instanceof ApiError) {
        refusals = read instanceof RefusedError && !isTransientRefusal(read) ? refusals + 1 : 0;
        note(`the resource could not be read. ${describeError(read)}`, { kind: read.message });
        continue;
      }
      refusals = 0;
      reads.push({ atMs: clock.now(), ...statusIn(read) });
      const isWaiting = resourceStateOf(read.status) === 'transition' && clock.now() - acceptedAtMs >= LONG_WAIT_MS;
      const text = `waiting up to ${formatDuration(timeoutMs)} for the app to run; it is ${read.status}`;
      if (isWaiting) note(text, { onceFor: text });
    }
  } catch (stop) {
    if (!isTimeout(stop)) throw stop;
  }
  const status = reads.findLast((read) => read.status !== undefined)?.status;
  as ??= resourceStateOf(status) === 'broken' ? 'wrong' : 'uncertain';
  const why = error === undefined ? '' : ` ${describeError(error)}`;
  if (as === 'reached' || as === 'unshown') return;
  if (as === 'wrong') {
    const unread = error === undefined ? '' : ` It could not be read again:${why}`;
    const cause = `The deployment finished, but ${task.resourceId} is ${status}: the new release does not run.${unread}`;
    return task.emit({ kind: 'failed', errorCode: 'not_running', cause });
  }
  if (as === 'as before') task.emit({ kind: 'as-before' });
  if (error === undefined && isUpButUnhealthy(status)) return warnIfUnhealthy(task);
  if (as === 'as before') {
    return task.emit({
      kind: 'warning',
      text: `The deployment finished; ${task.resourceId} is still ${status}, as before.`,
    });
  }
  if (error === undefined && isUpButUnhealthy(status)) return warnIfUnhealthy(task);
  const found =
    status === undefined ? `the status of ${task.resourceId} could not be read` : `${task.resourceId} is ${status}`;
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
