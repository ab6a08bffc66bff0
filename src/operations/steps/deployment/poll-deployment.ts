// Polls one deployment until its status is final and passes on what each poll shows.
import type { Client } from '../../../api/client.ts';
import {
  ApiError,
  errorCodeText,
  isRefusal,
  isUnreadable,
  orApiError,
  RefusedError,
  ResponseTooLargeError,
} from '../../../api/errors.ts';
import {
  type Deployment,
  type Identified,
  isFinal,
  isIdentified,
  isKnownStatus,
  type LogReading,
  NO_STATUS,
  type Remark,
} from '../../../api/model.ts';
import type { Context } from '../../operation.ts';
import { describeError } from '../../failure.ts';
import type { Task } from '../../task.ts';
import { claim, type End, endOf, type Known, namesOf, oldStatusesIn, type OldStatuses } from '../../decisions/index.ts';
import { createNotes } from '../notes.ts';
import { createPolls } from '../polls.ts';
import { listDeployments } from '../resource/index.ts';

/** Which deployment to poll. */
export interface PollTarget {
  readonly deploymentId: string;
  /** Clock time from which elapsed time is counted: acceptance, or the first poll. */
  readonly startedAtMs: number;
  /** Poll at once instead of waiting for the first gap: it may already have ended. */
  readonly atOnce?: boolean;
  /**
   * Deployments that are not ours. If set, an id that the service does not know may be replaced by the only new one.
   */
  readonly known?: Known;
}

/** One read of the deployment. */
export interface Snapshot {
  readonly deploymentId: string;
  readonly status: string;
  /** Undefined while it is in progress. */
  readonly end: End | undefined;
  readonly elapsedMs: number;
  /** The whole log so far; undefined when only the list could be read. */
  readonly log: LogReading | undefined;
  /** The commit that it shows. */
  readonly commit: string | undefined;
  readonly remarks: readonly Remark[];
  /** Why only the list could be read. */
  readonly error?: ApiError | undefined;
}

/** How long a deployment may be refused or unreadable, and not listed: the service may be eventually consistent. */
const NOT_FOUND_GRACE_MS = 60_000;
/** How long an id may be unknown from the start before another new deployment replaces it: it may be that of a job. */
const NEVER_FOUND_GRACE_MS = 15_000;

/** How a deployment ended; `error`: why its last poll could only read the list. */
type EndSeen = Pick<Snapshot, 'error'> & { readonly end: End };

/**
 * Polls until the status is final; `onSnapshot` is awaited after each poll. Throws an ApiError that cannot be retried (a
 * revoked key, an unknown deployment), or the signal's reason.
 */
export async function pollDeployment(
  task: Task,
  target: PollTarget,
  { context, onSnapshot }: { context: Context; onSnapshot: (snapshot: Snapshot) => Promise<void> },
): Promise<EndSeen> {
  const { client, clock } = context;
  const { resourceId } = task;
  const poller = client.poller(target);
  const polls = createPolls(task, clock);
  const note = createNotes(task, clock);
  let { deploymentId } = target;
  let oldStatuses: OldStatuses = new Set();
  let tooLarge: ApiError | undefined;
  let limited: ApiError | undefined;
  let isSeen = false;
  let comparedStatus: string | undefined;
  let seenAtMs = clock.now();

  async function poll(once: Client): Promise<Snapshot | undefined> {
    // The endpoint may have a rate limit of its own: after `rate_limited` the next poll reads the list instead.
    const postponed = tooLarge ?? limited;
    limited = undefined;
    const read = postponed ?? (await orApiError(once.readDeployment(resourceId, deploymentId)));
    if (!(read instanceof ApiError)) {
      const seen = snapshot(read, read.log);
      if (isKnownStatus(seen.status) || isFinal(seen.status)) return seen;
      if (seen.status !== NO_STATUS) return { ...seen, end: await endOfUnknown(seen, once) };
      const listed = await pollList(once, undefined);
      if (listed === undefined) return { ...seen, status: task.outcome.status ?? NO_STATUS };
      const remarks = [...seen.remarks, ...listed.remarks];
      return { ...listed, log: seen.log, commit: seen.commit ?? listed.commit, remarks };
    }
    if (read !== postponed && isRefusal(read, 'rate_limited')) {
      limited = read;
      return undefined;
    }
    if (read instanceof ResponseTooLargeError) tooLarge = read;
    if (!isRefusal(read, 'not_found')) noteUnread(read);
    // The list also refuses a revoked key, which ends the step.
    return await pollList(once, read);
  }

  /** How a deployment with this unknown status has ended, which the list shows: older ones have ended. Read once per status. */
  async function endOfUnknown({ status, elapsedMs }: Snapshot, once: Client): Promise<End | undefined> {
    if (status !== comparedStatus) {
      // Before the list is read: the step may be stopped meanwhile.
      task.emit({ kind: 'status', deploymentId, status, elapsedMs, hasEnded: false });
      const list = await orApiError(listDeployments(resourceId, once));
      if (list instanceof ApiError) {
        const text = `the list could not be read for the status "${status}". ${describeError(list)}`;
        note(text, { onceFor: list.message });
      } else if (entryOf(deploymentId, list.items) !== undefined) {
        comparedStatus = status;
        oldStatuses = oldStatusesIn(list.items, deploymentId);
      }
    }
    return endOf(status, oldStatuses);
  }

  /** Takes the status from the list, because of `error` if the deployment itself could not be read. */
  async function pollList(once: Client, error: ApiError | undefined): Promise<Snapshot | undefined> {
    const list = await polls.read('the deployment', listDeployments(resourceId, once));
    if (list === undefined) return undefined;
    oldStatuses = oldStatusesIn(list.items, deploymentId);
    const listed = named(list.items) ?? entryOf(deploymentId, list.items);
    // Only a service that refuses the id does not have it; a detail that was lost or postponed proves nothing.
    const isIdRefused = error instanceof RefusedError && error.status !== 429;
    const ours = listed ?? (isIdRefused ? successor(list.items) : undefined);
    if (ours !== undefined) return { ...snapshot(ours, undefined), error };
    if (error === undefined) return undefined;
    if ((isIdRefused || isUnreadable(error)) && clock.now() - seenAtMs > NOT_FOUND_GRACE_MS) throw error;
    note(`the service does not show deployment ${deploymentId}; reading it again`);
    return undefined;
  }

  /** Once for each kind: a page after a 5xx is news, and so is another page. */
  function noteUnread(error: ApiError): void {
    const text = `deployment ${deploymentId} could not be read, so the list is read for its status. ${describeError(error)}`;
    note(text, { onceFor: `${errorCodeText(error.code)} ${'status' in error ? String(error.status) : ''}` });
  }

  /** The deployment that the response named goes before the one that was taken for it meanwhile. */
  function named(items: readonly Deployment[]): Identified<Deployment> | undefined {
    const found = entryOf(target.deploymentId, items);
    if (found === undefined || deploymentId === target.deploymentId) return found;
    deploymentId = target.deploymentId;
    task.emit({ kind: 'accepted', deploymentId, ownership: 'response' });
    return found;
  }

  /** The id in the response may not be that of a deployment; then the only new one in the list is ours. */
  function successor(items: readonly Deployment[]): Identified<Deployment> | undefined {
    const { known } = target;
    if (known === undefined || isSeen || clock.now() - seenAtMs < NEVER_FOUND_GRACE_MS) return undefined;
    const found = claim(known, items, { isAccepted: true });
    if (found.kind !== 'ours' && found.kind !== 'ended') return undefined;
    deploymentId = found.deployment.id;
    task.emit({ kind: 'accepted', deploymentId, ownership: 'list' });
    return found.deployment;
  }

  function snapshot({ status, commit, remarks }: Deployment, log: LogReading | undefined): Snapshot {
    isSeen = true;
    polls.answered();
    seenAtMs = clock.now();
    const elapsedMs = seenAtMs - target.startedAtMs;
    return { deploymentId, status, end: endOf(status, oldStatuses), elapsedMs, log, commit, remarks };
  }

  /**
   * How the deployment has ended, if it has. A function of its own: the variables of a loop or a generator would keep the
   * log of a poll in memory until after the next one.
   */
  async function nextEnd(): Promise<EndSeen | undefined> {
    const seen = await poll(await poller.next());
    if (seen === undefined) return undefined;
    await onSnapshot(seen);
    const { end, error } = seen;
    return end && { end, error };
  }

  for (;;) {
    const ended = await nextEnd();
    if (ended !== undefined) return ended;
  }
}

/** The entry that shows this id, alone or beside another one. */
function entryOf(name: string, items: readonly Deployment[]): Identified<Deployment> | undefined {
  return items.filter(isIdentified).find((item) => namesOf(item).includes(name));
}
