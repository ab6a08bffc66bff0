// Requests one deployment, never two by accident, and finds out which one is ours.
import { loadResource } from '../app/resource.ts';
import { Failure, isFailure } from '../failure.ts';
import { nameOf, type Outcome } from '../outcome.ts';
import { posts } from '../service/endpoints.ts';
import { type Accepted, readAccepted } from '../service/replies.ts';
import type { Step } from '../step.ts';
import type { Confirmation } from './confirm.ts';
import { search, searchSentence, takeFromList } from './find.ts';
import { type DeploymentList, isInProgress, nameWithStatus, readList } from './list.ts';
import { ageOf, type Baseline, baselineFrom } from './ours.ts';
import { send } from './send.ts';

/** A deployment that was requested. The outcome has its id, if that is known. */
export interface Requested {
  readonly baseline: Baseline;
  /** When the answer came, on the clock of the step. */
  readonly answeredAtMs: number;
  /** The deployment was in progress before: the service joined the request to it. */
  readonly isJoined?: boolean;
  /** Only if just the list has shown it: what it still needs to be certain. */
  readonly confirmation?: Confirmation;
}

/** A POST whose answer was lost. */
interface Lost {
  readonly failure: Failure;
  /** When it was sent, on the clock of the step. */
  readonly sentMs: number;
  /** From when its effect is looked for: when its answer was lost, or found the resource busy. */
  readonly fromMs: number;
  /** It was sent twice. */
  readonly isSecond: boolean;
}

/**
 * Requests a deployment until it is accepted and identified. `list`: the deployments before. A POST
 * is repeated once at most, and only if the first one has had no effect.
 */
export async function requestDeployment(step: Step, list: DeploymentList): Promise<Requested> {
  const { inputs, log, outcome } = step;
  const sending = {
    post: posts.deployment(outcome.resourceId, { force: inputs.force }),
    what: 'a deployment',
    explainRefusal: (failure: Failure) => explainRefusal(outcome, failure),
    beforeRetry: async (latest?: DeploymentList): Promise<void> => {
      baseline = baselineFrom(latest ?? (await readList(step)), baseline);
      // The work in the way may have changed the state of the app.
      await loadResource(step);
    },
  };
  let baseline = baselineFrom(list);
  let lost: Lost | undefined;
  for (;;) {
    const sent = await send(step, { ...sending, repeats: lost?.failure });
    if (sent.kind === 'accepted') {
      if (lost !== undefined) log.warn(SENT_TWICE);
      const accepted = readAccepted(sent.reply.json, outcome.resourceId);
      return await identify(step, { baseline, answeredAtMs: sent.atMs }, accepted);
    }
    const { failure, sentMs, atMs: fromMs } = sent;
    if (sent.kind === 'not-now') {
      log.info(`${failure.message} This may be the work of the lost request.`);
      lost = lost && { ...lost, fromMs };
    } else {
      log.info(`${failure.message} It is not known whether the request was accepted.`);
      lost = { failure, sentMs, fromMs, isSecond: lost !== undefined };
    }
    if (lost === undefined) continue;
    const adopted = await adoptLost(step, baseline, lost);
    if (adopted !== undefined) return adopted;
    log.info('The lost request has had no visible effect. Sending it once more.');
  }
}

const SENT_TWICE =
  'The request was sent twice, since 90 s have shown no effect of the first one. Should that take ' +
  'effect yet, there will be a second deployment.';

/** Types of a resource for which the API deploys nothing (API 2, 4). */
const NOT_DEPLOYED: ReadonlySet<string | undefined> = new Set(['worker', 'database', 'service']);
/** A refusal with one of these is about the key, the wallet or the moment. */
const NOT_ABOUT_TYPE: ReadonlySet<number> = new Set([401, 402, 403, 408, 409, 429]);

/** True for a resource that cannot be deployed. */
export function isNoApp({ type }: Outcome): boolean {
  return NOT_DEPLOYED.has(type);
}

/** A refusal, with what it means for a resource that is not an app. */
function explainRefusal(outcome: Outcome, failure: Failure): Failure {
  const { httpStatus = 0 } = failure.options;
  if (!isNoApp(outcome) || NOT_ABOUT_TYPE.has(httpStatus)) return failure;
  const { type } = outcome;
  return failure.with({
    title: `${nameOf(outcome)} is a ${type}, and only apps can be deployed`,
    next: `The API deploys apps only. A ${type} has operation: start, stop, restart, status, logs and env.`,
  });
}

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
  if (deploymentId === undefined) return await findAccepted(step, requested);
  const age = ageOf(deploymentId, baseline);
  if (age === 'ended')
    return await findAccepted(step, requested, `${deploymentId}, which had ended before`);
  const isJoined = age === 'in progress';
  outcome.deploymentId = deploymentId;
  if (status !== undefined) outcome.status = status;
  outcome.stage = { kind: 'working', sinceMs, isSeen: true };
  log.info(`Deployment ${deploymentId} ${isJoined ? WAS_IN_PROGRESS : 'was accepted'}.`);
  save();
  return { ...requested, isJoined };
}

const WAS_IN_PROGRESS = 'was already in progress; the service joined the request to it';

/** Warns of a deployment that the request has joined, unless it shows the commit of this run. */
export async function warnOfJoined({ log, outcome, ...step }: Step): Promise<void> {
  const run = await step.run;
  const { commit, deploymentId } = outcome;
  if (commit !== undefined && run.isOwnCommit(commit)) return;
  log.warn(`Deployment ${deploymentId} ${WAS_IN_PROGRESS}, so it may be of an older commit.`);
}

/** The search after an accepted POST: good reads must show nothing new for this long. */
const ACCEPTED_QUIET_MS = 60_000;
/** Without waiting for the deployment, its id is searched for this long. */
const NO_WAIT_SEARCH_MS = 15_000;

/**
 * Searches the list for the deployment of an accepted POST. `notOurs`: an id in the answer that is
 * none of ours, and why. Throws `ambiguous` or `unknown_outcome`; with `wait: false`, which needs no
 * id, it only warns.
 */
export async function findAccepted(
  step: Step,
  requested: Requested,
  notOurs?: string,
): Promise<Requested> {
  const { inputs, log, outcome, service } = step;
  const { baseline, answeredAtMs } = requested;
  const quote = outcome.serviceMessage ? ` The service answered: "${outcome.serviceMessage}"` : '';
  const named = `The answer names ${notOurs ?? 'no deployment'}`;
  log.info(`The request was accepted. ${named}; looking for ours in the list.${quote}`);
  const unknown = (why: string): Failure => {
    const also = notOurs === undefined ? '' : ` ${named}.`;
    return new Failure('unknown_outcome', `The request was accepted. ${why}${also}${quote}`, {
      title: `The new deployment of ${nameOf(outcome)} is not known`,
    });
  };
  try {
    if (baseline.list.kind === 'unknown') throw unknown(UNKNOWN_BEFORE);
    await service.pauseBeforeFirstPoll();
    const found = await search(step, {
      baseline,
      accepts: ['one', 'below'],
      fromMs: answeredAtMs,
      quietMs: ACCEPTED_QUIET_MS,
      ...(!inputs.wait && { longestMs: NO_WAIT_SEARCH_MS }),
      what: 'our deployment',
    });
    if (found.kind !== 'one' && found.kind !== 'below') throw unknown(searchSentence(found));
    await takeFromList(step, found.deployment, answeredAtMs);
    return { ...requested, confirmation: { baseline, fromMs: answeredAtMs } };
  } catch (error) {
    if (inputs.wait || !isFailure(error, 'ambiguous', 'unknown_outcome')) throw error;
    log.warn(`The id of the deployment is not known. ${error.message}`);
    return requested;
  }
}

const UNKNOWN_BEFORE =
  'The list from before was not recognised, so it cannot show which one is ours.';

/** The search after a lost POST, which may still take effect. */
const LOST_QUIET_MS = 90_000;

/**
 * Searches for the deployment of a lost POST and adopts it. Undefined when the POST has had no
 * effect and may be sent once again. Throws `ambiguous` or `unknown_outcome`.
 */
async function adoptLost(
  step: Step,
  baseline: Baseline,
  { failure, fromMs, isSecond, sentMs }: Lost,
): Promise<Requested | undefined> {
  const { clock, log, outcome } = step;
  const unknown = (why: string): Failure => {
    const twice = isSecond ? ' It was sent twice.' : '';
    return new Failure('unknown_outcome', `${failure.message}${twice} ${why}`);
  };
  if (baseline.list.kind === 'unknown') throw unknown(UNKNOWN_BEFORE);
  const found = await search(step, {
    baseline,
    accepts: ['one'],
    fromMs,
    quietMs: LOST_QUIET_MS,
    what: 'an effect of the lost request',
  });
  if (found.kind === 'none' && !isSecond) {
    if (baseline.ids.size > 0) return undefined;
    // After a fail-over, a list that was empty may stay so although there is a deployment.
    throw unknown('The list showed no deployment before, so it proves nothing.');
  }
  if (found.kind !== 'one') throw unknown(searchSentence(found));
  const { deployment } = found;
  if (!isInProgress(deployment)) {
    const named = `The new deployment ${nameWithStatus(deployment)}`;
    throw unknown(`${named} had ended when first seen: it may be somebody else's.`);
  }
  outcome.adopted = true;
  const what = `The answer to the request was lost. Deployment ${deployment.id} appeared`;
  log.warn(`${what} afterwards and is taken for ours; it could be a colleague's.`);
  await takeFromList(step, deployment, sentMs);
  return { baseline, answeredAtMs: sentMs, confirmation: { baseline, fromMs: clock.now() } };
}
