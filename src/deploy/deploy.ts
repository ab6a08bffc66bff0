// deploy: one POST, never two by accident. The deployment is followed to its end, and then the app
// is judged. Reads from top to bottom.
import { appClause, awaitApp } from '../app/await.ts';
import { assertRequiredEnv } from '../app/required-env.ts';
import { assertAddress, checkHealth } from '../app/health.ts';
import { readResourceBefore } from '../app/resource.ts';
import { deploymentNameOf, durationMs, endWork } from '../outcome.ts';
import { endingOf } from '../service/statuses.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { warnOfOtherCommit } from './commit.ts';
import { confirm } from './confirm.ts';
import { followDeployment } from './follow.ts';
import { hasFinished, readList } from './list.ts';
import { findAccepted, requestDeployment, type Requested, warnOfJoined } from './request.ts';

export async function deploy(step: Step): Promise<void> {
  const { inputs, outcome } = step;
  const [resource, list] = await Promise.all([
    readResourceBefore(step),
    readList(step),
    assertRequiredEnv(step),
  ]);
  // The first deployment may bring a domain.
  if (resource !== undefined && list.items.length > 0) assertAddress(step);
  const requested = await requestDeployment(step, list);
  if (!inputs.wait) return await endUnwatched(step, requested);
  const before = resource && { status: outcome.resourceStatus };
  const finished = await followOurs(step, requested);
  const wasDeployed = hasFinished(requested.baseline.list);
  await Promise.all([awaitApp(step, { before, wasDeployed }), finished.showLateLines()]);
  await checkHealth(step);
  await warnOfOtherCommit(step);
  outcome.headline = headlineOf(step);
}

function headlineOf(step: Step): string {
  const { clock, outcome } = step;
  const took = formatDuration(durationMs(outcome, clock.now()) ?? 0);
  return `${deploymentNameOf(outcome)} finished after ${took}${appClause(step)}`;
}

/** Follows our deployment until it has finished. Throws the failure of one that does not. */
async function followOurs(step: Step, requested: Requested) {
  const { log, outcome, service } = step;
  const { answeredAtMs, confirmation, isJoined = false } = requested;
  const { deploymentId } = outcome;
  // A deployment from the list needs no first pause: the search has taken long enough.
  if (confirmation === undefined) await service.pauseBeforeFirstPoll();
  const isListed = isJoined || confirmation !== undefined;
  try {
    const followed = await followDeployment(step, { confirmation, isListed });
    if (followed.kind === 'finished') return followed;
    log.info(`${followed.failure.message} So the id in the answer is not used.`);
  } finally {
    // Only now is it known which commit it shows, if it shows one.
    if (isJoined) await warnOfJoined(step);
  }
  outcome.stage = { kind: 'accepted', sinceMs: answeredAtMs };
  delete outcome.deploymentId;
  const notOurs = `${deploymentId}, which the service does not show`;
  return await followOurs(step, await findAccepted(step, requested, notOurs));
}

/** Ends a step that does not wait for its deployment. */
async function endUnwatched(step: Step, requested: Requested): Promise<void> {
  const { clock, log, outcome } = step;
  const { confirmation, isJoined = false } = requested;
  if (isJoined) await warnOfJoined(step);
  const { adopted = false, status = '' } = outcome;
  if (adopted && confirmation !== undefined) await confirm(step, confirmation);
  // What only the list has shown may not be ours, so its end is not published.
  const isCertain = confirmation === undefined || adopted;
  const ending = isCertain ? endingOf(status) : undefined;
  if (ending !== undefined) endWork(outcome, clock.now());
  const name = deploymentNameOf(outcome);
  const state = adopted ? 'is in progress' : 'was accepted';
  outcome.headline = `${name} ${ending === undefined ? state : `ended: ${status}`}`;
  if (ending === undefined || ending === 'finished') return;
  outcome.needsAttention = true;
  log.warn(`${name} has ended already: ${status}.`);
}
