// Finds our deployment in the list, when the answer to the POST does not name it or was lost, and
// confirms a deployment that only the list has shown.
import type { ReadOptions } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import { endingOf } from '../api/status-words.ts';
import { catchFailure, Failure, isFailure } from '../failure.ts';
import { nameOf, type Outcome } from '../outcome.ts';
import { confirmedPhase, unconfirmedPhase } from '../phase.ts';
import type { Step } from '../step.ts';
import { formatDuration, nameSome } from '../text.ts';
import {
  type Baseline,
  judgeSearch,
  othersBeside,
  type Search,
  type SearchFacts,
} from './ownership.ts';
import { reportCommit } from './notes.ts';
import { pollUntil } from './poll-until.ts';
import type { LostPost } from './post.ts';
import { BEST_EFFORT_MS } from './resource.ts';

/**
 * What a search starts from: the deployments before the POST, and when its answer came or was lost.
 */
export interface SearchStart {
  readonly baseline: Baseline;
  readonly sinceMs: number;
}

/** How long to search after an accepted POST, and after a lost POST that may still be worked on. */
const SEARCH_TIMEOUT_MS = 90_000;
/**
 * How long if no id is needed (`wait: false`), and after a lost POST that the API answered with a
 * failure.
 */
const SHORT_SEARCH_TIMEOUT_MS = 15_000;

/** Searches for the deployment of an accepted POST. Throws `ambiguous` or `unknown_outcome`. */
export async function findAccepted(step: Step, { baseline, sinceMs }: SearchStart): Promise<void> {
  const { api, inputs, log, outcome } = step;
  outcome.phase = { kind: 'identifying', sinceMs };
  const { serviceMessage } = outcome;
  const quote = serviceMessage === undefined ? '' : ` The service answered: "${serviceMessage}"`;
  log.info(
    `Accepted; the service names no new deployment, so the list is searched for one.${quote}`,
  );
  const timeoutMs = inputs.wait ? SEARCH_TIMEOUT_MS : SHORT_SEARCH_TIMEOUT_MS;
  await api.pause(Math.min(api.firstPollMs(), timeoutMs / 2), { isQuick: true });
  const facts = { baseline, isAccepted: true, sinceMs, timeoutMs };
  const found = await search(step, facts, inputs.wait ? {} : { giveUpMs: timeoutMs });
  if (found.kind === 'ours') return takeFromList(step, found.deployment, sinceMs);
  if (found.kind === 'ambiguous') throw ambiguousFailure(outcome, found.deployments);
  const within = formatDuration(timeoutMs);
  const what = `The request was accepted, but its deployment was not found within ${within}.`;
  throw new Failure('unknown_outcome', `${what} ${whyUnknown(baseline, found)}${quote}`, {
    title: `No new deployment of ${nameOf(outcome)} is known`,
  });
}

/**
 * Searches for the deployment of a lost POST, and adopts it. False when the POST has had no effect
 * and may be sent once again. Throws `ambiguous` or `unknown_outcome`.
 */
export async function adoptLost(
  step: Step,
  { lost, baseline, sinceMs }: SearchStart & { readonly lost: LostPost },
): Promise<boolean> {
  const { outcome, log } = step;
  const timeoutMs = lost.isApi ? SHORT_SEARCH_TIMEOUT_MS : SEARCH_TIMEOUT_MS;
  const found = await search(step, { baseline, isAccepted: false, sinceMs, timeoutMs });
  if (found.kind === 'repost' && lost.count === 1) return false;
  if (found.kind === 'ambiguous') throw ambiguousFailure(outcome, found.deployments);
  if (found.kind !== 'ours') {
    const twice = lost.count > 1 ? ' It was sent twice.' : '';
    const what = `${lost.failure.message}${twice}`;
    throw new Failure('unknown_outcome', `${what} ${whyUnknown(baseline, found)}`);
  }
  outcome.adopted = true;
  log.warn(
    `The answer to the request was lost. Deployment ${found.deployment.id} is new since then and ` +
      "is followed as ours; it could be a colleague's.",
  );
  takeFromList(step, found.deployment, lost.sentMs);
  return true;
}

async function search(step: Step, facts: SearchFacts, limits?: ReadOptions): Promise<Search> {
  const { api, outcome } = step;
  const readList = (): Promise<List<Deployment>> => api.listDeployments(outcome.resourceId, limits);
  return await pollUntil(step, readList, (samples) => judgeSearch(facts, samples));
}

/** Takes an entry of the list as ours. One that has ended stays a candidate until confirmed. */
function takeFromList(step: Step, { id, status, commit }: Deployment, sinceMs: number): void {
  const { log, save, outcome } = step;
  outcome.deploymentId = id;
  outcome.status = status;
  const hasEnded = endingOf(status) !== undefined;
  outcome.phase = hasEnded
    ? { kind: 'identifying', sinceMs }
    : { kind: 'working', sinceMs, isAccepted: true };
  log.info(`Deployment ${id} is the new one in the list (${status}).`);
  reportCommit(step, commit);
  save();
}

/** A deployment that was found in the list is confirmed by a read this long after the answer. */
const RECHECK_LIST_AFTER_MS = 15_000;

/** Asked after each poll of a deployment. Throws `ambiguous` when it may not be ours. */
export type Confirm = (isEnded: boolean) => Promise<void>;

/**
 * Creates the confirmation of a deployment that only the list has shown: another read of the list
 * 15 s after the answer, before any verdict, and one more at the end of a longer deployment.
 */
export function createConfirmation(step: Step, { baseline, sinceMs }: SearchStart): Confirm {
  const { outcome, api, clock, github, log, signal } = step;
  const { resourceId, deploymentId = '' } = outcome;
  let isConfirmed = false;

  async function confirm(): Promise<void> {
    const { phase } = outcome;
    outcome.phase = unconfirmedPhase(phase, sinceMs);
    const leftMs = sinceMs + RECHECK_LIST_AFTER_MS - clock.now();
    if (leftMs > 0) {
      log.info(`Whether this deployment is ours is confirmed in ${formatDuration(leftMs)}.`);
      await clock.sleep(leftMs, signal);
    }
    const list = await api.listDeployments(resourceId);
    const { above, below } = othersBeside(baseline, deploymentId, list);
    assertAlone(outcome, [...above, ...below]);
    outcome.phase = confirmedPhase(phase);
  }

  /**
   * A list that cannot be read changes nothing. A new entry above ours is somebody else's, unless
   * it shows our commit and ours shows another one.
   */
  async function confirmAgain(): Promise<void> {
    const list = await catchFailure(api.listDeployments(resourceId, { giveUpMs: BEST_EFFORT_MS }));
    if (isFailure(list)) return;
    const { above, below } = othersBeside(baseline, deploymentId, list);
    const isOther = outcome.commit !== undefined && !github.isOwnCommit(outcome.commit);
    const likelyOurs = above.filter(
      ({ commit }) => isOther && commit && github.isOwnCommit(commit),
    );
    assertAlone(outcome, [...likelyOurs, ...below]);
  }

  return async (isEnded) => {
    if (isConfirmed) return isEnded ? await confirmAgain() : undefined;
    if (!isEnded && clock.now() < sinceMs + RECHECK_LIST_AFTER_MS) return;
    await confirm();
    isConfirmed = true;
  };
}

function assertAlone(outcome: Outcome, others: readonly Deployment[]): void {
  if (others.length === 0) return;
  const { deploymentId: id = '', status = '' } = outcome;
  forgetDeployment(outcome);
  throw ambiguousFailure(outcome, [{ id, status }, ...others]);
}

/** Removes what is known of a deployment that is not, or may not be, ours. */
export function forgetDeployment(outcome: Outcome): void {
  delete outcome.deploymentId;
  delete outcome.status;
  delete outcome.commit;
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

function whyUnknown({ isReliable }: Baseline, found: Exclude<Search, { kind: 'ours' }>): string {
  if (!isReliable) return 'The list of deployments is not recognised.';
  if (found.kind !== 'unknown' || found.deployment === undefined)
    return 'The list shows no new deployment.';
  const { id, status } = found.deployment;
  const which = `The new deployment ${id} (${status})`;
  return found.why === 'ended'
    ? `${which} had ended when first seen: it may be an older one.`
    : `${which} is in the list below older ones: it may not be ours.`;
}
