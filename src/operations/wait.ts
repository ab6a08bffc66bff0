// wait: follows a deployment that something else has started, and passes only when it finished.
// Sends no POST.
import type { Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import { classOf } from '../api/status-words.ts';
import { Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import { endPhase } from '../phase.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { deploymentEnded } from './deployment-end.ts';
import { awaitDeployment } from './await-deployment.ts';
import {
  addressOf,
  assertAddress,
  checkHealth,
  type Health,
  requestHealth,
  unhealthy,
} from './health-check.ts';
import { createNote } from './notes.ts';
import { baselineFrom, candidatesIn, inProgressIn } from './ownership.ts';
import { notRecognised } from './reads.ts';
import { awaitApp, readResourceBefore } from './resource.ts';

/** How long a deployment may take to appear: the service may be about to start one after a push. */
const APPEARANCE_MS = 120_000;
/** The list is read this often while none has appeared. */
const LIST_POLL_MS = 2_400;

/** Waits for one deployment of one resource. */
export async function wait(step: Step): Promise<void> {
  const { clock, outcome, inputs, api } = step;
  const sinceMs = clock.now();
  outcome.phase = { kind: 'preparing', sinceMs };
  const needsList = inputs.deploymentId === undefined || inputs.deploymentId === 'latest';
  const listRead = needsList ? api.listDeployments(outcome.resourceId) : undefined;
  const [resource, list] = await Promise.all([readResourceBefore(step), listRead]);
  if (resource !== undefined && list !== undefined && list.items.length > 0) assertAddress(step);
  const deploymentId = list === undefined ? inputs.deploymentId : await findTarget(step, list);
  if (deploymentId === undefined) return warnIfDown(step);
  outcome.deploymentId = deploymentId;
  outcome.phase = { kind: 'working', sinceMs, isAccepted: false };
  step.save();
  const name = nameOf(outcome);
  const mayBeOld = inputs.deploymentId !== undefined;
  const followed = await awaitDeployment(step, { deploymentId, sinceMs, mayBeOld });
  if (followed.kind === 'absent') {
    const title = `Deployment ${deploymentId} of ${name} is not known`;
    throw new Failure(
      'not_found',
      `The service shows ${deploymentId} neither by its id nor in the list.`,
      { title },
    );
  }
  const isOld = mayBeOld && !followed.wasInProgress;
  if (followed.ending !== 'finished') throw await deploymentEnded(step, { ...followed, isOld });
  if (isOld) warnIfDown(step);
  else await awaitApp(step, resource?.status);
  await checkHealth(step);
  await followed.showLateLines();
  const waited = formatDuration(clock.now() - sinceMs);
  const how = isOld ? 'had finished before' : `finished; waited ${waited}`;
  const healthy = inputs.healthCheck === undefined ? '' : ', and the app is healthy';
  outcome.headline = `Deployment ${deploymentId} of ${name} ${how}${healthy}`;
}

/** Where nothing has just ended, neither an app that is down nor a domain is waited for. */
function warnIfDown(step: Step): void {
  const { log, outcome } = step;
  assertAddress(step);
  if (!['down', 'crashed', 'unhealthy'].includes(classOf(outcome.resourceStatus))) return;
  log.warn(`The deployment had finished before; ${nameOf(outcome)} is ${outcome.resourceStatus}.`);
}

/**
 * The id of the deployment to wait for; undefined when the text of the health check has proved the
 * latest one.
 */
async function findTarget(step: Step, list: List<Deployment>): Promise<string | undefined> {
  const { inputs, log, outcome } = step;
  const [latest] = list.items;
  if (inputs.deploymentId === 'latest') {
    if (!list.isRecognised) throw notRecognised('The list of deployments');
    if (latest === undefined)
      throw new Failure('no_deployment', `${nameOf(outcome)} has no deployments.`);
    outcome.status = latest.status;
    return latest.id;
  }
  const [running] = inProgressIn(list.items);
  if (running !== undefined) {
    outcome.status = running.status;
    log.info(`Deployment ${running.id} is in progress.`);
    return running.id;
  }
  return await awaitAppearance(step, list);
}

/**
 * Waits until a deployment appears, and returns its id; with `health-check-contains` until the
 * deadline, or until the text proves the latest one: then undefined.
 */
async function awaitAppearance(step: Step, first: List<Deployment>): Promise<string | undefined> {
  const { inputs, outcome, api, clock, log, signal } = step;
  const hasProof = inputs.healthCheckContains !== undefined;
  const baseline = baselineFrom(first);
  const sinceMs = clock.now();
  const limitMs = Math.min(
    hasProof ? Infinity : APPEARANCE_MS,
    step.deadlineMs - sinceMs - LIST_POLL_MS,
  );
  const isProvable = hasProof && first.items[0]?.status === 'finished';
  const limit = isProvable ? 'the text at the health check' : formatDuration(Math.max(0, limitMs));
  log.info(`No deployment is in progress; waiting for one to appear, or for ${limit}.`);
  const note = createNote(step);
  let health: Health | undefined;
  try {
    for (let list = first; ; list = await api.listDeployments(outcome.resourceId)) {
      const [appeared] = candidatesIn(baseline, list);
      if (appeared !== undefined) {
        log.info(`Deployment ${appeared.id} has appeared (${appeared.status}).`);
        return appeared.id;
      }
      const [latest] = list.items;
      const address = addressOf(step);
      if (hasProof && latest?.status === 'finished' && address !== undefined) {
        health = await requestHealth(step, address, signal);
        if (health.isHealthy) return served(step, latest);
        note(health.key, `The app ${health.text}; requesting it again.`);
      } else if (clock.now() - sinceMs >= limitMs) {
        const none = list.isRecognised
          ? 'none is shown'
          : 'the list of deployments is not recognised';
        const known = latest === undefined ? none : `the latest is ${latest.id} (${latest.status})`;
        const what = `No deployment appeared within ${formatDuration(clock.now() - sinceMs)}; ${known}.`;
        throw new Failure('no_deployment', what, {
          title: `No deployment of ${nameOf(outcome)} is in progress`,
        });
      }
      await api.pause(LIST_POLL_MS);
    }
  } catch (error) {
    if (!signal.aborted || !isFailure(error, 'timeout') || health === undefined) throw error;
    const what = `No deployment appeared before the deadline, and the app ${health.text}.`;
    throw unhealthy(step, what, health.isTextMissing);
  }
}

/** The text has proved the latest deployment: there is nothing to follow. */
function served({ outcome, clock }: Step, { id, status }: Deployment): undefined {
  outcome.deploymentId = id;
  outcome.status = status;
  outcome.phase = endPhase(outcome.phase, clock.now());
  outcome.headline = `The app serves the required text; deployment ${id} is the latest`;
}
