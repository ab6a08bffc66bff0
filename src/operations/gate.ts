// follow: follows a deployment that something else has started, and passes only if it finished.
// Sends no POST.
import { appClause, awaitApp } from '../app/await.ts';
import { assertAddress, checkHealth } from '../app/health.ts';
import { loadResource, readResourceBefore } from '../app/resource.ts';
import { hadFinished } from '../deploy/deploy.ts';
import { warnOfOtherCommit } from '../deploy/commit.ts';
import { attemptList, readList, tryList } from '../deploy/find.ts';
import { followDeployment } from '../deploy/follow.ts';
import { baselineFrom, isInProgress, itemsOf, type ListRead, newestIn } from '../deploy/ours.ts';
import { Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Deployment } from '../service/replies.ts';
import { isTroubled } from '../service/statuses.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { notRecognisedFailure } from './reads.ts';

export async function follow(step: Step): Promise<void> {
  const { clock, inputs, outcome, save } = step;
  const sinceMs = clock.now();
  const isNamed = inputs.deploymentId !== undefined && inputs.deploymentId !== 'latest';
  const [resource, list] = await Promise.all([
    readResourceBefore(step),
    isNamed ? tryList(step) : readList(step),
  ]);
  if (resource !== undefined && itemsOf(list).length > 0) assertAddress(step);
  save();
  const { id: deploymentId, hasAppeared } = isNamed
    ? { id: inputs.deploymentId, hasAppeared: false }
    : await findTarget(step, list);
  outcome.deploymentId = deploymentId;
  outcome.stage = { kind: 'working', sinceMs: clock.now(), isOurs: false };
  save();
  const before = resource && { status: outcome.resourceStatus };
  const followed = await followDeployment(step, {
    sinceMs: clock.now(),
    hadOthers: false,
    isListed: !isNamed,
    mayHaveEnded: !hasAppeared,
  });
  if (followed.kind === 'absent') throw followed.failure;
  const { hadEnded, showLateLines, wasInProgress } = followed;
  // A deployment that has ended brings no domain.
  if (hadEnded && resource !== undefined) assertAddress(step);
  if (hadEnded && inputs.deploymentId === 'latest') {
    await judgeOld(step);
  } else {
    // What the app was before a deployment that may have ended is not known.
    const known = wasInProgress ? before : undefined;
    const wasDeployed = hadFinished(list);
    await Promise.all([awaitApp(step, { before: known, wasDeployed }), showLateLines()]);
  }
  await checkHealth(step);
  await warnOfOtherCommit(step);
  const waited = `finished; waited ${formatDuration(clock.now() - sinceMs)}`;
  const how = hadEnded ? 'had finished before' : waited;
  outcome.headline = `Deployment ${deploymentId} of ${nameOf(outcome)} ${how}${appClause(step)}`;
}

/** The deployment to follow, from the list. `hasAppeared`: it was not there at the start. */
async function findTarget(
  step: Step,
  list: ListRead,
): Promise<{ id: string; hasAppeared: boolean }> {
  const { inputs, outcome } = step;
  const items = itemsOf(list);
  if (inputs.deploymentId === 'latest') {
    const [latest] = items;
    if (list === undefined) throw notRecognisedFailure('The list of deployments');
    if (latest === undefined)
      throw new Failure('no_deployment', `${nameOf(outcome)} has no deployments.`);
    return takeListed(step, latest);
  }
  const newest = newestIn(list);
  if (newest !== undefined && isInProgress(newest)) return takeListed(step, newest);
  return { id: await awaitAppearance(step, list), hasAppeared: true };
}

function takeListed({ outcome }: Step, { id, status }: Deployment) {
  if (status !== undefined) outcome.status = status;
  return { id, hasAppeared: false };
}

/** How long a deployment may take to appear: the service may start one soon after a push. */
const APPEARANCE_MS = 120_000;

/** Waits for the first deployment that was not in the list, and returns its id. */
async function awaitAppearance(step: Step, first: ListRead): Promise<string> {
  const { clock, deadlineMs, log, service, waits } = step;
  const { ids, kind } = baselineFrom(first);
  const untilMs = clock.now() + APPEARANCE_MS;
  const text = 'No deployment is in progress; waiting for one to appear';
  let latest = first;
  waits.begin('appearance', { text, untilMs });
  try {
    for (;;) {
      await service.pause();
      const read = await attemptList(step);
      latest = read?.list ?? latest;
      const fresh = itemsOf(read?.list).filter(({ id }) => !ids.has(id));
      // If the list could not be read before, those that have ended may be old.
      const found = newestIn(kind === 'read' ? fresh : fresh.filter(isInProgress));
      if (found !== undefined) {
        log.info(`Deployment ${found.id} has appeared (${found.status ?? 'no status'}).`);
        return found.id;
      }
      if (clock.now() >= Math.min(untilMs, deadlineMs)) throw noDeploymentFailure(step, latest);
    }
  } finally {
    waits.end('appearance');
  }
}

function noDeploymentFailure({ outcome }: Step, list: ListRead): Failure {
  const [latest] = itemsOf(list);
  const none = list === undefined ? 'no list of deployments is recognised' : 'none is shown';
  const known = latest === undefined ? none : `the newest is ${latest.id} (${latest.status})`;
  const what = `No deployment appeared within ${formatDuration(APPEARANCE_MS)}; ${known}.`;
  const title = `No deployment of ${nameOf(outcome)} is in progress`;
  return new Failure('no_deployment', what, { title });
}

/** After an old deployment, an app that is down is only worth a warning, and so is its age. */
async function judgeOld(step: Step): Promise<void> {
  const { log, outcome } = step;
  const run = await step.run;
  const resource = await loadResource(step);
  if (resource !== undefined && !isFailure(resource)) assertAddress(step);
  const { commit, deploymentId, resourceStatus } = outcome;
  if (isTroubled(resourceStatus)) {
    outcome.needsAttention = true;
    log.warn(`The deployment had finished before; ${nameOf(outcome)} is ${resourceStatus}.`);
  }
  const isOfRun = commit !== undefined && run.isOwnCommit(commit);
  const isProved = run.commits.some((one) => step.inputs.healthCheckContains?.includes(one));
  if (!run.isForCommit || isOfRun || isProved || commit !== undefined) return;
  log.warn(
    `Deployment ${deploymentId} had finished before this run began, and does not show its commit: it may be of an older one.`,
  );
}
