// wait: the gate. Follows one deployment that somebody else started, and passes only when it finished. Changes nothing.
import type { LogLines } from '../api/client.ts';
import { type Deployment, isFinal } from '../api/model.ts';
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
import { conclude, type Draft, fail, reportOn } from './outcome.ts';

interface WaitArgs extends Args, Target, FanOut {
  readonly healthCheck: string | undefined;
  readonly lines: LogLines;
}

/** Follows a deployment that exists already; passes only when it finished. Sends no POST. */
export const wait: Operation<WaitArgs> = {
  read(inputs) {
    return {
      waits: true,
      ...readTarget(inputs),
      healthCheck: readHealthCheck(inputs, { waits: true }),
      lines: lineCount(inputs.choice('lines', logLines, '100')),
      ...readFanOut(inputs),
    };
  },

  async run(args, context) {
    const notSeenRunning = new Set<string>();
    const outcomes = await fanOut(args.resourceIds, { ...args, context }, (id) =>
      conclude(id, context, async (draft) => {
        if (!(await waitFor(draft, args, context))) notSeenRunning.add(id);
      }),
    );
    return reportOn(outcomes, {
      action: 'wait for',
      passed: (outcome) => passedHeadline(outcome, notSeenRunning.has(outcome.resourceId)),
    });
  },
};

/** Follows the deployment; false when it was picked as the latest and had ended before the first look. */
async function waitFor(draft: Draft, args: WaitArgs, context: Context): Promise<boolean> {
  const { clock, client, emit } = context;
  const { resourceId } = draft;
  const startedAtMs = clock.now();
  const latest = args.deploymentId === undefined ? await client.listDeployments(resourceId) : [];
  const deploymentId = args.deploymentId ?? latest[0]?.id;
  if (deploymentId === undefined) {
    fail(draft, 'not_found', `${resourceId} has no deployment to wait for.`);
    return true;
  }
  draft.deploymentId = deploymentId;
  // One that was named may not exist; until it is seen, nothing is known to go on.
  draft.accepted = args.deploymentId === undefined;
  const ownership = args.deploymentId === undefined ? 'latest' : 'asked';
  emit({ kind: 'accepted', resourceId, deploymentId, ownership });
  const seenRunning = !endedBefore(latest);
  if (!seenRunning) {
    const text = `Deployment ${deploymentId} of ${resourceId} had already ended at the first readInto, so it was not seen running: it may be an earlier release. Pass deployment-id to be sure.`;
    emit({ kind: 'warning', resourceId, text });
  }
  // Time is counted from our first readInto, not from the beginning of the build: the lengths of earlier builds say nothing.
  const target = { resourceId, deploymentId, startedAtMs, lookAtOnce: true, pastDurationsMs: [] };
  const finished = await awaitDeployment(draft, target, context);
  await optional(`the resource ${resourceId}`, context, (brief) => readInto(draft, brief));
  if (finished && args.healthCheck !== undefined) await checkHealth(draft, args.healthCheck, context);
  if (draft.errorCode === 'deployment_failed' || draft.errorCode === 'unhealthy') {
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
