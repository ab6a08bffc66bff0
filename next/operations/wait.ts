// wait: follows a deployment that something else has started, and passes only when it finished. Sends no POST.
import type { Deployment } from '../api/deployments.ts';
import type { List } from '../api/resources.ts';
import { classOf, endingOf } from '../api/status-words.ts';
import { Failure, isFailure } from '../failure.ts';
import { nameOf, type Outcome } from '../outcome.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { deploymentEnded } from './deployment-end.ts';
import { followDeployment } from './follow.ts';
import { addressOf, checkHealth, type Health, requestHealth } from './health-check.ts';
import { createNote } from './notes.ts';
import { beforeFrom, inProgressIn, newEntries } from './ownership.ts';
import { type Reading, readUntil, type Wait } from './read-until.ts';
import { awaitApp, readResourceBefore, refreshResource } from './resource.ts';

/** An id that neither detail nor list shows within this time is not known. */
const ABSENT_MS = 15_000;
/** How long a deployment may take to appear: the service may be about to start one after a push. */
const APPEARANCE_MS = 120_000;
/** The list is read this often while none has appeared. */
const LIST_POLL_MS = 2_400;

/** Waits for one deployment of one resource. */
export async function wait(step: Step, outcome: Outcome): Promise<void> {
  const { clock, inputs } = step;
  outcome.acceptedAtMs = clock.now();
  const [resource, deploymentId] = await Promise.all([readResourceBefore(step, outcome), findTarget(step, outcome)]);
  if (deploymentId === undefined) return;
  outcome.deploymentId = deploymentId;
  step.save();
  const sinceMs = outcome.acceptedAtMs;
  const followed = await followDeployment(step, outcome, {
    deploymentId,
    sinceMs,
    absentMs: ABSENT_MS,
    isAtOnce: true,
  });
  if (followed.kind === 'absent') {
    throw new Failure('not_found', `Neither the service nor its list knows deployment ${deploymentId}.`, {
      title: `Deployment ${deploymentId} of ${nameOf(outcome)} is not known`,
    });
  }
  if (followed.ending !== 'finished') {
    await refreshResource(step, outcome);
    throw await deploymentEnded(step, outcome, followed);
  }
  if (followed.wasInProgress) await awaitApp(step, outcome, resource?.status);
  else warnIfDown(step, outcome);
  await checkHealth(step, outcome);
  if (!step.api.isShared) await followed.follower.showLateLines();
  outcome.headline = followed.wasInProgress
    ? `Deployment ${deploymentId} of ${nameOf(outcome)} finished; waited ${formatDuration(clock.now() - sinceMs)}`
    : `Deployment ${deploymentId} of ${nameOf(outcome)} had finished before this step began`;
  if (inputs.healthCheck === undefined) return;
  outcome.headline += ', and the app is healthy';
}

/** Nothing has just ended, so a resource that is down is not waited for. */
function warnIfDown({ log }: Step, outcome: Outcome): void {
  const { resourceStatus } = outcome;
  if (!['down', 'crashed', 'unhealthy'].includes(classOf(resourceStatus))) return;
  log.warn(`The deployment had finished before this step began; ${nameOf(outcome)} is ${resourceStatus}.`);
}

/** The id of the deployment to wait for; undefined when the text of the health check has proved the latest one. */
async function findTarget(step: Step, outcome: Outcome): Promise<string | undefined> {
  const { deploymentId } = step.inputs;
  if (deploymentId !== undefined && deploymentId !== 'latest') return deploymentId;
  const list = await step.api.listDeployments(outcome.resourceId);
  const [latest] = list.items;
  if (deploymentId === 'latest') {
    if (latest === undefined) throw new Failure('no_deployment', `${nameOf(outcome)} has no deployments.`);
    return latest.id;
  }
  const [running] = inProgressIn(list.items);
  if (running !== undefined) {
    step.log.info(`Deployment ${running.id} is in progress.`);
    return running.id;
  }
  return await awaitAppearance(step, outcome, list);
}

/** One read while none is in progress: the list, and the app where its text can prove the latest deployment. */
interface Appearance {
  readonly list: List<Deployment>;
  readonly health: Health | undefined;
}

type Appeared =
  | { readonly kind: 'new'; readonly deployment: Deployment }
  | { readonly kind: 'served'; readonly latest: Deployment }
  | { readonly kind: 'none' };

async function awaitAppearance(step: Step, outcome: Outcome, first: List<Deployment>): Promise<string | undefined> {
  const { inputs, clock, log } = step;
  const hasProof = inputs.healthCheckContains !== undefined;
  const known = beforeFrom(first);
  const sinceMs = clock.now();
  const limitMs = hasProof ? Infinity : Math.min(APPEARANCE_MS, step.deadlineMs - sinceMs - LIST_POLL_MS);
  const howLong = hasProof ? 'until the deadline' : `up to ${formatDuration(Math.max(0, limitMs))}`;
  const orText = hasProof ? ', or for the text at the health check' : '';
  log.info(`No deployment is in progress; waiting ${howLong} for one to appear${orText}.`);
  const note = createNote(step);
  const readings: Appearance[] = [];

  async function read(): Promise<Appearance> {
    const list = await step.api.listDeployments(outcome.resourceId);
    const health = hasProof && list.items[0]?.status === 'finished' ? await readHealth(step, outcome) : undefined;
    if (health !== undefined && !health.isHealthy) note(health.key, `The app ${health.text}; requesting it again.`);
    readings.push({ list, health });
    return { list, health };
  }

  function judge(all: readonly Reading<Appearance>[]): Appeared | Wait {
    const last = all.at(-1);
    if (last === undefined) return { kind: 'wait', ms: 0 };
    const { list, health } = last.value;
    const [deployment] = newEntries(known, list).above;
    if (deployment !== undefined) return { kind: 'new', deployment };
    const [latest] = list.items;
    if (health?.isHealthy === true && latest !== undefined) return { kind: 'served', latest };
    return last.atMs - sinceMs >= limitMs ? { kind: 'none' } : { kind: 'wait', ms: LIST_POLL_MS };
  }

  try {
    const found = await readUntil(step, read, judge);
    if (found.kind === 'new') return reportNew(step, found.deployment);
    if (found.kind === 'served') {
      outcome.deploymentId = found.latest.id;
      outcome.status = found.latest.status;
      outcome.endedAtMs = clock.now();
      outcome.headline = `The app serves the text that was asked for; deployment ${found.latest.id} is the latest`;
      return undefined;
    }
  } catch (error) {
    const health = readings.at(-1)?.health;
    if (!step.signal.aborted || !isFailure(error, 'timeout') || health === undefined) throw error;
    throw new Failure('unhealthy', `No deployment appeared until the deadline, and the app ${health.text}.`, {
      title: `${nameOf(outcome)} did not pass its health check`,
    });
  }
  throw noDeployment(outcome, { waitedMs: clock.now() - sinceMs, latest: readings.at(-1)?.list.items[0] });
}

function reportNew({ log }: Step, { id, status }: Deployment): string {
  log.info(`Deployment ${id} has appeared (${status}).`);
  return id;
}

async function readHealth(step: Step, outcome: Outcome): Promise<Health | undefined> {
  const address = addressOf(step, outcome);
  return address === undefined ? undefined : await requestHealth(step, { address, signal: step.signal });
}

function noDeployment(
  outcome: Outcome,
  { waitedMs, latest }: { waitedMs: number; latest: Deployment | undefined },
): Failure {
  const known =
    latest === undefined
      ? 'there are none.'
      : `the latest, ${latest.id}, ${endingOf(latest.status) === undefined ? 'is' : 'had ended before'} (${latest.status}).`;
  return new Failure('no_deployment', `No deployment appeared within ${formatDuration(waitedMs)}; ${known}`, {
    title: `No deployment of ${nameOf(outcome)} is in progress`,
  });
}
