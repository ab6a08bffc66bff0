// deploy: post a deployment once, follow it to its end, and say whether the app is out.
import type { LogLines } from '../api/client.ts';
import { formatMs } from '../duration.ts';
import {
  type FanOut,
  fanOut,
  readFanOut,
  pastDurationsMs,
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
import { conclude, describe, type Draft, fail, reportOn } from './outcome.ts';

interface DeployArgs extends Args, FanOut {
  readonly force: boolean;
  readonly onBusy: OnBusy;
  readonly requiredEnv: readonly string[];
  readonly healthCheck: string | undefined;
  readonly lines: LogLines;
}

/** Posts a deployment of each resource once and follows it; passes only when every one finished, or was accepted with `wait: false`. */
export const deploy: Operation<DeployArgs> = {
  read(inputs: Inputs): DeployArgs {
    const waits = inputs.flag('wait', true);
    const healthCheck = readHealthCheck(inputs, { waits });
    if (!waits && inputs.text('github-environment') !== undefined) {
      inputs.refuse('wait', 'must be true with github-environment, whose record needs the end');
    }
    return {
      waits,
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
      conclude(id, context, (draft) => deployOne(draft, args, context)),
    );
    return reportOn(outcomes, { action: 'deploy', passed: passedHeadline });
  },
};

async function deployOne(draft: Draft, args: DeployArgs, context: Context): Promise<void> {
  const { resourceId } = draft;
  if (!(await hasRequiredEnv(draft, args.requiredEnv, context))) return;
  const submission = await submit(draft, { force: args.force, onBusy: args.onBusy, wait: args.waits }, context);
  if (submission.kind !== 'accepted') return notAccepted(submission, draft);

  const { deploymentId, ownership, acceptedAtMs, status } = submission;
  draft.accepted = true;
  draft.stillRunning = false;
  if (status !== undefined) draft.status = status;
  if (deploymentId !== undefined) draft.deploymentId = deploymentId;
  context.emit({ kind: 'accepted', resourceId, deploymentId, ownership });
  if (!args.waits || deploymentId === undefined) {
    draft.stillRunning = true;
    return;
  }

  const finished = await awaitDeployment(
    draft,
    {
      resourceId,
      deploymentId,
      startedAtMs: acceptedAtMs,
      lookAtOnce: false,
      pastDurationsMs: pastDurationsMs(submission.earlier),
      known: submission.known,
    },
    context,
  );
  const resource = await optional(`the resource ${resourceId}`, context, (brief) => readInto(draft, brief));
  if (finished && args.healthCheck !== undefined) await checkHealth(draft, args.healthCheck, context);
  const notRunning = resource?.status !== undefined && resource.status !== 'running';
  if (draft.status === 'failed' || draft.errorCode === 'unhealthy' || (finished && notRunning)) {
    await showRuntimeLog(resourceId, args.lines, context);
  }
}

function notAccepted(submission: Exclude<Submission, { kind: 'accepted' }>, draft: Draft): void {
  if (submission.kind === 'skipped') {
    draft.skipped = submission.why;
    draft.cause = submission.detail;
    return;
  }
  if (submission.kind === 'busy') return fail(draft, 'busy', describe(submission.error));
  const ids = submission.ids.join(' and ');
  fail(
    draft,
    'ambiguous',
    `No answer says which deployment is ours, and since our request ${ids} have appeared: one may be ours, none is certain.`,
  );
  draft.stillRunning = true;
}

function passedHeadline({ resourceId, name, deploymentId, durationMs, stillRunning }: Outcome): string {
  const label = name ?? resourceId;
  if (stillRunning === true)
    return `Deployment ${deploymentId ?? ''} of ${label} was accepted and goes on at the service`.replace('  ', ' ');
  return `${label} is deployed: ${deploymentId} finished in ${formatMs(durationMs ?? 0)}`;
}
