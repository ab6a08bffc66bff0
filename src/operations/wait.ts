// follow: follows a deployment that something else has started, and passes only when it finished.
// Sends no POST.
import type { Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import { isTroubled } from '../api/status-words.ts';
import { Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { awaitApp } from './await-app.ts';
import { awaitAppearance } from './await-appearance.ts';
import { awaitDeployment } from './await-deployment.ts';
import { assertAddress, checkHealth } from './health-check.ts';
import { inProgressIn } from './ownership.ts';
import { notRecognisedFailure } from './reads.ts';
import { readResourceBefore } from './resource.ts';

export async function follow(step: Step): Promise<void> {
  const { api, clock, inputs, outcome } = step;
  const sinceMs = clock.now();
  outcome.phase = { kind: 'preparing', sinceMs };
  const isNamed = inputs.deploymentId !== undefined && inputs.deploymentId !== 'latest';
  const [resource, list] = await Promise.all([
    readResourceBefore(step),
    isNamed ? undefined : api.listDeployments(outcome.resourceId),
  ]);
  if (resource && list?.items.length) assertAddress(step);
  // A deployment may take long to appear.
  step.save();
  const deploymentId = await findTarget(step, list);
  outcome.deploymentId = deploymentId;
  outcome.phase = { kind: 'working', sinceMs: clock.now(), isOurs: false };
  step.save();
  const mayHaveEnded = inputs.deploymentId !== undefined;
  const finished = await awaitDeployment(step, { isListed: list !== undefined, mayHaveEnded });
  if (isFailure(finished)) throw finished;
  const { hadEnded, showLateLines } = finished;
  if (hadEnded) {
    // The step waits neither for an app that is down, nor for a domain.
    if (resource !== undefined) assertAddress(step);
    warnIfDown(step);
  } else await Promise.all([awaitApp(step, resource, list), showLateLines()]);
  await checkHealth(step);
  const waited = `finished; waited ${formatDuration(clock.now() - sinceMs)}`;
  const how = hadEnded ? 'had finished before' : waited;
  // An app that is not up, as before, has a headline already.
  outcome.headline ??= `Deployment ${deploymentId} of ${nameOf(outcome)} ${how}`;
  if (inputs.healthCheck !== undefined) outcome.headline += ', and the app is healthy';
}

/** The id of the deployment to follow: as given, or from the list. */
async function findTarget(step: Step, list: List<Deployment> | undefined): Promise<string> {
  const { inputs, log, outcome } = step;
  if (list === undefined) return inputs.deploymentId ?? '';
  if (inputs.deploymentId === 'latest') {
    const [latest] = list.items;
    if (!list.isRecognised) throw notRecognisedFailure('The list of deployments');
    if (latest === undefined)
      throw new Failure('no_deployment', `${nameOf(outcome)} has no deployments.`);
    outcome.status = latest.status;
    return latest.id;
  }
  const [inProgress] = inProgressIn(list.items);
  if (inProgress === undefined) return await awaitAppearance(step, list);
  outcome.status = inProgress.status;
  log.info(`Deployment ${inProgress.id} is in progress.`);
  return inProgress.id;
}

/** After an old deployment, an app that is down is only worth a warning. */
function warnIfDown({ log, outcome }: Step): void {
  if (!isTroubled(outcome.resourceStatus)) return;
  outcome.needsAttention = true;
  log.warn(`The deployment had finished before; ${nameOf(outcome)} is ${outcome.resourceStatus}.`);
}
