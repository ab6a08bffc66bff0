// wait: the gate. Follows one deployment that somebody else started, and passes only when it finished. Changes nothing.
import type { LogLines } from '../api/client.ts';
import { type Deployment, isFinal, isIdentified } from '../api/model.ts';
import { formatMs } from '../duration.ts';
import {
  type FanOut,
  fanOut,
  readFanOut,
  checkHealth,
  readHealthCheck,
  readInto,
  optional,
  showRuntimeLog,
  readTarget,
  type Target,
  awaitDeployment,
} from './steps/index.ts';
import { type Args, type Context, lineCount, logLines, type Operation, type Outcome } from './operation.ts';
import { reportOn } from './report.ts';
import { conclude, type Task } from './task.ts';

interface WaitArgs extends Args, Target, FanOut {
  readonly healthCheck: string | undefined;
  readonly lines: LogLines;
}

/** Follows a deployment that exists already; passes only when it finished. Sends no POST. */
export const wait: Operation<WaitArgs> = {
  does: 'waits',

  read(inputs) {
    return {
      ...readTarget(inputs),
      healthCheck: readHealthCheck(inputs, { wait: true }),
      lines: lineCount(inputs.choice('lines', logLines, '100')),
      ...readFanOut(inputs),
    };
  },

  async run(args, context) {
    const notSeenRunning = new Set<string>();
    const outcomes = await fanOut(args.resourceIds, { ...args, context }, (id) =>
      conclude(id, context, async (task) => {
        if (!(await waitFor(task, args, context))) notSeenRunning.add(id);
      }),
    );
    return reportOn(outcomes, {
      action: 'wait for',
      passed: (outcome) => passedHeadline(outcome, notSeenRunning.has(outcome.resourceId)),
    });
  },
};

/** Follows the deployment; false when it was picked as the latest and had ended before the first look. */
async function waitFor(task: Task, args: WaitArgs, context: Context): Promise<boolean> {
  const { clock, client } = context;
  const { resourceId } = task;
  const startedAtMs = clock.now();
  const latest =
    args.deploymentId === undefined ? (await client.listDeployments(resourceId)).items.filter(isIdentified) : [];
  const deploymentId = args.deploymentId ?? latest[0]?.id;
  if (deploymentId === undefined) {
    task.emit({ kind: 'failed', errorCode: 'not_found', cause: `${resourceId} has no deployment to wait for.` });
    return true;
  }
  const ownership = args.deploymentId === undefined ? 'latest' : 'asked';
  task.emit({ kind: 'accepted', deploymentId, ownership });
  const seenRunning = !endedBefore(latest);
  if (!seenRunning) {
    const text = `Deployment ${deploymentId} of ${resourceId} had already ended at the first readInto, so it was not seen running: it may be an earlier release. Pass deployment-id to be sure.`;
    task.emit({ kind: 'warning', text });
  }
  const target = { resourceId, deploymentId, startedAtMs, lookAtOnce: true };
  const finished = await awaitDeployment(task, target, context);
  await optional(`the resource ${resourceId}`, context, (brief) => readInto(task, brief));
  if (finished && args.healthCheck !== undefined) await checkHealth(task, args.healthCheck, context);
  if (task.outcome.errorCode === 'deployment_failed' || task.outcome.errorCode === 'unhealthy') {
    await showRuntimeLog(resourceId, args.lines, context);
  }
  return seenRunning;
}

function endedBefore([latest]: readonly Deployment[]): boolean {
  return latest !== undefined && isFinal(latest.status);
}

function passedHeadline({ resourceId, name, deploymentId, durationMs }: Outcome, notSeenRunning: boolean): string {
  const label = name ?? resourceId;
  return notSeenRunning
    ? `The latest deployment of ${label}, ${deploymentId}, had already finished; it was not seen running`
    : `Deployment ${deploymentId} of ${label} finished; waited ${formatMs(durationMs ?? 0)}`;
}
