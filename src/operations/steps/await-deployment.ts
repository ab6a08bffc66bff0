// Polls a deployment until it ends, shows new lines of its log, and reports how it ended.
import type { Client } from '../../api/client.ts';
import { ApiError, orApiError, ResponseTooLargeError } from '../../api/errors.ts';
import { type Deployment, isKnownStatus, type LogReading, type Remark } from '../../api/model.ts';
import { isTimeout, withDeadline } from '../../clock.ts';
import { causeOf, type End } from '../decisions/index.ts';
import type { Context } from '../operation.ts';
import { describeError, describeUnknownStatus } from '../failure.ts';
import type { Task } from '../task.ts';
import { recordCommit } from './commit.ts';
import { emitLog, createLogCursor, reportHidden, unreadText } from './log/index.ts';
import { createNotes } from './notes.ts';
import { pollDeployment, type PollTarget, type Snapshot } from './poll-deployment.ts';
import { listDeployments } from './resource.ts';

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
  readonly showRest: () => Promise<void>;
}

/** The last lines of a failed build may be late: its log is read again so long after the end. */
const LATE_READS_MS = [2_000, 6_000, 10_000, 14_000];
/** However long these reads take. */
const LAST_LINES_MS = 15_000;
/** For a read without which the step can do. */
const REST_MS = 5_000;

const DISCONTINUITY =
  'the log does not continue where it ended before: lines are missing, or it was restarted or rewritten';

/** Polls until the deployment ends. Unless it finished, the task has failed, after the last lines of a failed build. */
export async function awaitDeployment(task: Task, target: AwaitTarget, context: Context): Promise<Awaited> {
  const { resourceId } = task;
  const { clock, deadline, signal } = context;
  const cursor = createLogCursor();
  const note = createNotes(task, clock);
  const earlier: (readonly Remark[])[] = [];
  let end: End | undefined;
  let log: LogReading | undefined;
  let unread: ApiError | undefined;
  let remarks: readonly Remark[] = [];
  let successor: string[] = [];
  let hasLog = false;
  await pollDeployment(task, target, { context, onSnapshot });
  const { status = '', deploymentId = '' } = task.outcome;
  const isWatched = target.isOurs || earlier.length > 0;
  try {
    if (unread instanceof ResponseTooLargeError) await showTail(unread);
    else if (end === 'failed' && isWatched) await readLastLines(LATE_READS_MS);
    else if (log === undefined) await readLastLines([0]);
    if (!hasRest()) await showEnd();
    if (end === 'cancelled') successor = await readSuccessor();
  } finally {
    // A stop while the last lines are read does not hide the failure.
    fail();
  }
  return { end: end ?? 'unknown', showRest };

  async function onSnapshot(seen: Snapshot): Promise<void> {
    ({ error: unread, end, log } = seen);
    if (end === undefined) earlier.push(seen.remarks);
    else ({ remarks } = seen);
    recordCommit(task, { commit: seen.commit, isOurs: target.isOurs }, context);
    // The last lines of the log are shown before the final status.
    if (end !== undefined) await showUnseen(log);
    const { deploymentId: id, status: now, elapsedMs } = seen;
    task.emit({ kind: 'status', deploymentId: id, status: now, elapsedMs, hasEnded: end !== undefined });
    if (end === undefined && !isKnownStatus(seen.status)) {
      const text = `deployment ${seen.deploymentId} has ${describeUnknownStatus(seen.status)}; it is treated as in progress`;
      note(text, { onceFor: seen.status });
    }
    if (end === undefined) await showUnseen(log);
  }

  /** Reports how it ended, unless it finished. */
  function fail(): void {
    const reason = causeOf({ remarks, earlier, predecessors: target.predecessors });
    const says = reason === undefined ? [] : [`The service says: ${reason}`];
    const named = isKnownStatus(status) ? [] : [`Its status is "${status}".`];
    if (end === 'failed') {
      const known = [...named, ...says];
      const cause = known.length === 0 ? 'The service names no cause.' : known.join(' ');
      task.emit({ kind: 'failed', errorCode: 'deployment_failed', cause, reason });
    } else if (end === 'cancelled') {
      const cause = ['This was done at the service, not by this step.', ...named, ...says, ...successor].join(' ');
      task.emit({ kind: 'failed', errorCode: 'deployment_cancelled', cause, reason });
    } else if (end === 'unknown') {
      const meaning = `Its status "${status}" is one that earlier deployments of this resource ended with, and this action does not know whether it is a success.`;
      const cause = [meaning, ...says].join(' ');
      task.emit({ kind: 'failed', errorCode: 'unknown_outcome', cause, reason, stillRunning: false });
    }
  }

  /** A sentence about the deployment that the list shows above one that was cancelled; it may have superseded it. */
  async function readSuccessor(): Promise<string[]> {
    const list = await orApiError(listDeployments(resourceId, context.client.withLimits({ timeoutMs: REST_MS })));
    if (list instanceof ApiError) return [];
    const newer = list.items[list.items.findIndex(({ id }) => id === deploymentId) - 1];
    return newer?.id === undefined ? [] : [`A newer deployment is ${newer.id} (${newer.status}).`];
  }

  async function showUnseen(reading: LogReading | undefined): Promise<void> {
    if (reading === undefined) return;
    if (reading.text !== '') hasLog = true;
    const { text, isDiscontinuous, lost = '' } = cursor.advance(reading.text);
    await showLine(lost);
    if (isDiscontinuous) note(DISCONTINUITY, { onceFor: DISCONTINUITY });
    await emitLog({ resourceId, source: 'build', text }, context);
  }

  async function showLine(text: string): Promise<void> {
    if (text !== '') await emitLog({ resourceId, source: 'build', text: `${text}\n` }, context);
  }

  /** Shows what no later read will complete. */
  async function showEnd(): Promise<void> {
    await showLine(cursor.end());
    if (log === undefined) return;
    await emitLog({ resourceId, source: 'build', text: unreadText(log) }, context);
    reportHidden(task, log);
  }

  /** Shows the end of a response that was too large to be read. */
  async function showTail(error: ResponseTooLargeError): Promise<void> {
    const text = `only the end of the log of deployment ${deploymentId} is shown. ${describeError(error)}`;
    task.emit({ kind: 'note', text });
    const lines = error.tail.replaceAll('\\n', '\n').split('\n').slice(1);
    await showLine(lines.join('\n'));
  }

  /** Reads the ended deployment once more and shows what is new of its log; resolves with the error, if any. */
  async function readLog(client: Client): Promise<ApiError | undefined> {
    const read = await orApiError(client.readDeployment(resourceId, deploymentId));
    if (read instanceof ApiError) return read;
    ({ log } = read);
    if (read.remarks.length > 0) ({ remarks } = read);
    await showUnseen(log);
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
    if (end !== 'failed') return;
    if (error !== undefined) {
      const text = `The log of deployment ${deploymentId} could not be read to its end. ${describeError(error)}`;
      task.emit({ kind: 'warning', text });
    } else if (log === undefined) {
      const text = `The log of deployment ${deploymentId} could not be read in time.`;
      task.emit({ kind: 'warning', text });
    } else if (!hasLog && log.unread === undefined) {
      const where = log.path === undefined ? '' : ` under ${log.path}`;
      task.emit({ kind: 'note', text: `the service shows no build log of deployment ${deploymentId}${where}` });
    }
  }

  /** Of a deployment that finished while it was watched, late lines are shown at the end of the step. */
  function hasRest(): boolean {
    return end === 'finished' && isWatched && !(unread instanceof ResponseTooLargeError);
  }

  /** Never rejects because of a stop: the verdict has been reached. */
  async function showRest(): Promise<void> {
    if (!hasRest()) return;
    // A read that no verdict depends on would delay the jobs of a fleet.
    if (context.client.isKeyShared()) return await showEnd();
    const limit = withDeadline(clock, REST_MS, { signal });
    const client = context.client.withLimits({ retryForMs: 0, signal: limit.signal });
    try {
      await readLog(client);
    } catch (stop) {
      if (!limit.signal.aborted) throw stop;
    } finally {
      limit.clear();
    }
    try {
      await showEnd();
    } catch (stop) {
      if (!signal.aborted) throw stop;
    }
  }
}
