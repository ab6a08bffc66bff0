// wait: polls a deployment that something else started, and passes only when it finished. Changes nothing.
import type { LogLines } from '../api/client.ts';
import { type Deployment, isIdentified, type List, resourceStateOf } from '../api/model.ts';
import { formatDuration } from '../duration.ts';
import { inProgressIn } from './decisions/index.ts';
import {
  type AfterAll,
  type FanOut,
  fanOut,
  readFanOut,
  afterDeployment,
  awaitDeployment,
  awaitNewDeployment,
  type DeploymentToAwait,
  type HealthCheck,
  LATEST,
  latestOf,
  readBefore,
  readHealthCheck,
  readLines,
  readTarget,
  type Target,
} from './steps/index.ts';
import type { Args, Context, Operation, Outcome } from './operation.ts';
import { asBefore, reportOn } from './report.ts';
import type { Task } from './task.ts';

interface WaitArgs extends Args, Target, FanOut {
  readonly healthCheck: HealthCheck | undefined;
  readonly lines: LogLines;
}

/** Polls a deployment that exists or appears soon; passes only when it finished. Sends no POST. */
export const wait: Operation<WaitArgs> = {
  effect: 'waits',

  read(inputs) {
    return {
      ...readTarget(inputs),
      healthCheck: readHealthCheck(inputs, { wait: true }),
      lines: readLines(inputs),
      ...readFanOut(inputs),
    };
  },

  async run(args, context) {
    const outcomes = await fanOut(args, context, (task) => waitFor(task, args, context));
    return reportOn(outcomes, { action: 'wait for', done: 'finished', passed: passedHeadline });
  },
};

async function waitFor(task: Task, args: WaitArgs, context: Context): Promise<AfterAll | undefined> {
  const startedAtMs = context.clock.now();
  const needsList = args.deploymentId === undefined || args.deploymentId === LATEST;
  const { list, status } = await readBefore(task, context, { list: needsList ? 'needed' : 'optional' });
  const found = await findDeployment(task, { ...args, list }, context);
  if (found === undefined) return undefined;
  const { deploymentId } = found;
  const at = list.items.findIndex(({ id }) => id === deploymentId);
  const listed = list.items[at];
  task.emit({ kind: 'accepted', ...found, ...(listed && { status: listed.status }) });
  const { hadEnded } = task.outcome;
  const predecessors = list.items.slice(at + 1);
  const target = { deploymentId, startedAtMs, atOnce: true, isOurs: false, predecessors };
  const { end, showLateLines } = await awaitDeployment(task, target, context);
  // A broken app is not waited for: no deployment has just ended.
  const before = hadEnded === true && resourceStateOf(status?.status) === 'broken' ? undefined : status;
  await afterDeployment(task, { ...args, finished: end === 'finished', before }, context);
  return showLateLines;
}

/** The deployment to wait for; undefined when the task has failed. */
async function findDeployment(
  task: Task,
  { deploymentId, healthCheck, list }: WaitArgs & { readonly list: List<Deployment> },
  context: Context,
): Promise<DeploymentToAwait | undefined> {
  if (deploymentId === LATEST) {
    const latest = latestOf(task, list);
    if (latest !== undefined) return { deploymentId: latest.id, ownership: 'latest' };
    const cause = `${task.resourceId} has no deployments, so there is none to wait for.`;
    task.emit({ kind: 'failed', errorCode: 'no_deployment', cause });
    return undefined;
  }
  if (deploymentId !== undefined) return { deploymentId, ownership: 'asked' };
  const [inProgress] = inProgressIn(list.items);
  if (inProgress === undefined) return await awaitNewDeployment(task, { list, healthCheck }, context);
  if (isIdentified(inProgress)) return { deploymentId: inProgress.id, ownership: 'in-progress' };
  const cause = `A deployment of ${task.resourceId} is ${inProgress.status}, but the list shows no id for it, so it cannot be polled.`;
  task.emit({ kind: 'failed', errorCode: 'unreadable_reply', cause });
  return undefined;
}

function passedHeadline(outcome: Outcome): string {
  const { resourceId, name, deploymentId, durationMs, hadEnded } = outcome;
  const label = name ?? resourceId;
  const ended =
    hadEnded === true
      ? `Deployment ${deploymentId} of ${label} had already finished before this step began`
      : `Deployment ${deploymentId} of ${label} finished; waited ${formatDuration(durationMs ?? 0)}`;
  return `${ended}${asBefore(outcome)}`;
}
