// Watching a deployment to its verdict: follows it, passes on what is new of its log, and says what the end means.
import { isFinal, isKnownStatus } from '../../api/model.ts';
import { createLogCursor } from './log-cursor.ts';
import { pollDeployment, type PollTarget } from './poll-deployment.ts';
import type { Context } from '../operation.ts';
import { type Draft, fail } from '../outcome.ts';
import { emitLog } from './emit-log.ts';

/**
 * Follows to the end and notes status and duration in the draft. Resolves with whether it finished: nothing else is a
 * success.
 */
export async function awaitDeployment(draft: Draft, target: PollTarget, context: Context): Promise<boolean> {
  const { resourceId } = target;
  const cursor = createLogCursor();
  const strange = new Set<string>();
  for await (const seen of pollDeployment(target, context)) {
    draft.accepted = true;
    draft.deploymentId = seen.deploymentId;
    draft.status = seen.status;
    draft.durationMs = seen.elapsedMs;
    const { deploymentId, status, elapsedMs } = seen;
    // The last lines of the log come before the word that it ended with.
    if (isFinal(status) && seen.log !== undefined) await showUnseen(seen.log);
    context.emit({ kind: 'status', resourceId, deploymentId, status, elapsedMs });
    if (!isKnownStatus(status) && !strange.has(status)) {
      strange.add(status);
      const text = `Deployment ${deploymentId} has the status "${status}", which is not one we know; it is taken to be still going on.`;
      context.emit({ kind: 'warning', resourceId, text });
    }
    if (!isFinal(status) && seen.log !== undefined) await showUnseen(seen.log);
  }
  if (draft.status === 'failed')
    fail(draft, 'deployment_failed', `The service reports that deployment ${draft.deploymentId} failed.`);
  if (draft.status === 'cancelled') {
    fail(draft, 'deployment_cancelled', `Deployment ${draft.deploymentId} was cancelled at the service.`);
  }
  return draft.status === 'finished';

  async function showUnseen(log: string): Promise<void> {
    const { text, seam } = cursor.advance(log);
    if (seam) {
      context.emit({
        kind: 'note',
        resourceId,
        text: 'the log does not continue where it was: it was rewritten, or lines were missed',
      });
    }
    await emitLog({ resourceId, source: 'build', text }, context);
  }
}
