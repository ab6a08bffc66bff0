// Waits until a resource is no longer busy with other work, so that a POST may be sent again.
import type { Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import { Failure } from '../failure.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { createNote } from './notes.ts';
import { inProgressIn } from './ownership.ts';

/** While other work is visible, the POST is sent again when it has ended, or after this. */
const BLOCKED_REPOST_MS = 30_000;
const BLOCKER_POLL_MS = 4_000;
/** Without visible work it is sent again after 2 to 5 s: random, so that jobs do not collide. */
const UNSEEN_WAIT_MS = { least: 2_000, spread: 3_000, longest: 15_000 } as const;
const UNSEEN_GROWTH = 1.5;

/**
 * Creates the function that waits after a POST that found the resource busy. It gets the failure of
 * the POST, and throws it when `on-busy` says so or there is no time left. It returns the list that
 * ended the wait.
 */
export function createBusyWait(step: Step) {
  const { api, clock, deadlineMs, inputs, outcome, signal } = step;
  const note = createNote(step);
  /** How many POSTs found the resource busy since other work was last visible. */
  let busyUnseenCount = 0;

  /** Waits until other work has ended, as `on-busy` says. */
  async function waitUntilFree(failure: Failure): Promise<List<Deployment>> {
    if (inputs.onBusy === 'fail') throw failure;
    const sinceMs = clock.now();
    const { least, spread, longest } = UNSEEN_WAIT_MS;
    // The last POST comes a little before the deadline, so that it can be answered.
    const leftMs = deadlineMs - least - sinceMs;
    if (leftMs < least) {
      const message = `${failure.message} Too little time is left for another attempt.`;
      throw new Failure(failure.code, message, failure.options);
    }
    const usualMs = (least + step.random() * spread) * UNSEEN_GROWTH ** busyUnseenCount;
    if (busyUnseenCount > 0) reportBusy(failure, undefined);
    await clock.sleep(Math.min(usualMs, longest, leftMs), signal);
    return await readUntilFree(failure, sinceMs);
  }

  async function readUntilFree(failure: Failure, busySinceMs: number) {
    busyUnseenCount += 1;
    for (;;) {
      const list = await api.listDeployments(outcome.resourceId);
      // The oldest work in progress; the rest may be queued behind it.
      const blocker = inProgressIn(list.items).at(-1);
      const leftMs = busySinceMs + BLOCKED_REPOST_MS - clock.now();
      if (blocker === undefined || leftMs <= 0) return list;
      busyUnseenCount = 0;
      reportBusy(failure, blocker);
      await api.pause(Math.min(leftMs, BLOCKER_POLL_MS));
    }
  }

  /** Logs what keeps the resource busy, and keeps it for the message at the deadline. */
  function reportBusy(failure: Failure, blocker: Deployment | undefined): void {
    const who =
      blocker === undefined ? 'other work' : `deployment ${blocker.id} (${blocker.status})`;
    const message = `${failure.message} The step waited for ${who} to end.`;
    const by = new Failure(failure.code, message, failure.options);
    outcome.phase = { kind: 'not-accepted', by };
    const left = `${formatDuration(Math.max(0, deadlineMs - clock.now()))} left`;
    // A time that goes on in the sentence of the service is no news.
    const key = `${who} ${failure.message.replaceAll(/\d+/g, '')}`;
    note(key, `${failure.message} Waiting for ${who} to end, ${left}.`);
  }

  return waitUntilFree;
}
