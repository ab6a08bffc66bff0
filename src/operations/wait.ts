// wait: follows a deployment that something else has started, and passes only when it finished.
// Sends no POST.
import type { Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import { classOf } from '../api/status-words.ts';
import { Failure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { appBefore, awaitApp } from './await-app.ts';
import { awaitAppearance } from './await-appearance.ts';
import { awaitDeployment } from './await-deployment.ts';
import { deploymentEnded, noLongerKnown } from './deployment-end.ts';
import { assertAddress, checkHealth } from './health-check.ts';
import type { AppBefore } from './judge-resource.ts';
import { inProgressIn } from './ownership.ts';
import { notRecognised } from './reads.ts';
import { readResourceBefore } from './resource.ts';

export async function wait(step: Step): Promise<void> {
  const { api, clock, inputs, outcome } = step;
  const sinceMs = clock.now();
  outcome.phase = { kind: 'preparing', sinceMs };
  const isNamed = inputs.deploymentId !== undefined && inputs.deploymentId !== 'latest';
  const [resource, list] = await Promise.all([
    readResourceBefore(step),
    isNamed ? undefined : api.listDeployments(outcome.resourceId),
  ]);
  const wasDeployed = list !== undefined && list.items.length > 0;
  if (resource !== undefined && wasDeployed) assertAddress(step);
  const deploymentId = list === undefined ? inputs.deploymentId : await findTarget(step, list);
  if (deploymentId === undefined) return warnIfDown(step);
  outcome.deploymentId = deploymentId;
  outcome.phase = { kind: 'working', sinceMs, isAccepted: false };
  step.save();
  await awaitTarget(step, { deploymentId, sinceMs, before: appBefore(resource?.status, list) });
}

/**
 * The id of the deployment to wait for; undefined if the health check has proved that the latest
 * one is deployed.
 */
async function findTarget(step: Step, list: List<Deployment>): Promise<string | undefined> {
  const { inputs, log, outcome } = step;
  if (inputs.deploymentId === 'latest') {
    const [latest] = list.items;
    if (!list.isRecognised) throw notRecognised('The list of deployments');
    if (latest === undefined)
      throw new Failure('no_deployment', `${nameOf(outcome)} has no deployments.`);
    outcome.status = latest.status;
    return latest.id;
  }
  const [running] = inProgressIn(list.items);
  if (running === undefined) return await awaitAppearance(step, list);
  outcome.status = running.status;
  log.info(`Deployment ${running.id} is in progress.`);
  return running.id;
}

async function awaitTarget(
  step: Step,
  target: { deploymentId: string; sinceMs: number; before: AppBefore },
): Promise<void> {
  const { clock, inputs, outcome } = step;
  const { deploymentId, sinceMs, before } = target;
  const name = nameOf(outcome);
  const mayBeOld = inputs.deploymentId !== undefined;
  const awaited = await awaitDeployment(step, { deploymentId, sinceMs, mayBeOld });
  if (awaited.kind === 'absent' && awaited.wasSeen) throw noLongerKnown(step, deploymentId);
  if (awaited.kind === 'absent') {
    const what = `The service shows ${deploymentId} neither by its id nor in the list.`;
    const title = `Deployment ${deploymentId} of ${name} is not known`;
    throw new Failure('not_found', what, { title });
  }
  const isOld = mayBeOld && !awaited.wasInProgress;
  if (awaited.ending !== 'finished') throw await deploymentEnded(step, { ...awaited, isOld });
  if (isOld) warnIfDown(step);
  else await Promise.all([awaitApp(step, before), awaited.showLateLines()]);
  await checkHealth(step);
  const how = isOld
    ? 'had finished before'
    : `finished; waited ${formatDuration(clock.now() - sinceMs)}`;
  const healthy = inputs.healthCheck === undefined ? '' : ', and the app is healthy';
  outcome.headline = `Deployment ${deploymentId} of ${name} ${how}${healthy}`;
}

/** After an old deployment, the step does not wait for an app that is down, nor for a domain. */
function warnIfDown(step: Step): void {
  const { log, outcome } = step;
  assertAddress(step);
  if (!['down', 'crashed', 'unhealthy'].includes(classOf(outcome.resourceStatus))) return;
  log.warn(`The deployment had finished before; ${nameOf(outcome)} is ${outcome.resourceStatus}.`);
}
