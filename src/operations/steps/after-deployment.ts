// After a deployment has ended: reads the resource, checks the app, and shows the runtime log if the app does not run.
import type { LogLines } from '../../api/client.ts';
import type { Context } from '../operation.ts';
import type { Task } from '../task.ts';
import { awaitApp } from './await-resource.ts';
import { checkHealth, type HealthCheck } from './health-check.ts';
import { bestEffort, refreshResource, showRuntimeLog } from './resource.ts';

/** How the deployment ended, and what to check after it. */
export interface AfterDeployment {
  readonly finished: boolean;
  /** The status of the resource before the deployment; undefined if unknown. */
  readonly statusBefore: string | undefined;
  readonly healthCheck: HealthCheck | undefined;
  readonly lines: LogLines;
}

/** Reads the resource. After `finished` its app must run and be healthy, or the task fails. */
export async function afterDeployment(task: Task, after: AfterDeployment, context: Context): Promise<void> {
  if (after.finished) {
    await awaitApp(task, { before: after.statusBefore, sharesTime: after.healthCheck !== undefined }, context);
    const isRunning = task.outcome.errorCode === undefined;
    if (isRunning && after.healthCheck !== undefined) await checkHealth(task, after.healthCheck, context);
  } else {
    await bestEffort(`the resource ${task.resourceId}`, context, (brief) => refreshResource(task, brief));
  }
  const { errorCode } = task.outcome;
  if (errorCode !== undefined && errorCode !== 'deployment_cancelled') {
    await showRuntimeLog(task.resourceId, after.lines, context);
  }
}
