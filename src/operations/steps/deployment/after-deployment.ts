// After a deployment has ended: reads the resource, checks the app, and shows the runtime log if the app does not run.
import type { LogLines } from '../../../api/client.ts';
import { isSameStatus, resourceStateOf } from '../../../api/model.ts';
import type { Context } from '../../operation.ts';
import type { Task } from '../../task.ts';
import { awaitApp, bestEffort, refreshResource, showRuntimeLog, type StatusBefore } from '../resource/index.ts';
import { checkHealth, type HealthCheck } from '../health-check.ts';

/** How the deployment ended, and what to check after it. */
export interface AfterDeployment {
  readonly finished: boolean;
  readonly before: StatusBefore;
  readonly healthCheck: HealthCheck | undefined;
  readonly lines: LogLines;
}

/** Reads the resource. After `finished` its app must run and be healthy, or the task fails. */
export async function afterDeployment(task: Task, after: AfterDeployment, context: Context): Promise<void> {
  const { before, healthCheck } = after;
  if (after.finished) {
    await awaitApp(task, { before, sharesTime: healthCheck !== undefined }, context);
    const isRunning = task.outcome.errorCode === undefined;
    if (isRunning && healthCheck !== undefined) await checkHealth(task, healthCheck, context);
    if (task.outcome.errorCode !== undefined) await showRuntimeLog(task.resourceId, after.lines, context);
    return;
  }
  await bestEffort(`the resource ${task.resourceId}`, context, (brief) => refreshResource(task, brief));
  if (task.outcome.errorCode === 'deployment_failed' && !isUpAsBefore(task.outcome.resourceStatus, before)) {
    await showRuntimeLog(task.resourceId, after.lines, context);
  }
}

/**
 * The runtime log of an app that a failed build has left alone is that of the release before: also where no status is
 * shown, or an unknown one, that was the same before.
 */
function isUpAsBefore(status: string | undefined, before: StatusBefore): boolean {
  const state = resourceStateOf(status);
  return ['up', 'unknown'].includes(state) && before !== undefined && isSameStatus(status, before.status);
}
