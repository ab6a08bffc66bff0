// Polls one deployment until its status is final and passes on what each poll shows.
import type { Client } from '../../api/client.ts';
import { ApiError, errorCodeText, isRefusal, RefusedError, ResponseTooLargeError } from '../../api/errors.ts';
import { type Deployment, type Identified, isFinal, isIdentified, NO_STATUS, type Reading } from '../../api/model.ts';
import { Stop } from '../../clock.ts';
import { formatDuration } from '../../duration.ts';
import type { Context } from '../operation.ts';
import { describeError } from '../failure.ts';
import type { Task } from '../task.ts';
import { claim, type Known, newSince } from './submit/index.ts';
import { createNotes } from './notes.ts';
import { createPollFailures } from './polls.ts';

/** Which deployment to poll. */
export interface PollTarget {
  readonly deploymentId: string;
  /** Clock time from which elapsed time is counted: acceptance, or the first poll. */
  readonly startedAtMs: number;
  /** Poll at once instead of waiting for the first gap: it may already have ended. */
  readonly atOnce: boolean;
  /**
   * Deployments that are not ours. If set, an id that the service does not know may be replaced by the only new one.
   */
  readonly known?: Known;
}

/** One read of the deployment. */
export interface Snapshot {
  readonly deploymentId: string;
  readonly status: string;
  readonly elapsedMs: number;
  /** The whole log so far; undefined when the status comes from the list. */
  readonly log: Reading<string> | undefined;
  /** Why it failed, if the service says so beside the log. */
  readonly reason: string | undefined;
  /** Why the status comes from the list. */
  readonly error?: ApiError | undefined;
}

/** How long a deployment may be `not_found` before the step fails: the service may be eventually consistent. */
const NOT_FOUND_GRACE_MS = 60_000;
/** How long an id may be unknown from the start before another new deployment replaces it: it may be that of a job. */
const NEVER_FOUND_GRACE_MS = 15_000;

/**
 * Polls until the status is final; `onSnapshot` is awaited after each poll. Throws an ApiError that cannot be retried (a
 * revoked key, an unknown deployment), or the signal's reason.
 */
export async function pollDeployment(
  task: Task,
  target: PollTarget,
  { context, onSnapshot }: { context: Context; onSnapshot: (snapshot: Snapshot) => Promise<void> },
): Promise<void> {
  const { client, clock } = context;
  const { resourceId } = task;
  const poller = client.poller(target);
  const failures = createPollFailures(clock);
  const note = createNotes(task, clock);
  let { deploymentId } = target;
  let tooLarge: ApiError | undefined;
  const unreadKinds = new Set<string>();
  let isNoted = false;
  let isSeen = false;
  let limited: ApiError | undefined;
  let seenAtMs = clock.now();

  async function poll(once: Client): Promise<Snapshot | undefined> {
    // The endpoint may have a rate limit of its own: after `rate_limited` the next poll reads the list instead.
    let error = tooLarge ?? limited;
    let seen: Snapshot | undefined;
    limited = undefined;
    if (error === undefined) {
      try {
        const detail = await once.readDeployment(resourceId, deploymentId);
        seen = snapshot(detail, detail.log);
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        if (isRefusal(failure, 'rate_limited')) {
          limited = failure;
          return undefined;
        }
        // The list also refuses a revoked key, which ends the step.
        error = failure;
        if (failure instanceof ResponseTooLargeError) tooLarge = failure;
      }
    }
    if (seen !== undefined) return await withListStatus(once, seen);
    const missing = isRefusal(error, 'not_found') ? error : undefined;
    const unread = missing === undefined ? error : undefined;
    let listed: Snapshot | 'failed' | undefined;
    try {
      listed = await pollList(once, error);
    } catch (failure) {
      if (failure instanceof Stop && unread !== undefined) noteUnread(unread, { isListed: false });
      throw failure;
    }
    if (unread !== undefined) noteUnread(unread, { isListed: typeof listed === 'object' });
    if (listed === 'failed') return undefined;
    if (missing !== undefined && listed === undefined) {
      if (clock.now() - seenAtMs > NOT_FOUND_GRACE_MS) throw missing;
      noteMissing();
    }
    return listed;
  }

  /** Takes a missing status from the list. */
  async function withListStatus(once: Client, seen: Snapshot): Promise<Snapshot> {
    if (seen.status !== NO_STATUS) return seen;
    const listed = await pollList(once, undefined);
    const status = typeof listed === 'object' ? listed.status : (task.outcome.status ?? NO_STATUS);
    return { ...seen, status };
  }

  async function pollList(once: Client, cause: ApiError | undefined): Promise<Snapshot | 'failed' | undefined> {
    try {
      const { items } = await once.listDeployments(resourceId);
      const listed = named(items) ?? items.filter(isIdentified).find(({ id }) => id === deploymentId);
      // Only a service that refuses the id does not have it; a detail that was lost or postponed proves nothing.
      const isIdRefused = cause instanceof RefusedError && cause.status !== 429;
      const ours = listed ?? (isIdRefused ? successor(items) : undefined);
      return ours && { ...snapshot(ours, undefined), error: cause };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isMissing = isRefusal(error, 'not_found');
      if (!isMissing && !failures.mayContinueAfter(error)) throw error;
      note(`the deployment could not be read. ${describeError(error)}`);
      return isMissing ? undefined : 'failed';
    }
  }

  function noteMissing(): void {
    if (isNoted) return;
    isNoted = true;
    const grace = formatDuration(NOT_FOUND_GRACE_MS);
    task.emit({
      kind: 'note',
      text: `the service does not show deployment ${deploymentId}; reading it again for up to ${grace}`,
    });
  }

  function noteUnread(error: ApiError, { isListed }: { isListed: boolean }): void {
    // Once for each kind: a page after a 5xx is news, and so is another page.
    const kind = [errorCodeText(error.code), 'status' in error ? error.status : undefined].join(' ');
    if (unreadKinds.has(kind)) return;
    unreadKinds.add(kind);
    const instead = isListed ? ', so its status is taken from the list' : '';
    task.emit({
      kind: 'note',
      text: `deployment ${deploymentId} could not be read${instead}. ${describeError(error)}`,
    });
  }

  /** The deployment that the response named goes before the one that was taken for it meanwhile. */
  function named(items: readonly Deployment[]): Identified<Deployment> | undefined {
    const found = items.filter(isIdentified).find(({ id }) => id === target.deploymentId);
    if (found === undefined || deploymentId === found.id) return found;
    deploymentId = found.id;
    task.emit({ kind: 'accepted', deploymentId, ownership: 'response' });
    return found;
  }

  /** The id in the response may not be that of a deployment; then the only new one in the list is ours. */
  function successor(items: readonly Deployment[]): Identified<Deployment> | undefined {
    const { known } = target;
    if (known === undefined || isSeen || clock.now() - seenAtMs < NEVER_FOUND_GRACE_MS) return undefined;
    const found = claim(newSince(known, items), { isAccepted: true });
    if (found.kind !== 'ours' && found.kind !== 'ended') return undefined;
    deploymentId = found.deployment.id;
    task.emit({ kind: 'accepted', deploymentId, ownership: 'list' });
    return found.deployment;
  }

  function snapshot({ status, reason }: Deployment, log: Reading<string> | undefined): Snapshot {
    isSeen = true;
    failures.answered();
    seenAtMs = clock.now();
    return { deploymentId, status, elapsedMs: seenAtMs - target.startedAtMs, log, reason };
  }

  /**
   * True when the deployment has ended. A function of its own: the variables of a loop or a generator would keep the log
   * of a poll in memory until after the next one.
   */
  async function isEnded(): Promise<boolean> {
    const seen = await poll(await poller.next());
    if (seen === undefined) return false;
    await onSnapshot(seen);
    return isFinal(seen.status);
  }

  for (;;) if (await isEnded()) return;
}
