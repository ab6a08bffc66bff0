// Polling one deployment to its end: an async generator of snapshots. It decides nothing about the verdict.
import type { Client } from '../../api/client.ts';
import { ApiError, isRateLimited, RefusedError, ResponseTooLargeError } from '../../api/errors.ts';
import { type Deployment, type Identified, isFinal, isIdentified, NO_STATUS, type Reading } from '../../api/model.ts';
import { formatDuration } from '../../duration.ts';
import type { Context } from '../operation.ts';
import { describe, type Task } from '../task.ts';
import { claim, type Known, newSince } from './submit/index.ts';
import { createPollFailures } from './polls.ts';

/** Which deployment to poll. */
export interface PollTarget {
  readonly deploymentId: string;
  /** Clock time from which elapsed time is counted: acceptance, or the first poll. */
  readonly startedAtMs: number;
  /** Poll at once instead of waiting for the first gap (it may have ended long ago). */
  readonly atOnce: boolean;
  /** What cannot be ours; with it, an id that the service does not know may be replaced by the one new id. */
  readonly known?: Known;
}

/** One read of the deployment. */
export interface Snapshot {
  readonly deploymentId: string;
  readonly status: string;
  readonly elapsedMs: number;
  /** The whole log so far; undefined when the status comes from the list. */
  readonly log: Reading<string> | undefined;
  /** Why the status comes from the list. */
  readonly error?: ApiError | undefined;
}

/** A deployment that the service does not know is waited for so long: its own stores may lag. */
const MISSING_PATIENCE_MS = 60_000;
/** An id that is never seen may be that of something else, such as a job; until then the stores may lag. */
const UNSEEN_PATIENCE_MS = 15_000;

/**
 * Yields a snapshot per poll until the status is final. Throws the ApiError that ended it (a revoked key, an unknown
 * deployment), or the reason of a stop.
 */
export async function* pollDeployment(
  task: Task,
  target: PollTarget,
  context: Context,
): AsyncGenerator<Snapshot, void> {
  const { client, clock } = context;
  const { resourceId } = task;
  const poller = client.poller(target);
  const failures = createPollFailures(clock);
  let { deploymentId } = target;
  let tooLarge: ApiError | undefined;
  let isUnread = false;
  let isNoted = false;
  let isSeen = false;
  let limited: ApiError | undefined;
  let seenAtMs = clock.now();

  async function poll(once: Client): Promise<Snapshot | undefined> {
    // A detail that was refused for the rate limit may have a limit of its own: the next poll reads the list instead.
    let error = tooLarge ?? limited;
    let seen: Snapshot | undefined;
    limited = undefined;
    if (error === undefined) {
      try {
        const detail = await once.readDeployment(resourceId, deploymentId);
        seen = snapshot(detail, detail.log);
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        if (isRateLimited(failure)) {
          limited = failure;
          return undefined;
        }
        // A key that is gone is refused by the list too, which ends the step.
        error = failure;
        if (failure instanceof ResponseTooLargeError) tooLarge = failure;
      }
    }
    if (seen !== undefined) return await withListStatus(once, seen);
    const listed = await pollList(once, error);
    if (listed === 'failed') return undefined;
    if (error === undefined) return listed;
    if (!isNotFound(error)) noteUnread(error);
    else if (listed === undefined) {
      if (clock.now() - seenAtMs > MISSING_PATIENCE_MS) throw error;
      noteMissing();
    }
    return listed;
  }

  /** A detail that shows no status has that of the list. */
  async function withListStatus(once: Client, seen: Snapshot): Promise<Snapshot> {
    if (seen.status !== NO_STATUS) return seen;
    const listed = await pollList(once, undefined);
    const status = typeof listed === 'object' ? listed.status : (task.outcome.status ?? NO_STATUS);
    return { ...seen, status };
  }

  async function pollList(once: Client, cause: ApiError | undefined): Promise<Snapshot | 'failed' | undefined> {
    try {
      const { items } = await once.listDeployments(resourceId);
      const ours = items.filter(isIdentified).find(({ id }) => id === deploymentId) ?? successor(items);
      return ours && { ...snapshot(ours, undefined), error: cause };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isMissing = isNotFound(error);
      if (!isMissing && !failures.mayContinueAfter(error)) throw error;
      task.emit({ kind: 'note', text: `the deployment could not be read. ${describe(error)}` });
      return isMissing ? undefined : 'failed';
    }
  }

  function noteMissing(): void {
    if (isNoted) return;
    isNoted = true;
    const patience = formatDuration(MISSING_PATIENCE_MS);
    task.emit({
      kind: 'note',
      text: `the service does not know deployment ${deploymentId} yet; reading it again for up to ${patience}`,
    });
  }

  function noteUnread(error: ApiError): void {
    if (isUnread) return;
    isUnread = true;
    const text = `deployment ${deploymentId} could not be read, so its status is taken from the list. ${describe(error)}`;
    task.emit({ kind: 'note', text });
  }

  /** The response may have named something else than a deployment; then the list shows exactly one that is new. */
  function successor(items: readonly Deployment[]): Identified<Deployment> | undefined {
    const { known } = target;
    if (known === undefined || isSeen || clock.now() - seenAtMs < UNSEEN_PATIENCE_MS) return undefined;
    const found = claim(newSince(known, items), { isAccepted: true });
    if (found.kind !== 'ours' && found.kind !== 'ended') return undefined;
    deploymentId = found.deployment.id;
    task.emit({ kind: 'accepted', deploymentId, ownership: 'list' });
    return found.deployment;
  }

  function snapshot({ status }: Deployment, log: Reading<string> | undefined): Snapshot {
    isSeen = true;
    failures.answered();
    seenAtMs = clock.now();
    return { deploymentId, status, elapsedMs: seenAtMs - target.startedAtMs, log };
  }

  for (;;) {
    const seen = await poll(await poller.next());
    if (seen === undefined) continue;
    yield seen;
    if (isFinal(seen.status)) return;
  }
}

function isNotFound(error: ApiError): boolean {
  return error instanceof RefusedError && error.code === 'not_found';
}
