// Requests one deployment, never two by accident, and finds out which one is ours.
import { loadResource } from '../app/resource.ts';
import { Failure } from '../failure.ts';
import { endWork, nameOf } from '../outcome.ts';
import { posts } from '../service/client.ts';
import { type Accepted, readAccepted } from '../service/replies.ts';
import { endingOf } from '../service/statuses.ts';
import type { Step } from '../step.ts';
import { ambiguousFailure, type Confirmation, type Found, search, takeFromList } from './find.ts';
import { type Baseline, baselineFrom, type ListRead } from './ours.ts';
import { send } from './send.ts';

/** A deployment that was requested. The outcome has its id, if that is known. */
export interface Requested {
  readonly baseline: Baseline;
  /** The list that was read last before the POST. */
  readonly listBefore: ListRead;
  /** When the answer came, on the clock of the step. */
  readonly answeredAtMs: number;
  /** Only if just the list has shown it: what it still needs to be certain. */
  readonly confirmation?: Confirmation;
}

/** The search after an accepted POST: good reads must show nothing new for this long. */
const ACCEPTED_QUIET_MS = 60_000;
/** The same after a lost POST, which may still take effect. */
const LOST_QUIET_MS = 90_000;
/** Without waiting for the deployment, its id is searched for this long. */
const NO_WAIT_SEARCH_MS = 15_000;

/** A POST whose answer was lost. */
interface Lost {
  readonly failure: Failure;
  /** When it was sent, on the clock of the step. */
  readonly sentMs: number;
  /** From when its effect is looked for: when its answer was lost, or found the resource busy. */
  fromMs: number;
  /** It was sent twice. */
  readonly isSecond: boolean;
}

/**
 * Requests a deployment until it is accepted and identified. `list`: the deployments before. A POST
 * is repeated once at most, and only if the first one has had no effect.
 */
export async function requestDeployment(step: Step, list: ListRead): Promise<Requested> {
  const { inputs, log, outcome } = step;
  const post = posts.deployment(outcome.resourceId, { force: inputs.force });
  let listBefore = list;
  let baseline = baselineFrom(list);
  const onList = async (latest: ListRead): Promise<void> => {
    listBefore = latest;
    baseline = baselineFrom(latest, baseline);
    // The work in the way may have changed the state of the app.
    await loadResource(step);
  };
  let lost: Lost | undefined;
  for (;;) {
    const sent = await send(step, { post, what: 'a deployment', repeats: lost?.failure, onList });
    if (sent.kind === 'accepted') {
      if (lost !== undefined) outcome.facts.push(SENT_TWICE);
      const requested = { baseline, listBefore, answeredAtMs: sent.atMs };
      return await identify(step, requested, readAccepted(sent.reply.json, outcome.resourceId));
    }
    if (sent.kind === 'lost') {
      const { failure, sentMs, atMs: fromMs } = sent;
      lost = { failure, sentMs, fromMs, isSecond: lost !== undefined };
      log.info(`${failure.message} It is not known whether the request was accepted.`);
    } else if (lost !== undefined) {
      log.info(`${sent.failure.message} This may be the work of the lost request.`);
      lost.fromMs = sent.atMs;
    }
    if (lost === undefined) continue;
    const adopted = await adoptLost(step, { baseline, listBefore }, lost);
    if (adopted !== undefined) return adopted;
    log.info('The lost request has had no visible effect. Sending it once more.');
  }
}

const SENT_TWICE = { label: 'Sent twice', value: 'no effect of the first request was seen' };

/** Finds out which deployment was accepted: by the id in the answer, or else in the list. */
async function identify(
  step: Step,
  requested: Requested,
  { deploymentId, status, message }: Accepted,
): Promise<Requested> {
  const { log, outcome, save } = step;
  const { baseline, answeredAtMs: sinceMs } = requested;
  outcome.stage = { kind: 'accepted', sinceMs };
  if (message !== undefined) outcome.serviceMessage = message;
  save();
  const isJoined = deploymentId !== undefined && baseline.inProgress.has(deploymentId);
  const isOld = deploymentId !== undefined && baseline.ids.has(deploymentId) && !isJoined;
  if (isOld) return await findAccepted(step, requested, `${deploymentId}, which had ended before`);
  if (deploymentId === undefined) return await findAccepted(step, requested);
  outcome.deploymentId = deploymentId;
  if (status !== undefined) outcome.status = status;
  outcome.stage = { kind: 'working', sinceMs, isOurs: !isJoined };
  log.info(`Deployment ${deploymentId} ${isJoined ? WAS_IN_PROGRESS : 'was accepted'}.`);
  save();
  return requested;
}

const WAS_IN_PROGRESS = 'was already in progress; the service joined the request to it';

/** The answer names a deployment that was in progress before: the request has joined it. */
export async function warnOfJoined({ log, outcome, ...step }: Step): Promise<void> {
  const run = await step.run;
  const { commit, deploymentId } = outcome;
  if (commit !== undefined && run.isOwnCommit(commit)) return;
  log.warn(`Deployment ${deploymentId} ${WAS_IN_PROGRESS}, so it may be of an older commit.`);
}

/**
 * Searches the list for the deployment of an accepted POST. `notOurs`: an id in the answer that is
 * none of ours, and why. Throws `ambiguous` or `unknown_outcome`; with `wait: false`, which needs no id, it
 * only warns.
 */
export async function findAccepted(
  step: Step,
  requested: Requested,
  notOurs?: string,
): Promise<Requested> {
  const { inputs, log, outcome } = step;
  const { baseline, answeredAtMs } = requested;
  const quote = outcome.serviceMessage ? ` The service answered: "${outcome.serviceMessage}"` : '';
  const named = `names ${notOurs ?? 'no deployment'}`;
  log.info(`The answer ${named}; looking for ours in the list.${quote}`);
  const failure = await tryFind(step, requested, (why) => {
    const isNamed = notOurs === undefined ? '' : ` The answer ${named}.`;
    return new Failure('unknown_outcome', `The request was accepted. ${why}${isNamed}${quote}`, {
      title: `The new deployment of ${nameOf(outcome)} is not known`,
    });
  });
  if (failure === undefined)
    return { ...requested, confirmation: { baseline, fromMs: answeredAtMs } };
  if (inputs.wait) throw failure;
  log.warn(`The id of the deployment is not known. ${failure.message}`);
  return requested;
}

/** Takes the deployment from the list, or returns why it is not known. */
async function tryFind(
  step: Step,
  { baseline, answeredAtMs }: Requested,
  unknown: (why: string) => Failure,
): Promise<Failure | undefined> {
  const { inputs, outcome, service } = step;
  if (baseline.kind === 'unknown') return unknown(UNKNOWN_BEFORE);
  await service.pauseBeforeFirstPoll();
  const found = await search(step, {
    baseline,
    fromMs: answeredAtMs,
    quietMs: ACCEPTED_QUIET_MS,
    ...(!inputs.wait && { longestMs: NO_WAIT_SEARCH_MS }),
    what: 'our deployment',
  });
  switch (found.kind) {
    case 'one':
      await takeFromList(step, found.deployment, answeredAtMs);
      return undefined;
    case 'several':
      return ambiguousFailure(outcome, found.deployments);
    case 'cut':
      return unknown(cutSentence(found));
    case 'unread':
      return unknown('The list could not be read.');
    case 'nothing':
      return unknown('The list shows no new deployment.');
    default:
      return found satisfies never;
  }
}

const UNKNOWN_BEFORE =
  'The list from before was not recognised, so it cannot show which one is ours.';

function cutSentence({ isRecognised, newest }: Extract<Found, { kind: 'cut' }>): string {
  if (!isRecognised) return 'The list of deployments is not recognised.';
  const first =
    newest === undefined ? 'no deployment' : `${newest.id} (${newest.status}) as the newest`;
  return `The list shows none of the deployments from before, and ${first}.`;
}

/**
 * Searches for the deployment of a lost POST and adopts it. Undefined when the POST has had no
 * effect and may be sent once again. Throws `ambiguous` or `unknown_outcome`.
 */
async function adoptLost(
  step: Step,
  before: Pick<Requested, 'baseline' | 'listBefore'>,
  { failure, fromMs, isSecond, sentMs }: Lost,
): Promise<Requested | undefined> {
  const { clock, log, outcome } = step;
  const { baseline } = before;
  const twice = isSecond ? ' It was sent twice.' : '';
  const unknown = (why: string): Failure =>
    new Failure('unknown_outcome', `${failure.message}${twice} ${why}`);
  if (baseline.kind === 'unknown') throw unknown(UNKNOWN_BEFORE);
  const found = await search(step, {
    baseline,
    fromMs,
    quietMs: LOST_QUIET_MS,
    what: 'an effect of the lost request',
    accepts: ({ isBelow }) => !isBelow,
  });
  switch (found.kind) {
    case 'one': {
      const { deployment, isBelow } = found;
      const named = `The new deployment ${deployment.id} (${deployment.status ?? 'no status'})`;
      if (isBelow) throw unknown(`${named} is below older ones in the list: it may not be ours.`);
      if (endingOf(deployment.status ?? '') !== undefined)
        throw unknown(`${named} had ended when first seen: it may be somebody else's.`);
      outcome.adopted = true;
      const what = `The answer to the request was lost. Deployment ${deployment.id} appeared`;
      log.warn(`${what} afterwards and is taken for ours; it could be a colleague's.`);
      await takeFromList(step, deployment, sentMs);
      return { ...before, answeredAtMs: sentMs, confirmation: { baseline, fromMs: clock.now() } };
    }
    case 'several':
      throw ambiguousFailure(outcome, found.deployments);
    case 'cut':
      throw unknown(cutSentence(found));
    case 'unread':
      throw unknown('The list could not be read.');
    case 'nothing':
      if (isSecond) throw unknown('The list shows no new deployment.');
      // After a fail-over, a list that was empty may stay so although there is a deployment.
      if (baseline.ids.size === 0)
        throw unknown('The list showed no deployment before, so it proves nothing.');
      return undefined;
    default:
      return found satisfies never;
  }
}

/** Ends the work of a deployment that had ended when the step stopped watching it. */
export function endIfEnded({ clock, outcome }: Step): ReturnType<typeof endingOf> {
  const ending = endingOf(outcome.status ?? '');
  if (ending !== undefined) endWork(outcome, clock.now());
  return ending;
}
