// Following one deployment to its end: an async generator of snapshots. It decides nothing about the verdict.
import type { Client } from '../../api/client.ts';
import { ApiError, RefusedError, ResponseTooLargeError } from '../../api/errors.ts';
import { type Deployment, type Identified, isFinal, isIdentified } from '../../api/model.ts';
import { formatMs } from '../../duration.ts';
import type { Context } from '../operation.ts';
import { describe } from '../task.ts';

/** Which deployment to follow. */
export interface PollTarget {
  readonly resourceId: string;
  readonly deploymentId: string;
  /** Clock time from which elapsed time is counted: acceptance, or the first look. */
  readonly startedAtMs: number;
  /** Look at once instead of waiting for the first gap (it may have ended long ago). */
  readonly lookAtOnce: boolean;
  /** Ids that cannot be ours; with it, an id that the service does not know may be exchanged for the one new id. */
  readonly known?: ReadonlySet<string>;
}

/** One look at the deployment. */
export interface Snapshot {
  readonly deploymentId: string;
  readonly status: string;
  readonly elapsedMs: number;
  /** The whole log so far; undefined when the service shows none, or more than is read. */
  readonly log: string | undefined;
}

/** A deployment that the service does not know is waited for this long: its own stores may lag. */
const MISSING_PATIENCE_MS = 60_000;
/** An id that is never seen may be that of something else, such as a job; until then the stores may lag. */
const UNSEEN_PATIENCE_MS = 15_000;
/** Trouble with the log must not hide the verdict: after this long the status is taken from the list instead. */
const DETAIL_PATIENCE_MS = 10_000;

/**
 * Yields a snapshot a look, at the pace of the step, until the status is final. Throws the ApiError that ended it
 * (a revoked key, an unknown deployment), or the reason of a stop.
 */
export async function* pollDeployment(target: PollTarget, context: Context): AsyncGenerator<Snapshot, void> {
  const { client, clock, emit } = context;
  const { resourceId, startedAtMs } = target;
  const poller = client.poller({ startedAtMs, atOnce: target.lookAtOnce });
  let { deploymentId } = target;
  let failingSinceMs: number | undefined;
  let tooLarge = false;
  let readsList = false;
  let warned = false;
  let noted = false;
  let everSeen = false;
  let seenAtMs = clock.now();

  async function look(once: Client): Promise<Snapshot | undefined> {
    if (readsList) {
      const listed = await lookAtList(once);
      readsList = tooLarge || listed === undefined;
      return listed;
    }
    const startedMs = clock.now();
    try {
      const detail = await once.readDeployment(resourceId, deploymentId);
      failingSinceMs = undefined;
      return snapshot(detail, detail.log.kind === 'read' ? detail.log.value : undefined);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const missing = error instanceof RefusedError && error.code === 'not_found';
      tooLarge = error instanceof ResponseTooLargeError;
      failingSinceMs ??= startedMs;
      const mayPass = !tooLarge && !(error instanceof RefusedError && error.code !== 'rate_limited');
      if (mayPass && clock.now() - failingSinceMs < DETAIL_PATIENCE_MS) return undefined;
      const listed = await lookAtList(once);
      readsList = tooLarge || (mayPass && listed === undefined);
      if (listed === undefined && missing && clock.now() - seenAtMs > MISSING_PATIENCE_MS) throw error;
      if (!missing) warnOnce(error);
      else if (listed === undefined) noteMissing();
      return listed;
    }
  }

  function noteMissing(): void {
    if (noted) return;
    noted = true;
    const patience = formatMs(MISSING_PATIENCE_MS);
    emit({
      kind: 'note',
      resourceId,
      text: `the service does not know deployment ${deploymentId}; looking again for ${patience}`,
    });
  }

  function warnOnce(error: ApiError): void {
    if (warned) return;
    warned = true;
    const text = `The log of deployment ${deploymentId} cannot be read, so its status is taken from the list. ${describe(error)}`;
    emit({ kind: 'warning', resourceId, text });
  }

  async function lookAtList(once: Client): Promise<Snapshot | undefined> {
    const listed = await listOnce(once);
    const ours = listed.find(({ id }) => id === deploymentId) ?? successor(listed);
    return ours === undefined ? undefined : snapshot(ours, undefined);
  }

  /** Empty after a failure that may pass: the next poll is the retry. */
  async function listOnce(once: Client): Promise<Identified<Deployment>[]> {
    try {
      return (await once.listDeployments(resourceId)).items.filter(isIdentified);
    } catch (error) {
      if (!(error instanceof ApiError) || (error instanceof RefusedError && error.code !== 'rate_limited')) throw error;
      return [];
    }
  }

  /** The response may have named something else than a deployment; then the list shows exactly one id that is new. */
  function successor(listed: readonly Identified<Deployment>[]): Identified<Deployment> | undefined {
    const { known } = target;
    if (known === undefined || everSeen || clock.now() - seenAtMs < UNSEEN_PATIENCE_MS) return undefined;
    const [found, ...others] = listed.filter(({ id }) => !known.has(id));
    if (found === undefined || others.length > 0) return undefined;
    deploymentId = found.id;
    emit({ kind: 'accepted', resourceId, deploymentId, ownership: 'list' });
    return found;
  }

  function snapshot({ status }: Deployment, log: string | undefined): Snapshot {
    everSeen = true;
    seenAtMs = clock.now();
    return { deploymentId, status, elapsedMs: seenAtMs - startedAtMs, log };
  }

  for (;;) {
    const seen = await look(await poller.next());
    if (seen === undefined) continue;
    yield seen;
    if (isFinal(seen.status)) return;
  }
}
