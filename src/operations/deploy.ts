// deploy: request a deployment once, poll it until it ends, and check that the new release runs.
import type { LogLines } from '../api/client.ts';
import { formatDuration } from '../duration.ts';
import {
  type AfterAll,
  type FanOut,
  fanOut,
  readFanOut,
  afterDeployment,
  readHealthCheck,
  readLines,
  type HealthCheck,
  type OnBusy,
  onBusyChoices,
  hasRequiredEnv,
  readRequiredEnv,
  readBefore,
  submit,
  awaitDeployment,
} from './steps/index.ts';
import type { Args, Context, Inputs, Operation, Outcome } from './operation.ts';
import { asBefore, reportOn } from './report.ts';
import type { Task } from './task.ts';

interface DeployArgs extends Args, FanOut {
  readonly wait: boolean;
  readonly force: boolean;
  readonly onBusy: OnBusy;
  readonly requiredEnv: readonly string[];
  readonly healthCheck: HealthCheck | undefined;
  readonly lines: LogLines;
}

/** Deploys each resource; passes only when every deployment finished, or was accepted with `wait: false`. */
export const deploy: Operation<DeployArgs> = {
  effect: 'changes',
  usesGithub: true,

  read(inputs: Inputs): DeployArgs {
    const wait = inputs.flag('wait');
    const healthCheck = readHealthCheck(inputs, { wait });
    if (!wait && inputs.text('github-environment') !== undefined) {
      inputs.refuse('wait', 'must be true with github-environment, which records how the deployment ended');
    }
    return {
      wait,
      healthCheck,
      resourceIds: inputs.resourceIds({ several: true, required: true }),
      force: inputs.flag('force'),
      onBusy: inputs.choice('on-busy', onBusyChoices),
      requiredEnv: readRequiredEnv(inputs),
      lines: readLines(inputs),
      ...readFanOut(inputs),
    };
  },

  async run(args, context) {
    const outcomes = await fanOut(args, context, (task) => deployOne(task, args, context));
    return reportOn(outcomes, { action: 'deploy', done: 'deployed', passed: passedHeadline });
  },
};

async function deployOne(task: Task, args: DeployArgs, context: Context): Promise<AfterAll | undefined> {
  const { force, onBusy, wait } = args;
  const { list, status: before } = await readBefore(task, context, { list: 'useful' });
  if (!(await hasRequiredEnv(task, args.requiredEnv, context))) return undefined;
  const submission = await submit(task, { force, onBusy, wait, earlier: list }, context);
  if (submission?.deploymentId === undefined || !wait) return undefined;

  const { acceptedAtMs: startedAtMs } = submission;
  const target = { ...submission, startedAtMs, isOurs: true, predecessors: list.items };
  const { end, showLateLines } = await awaitDeployment(task, target, context);
  await afterDeployment(task, { ...args, finished: end === 'finished', before }, context);
  return showLateLines;
}

function passedHeadline(outcome: Outcome): string {
  const { resourceId, name, deploymentId, durationMs, stillRunning, status } = outcome;
  const label = name ?? resourceId;
  // With `wait: false` it is not polled, but may have ended when it was first seen.
  if (durationMs === undefined) {
    const deployment = deploymentId === undefined ? 'Deployment' : `Deployment ${deploymentId}`;
    const state = stillRunning === true ? 'continues at the service' : `is ${status}`;
    return `${deployment} of ${label} was accepted and ${state}`;
  }
  return `${label} is deployed: ${deploymentId} finished in ${formatDuration(durationMs)}${asBefore(outcome)}`;
}
