// Reads a resource after its deployment finished, until its app runs.
import { ApiError, isOtherShape, isTransientRefusal, orApiError, RefusedError } from '../../../api/errors.ts';
import { isUpButUnhealthy, resourceStateOf } from '../../../api/model.ts';
import { isTimeout } from '../../../clock.ts';
import { settled, type SettledAs, type StatusRead } from '../../decisions/index.ts';
import type { Context } from '../../operation.ts';
import { describeError } from '../../failure.ts';
import type { Task } from '../../task.ts';
import { createNotes } from '../notes.ts';
import { refreshResource } from './resource.ts';
import { describeStatus, type StatusBefore, statusIn, warnIfUnhealthy } from './resource-status.ts';

/** Wait after a read that failed. */
const RETRY_GAP_MS = 5_000;
const TIMEOUT_MS = 60_000;

/**
 * Reads the resource until its app runs, for at most a minute. A broken app fails the task with `not_running`; any other
 * status passes, with a warning. `sharesTime`: a health check follows, so half of the time until the deadline is left for
 * it.
 */
export async function awaitApp(
  task: Task,
  { before, sharesTime }: { before: StatusBefore; sharesTime: boolean },
  context: Context,
): Promise<void> {
  const { clock, deadline, signal } = context;
  const timeoutMs = sharesTime ? Math.min(TIMEOUT_MS, deadline.remainingMs() / 2) : TIMEOUT_MS;
  const client = context.client.withLimits({ retryForMs: 0 });
  const acceptedAtMs = clock.now();
  const untilMs = acceptedAtMs + timeoutMs;
  const reads: StatusRead[] = [];
  const note = createNotes(task, clock);
  let error: ApiError | undefined;
  let refusals = 0;
  let as: SettledAs | undefined;
  try {
    for (let lastMs = -Infinity; refusals < 2;) {
      const decision = settled({ goal: 'deploy', before, acceptedAtMs, reads, untilMs });
      if ('as' in decision) {
        ({ as } = decision);
        break;
      }
      const retryAtMs = error === undefined ? -Infinity : lastMs + RETRY_GAP_MS;
      const readAtMs = Math.max(decision.readAtMs, retryAtMs);
      if (readAtMs > untilMs) break;
      await clock.sleep(readAtMs - clock.now(), signal);
      lastMs = clock.now();
      const read = await orApiError(refreshResource(task, { client }));
      if (read instanceof ApiError) {
        error = read;
        const isRefusal = isOtherShape(read) || (read instanceof RefusedError && !isTransientRefusal(read));
        refusals = isRefusal ? refusals + 1 : 0;
        note(`the resource could not be read. ${describeError(read)}`, { kind: read.message });
        continue;
      }
      error = undefined;
      refusals = 0;
      reads.push({ atMs: clock.now(), ...statusIn(read) });
    }
  } catch (stop) {
    if (!isTimeout(stop)) throw stop;
  }
  const status = reads.findLast((read) => read.status !== undefined)?.status;
  as ??= resourceStateOf(status) === 'broken' ? 'wrong' : 'uncertain';
  report(task, { as, status, last: reads.at(-1), error });
}

/** What was found out about the app. */
interface Found {
  readonly as: SettledAs;
  /** The last status that was read. */
  readonly status: string | undefined;
  /** The last read that succeeded. */
  readonly last: StatusRead | undefined;
  /** Why the read after it failed. */
  readonly error: ApiError | undefined;
}

function report(task: Task, { as, status, last, error }: Found): void {
  const { resourceId } = task;
  if (as === 'reached' || as === 'unshown') return;
  if (as === 'wrong') {
    const unread = error === undefined ? '' : ` It could not be read again: ${describeError(error)}`;
    const cause = `The deployment finished, but ${resourceId} is ${status}: the new release does not run.${unread}`;
    return task.emit({ kind: 'failed', errorCode: 'not_running', cause });
  }
  if (as === 'as before') task.emit({ kind: 'as-before' });
  if (error === undefined && isUpButUnhealthy(status)) return warnIfUnhealthy(task);
  if (as === 'as before') {
    return task.emit({
      kind: 'warning',
      text: `The deployment finished; ${resourceId} is still ${status}, as before.`,
    });
  }
  const found =
    last === undefined ? `the status of ${resourceId} could not be read` : `${resourceId} is ${describeStatus(last)}`;
  const why = error === undefined ? '' : ` ${describeError(error)}`;
  const text = `The deployment finished, but ${found}: whether the app runs is not certain.${why}`;
  task.emit({ kind: 'warning', text });
}
