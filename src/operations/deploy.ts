// deploy: post a deployment once, follow it to its end, and say whether the app is out.
import type { LogLines } from '../api/client.ts';
import { formatMs } from '../duration.ts';
import {
  type FanOut,
  fanOut,
  readFanOut,
  checkHealth,
  readHealthCheck,
  type OnBusy,
  onBusyChoices,
  hasRequiredEnv,
  readRequiredEnv,
  readInto,
  optional,
  showRuntimeLog,
  submit,
  type Submission,
  awaitDeployment,
} from './steps/index.ts';
import {
  type Args,
  type Context,
  type Inputs,
  lineCount,
  logLines,
  type Operation,
  type Outcome,
} from './operation.ts';
import { reportOn } from './report.ts';
import { conclude, describe, type Task } from './task.ts';

interface DeployArgs extends Args, FanOut {
  readonly wait: boolean;
  readonly force: boolean;
  readonly onBusy: OnBusy;
  readonly requiredEnv: readonly string[];
  readonly healthCheck: string | undefined;
  readonly lines: LogLines;
}

/** Posts a deployment of each resource once and follows it; passes only when every one finished, or was accepted with `wait: false`. */
export const deploy: Operation<DeployArgs> = {
  does: 'changes',
  usesGithub: true,

  read(inputs: Inputs): DeployArgs {
    const wait = inputs.flag('wait', true);
    const healthCheck = readHealthCheck(inputs, { wait });
    if (!wait && inputs.text('github-environment') !== undefined) {
      inputs.refuse('wait', 'must be true with github-environment, whose record needs the end');
    }
    return {
      wait,
      healthCheck,
      resourceIds: inputs.resourceIds({ several: true, required: true }),
      force: inputs.flag('force', false),
      onBusy: inputs.choice('on-busy', onBusyChoices, 'wait'),
      requiredEnv: readRequiredEnv(inputs),
      lines: lineCount(inputs.choice('lines', logLines, '100')),
      ...readFanOut(inputs),
    };
  },

  async run(args, context) {
    const outcomes = await fanOut(args.resourceIds, { ...args, context }, (id) =>
      conclude(id, context, (task) => deployOne(task, args, context)),
    );
    return reportOn(outcomes, { action: 'deploy', passed: passedHeadline });
  },
};

async function deployOne(task: Task, args: DeployArgs, context: Context): Promise<void> {
  const { resourceId } = task;
  if (!(await hasRequiredEnv(task, args.requiredEnv, context))) return;
  const submission = await submit(task, { force: args.force, onBusy: args.onBusy, wait: args.wait }, context);
  if (submission.kind !== 'accepted') return notAccepted(submission, task);

  const { deploymentId, ownership, acceptedAtMs, status } = submission;
  task.emit({ kind: 'accepted', deploymentId, ownership, ...(status === undefined ? {} : { status }) });
  if (!args.wait || deploymentId === undefined) return;

  const finished = await awaitDeployment(
    task,
    {
      resourceId,
      deploymentId,
      startedAtMs: acceptedAtMs,
      lookAtOnce: false,
      known: submission.known,
    },
    context,
  );
  const resource = await optional(`the resource ${resourceId}`, context, (brief) => readInto(task, brief));
  if (finished && args.healthCheck !== undefined) await checkHealth(task, args.healthCheck, context);
  const notRunning = resource?.status !== undefined && resource.status !== 'running';
  const { status: last, errorCode } = task.outcome;
  if (last === 'failed' || errorCode === 'unhealthy' || (finished && notRunning)) {
    await showRuntimeLog(resourceId, args.lines, context);
  }
}

function notAccepted(submission: Exclude<Submission, { kind: 'accepted' }>, task: Task): void {
  if (submission.kind === 'skipped') {
    task.emit({ kind: 'skipped', why: submission.why, detail: submission.detail });
    return;
  }
  if (submission.kind === 'busy') {
    task.emit({ kind: 'failed', errorCode: 'busy', cause: describe(submission.error) });
    return;
  }
  const ids = submission.ids.join(' and ');
  task.emit({
    kind: 'failed',
    errorCode: 'ambiguous',
    cause: `No response says which deployment is ours, and ${ids} have appeared since our request: one may be ours, none is certain.`,
    stillRunning: true,
  });
}

function passedHeadline({ resourceId, name, deploymentId, durationMs, stillRunning }: Outcome): string {
  const label = name ?? resourceId;
  if (stillRunning === true)
    return `Deployment ${deploymentId ?? ''} of ${label} was accepted and goes on at the service`.replace('  ', ' ');
  return `${label} is deployed: ${deploymentId} finished in ${formatMs(durationMs ?? 0)}`;
}
