// Polls a resource until its status has settled after start, stop or restart.
import { isSameStatus } from '../../../api/model.ts';
import { isTimeout } from '../../../clock.ts';
import { formatDuration } from '../../../duration.ts';
import { type Goal, settled, type SettledAs, type StatusRead } from '../../decisions/index.ts';
import type { Context } from '../../operation.ts';
import type { Task } from '../../task.ts';
import { createPolls } from '../polls.ts';
import { refreshResource } from './resource.ts';
import { describeStatus, type StatusBefore, statusIn, warnIfUnhealthy } from './resource-status.ts';

/** A read that failed is repeated so much later. */
const RETRY_GAP_MS = 3_000;

/** start, stop and restart. */
export type LifecycleAction = Exclude<Goal, 'deploy'>;

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
  // One may be that of a moment; after a second one, more would be the same.
  const polls = createPolls(task, clock, { otherShapes: 2 });
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
    const status = describeStatus(reads.at(-1) ?? { status: undefined });
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
