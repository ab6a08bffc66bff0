// Watching a deployment to its verdict: follows it, passes on what is new of its log, and says what the end means.
import { isFinal, isKnownStatus } from '../../api/model.ts';
import { createLogCursor } from './log-cursor.ts';
import { pollDeployment, type PollTarget } from './poll-deployment.ts';
import type { Context } from '../operation.ts';
import type { Task } from '../task.ts';
import { emitLog } from './emit-log.ts';

/**
 * Follows to the end and notes status and duration in the draft. Resolves with whether it finished: nothing else is a
 * success.
 */
export async function awaitDeployment(task: Task, target: PollTarget, context: Context): Promise<boolean> {
  const { resourceId } = target;
  const cursor = createLogCursor();
  const strange = new Set<string>();
  for await (const seen of pollDeployment(target, context)) {
    const { deploymentId, status, elapsedMs } = seen;
    // The last lines of the log come before the word that it ended with.
    if (isFinal(status) && seen.log !== undefined) await showUnseen(seen.log);
    task.emit({ kind: 'status', deploymentId, status, elapsedMs });
    if (!isKnownStatus(status) && !strange.has(status)) {
      strange.add(status);
      const text = `Deployment ${deploymentId} has the status "${status}", which is not one we know; it is taken to be still going on.`;
      task.emit({ kind: 'warning', text });
    }
    if (!isFinal(status) && seen.log !== undefined) await showUnseen(seen.log);
  }
  const { status, deploymentId } = task.outcome;
  if (status === 'failed') {
    const cause = `The service reports that deployment ${deploymentId} failed.`;
    task.emit({ kind: 'failed', errorCode: 'deployment_failed', cause });
  }
  if (status === 'cancelled') {
    const cause = `Deployment ${deploymentId} was cancelled at the service.`;
    task.emit({ kind: 'failed', errorCode: 'deployment_cancelled', cause });
  }
  return status === 'finished';

  async function showUnseen(log: string): Promise<void> {
    const { text, seam } = cursor.advance(log);
    if (seam) {
      task.emit({
        kind: 'note',
        text: 'the log does not continue where it was: it was rewritten, or lines were missed',
      });
    }
    await emitLog({ resourceId, source: 'build', text }, context);
  }
}
