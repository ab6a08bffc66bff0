// deploy: one POST, never two by accident. The deployment is followed to its end, and then the app
// is judged.
import type { Accepted, Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import { endingOf } from '../api/status-words.ts';
import { catchFailure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import { durationMs, endPhase } from '../phase.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { awaitApp } from './await-app.ts';
import { awaitDeployment, type Finished, type Target } from './await-deployment.ts';
import { adoptLost, type Confirm, findAccepted, type SearchStart } from './find.ts';
import { assertAddress, checkHealth } from './health-check.ts';
import { pauseBeforeFirstPoll } from './notes.ts';
import { baselineFrom } from './ownership.ts';
import { createPost, type LostPost } from './post.ts';
import { assertRequiredEnv } from './required-env.ts';
import { readResourceBefore } from './resource.ts';

/** How the deployment in the outcome became known to be ours. Without an id, none is needed. */
interface Ours extends Target {
  /** If the service does not show the id in its answer, a search in the list starts from here. */
  readonly start: SearchStart;
}

export async function deploy(step: Step): Promise<void> {
  const { api, clock, inputs, outcome } = step;
  const [resource, list] = await Promise.all([
    readResourceBefore(step),
    api.listDeployments(outcome.resourceId),
    assertRequiredEnv(step),
  ]);
  if (resource !== undefined && list.items.length > 0) assertAddress(step);
  const ours = await requestDeployment(step, list);
  step.save();
  if (!inputs.wait) return await endUnwatched(step, ours);
  const { showLateLines } = await awaitOurs(step, ours);
  const took = formatDuration(durationMs(outcome.phase, clock.now()) ?? 0);
  const deployment = `Deployment ${outcome.deploymentId} of ${nameOf(outcome)}`;
  outcome.headline = `${deployment} finished after ${took}`;
  await Promise.all([awaitApp(step, resource, list), showLateLines()]);
  await checkHealth(step);
}

/** Ends a step that does not wait for its deployment. */
async function endUnwatched(step: Step, ours: Ours): Promise<void> {
  const { clock, outcome } = step;
  if (ours.confirm !== undefined) await confirmUnwatched(step, ours.confirm);
  const { phase, adopted, status = '' } = outcome;
  const ending = endingOf(status);
  const state = adopted ? 'is in progress' : 'was accepted';
  outcome.headline = `The deployment of ${nameOf(outcome)} ${ending ? `ended: ${status}` : state}`;
  if (ending !== undefined) outcome.phase = endPhase(phase, clock.now());
  if (ending === 'failed' || ending === 'cancelled') outcome.needsAttention = true;
}

/** If another new deployment appears beside one from the list, neither id is reported. */
async function confirmUnwatched(step: Step, confirm: Confirm): Promise<void> {
  const { adopted } = step.outcome;
  const doubt = await catchFailure(confirm(true));
  if (!isFailure(doubt)) return;
  // After a lost answer, it is not even known whether the request was accepted.
  const isOpen = adopted && isFailure(doubt, 'ambiguous', 'timeout');
  if (doubt.code === 'interrupted' || isOpen) throw doubt;
  step.log.warn(`Which deployment is ours is not certain: ${doubt.message}`);
}

const SENT_TWICE = { label: 'Sent twice', value: 'no effect of the first request was seen' };

/** Requests a deployment until it is accepted and identified. */
async function requestDeployment(step: Step, list: List<Deployment>): Promise<Ours> {
  const { api, inputs, log, outcome } = step;
  const { resourceId } = outcome;
  const post = createPost(step, {
    what: 'a deployment',
    send: () => api.createDeployment(resourceId, { force: inputs.force }),
    readsList: true,
  });
  let baseline = baselineFrom(list);
  let lost: LostPost | undefined;
  for (;;) {
    const posted = await post(lost);
    if (posted.kind === 'refused') throw posted.failure;
    if (posted.kind === 'accepted') {
      if (lost !== undefined) outcome.facts.push(SENT_TWICE);
      return await identify(step, posted.accepted, { baseline, answeredAtMs: posted.atMs });
    }
    if (posted.kind === 'lost') {
      // The search counts from the last answer: a lost POST may have kept the resource busy.
      const start = { baseline, answeredAtMs: posted.atMs };
      lost = posted.lost;
      const confirm = await adoptLost(step, lost, start);
      if (confirm !== undefined) return { isListed: true, start, confirm };
      log.info('The lost request has had no visible effect. Sending it once more.');
    } else if (posted.list !== undefined) {
      baseline = baselineFrom(posted.list, baseline);
    }
  }
}

/** Finds out which deployment was accepted: by the id in the answer, or else in the list. */
async function identify(step: Step, accepted: Accepted, start: SearchStart): Promise<Ours> {
  const { inputs, log, outcome } = step;
  const { ids, inProgress } = start.baseline;
  const { candidateId, status, serviceMessage } = accepted;
  const sinceMs = start.answeredAtMs;
  outcome.phase = { kind: 'identifying', sinceMs };
  step.save();
  if (serviceMessage !== undefined) outcome.serviceMessage = serviceMessage;
  const isJoined = inProgress.has(accepted.deploymentId ?? '');
  const named = [accepted.deploymentId, candidateId];
  const deploymentId = named.find((id) => id !== undefined && (isJoined || !ids.has(id)));
  if (deploymentId !== undefined) {
    const joining = 'was already in progress; the service joined the request to it';
    log.info(`Deployment ${deploymentId} ${isJoined ? joining : 'was accepted'}.`);
    outcome.deploymentId = deploymentId;
    // The answer shows the status of the id that it names, not of a candidate.
    if (deploymentId === accepted.deploymentId && status !== undefined) outcome.status = status;
    outcome.phase = { kind: 'working', sinceMs, isOurs: !isJoined };
    return { isListed: isJoined, start };
  }
  const confirm = await catchFailure(findAccepted(step, start));
  if (!isFailure(confirm)) return { isListed: true, start, confirm };
  if (inputs.wait || confirm.code === 'interrupted') throw confirm;
  // With `wait: false`, no id is needed.
  log.info(`The id is not known: ${confirm.message}`);
  return { isListed: false, start };
}

/** Follows our deployment until it has finished. Throws the failure of one that does not. */
async function awaitOurs(step: Step, ours: Ours): Promise<Finished> {
  // A deployment from the list needs no first pause: the search has taken long enough.
  if (ours.confirm === undefined) await pauseBeforeFirstPoll(step, Infinity);
  const finished = await awaitDeployment(step, ours);
  if (!isFailure(finished)) return finished;
  step.log.info(`${finished.message} So the id in the answer is not used.`);
  const confirm = await findAccepted(step, ours.start);
  return await awaitOurs(step, { ...ours, isListed: true, confirm });
}
