// follow: follows a deployment that something else has started, and passes only if it finished.
// Sends no POST.
import { appClause, awaitApp } from '../app/await.ts';
import { assertAddress, checkHealth } from '../app/health.ts';
import { loadResource, readResourceBefore } from '../app/resource.ts';
import { isCommitProved, warnOfOtherCommit } from '../deploy/commit.ts';
import { followDeployment } from '../deploy/follow.ts';
import {
  attemptList,
  type DeploymentList,
  hasFinished,
  isInProgress,
  nameWithStatus,
  newestIn,
  readList,
  tryList,
  workIn,
} from '../deploy/list.ts';
import { Failure } from '../failure.ts';
import { deploymentNameOf, nameOf } from '../outcome.ts';
import type { Deployment } from '../service/replies.ts';
import { isTroubled } from '../service/statuses.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { notRecognisedFailure } from './reads.ts';

export async function follow(step: Step): Promise<void> {
  const { clock, inputs, outcome, save } = step;
  const startedMs = clock.now();
  const [resource, list] = await Promise.all([readResourceBefore(step), readListBefore(step)]);
  if (resource !== undefined && list.items.length > 0) assertAddress(step);
  save();
  const { deploymentId, hasAppeared, isListed } = await findTarget(step, list);
  const before = resource && { status: outcome.resourceStatus };
  outcome.deploymentId = deploymentId;
  outcome.stage = { kind: 'working', sinceMs: clock.now(), isSeen: false };
  save();
  const followed = await followDeployment(step, { isListed, mayHaveEnded: !hasAppeared });
  if (followed.kind === 'absent') throw followed.failure;
  const { hadEnded, showLateLines, wasInProgress } = followed;
  if (hadEnded && inputs.deploymentId === 'latest') {
    await judgeOld(step);
  } else {
    // What the app was before a deployment that may have ended is not known.
    const facts = { before: wasInProgress ? before : undefined, wasDeployed: hasFinished(list) };
    await Promise.all([awaitApp(step, facts), showLateLines()]);
  }
  await checkHealth(step);
  await warnOfOtherCommit(step);
  const waited = `finished; waited ${formatDuration(clock.now() - startedMs)}`;
  const how = hadEnded ? 'had finished before' : waited;
  outcome.headline = `${deploymentNameOf(outcome)} ${how}${appClause(step)}`;
}

/** Only without an id the list is needed. */
async function readListBefore(step: Step): Promise<DeploymentList> {
  return await (namedId(step) === undefined ? readList(step) : tryList(step));
}

/** The id of the deployment to follow, if one is given. */
function namedId({ inputs: { deploymentId } }: Step): string | undefined {
  return deploymentId === 'latest' ? undefined : deploymentId;
}

interface Target {
  readonly deploymentId: string;
  /** The list has shown it. */
  readonly isListed: boolean;
  /** It was not in the list when the step began. */
  readonly hasAppeared: boolean;
}

/** The deployment to follow: the given one, or else from the list. */
async function findTarget(step: Step, list: DeploymentList): Promise<Target> {
  const named = namedId(step);
  if (named !== undefined) return { deploymentId: named, isListed: false, hasAppeared: false };
  const listed = step.inputs.deploymentId === 'latest' ? latestIn(step, list) : workIn(list.items);
  if (listed !== undefined) {
    // A first poll may hang, so the list counts until then.
    if (listed.status !== undefined) step.outcome.status = listed.status;
    return { deploymentId: listed.id, isListed: true, hasAppeared: false };
  }
  const deploymentId = await awaitAppearance(step, list);
  return { deploymentId, isListed: true, hasAppeared: true };
}

function latestIn({ outcome }: Step, { items, kind }: DeploymentList): Deployment {
  const [latest] = items;
  if (kind === 'unknown') throw notRecognisedFailure('The list of deployments');
  if (latest !== undefined) return latest;
  throw new Failure('no_deployment', `${nameOf(outcome)} has no deployments.`);
}

/** How long a deployment may take to appear: the service may start one soon after a push. */
const APPEARANCE_MS = 120_000;

/** Waits for the first deployment that was not in the list, and returns its id. */
async function awaitAppearance(step: Step, before: DeploymentList): Promise<string> {
  const { clock, deadlineMs, log, service, waits } = step;
  const untilMs = clock.now() + APPEARANCE_MS;
  const text = 'No deployment is in progress; waiting for one to appear';
  let latest = before;
  waits.begin('appearance', { text, untilMs });
  try {
    for (;;) {
      await service.pause();
      const list = await attemptList(step);
      if (list !== undefined && list.kind !== 'unknown') latest = list;
      const found = newestIn(newSince(before, list?.items ?? []));
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

/**
 * The entries that were not in the list before. One that has ended may be old, unless it stands
 * above those from before: others may have been deleted, or the list could not be read.
 */
function newSince(before: DeploymentList, items: readonly Deployment[]): readonly Deployment[] {
  const known = new Set(before.items.map(({ id }) => id));
  const firstKnown = items.findIndex(({ id }) => known.has(id));
  const isAbove = (at: number): boolean => known.size === 0 || at < firstKnown;
  return items.filter(
    (item, at) =>
      !known.has(item.id) && (isInProgress(item) || (before.kind === 'read' && isAbove(at))),
  );
}

function noDeploymentFailure({ outcome }: Step, { items, kind }: DeploymentList): Failure {
  const [latest] = items;
  const none = kind === 'unknown' ? 'no list of deployments is recognised' : 'none is shown';
  const known = latest === undefined ? none : `the newest is ${nameWithStatus(latest)}`;
  const what = `No deployment appeared within ${formatDuration(APPEARANCE_MS)}; ${known}.`;
  const title = `No deployment of ${nameOf(outcome)} is in progress`;
  return new Failure('no_deployment', what, { title });
}

/** After an old deployment, an app that is down is only worth a warning, and so is its age. */
async function judgeOld(step: Step): Promise<void> {
  const { log, outcome } = step;
  const run = await step.run;
  await loadResource(step);
  const { commit, deploymentId, resourceStatus } = outcome;
  if (isTroubled(resourceStatus)) {
    outcome.needsAttention = true;
    log.warn(`The deployment had finished before; ${nameOf(outcome)} is ${resourceStatus}.`);
  }
  // A commit that is shown is judged as for any other deployment.
  if (commit !== undefined || !run.isForCommit || (await isCommitProved(step))) return;
  log.warn(
    `Deployment ${deploymentId} had finished before this run began, and does not show its commit: it may be of an older one.`,
  );
}
