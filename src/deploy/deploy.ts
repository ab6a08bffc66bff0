// deploy: one POST, never two by accident. The deployment is followed to its end, and then the app
// is judged. Reads from top to bottom.
import { appClause, awaitApp } from '../app/await.ts';
import { assertRequiredEnv } from '../app/required-env.ts';
import { assertAddress, checkHealth } from '../app/health.ts';
import { readResourceBefore } from '../app/resource.ts';
import { catchFailure, isFailure } from '../failure.ts';
import { durationMs, nameOf } from '../outcome.ts';
import { endingOf } from '../service/statuses.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { warnOfOtherCommit } from './commit.ts';
import { confirm, readList } from './find.ts';
import { type Followed, followDeployment, type Target } from './follow.ts';
import { type Baseline, itemsOf, type ListRead } from './ours.ts';
import {
  endIfEnded,
  findAccepted,
  requestDeployment,
  type Requested,
  warnOfJoined,
} from './request.ts';

export async function deploy(step: Step): Promise<void> {
  const { inputs, outcome } = step;
  const [resource, list] = await Promise.all([
    readResourceBefore(step),
    readList(step),
    assertRequiredEnv(step),
  ]);
  // The first deployment may bring a domain.
  if (resource !== undefined && itemsOf(list).length > 0) assertAddress(step);
  const requested = await requestDeployment(step, list);
  if (!inputs.wait) return await endUnwatched(step, requested);
  const before = resource && { status: outcome.resourceStatus };
  const finished = await followOurs(step, requested);
  const wasDeployed = hadFinished(requested.listBefore);
  await Promise.all([awaitApp(step, { before, wasDeployed }), finished.showLateLines()]);
  await checkHealth(step);
  await warnOfOtherCommit(step);
  outcome.headline = headlineOf(step);
}

function headlineOf(step: Step): string {
  const { clock, outcome } = step;
  const took = formatDuration(durationMs(outcome, clock.now()) ?? 0);
  return `Deployment ${outcome.deploymentId} of ${nameOf(outcome)} finished after ${took}${appClause(step)}`;
}

/** True if an earlier deployment had finished: the app from before was deployed. */
export function hadFinished(list: ListRead): boolean {
  return itemsOf(list).some(({ status = '' }) => endingOf(status) === 'finished');
}

/** Follows our deployment until it has finished. Throws the failure of one that does not. */
async function followOurs(step: Step, requested: Requested) {
  const { log, outcome, service } = step;
  const { baseline, answeredAtMs, confirmation } = requested;
  const { deploymentId = '' } = outcome;
  const isJoined = isJoinedTo(deploymentId, baseline);
  // A deployment from the list needs no first pause: the search has taken long enough.
  if (confirmation === undefined) await service.pauseBeforeFirstPoll();
  const follow = isJoined ? followJoined : followDeployment;
  const followed = await follow(step, {
    sinceMs: answeredAtMs,
    confirmation,
    hadOthers: baseline.ids.size > 0,
    isListed: isJoined || confirmation !== undefined,
  });
  if (followed.kind === 'finished') return followed;
  log.info(`${followed.failure.message} So the id in the answer is not used.`);
  outcome.stage = { kind: 'accepted', sinceMs: answeredAtMs };
  delete outcome.deploymentId;
  const notOurs = `${deploymentId}, which the service does not show`;
  return await followOurs(step, await findAccepted(step, requested, notOurs));
}

/** Follows a deployment that was in progress before, and warns of it, however it ends. */
async function followJoined(step: Step, target: Target): Promise<Followed> {
  try {
    return await followDeployment(step, target);
  } finally {
    // Only now is it known which commit it shows, if it shows one.
    await warnOfJoined(step);
  }
}

function isJoinedTo(deploymentId: string, { inProgress }: Baseline): boolean {
  return inProgress.has(deploymentId);
}

/** Ends a step that does not wait for its deployment. */
async function endUnwatched(step: Step, requested: Requested): Promise<void> {
  const { log, outcome } = step;
  const { baseline, confirmation } = requested;
  const { adopted, deploymentId } = outcome;
  if (isJoinedTo(deploymentId ?? '', baseline)) await warnOfJoined(step);
  if (adopted && confirmation !== undefined) {
    const doubt = await catchFailure(confirm(step, confirmation));
    if (isFailure(doubt)) throw doubt;
  }
  // What only the list has shown may not be ours, so its end is not published.
  const isCertain = confirmation === undefined || adopted === true;
  const ending = isCertain ? endIfEnded(step) : undefined;
  const state = adopted ? 'is in progress' : 'was accepted';
  const how = ending === undefined ? state : `ended: ${outcome.status}`;
  const id = deploymentId === undefined ? 'The deployment' : `Deployment ${deploymentId}`;
  outcome.headline = `${id} of ${nameOf(outcome)} ${how}`;
  if (ending !== 'failed' && ending !== 'cancelled') return;
  outcome.needsAttention = true;
  log.warn(`${id} of ${nameOf(outcome)} has ended already: ${outcome.status}.`);
}
