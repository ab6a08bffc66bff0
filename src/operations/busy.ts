// A busy resource: waits until other work has ended, as `on-busy` says.
import type { Answer } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import { Failure } from '../failure.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { mayStart } from './may-start.ts';
import type { Note } from './notes.ts';
import { inProgressIn } from './ownership.ts';

/** A POST that was refused because the resource is busy. */
export interface BusyAnswer {
  readonly failure: Failure;
  /** How many POSTs in a row were refused while no other work was visible. */
  readonly unseenCount: number;
  readonly note: Note;
  /** True when the list shows that no POST is needed any more. */
  readonly isUnneeded: (list: List<Deployment>) => boolean;
}

/** While other work is visible, the POST is sent again when it has ended, or after this. */
const BLOCKED_REPOST_MS = 30_000;
const BLOCKER_POLL_MS = 4_000;
/** Without visible work it is sent again after 2 to 5 s: random, so that jobs do not collide. */
const UNSEEN_WAIT_MS = { least: 2_000, spread: 3_000, longest: 15_000 } as const;
const UNSEEN_GROWTH = 1.5;

/**
 * Waits until the resource is free; `wasBlocked`: other work was visible. Undefined when `on-busy`
 * skips it. Throws the failure of the POST with `on-busy: fail`, and when there is no time left to
 * wait.
 */
export async function waitUntilFree(step: Step, busy: BusyAnswer) {
  const { api, clock, deadlineMs, inputs, log, outcome, signal } = step;
  const { failure, unseenCount } = busy;
  if (inputs.onBusy === 'skip') {
    log.info(`${failure.message} Skipped (on-busy: skip).`);
    outcome.phase = { kind: 'skipped', why: 'busy' };
    return undefined;
  }
  const sinceMs = clock.now();
  const firstMs = UNSEEN_WAIT_MS.least + step.random() * UNSEEN_WAIT_MS.spread;
  const waitMs = Math.min(firstMs * UNSEEN_GROWTH ** unseenCount, UNSEEN_WAIT_MS.longest);
  if (inputs.onBusy === 'fail' || sinceMs + waitMs > deadlineMs) throw failure;
  await clock.sleep(waitMs, signal);
  for (let wasBlocked = false; ;) {
    const list = await api.listDeployments(outcome.resourceId);
    // The oldest work in progress; the rest may be queued behind it.
    const blocker = inProgressIn(list.items).at(-1);
    if (blocker !== undefined || !wasBlocked) reportBusy(step, busy, blocker);
    wasBlocked ||= blocker !== undefined;
    const leftMs = sinceMs + BLOCKED_REPOST_MS - clock.now();
    const isFree = blocker === undefined || leftMs <= 0;
    // Do not wait for a resource that may no longer start.
    if (isFree || !mayStart(step) || busy.isUnneeded(list)) return { list, wasBlocked };
    await api.pause(Math.min(leftMs, BLOCKER_POLL_MS));
  }
}

/** Logs what keeps the resource busy, and keeps it in the phase for the message at the deadline. */
function reportBusy(
  { clock, deadlineMs, outcome }: Step,
  { failure, note }: BusyAnswer,
  blocker: Deployment | undefined,
): void {
  const who = blocker === undefined ? 'other work' : `deployment ${blocker.id} (${blocker.status})`;
  const message = `${failure.message} The step waited for ${who} to end.`;
  outcome.phase = {
    kind: 'not-accepted',
    by: new Failure(failure.code, message, failure.options),
  };
  const left = `${formatDuration(Math.max(0, deadlineMs - clock.now()))} left`;
  note(`busy: ${who}`, `${failure.message} Waiting for ${who} to end, ${left}.`);
}

/** A 409 that is not from the API counts as busy while the list shows work in progress. */
export async function recheckConflict<T extends Answer>({ api, outcome }: Step, answer: T) {
  if (answer.kind !== 'refused') return answer;
  const { failure } = answer;
  if (failure.options.status !== 409 || failure.code !== 'unreadable_reply') return answer;
  const { items } = await api.listDeployments(outcome.resourceId);
  return inProgressIn(items).length > 0 ? ({ kind: 'busy', failure } as const) : answer;
}
