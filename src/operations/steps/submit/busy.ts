// Waits while a resource is busy with other work; one log line per wait.
import { backoffMs } from '../../../backoff.ts';
import { ApiError, isKeyProblem, orApiError, type RefusedError } from '../../../api/errors.ts';
import type { Deployment, List } from '../../../api/model.ts';
import { inProgressIn } from '../../decisions/index.ts';
import type { Blocker, Context } from '../../operation.ts';
import type { Task } from '../../task.ts';
import { BRIEF_MS, listDeployments } from '../resource/index.ts';

/** The values of the input `on-busy`. */
export const onBusyChoices = ['wait', 'fail', 'skip'] as const;

/** What to do when the resource is busy: wait until it is free, fail at once, or skip the resource. */
export type OnBusy = (typeof onBusyChoices)[number];

/** The waits for one resource. Remembers which deployment blocks it, and since when. */
export interface BusyWait {
  /**
   * Waits for `Retry-After`, else while the list shows the same deployment in progress, for at most 30 s. Resolves with
   * undefined when the request may be sent again, or with what `onList` finds in a list.
   */
  wait<T>(busy: RefusedError, onList: (list: List<Deployment>) => T | undefined): Promise<T | undefined>;
}

const FIRST_WAIT_MS = 2_000;
/** Minimum wait, even for `Retry-After: 0`. */
const SHORTEST_WAIT_MS = 1_000;
/** The request is sent again after so long even if the list still shows the same deployment: it may be stale. */
const BLOCKED_WAIT_MS = 30_000;
/** How often the list is read meanwhile, so that the request follows the end of the deployment. */
const READ_GAP_MS = 4_000;

/** Creates the waits for one resource. */
export function createBusyWait(task: Task, context: Context): BusyWait {
  const { clock, deadline, signal, random } = context;
  let waits = 0;
  let blocking: { id: string | undefined; sinceMs: number } | undefined;

  async function read<T>(
    onList: (list: List<Deployment>) => T | undefined,
  ): Promise<{ found: T | undefined; blocker: Blocker | undefined }> {
    const list = await orApiError(listDeployments(task.resourceId, context.client.withLimits({ timeoutMs: BRIEF_MS })));
    if (list instanceof ApiError && isKeyProblem(list)) throw list;
    if (list instanceof ApiError) return { found: undefined, blocker: undefined };
    const found = onList(list);
    const [running] = inProgressIn(list.items);
    if (running === undefined) return { found, blocker: undefined };
    const { id, status } = running;
    if (blocking === undefined || blocking.id !== id) blocking = { id, sinceMs: clock.now() };
    return { found, blocker: { id, status, seenForMs: clock.now() - blocking.sinceMs } };
  }

  function nextWaitMs(retryAfterMs: number | undefined): number {
    if (retryAfterMs === undefined) waits += 1;
    return Math.max(SHORTEST_WAIT_MS, backoffMs(waits, { random, firstMs: FIRST_WAIT_MS, retryAfterMs }));
  }

  return {
    async wait({ retryAfterMs }, onList) {
      const { found, blocker } = await read(onList);
      if (found !== undefined) return found;
      const isWatched = blocker !== undefined && retryAfterMs === undefined;
      const afterMs = isWatched ? BLOCKED_WAIT_MS : nextWaitMs(retryAfterMs);
      task.emit({ kind: 'waiting', afterMs, leftMs: deadline.remainingMs(), blocker, isWatched });
      if (!isWatched) {
        await clock.sleep(afterMs, signal);
        return undefined;
      }
      for (const untilMs = clock.now() + afterMs; clock.now() < untilMs;) {
        await clock.sleep(Math.min(READ_GAP_MS, untilMs - clock.now()), signal);
        const seen = await read(onList);
        if (seen.found !== undefined || seen.blocker?.id !== blocker.id) return seen.found;
      }
      return undefined;
    },
  };
}
