// Polls a deployment until it ends, shows new lines of its log, and reports how it ended.
import type { Client } from '../../../api/client.ts';
import { ApiError, orApiError, ResponseTooLargeError } from '../../../api/errors.ts';
import { type Deployment, isKnownStatus, type LogReading } from '../../../api/model.ts';
import { isTimeout, withDeadline } from '../../../clock.ts';
import { causeOf, type End, type TextsRead } from '../../decisions/index.ts';
import type { Context } from '../../operation.ts';
import { describeError, describeUnknownStatus, type Failure } from '../../failure.ts';
import type { Task } from '../../task.ts';
import { recordCommit } from './commit.ts';
import { createBuildLog } from '../log/index.ts';
import { createNotes } from '../notes.ts';
import { pollDeployment, type PollTarget, type Snapshot } from './poll-deployment.ts';
import { listDeployments } from '../resource/index.ts';

/** A deployment to await. */
export interface AwaitTarget extends PollTarget {
  /** This step has requested it. */
  readonly isOurs: boolean;
  /** The deployments before it, latest first. */
  readonly predecessors: readonly Deployment[];
}

/** How a deployment ended. */
export interface Awaited {
  readonly end: End;
  /** Shows what has been added to its log since; called at the end of the step. */
  readonly showLateLines: () => Promise<void>;
}

/** When the log of a failed build is read again after its end: its last lines may be late. */
const LATE_READS_MS = [2_000, 6_000, 10_000, 14_000];
/** Limit of all these reads together. */
const LAST_LINES_MS = 15_000;
/** Limit of a read that no verdict depends on. */
const OPTIONAL_READ_MS = 5_000;

/** Polls until the deployment ends. Unless it finished, the task has failed, after the last lines of a failed build. */
export async function awaitDeployment(task: Task, target: AwaitTarget, context: Context): Promise<Awaited> {
  const { resourceId } = task;
  const { clock, deadline, signal } = context;
  const buildLog = createBuildLog(task, context);
  const note = createNotes(task, clock);
  const reads: TextsRead[] = [];
  let end: End | undefined;
  let log: LogReading | undefined;
  let unread: ApiError | undefined;
  let newer: Deployment | undefined;
  try {
    await pollDeployment(task, target, { context, onSnapshot });
  } catch (error) {
    await buildLog.showEnd(log);
    throw error;
  }
  const { status = '', deploymentId = '' } = task.outcome;
  const wasInProgress = target.isOurs || reads.some(({ hasEnded }) => !hasEnded);
  const tooLarge = unread instanceof ResponseTooLargeError ? unread : undefined;
  const mayHaveLateLines = end === 'finished' && wasInProgress && tooLarge === undefined;
  try {
    if (tooLarge !== undefined) await buildLog.showTail(tooLarge);
    else if (end === 'failed' && wasInProgress) await readLastLines(LATE_READS_MS);
    else if (log === undefined) await readLastLines([0]);
    if (!mayHaveLateLines) await buildLog.showEnd(log);
    if (end === 'cancelled') newer = await readNewer();
  } finally {
    // A stop while the last lines are read does not hide the failure.
    const reason = causeOf({ reads, predecessors: target.predecessors });
    const failure = failureAtEnd({ end, status, reason, newer });
    if (failure !== undefined) task.emit({ kind: 'failed', ...failure });
  }
  return { end: end ?? 'unknown', showLateLines };

  async function onSnapshot(seen: Snapshot): Promise<void> {
    ({ error: unread, end, log } = seen);
    reads.push({ remarks: seen.remarks, fromList: log === undefined, hasEnded: end !== undefined });
    recordCommit(task, { commit: seen.commit, isOurs: target.isOurs }, context);
    // The last lines of the log are shown before the final status.
    if (end !== undefined) await buildLog.show(log);
    const { deploymentId: id, status: now, elapsedMs } = seen;
    task.emit({ kind: 'status', deploymentId: id, status: now, elapsedMs, hasEnded: end !== undefined });
    if (end !== undefined) return;
    if (!isKnownStatus(now)) {
      const text = `deployment ${id} has ${describeUnknownStatus(now)}; it is treated as in progress`;
      note(text, { onceFor: now });
    }
    await buildLog.show(log);
  }

  /** The deployment that the list shows above this one, if any. */
  async function readNewer(): Promise<Deployment | undefined> {
    const list = await orApiError(
      listDeployments(resourceId, context.client.withLimits({ timeoutMs: OPTIONAL_READ_MS })),
    );
    if (list instanceof ApiError) return undefined;
    return list.items[list.items.findIndex(({ id }) => id === deploymentId) - 1];
  }

  /** Reads the ended deployment once more and shows what is new of its log; resolves with the error, if any. */
  async function readLog(client: Client): Promise<ApiError | undefined> {
    const read = await orApiError(client.readDeployment(resourceId, deploymentId));
    if (read instanceof ApiError) return read;
    ({ log } = read);
    reads.push({ remarks: read.remarks, fromList: false, hasEnded: true });
    await buildLog.show(log);
    return undefined;
  }

  /** Reads the log of an ended deployment at these times after its end; the later ones only while it grows. */
  async function readLastLines(timesMs: readonly number[]): Promise<void> {
    const endedMs = clock.now();
    // The other half of the time is left for what follows: the state of the app and its runtime log.
    const limit = withDeadline(clock, Math.min(LAST_LINES_MS, deadline.remainingMs() / 2), { signal });
    const client = context.client.withLimits({ retryForMs: 0, signal: limit.signal });
    let error: ApiError | undefined;
    try {
      for (const [index, ms] of timesMs.entries()) {
        await clock.sleep(endedMs + ms - clock.now(), limit.signal);
        const before = log?.text;
        error = await readLog(client);
        if (error !== undefined) note(`the log could not be read. ${describeError(error)}`, { kind: error.message });
        else if (index > 0 && log?.text === before) break;
      }
    } catch (stop) {
      if (!limit.isExpired() && !isTimeout(stop)) throw stop;
    } finally {
      limit.clear();
    }
    if (end === 'failed') reportIncompleteLog(error);
  }

  /** `error`: why the last read of the log failed. */
  function reportIncompleteLog(error: ApiError | undefined): void {
    if (error !== undefined) {
      const text = `The log of deployment ${deploymentId} could not be read to its end. ${describeError(error)}`;
      task.emit({ kind: 'warning', text });
    } else if (log === undefined) {
      const text = `The log of deployment ${deploymentId} could not be read in time.`;
      task.emit({ kind: 'warning', text });
    } else if (!buildLog.hasText && log.unread === undefined) {
      const where = log.path === undefined ? '' : ` under ${log.path}`;
      task.emit({ kind: 'note', text: `the service shows no build log of deployment ${deploymentId}${where}` });
    }
  }

  /** Never rejects because of a stop: the verdict has been reached. */
  async function showLateLines(): Promise<void> {
    if (!mayHaveLateLines) return;
    // A read that no verdict depends on would delay the jobs of a fleet.
    if (context.client.isKeyShared()) return await buildLog.showEnd(log);
    const limit = withDeadline(clock, OPTIONAL_READ_MS, { signal });
    const client = context.client.withLimits({ retryForMs: 0, signal: limit.signal });
    try {
      await readLog(client);
    } catch (stop) {
      if (!limit.signal.aborted) throw stop;
    } finally {
      limit.clear();
    }
    try {
      await buildLog.showEnd(log);
    } catch (stop) {
      if (!signal.aborted) throw stop;
    }
  }
}

/** How a deployment ended, and what is known of why. */
interface Ended {
  readonly end: End | undefined;
  readonly status: string;
  /** What the service itself says about it. */
  readonly reason: string | undefined;
  /** A deployment that may have superseded one that was cancelled. */
  readonly newer: Deployment | undefined;
}

/** Undefined if it finished. */
function failureAtEnd({ end, status, reason, newer }: Ended): Failure | undefined {
  const quoted = reason === undefined ? [] : [`The service says: ${reason}`];
  const known = isKnownStatus(status) ? quoted : [`Its status is "${status}".`, ...quoted];
  switch (end) {
    case 'failed': {
      const cause = known.length === 0 ? 'The service names no cause.' : known.join(' ');
      return { errorCode: 'deployment_failed', cause, reason };
    }
    case 'cancelled': {
      const successor = newer?.id === undefined ? [] : [`A newer deployment is ${newer.id} (${newer.status}).`];
      const cause = ['This was done at the service, not by this step.', ...known, ...successor].join(' ');
      return { errorCode: 'deployment_cancelled', cause, reason };
    }
    case 'unknown': {
      const meaning = `Its status "${status}" is one that earlier deployments of this resource ended with, and this action does not know whether it is a success.`;
      return { errorCode: 'unknown_outcome', cause: [meaning, ...quoted].join(' '), reason, stillRunning: false };
    }
    case 'finished':
    case undefined:
      return undefined;
  }
}
