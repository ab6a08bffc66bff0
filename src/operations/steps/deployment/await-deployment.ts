// Polls a deployment until it ends, shows new lines of its log, and reports how it ended.
import { ApiError, orApiError } from '../../../api/errors.ts';
import { type Deployment, isKnownStatus } from '../../../api/model.ts';
import { causeOf, type End, type TextsRead } from '../../decisions/index.ts';
import type { Context } from '../../operation.ts';
import { describeUnknownStatus, type Failure } from '../../failure.ts';
import type { Task } from '../../task.ts';
import { recordCommit } from './commit.ts';
import { createBuildLog } from '../log/index.ts';
import { createLastLines } from './last-lines.ts';
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

/** Limit of the read that looks for a newer deployment. */
const NEWER_LIMIT_MS = 5_000;

/** Polls until the deployment ends. Unless it finished, the task has failed, after the last lines of a failed build. */
export async function awaitDeployment(task: Task, target: AwaitTarget, context: Context): Promise<Awaited> {
  const { isOurs, predecessors } = target;
  const buildLog = createBuildLog(task, context);
  const note = createNotes(task, context.clock);
  const reads: TextsRead[] = [];
  const { end, error } = await poll();
  const { status = '', deploymentId = '' } = task.outcome;
  const wasInProgress = isOurs || reads.some(({ hasEnded }) => !hasEnded);
  const onRead = (texts: TextsRead): void => void reads.push(texts);
  const lastLines = createLastLines(task, { deploymentId, end, wasInProgress, error, buildLog, onRead }, context);
  let newer: Deployment | undefined;
  try {
    await lastLines.show();
    if (end === 'cancelled') newer = await readNewer(task, deploymentId, context);
  } finally {
    // A stop while the last lines are read does not hide the failure.
    const failure = failureAtEnd({ end, status, reason: causeOf({ reads, predecessors }), newer });
    if (failure !== undefined) task.emit({ kind: 'failed', ...failure });
  }
  return { end, showLateLines: lastLines.showLate };

  async function poll(): ReturnType<typeof pollDeployment> {
    try {
      return await pollDeployment(task, target, { context, onSnapshot });
    } catch (stopped) {
      await buildLog.showEnd();
      throw stopped;
    }
  }

  async function onSnapshot(seen: Snapshot): Promise<void> {
    const hasEnded = seen.end !== undefined;
    reads.push({ remarks: seen.remarks, fromList: seen.log === undefined, hasEnded });
    recordCommit(task, { commit: seen.commit, isOurs }, context);
    // The last lines of the log are shown before the final status.
    if (hasEnded) await buildLog.show(seen.log);
    const { deploymentId: id, status: now, elapsedMs } = seen;
    task.emit({ kind: 'status', deploymentId: id, status: now, elapsedMs, hasEnded });
    if (hasEnded) return;
    if (!isKnownStatus(now)) {
      const text = `deployment ${id} has ${describeUnknownStatus(now)}; it is treated as in progress`;
      note(text, { onceFor: now });
    }
    await buildLog.show(seen.log);
  }
}

/** The deployment that the list shows above this one, if any. */
async function readNewer(
  { resourceId }: Task,
  deploymentId: string,
  { client }: Context,
): Promise<Deployment | undefined> {
  const list = await orApiError(listDeployments(resourceId, client.withLimits({ timeoutMs: NEWER_LIMIT_MS })));
  if (list instanceof ApiError) return undefined;
  return list.items[list.items.findIndex(({ id }) => id === deploymentId) - 1];
}

/** How a deployment ended, and what is known of why. */
interface Ended {
  readonly end: End;
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
      return undefined;
  }
}
