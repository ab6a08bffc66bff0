// What follows a deployment that has ended: the resource is read, the app is checked, and the runtime log may say why it
// does not run.
import type { LogLines } from '../../api/client.ts';
import type { Context } from '../operation.ts';
import type { Task } from '../task.ts';
import { awaitApp } from './await-resource.ts';
import { checkHealth, type HealthCheck } from './health-check.ts';
import { optional, readInto, showRuntimeLog } from './resource.ts';

/** How the deployment ended, and what to check after it. */
export interface AfterDeployment {
  readonly finished: boolean;
  /** The status of the resource before the deployment; undefined where it is not known. */
  readonly statusBefore: string | undefined;
  readonly healthCheck: HealthCheck | undefined;
  readonly lines: LogLines;
}

/** Reads the resource; after `finished` its app must run and be healthy, else the task has failed. */
export async function afterDeployment(task: Task, after: AfterDeployment, context: Context): Promise<void> {
  if (after.finished) {
    await awaitApp(task, after.statusBefore, context);
    const isRunning = task.outcome.errorCode === undefined;
    if (isRunning && after.healthCheck !== undefined) await checkHealth(task, after.healthCheck, context);
  } else {
    await optional(`the resource ${task.resourceId}`, context, (brief) => readInto(task, brief));
  }
  const { errorCode } = task.outcome;
  if (errorCode !== undefined && errorCode !== 'deployment_cancelled') {
    await showRuntimeLog(task.resourceId, after.lines, context);
  }
}
