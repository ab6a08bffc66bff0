// deploy: one POST, never two by accident; the deployment is followed to its end, and the app is
// judged after it.
import type { Accepted, Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import { endingOf } from '../api/status-words.ts';
import { catchFailure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { deploymentEnded } from './deployment-end.ts';
import { followDeployment } from './follow.ts';
import { assertAddress, checkHealth } from './health-check.ts';
import { createConfirmation, findAccepted, findLost, type KnownBy } from './identify.ts';
import { type Before, beforeFrom, inProgressIn } from './ownership.ts';
import { requestUntilAccepted } from './request.ts';
import { assertRequiredEnv } from './required-env.ts';
import { awaitApp, readResourceBefore } from './resource.ts';

/** Deploys one resource. */
export async function deploy(step: Step): Promise<void> {
  const { inputs, outcome } = step;
  const [resource, deployments] = await Promise.all([
    readResourceBefore(step),
    step.api.listDeployments(outcome.resourceId),
    assertRequiredEnv(step),
  ]);
  if (resource !== undefined && deployments.items.length > 0) assertAddress(step);
  let before = beforeFrom(deployments);
  const knownBy =
    findRerun(step, deployments) ??
    (await requestUntilAccepted<KnownBy | undefined>(step, {
      mayPost: () => mayPost(step),
      what: 'a deployment',
      send: () => step.api.createDeployment(outcome.resourceId, { force: inputs.force }),
      onList: (list) => {
        before = beforeFrom(list, before);
      },
      onAccepted: (accepted) => identify(step, { accepted, before }),
      // After one that is refused the time starts anew: what keeps the resource busy may be ours.
      afterLost: (lost, answer) =>
        findLost(step, {
          before,
          lost: answer === 'lost' ? lost : { ...lost, atMs: step.clock.now() },
        }),
    }));
  if (outcome.skipped !== undefined) return;
  step.github.begin();
  outcome.acceptedAtMs ??= step.clock.now();
  const state = outcome.isAccepted === true ? 'was accepted' : 'is in progress already';
  outcome.headline = `The deployment of ${nameOf(outcome)} ${state}`;
  step.save();
  if (!inputs.wait && endingOf(outcome.status ?? '') !== undefined)
    outcome.endedAtMs = step.clock.now();
  if (!inputs.wait || knownBy === undefined) return;
  delete outcome.headline;
  const showLateLines = await followOurs(step, { knownBy, before });
  await awaitApp(step, resource?.status);
  await checkHealth(step);
  await showLateLines();
}

/** On a re-run of the job, the deployment in progress that an earlier attempt has started. */
function findRerun(step: Step, { items }: List<Deployment>): KnownBy | undefined {
  if (!step.isRerun) return undefined;
  const found = inProgressIn(items).find(
    ({ commit }) => commit !== undefined && step.github.isOwnCommit(commit),
  );
  if (found === undefined) return undefined;
  const { id, status, commit } = found;
  step.log.info(
    `Deployment ${id} (${status}) builds the commit of this run already: none is requested.`,
  );
  Object.assign(step.outcome, { deploymentId: id, status, commit });
  return 'id';
}

/**
 * Whether a POST may still be sent: not after a failure of another resource, nor for an outdated
 * commit.
 */
async function mayPost(step: Step): Promise<boolean> {
  if (!step.mayStart()) return false;
  const newer = step.inputs.skipIfOutdated ? await step.github.newerCommit(step.log) : undefined;
  if (newer === undefined) return true;
  step.outcome.skipped = 'outdated';
  step.log.info(`The branch has moved on to ${newer}: skipped (skip-if-outdated).`);
  return false;
}

async function identify(
  step: Step,
  { accepted, before }: { accepted: Accepted; before: Before },
): Promise<KnownBy | undefined> {
  const { deploymentId, status, sentence } = accepted;
  const { outcome } = step;
  step.github.begin();
  if (sentence !== undefined) outcome.sentence = sentence;
  if (deploymentId !== undefined) {
    const isJoined = before.inProgress.has(deploymentId);
    if (isJoined || !before.ids.has(deploymentId)) {
      const how = isJoined
        ? 'was already in progress; the service joined the request to it'
        : 'was accepted';
      step.log.info(`Deployment ${deploymentId} ${how}.`);
      outcome.deploymentId = deploymentId;
      if (status !== undefined) outcome.status = status;
      return 'id';
    }
  }
  const found = await catchFailure(findAccepted(step, before));
  if (!isFailure(found)) return found;
  // A step that does not wait needs no id.
  if (step.inputs.wait || isFailure(found, 'interrupted')) throw found;
  delete outcome.waitingFor;
  return undefined;
}

/** Follows our deployment to its end. Throws unless it finished. Returns the read of late lines. */
async function followOurs(
  step: Step,
  { knownBy, before }: { knownBy: KnownBy; before: Before },
): Promise<() => Promise<void>> {
  const { outcome } = step;
  const { deploymentId = '', acceptedAtMs: sinceMs = step.clock.now() } = outcome;
  const confirm = knownBy === 'list' ? createConfirmation(step, before) : undefined;
  // One that was found in the list was searched for long enough.
  if (knownBy === 'id') await step.api.pause(step.api.firstPollMs(), { isQuick: true });
  const followed = await followDeployment(step, { deploymentId, sinceMs, confirm });
  if (followed.kind === 'absent') {
    step.log.info(`The service does not know deployment ${deploymentId}, the id in its answer.`);
    delete outcome.deploymentId;
    delete outcome.status;
    delete outcome.commit;
    return await followOurs(step, { knownBy: await findAccepted(step, before), before });
  }
  if (followed.ending === 'finished') return followed.showLateLines;
  throw await deploymentEnded(step, followed);
}
