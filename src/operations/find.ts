// Finds our deployment in the list, when the answer to the POST does not name it or was lost, and
// confirms a deployment that only the list has shown.
import type { ReadOptions } from '../api/requests.ts';
import type { Deployment } from '../api/deployments.ts';
import { endingOf } from '../api/status-words.ts';
import { catchFailure, Failure, isFailure } from '../failure.ts';
import { nameOf, type Outcome } from '../outcome.ts';
import { endPhase, hasEnded } from '../phase.ts';
import type { Step } from '../step.ts';
import { formatDuration, nameSome } from '../text.ts';
import {
  type Baseline,
  judgeSearch,
  otherNewEntries,
  type SearchFacts,
  seenIn,
} from './ownership.ts';
import { createNote, pauseBeforeFirstPoll, reportCommit } from './notes.ts';
import { pollUntil } from './poll-until.ts';
import type { LostPost } from './post.ts';
import { BEST_EFFORT_MS } from './resource.ts';

/**
 * What a search starts from: the deployments before the POST, and when its answer came or was lost.
 */
export interface SearchStart {
  readonly baseline: Baseline;
  readonly answeredAtMs: number;
}

/**
 * After an accepted POST, or a lost one that may still take effect, the search ends once the list
 * has shown nothing new and nothing in progress for this long.
 */
const SEARCH_TIMEOUT_MS = 90_000;
/** The same if no id is needed (`wait: false`), or after a 5xx or 408 of the API itself. */
const SHORT_SEARCH_TIMEOUT_MS = 15_000;

/**
 * Searches for the deployment of an accepted POST, and returns what confirms it. Throws `ambiguous`
 * or `unknown_outcome`.
 */
export async function findAccepted(step: Step, start: SearchStart): Promise<Confirm> {
  const { inputs, log, outcome } = step;
  const { answeredAtMs } = start;
  forgetDeployment(outcome);
  outcome.phase = { kind: 'identifying', sinceMs: answeredAtMs };
  const quote = outcome.serviceMessage ? ` The service answered: "${outcome.serviceMessage}"` : '';
  log.info(`The request was accepted; looking for its deployment in the list.${quote}`);
  const timeoutMs = inputs.wait ? SEARCH_TIMEOUT_MS : SHORT_SEARCH_TIMEOUT_MS;
  await pauseBeforeFirstPoll(step, timeoutMs / 2);
  const limits = inputs.wait ? {} : { giveUpMs: timeoutMs };
  const facts = { lostCount: 0, timeoutMs, isOptional: !inputs.wait };
  const found = await search(step, start, facts, limits);
  if (found.kind === 'ours') {
    takeFromList(step, found.deployment, answeredAtMs);
    return createConfirmation(step, start);
  }
  const what = `Accepted, but its deployment was not found within ${formatDuration(timeoutMs)}.`;
  const why = found.kind === 'unknown' ? found.why : '';
  throw new Failure('unknown_outcome', `${what} ${why}${quote}`, {
    title: `The new deployment of ${nameOf(outcome)} is not known`,
  });
}

/**
 * Searches for the deployment of a lost POST, adopts it, and returns what confirms it. Undefined
 * when the POST has had no effect and may be sent once again. Throws as {@link findAccepted} does.
 */
export async function adoptLost(
  step: Step,
  { failure, isApiError, isSecond, sentMs }: LostPost,
  start: SearchStart,
): Promise<Confirm | undefined> {
  const { outcome, log } = step;
  const timeoutMs = isApiError ? SHORT_SEARCH_TIMEOUT_MS : SEARCH_TIMEOUT_MS;
  const found = await search(step, start, { lostCount: isSecond ? 2 : 1, timeoutMs });
  if (found.kind === 'repost') return undefined;
  if (found.kind === 'unknown') {
    const twice = isSecond ? ' It was sent twice.' : '';
    throw new Failure('unknown_outcome', `${failure.message}${twice} ${found.why}`);
  }
  outcome.adopted = true;
  const what = `The answer to the request was lost. Deployment ${found.deployment.id} appeared`;
  log.warn(`${what} afterwards and is taken for ours; it could be a colleague's.`);
  takeFromList(step, found.deployment, sentMs);
  return createConfirmation(step, start);
}

/** Reads the list until it shows our deployment or the time is up. Throws `ambiguous`. */
async function search(
  step: Step,
  { baseline, answeredAtMs }: SearchStart,
  facts: Pick<SearchFacts, 'lostCount' | 'timeoutMs' | 'isOptional'>,
  limits?: ReadOptions,
) {
  const { api, outcome } = step;
  const all = { ...facts, isReliable: baseline.isReliable, answeredAtMs };
  const found = await pollUntil(
    step,
    async () => seenIn(baseline, await api.listDeployments(outcome.resourceId, limits)),
    (...samples) => judgeSearch(all, ...samples),
  );
  if (found.kind === 'ambiguous') throw ambiguousFailure(outcome, found.deployments);
  return found;
}

/** Takes an entry of the list as ours. If it has ended, it stays a candidate until confirmed. */
function takeFromList(step: Step, { id, status, commit }: Deployment, sinceMs: number): void {
  const { log, save, outcome } = step;
  outcome.deploymentId = id;
  outcome.status = status;
  const isCandidate = endingOf(status) !== undefined;
  outcome.phase = isCandidate
    ? { kind: 'identifying', sinceMs }
    : { kind: 'working', sinceMs, isOurs: true };
  log.info(`Deployment ${id} is the new one in the list (${status}).`);
  reportCommit(step, commit);
  save();
}

/** A deployment that was found in the list is confirmed by a read this long after the answer. */
const RECHECK_LIST_AFTER_MS = 15_000;

/**
 * Called after each poll of a deployment; `isLast`: before the step reports it. Throws `ambiguous`
 * if it may not be ours.
 */
export type Confirm = (isLast: boolean) => Promise<void>;

/**
 * Creates the confirmation of a deployment that only the list has shown: another read of the list
 * 15 s after the answer, before any verdict, and one more at the end of a longer deployment.
 */
function createConfirmation(step: Step, { baseline, answeredAtMs }: SearchStart): Confirm {
  const { outcome, api, clock } = step;
  const { resourceId, deploymentId = '' } = outcome;
  let isConfirmed = false;

  return async (isLast) => {
    const leftMs = answeredAtMs + RECHECK_LIST_AFTER_MS - clock.now();
    if (!isLast && (isConfirmed || leftMs > 0)) return;
    const { sinceMs, endedAtMs } = outcome.phase;
    if (!isConfirmed) await awaitRecheck(step, leftMs);
    // Once it is confirmed, a list that cannot be read changes nothing.
    const list = isConfirmed
      ? await catchFailure(api.listDeployments(resourceId, { giveUpMs: BEST_EFFORT_MS }))
      : await api.listDeployments(resourceId);
    if (isFailure(list)) return;
    const own = list.items.find(({ id }) => id === deploymentId);
    if (own !== undefined && !hasEnded(outcome.phase)) outcome.status = own.status;
    reportCommit(step, own?.commit);
    const { above, below } = otherNewEntries(baseline, deploymentId, list);
    const rivals = above.filter((entry) => !isConfirmed || isMoreLikelyOurs(step, entry));
    assertNoRivals(outcome, [...rivals, ...below]);
    const ours = { kind: 'working', isOurs: true, sinceMs } as const;
    outcome.phase = endedAtMs === undefined ? ours : endPhase(ours, endedAtMs);
    isConfirmed = true;
  };
}

/** Waits until the list is to be read again. Meanwhile the deployment counts as a candidate. */
async function awaitRecheck(step: Step, leftMs: number): Promise<void> {
  const { clock, outcome, signal } = step;
  const { sinceMs, endedAtMs } = outcome.phase;
  outcome.phase = { kind: 'identifying', sinceMs, endedAtMs };
  createNote(step)('', 'Waiting, in case another new deployment appears', clock.now() + leftMs);
  await clock.sleep(leftMs, signal);
}

/** True for an entry that shows our commit, where the deployment taken for ours shows another. */
function isMoreLikelyOurs({ github, outcome }: Step, { commit }: Deployment): boolean {
  const isForeign = outcome.commit !== undefined && !github.isOwnCommit(outcome.commit);
  return isForeign && commit !== undefined && github.isOwnCommit(commit);
}

/** Throws `ambiguous` if there are other new deployments that may be ours. */
function assertNoRivals(outcome: Outcome, rivals: readonly Deployment[]): void {
  if (rivals.length === 0) return;
  const { deploymentId: id = '', status = '' } = outcome;
  forgetDeployment(outcome);
  throw ambiguousFailure(outcome, [{ id, status }, ...rivals]);
}

/** Removes what is known about a deployment that is not, or may not be, ours. */
function forgetDeployment(outcome: Outcome): void {
  delete outcome.deploymentId;
  delete outcome.status;
  delete outcome.commit;
  delete outcome.adopted;
}

function ambiguousFailure(
  outcome: Outcome,
  deployments: readonly Pick<Deployment, 'id' | 'status'>[],
): Failure {
  const name = nameOf(outcome);
  const what = `There are ${deployments.length} new deployments of ${name} since the request`;
  const which = nameSome(deployments.map(({ id, status }) => `${id}: ${status}`));
  const message = `${what} (${which}), and the service did not say which is ours.`;
  return new Failure('ambiguous', message, {
    title: `It is not known which deployment of ${name} is ours`,
  });
}
