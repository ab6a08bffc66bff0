// Polls a deployment until it ends, shows new lines of its log, and reports how it ended.
import { ApiError, orApiError, ResponseTooLargeError } from '../../api/errors.ts';
import { isFinal, isKnownStatus, type LogReading, type Remark } from '../../api/model.ts';
import { isTimeout, unlessAborted, withDeadline } from '../../clock.ts';
import type { Context } from '../operation.ts';
import { describeError, describeUnknownStatus } from '../failure.ts';
import type { Task } from '../task.ts';
import { recordCommit } from './commit.ts';
import { emitLog, createLogCursor, reportHidden, unreadText } from './log/index.ts';
import { createNotes } from './notes.ts';
import { pollDeployment, type PollTarget, type Snapshot } from './poll-deployment.ts';

/** The last lines of a failed build may be late: the log is read until two reads are equal, for at most this long. */
const LAST_LINES_MS = 15_000;
const LAST_LINES_GAP_MS = 4_000;

const DISCONTINUITY =
  'the log does not continue where it ended before: lines are missing, or it was restarted or rewritten';

/**
 * Polls until the deployment ends; true when it finished. Otherwise the task has failed, after the last lines of the
 * log of a failed build were read.
 */
export async function awaitDeployment(task: Task, target: PollTarget, context: Context): Promise<boolean> {
  const { resourceId } = task;
  const { clock, deadline, signal } = context;
  const cursor = createLogCursor();
  const note = createNotes(task, clock);
  let log: LogReading | undefined;
  let unread: ApiError | undefined;
  let remarks: readonly Remark[] = [];
  await pollDeployment(task, target, { context, onSnapshot });
  const { status, deploymentId = '' } = task.outcome;
  try {
    if (unread instanceof ResponseTooLargeError) await showTail(unread);
    else if (status === 'failed' || log === undefined) await readLastLines();
    await showLine(cursor.end());
    if (log !== undefined) {
      await emitLog({ resourceId, source: 'build', text: unreadText(log) }, context);
      reportHidden(task, log);
    }
  } finally {
    // A stop while the last lines are read does not hide the failure.
    const reason = reasonOf(remarks);
    const says = reason === undefined ? '' : ` The service says: ${reason}`;
    if (status === 'failed') {
      const cause = `The service reports that deployment ${deploymentId} failed.${says}`;
      task.emit({ kind: 'failed', errorCode: 'deployment_failed', cause, reason });
    }
    if (status === 'cancelled') {
      const cause = `It was cancelled at the service, not by this step.${says}`;
      task.emit({ kind: 'failed', errorCode: 'deployment_cancelled', cause, reason });
    }
  }
  return status === 'finished';

  async function onSnapshot(seen: Snapshot): Promise<void> {
    ({ error: unread, remarks } = seen);
    recordCommit(task, { commit: seen.commit, isOurs: target.known !== undefined }, context);
    // The last lines of the log are shown before the final status.
    if (isFinal(seen.status)) {
      ({ log } = seen);
      await showUnseen(log);
    }
    task.emit({ kind: 'status', deploymentId: seen.deploymentId, status: seen.status, elapsedMs: seen.elapsedMs });
    if (!isKnownStatus(seen.status)) {
      const text = `deployment ${seen.deploymentId} has ${describeUnknownStatus(seen.status)}; it is treated as in progress`;
      note(text, { onceFor: seen.status });
    }
    if (!isFinal(seen.status)) await showUnseen(seen.log);
  }

  async function showUnseen(reading: LogReading | undefined): Promise<void> {
    if (reading === undefined) return;
    const { text, isDiscontinuous, lost = '' } = cursor.advance(reading.text);
    await showLine(lost);
    if (isDiscontinuous) note(DISCONTINUITY, { onceFor: DISCONTINUITY });
    await emitLog({ resourceId, source: 'build', text }, context);
  }

  async function showLine(text: string): Promise<void> {
    if (text !== '') await emitLog({ resourceId, source: 'build', text: `${text}\n` }, context);
  }

  /** Shows the end of a response that was too large to be read. */
  async function showTail(error: ResponseTooLargeError): Promise<void> {
    task.emit({
      kind: 'note',
      text: `only the end of the log of deployment ${deploymentId} is shown. ${describeError(error)}`,
    });
    const lines = error.tail.replaceAll('\\n', '\n').split('\n').slice(1);
    await showLine(lines.join('\n'));
  }

  /** Reads the deployment until two logs are equal; reports a log that cannot be read. */
  async function readLastLines(): Promise<void> {
    // The other half of the time is left for what follows: the state of the app and its runtime log.
    const limit = withDeadline(clock, Math.min(LAST_LINES_MS, deadline.remainingMs() / 2), { signal });
    const client = context.client.within(0, limit.signal);
    let error: ApiError | undefined;
    try {
      for (let reads = 0; ; reads += 1) {
        if (reads > 0 || log !== undefined) await clock.sleep(LAST_LINES_GAP_MS, limit.signal);
        const before = log;
        const read = await unlessAborted(orApiError(client.readDeployment(resourceId, deploymentId)), limit.signal);
        error = read instanceof ApiError ? read : undefined;
        if (status !== 'failed' && error !== undefined) break;
        if (read instanceof ApiError) {
          note(`the log could not be read. ${describeError(read)}`);
          continue;
        }
        ({ log } = read);
        if (read.remarks.length > 0) ({ remarks } = read);
        await showUnseen(log);
        if (status !== 'failed' || (before !== undefined && log.text === before.text)) break;
      }
    } catch (stop) {
      if (!limit.isExpired() && !isTimeout(stop)) throw stop;
    } finally {
      limit.clear();
    }
    if (error !== undefined) {
      const text = `The log of deployment ${deploymentId} could not be read to its end. ${describeError(error)}`;
      task.emit({ kind: 'warning', text });
    } else if (limit.isExpired()) {
      task.emit({ kind: 'note', text: `the end of the log of deployment ${deploymentId} could not be read in time` });
    } else if (status === 'failed' && log?.text === '' && log.unread === undefined) {
      const where = log.path === undefined ? '' : ` under ${log.path}`;
      task.emit({ kind: 'note', text: `the service shows no build log of deployment ${deploymentId}${where}` });
    }
  }
}

/** What the service itself says about a failure: an error, else a text that is not that of a commit. */
function reasonOf(remarks: readonly Remark[]): string | undefined {
  return remarks.find(({ name }) => !/commit/i.test(name))?.text;
}
