// Finds our deployment in the list, when the answer to the POST does not name it or was lost.
import type { ReadOptions } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import { endingOf } from '../api/status-words.ts';
import { catchFailure, Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { formatDuration, nameSome } from '../text.ts';
import {
  type Before,
  judgeSearch,
  othersBeside,
  type Search,
  type SearchFacts,
} from './ownership.ts';
import { readUntil } from './read-until.ts';
import type { Lost } from './request.ts';
import { BRIEF_MS } from './resource.ts';

/** How our deployment is known; if by the list alone, it has to be confirmed by later reads. */
export type KnownBy = 'id' | 'list';

/** After an accepted POST, and after a lost one on which the service may still be working. */
const PATIENCE_MS = 90_000;
/**
 * After an accepted POST in a step that does not wait, and after a lost one whose failure the API
 * itself reported.
 */
const SHORT_PATIENCE_MS = 15_000;
/** A deployment found in the list is confirmed by a read this long after the answer. */
const CONFIRM_MS = 15_000;

/**
 * Searches the list for the deployment of an accepted POST. Throws `ambiguous` or
 * `unknown_outcome`.
 */
export async function findAccepted(step: Step, before: Before): Promise<KnownBy> {
  const { outcome } = step;
  const { acceptedAtMs: sinceMs = step.clock.now() } = outcome;
  outcome.waitingFor = 'identification';
  const said = outcome.sentence === undefined ? '' : ` The service answered: "${outcome.sentence}"`;
  step.log.info(
    `Accepted; the service names no new deployment, so the list is searched for one.${said}`,
  );
  const patienceMs = step.inputs.wait ? PATIENCE_MS : SHORT_PATIENCE_MS;
  await step.api.pause(Math.min(step.api.firstPollMs(), patienceMs / 2), { isQuick: true });
  const facts = { before, isAccepted: true, sinceMs, patienceMs };
  // A step that does not wait needs no id, so it gives up a list that cannot be read.
  const found = await search(step, facts, step.inputs.wait ? {} : { giveUpMs: patienceMs });
  if (found.kind === 'ours') return listed(step, found.deployment);
  if (found.kind === 'ambiguous') throw ambiguous(step, found.ids);
  const name = nameOf(outcome);
  const what = `The request was accepted, but its deployment was not found within ${formatDuration(patienceMs)}`;
  const title = `No new deployment of ${name} is known`;
  throw new Failure('unknown_outcome', `${what}. ${whyUnknown(before, found)}${said}`, { title });
}

/**
 * Searches the list after a lost POST; undefined when it has had no effect and may be sent once
 * again.
 */
export async function findLost(
  step: Step,
  { before, lost }: { before: Before; lost: Lost },
): Promise<KnownBy | undefined> {
  const { outcome, log } = step;
  const patienceMs = lost.isApi ? SHORT_PATIENCE_MS : PATIENCE_MS;
  const found = await search(step, { before, isAccepted: false, sinceMs: lost.atMs, patienceMs });
  if (found.kind === 'repost' && lost.count === 1) return undefined;
  if (found.kind === 'ambiguous') throw ambiguous(step, found.ids);
  if (found.kind !== 'ours') {
    const twice = lost.count > 1 ? ' It was sent twice.' : '';
    throw new Failure(
      'unknown_outcome',
      `${lost.failure.message}${twice} ${whyUnknown(before, found)}`,
    );
  }
  outcome.adopted = true;
  outcome.isAccepted = true;
  outcome.acceptedAtMs = lost.atMs;
  const { id } = found.deployment;
  const what = `Deployment ${id} is new since then and is followed as ours; it could be a colleague's`;
  log.warn(`The answer to the request was lost. ${what}.`);
  return listed(step, found.deployment);
}

async function search(step: Step, facts: SearchFacts, limits?: ReadOptions): Promise<Search> {
  const readList = (): Promise<List<Deployment>> =>
    step.api.listDeployments(step.outcome.resourceId, limits);
  return await readUntil(step, readList, (readings) => judgeSearch(facts, readings));
}

function listed({ log, save, outcome }: Step, deployment: Deployment): KnownBy {
  const { id, status } = deployment;
  outcome.deploymentId = id;
  outcome.status = status;
  // One that has ended is not ours for certain before it is confirmed.
  if (endingOf(status) === undefined) delete outcome.waitingFor;
  log.info(`Deployment ${id} is the new one in the list (${status}).`);
  save();
  return 'list';
}

/**
 * Confirms by later reads of the list that a deployment found there is ours: 15 seconds after the
 * answer, before any verdict, and once more at the end. Throws `ambiguous`.
 */
export function createConfirmation(
  step: Step,
  before: Before,
): (isEnded: boolean) => Promise<void> {
  const { outcome, api, clock, log, signal } = step;
  const { deploymentId = '', acceptedAtMs: sinceMs = clock.now() } = outcome;
  let isConfirmed = false;

  return async (isEnded) => {
    const leftMs = sinceMs + CONFIRM_MS - clock.now();
    if (!isEnded && (isConfirmed || leftMs > 0)) return;
    if (!isConfirmed) outcome.waitingFor = 'identification';
    if (leftMs > 0) {
      log.info(`Whether this deployment is ours is confirmed in ${formatDuration(leftMs)}.`);
      await clock.sleep(leftMs, signal);
    }
    const limits = isConfirmed ? { giveUpMs: BRIEF_MS } : {};
    const list = await catchFailure(api.listDeployments(outcome.resourceId, limits));
    // A list that cannot be read at the end changes nothing.
    if (isFailure(list) && isConfirmed) return;
    if (isFailure(list)) throw list;
    const { above, below } = othersBeside(before, deploymentId, list);
    // One above ours that comes after the confirmation is somebody else's.
    const others = isConfirmed ? below : [...above, ...below];
    if (others.length > 0) throw ambiguous(step, [deploymentId, ...others.map(({ id }) => id)]);
    isConfirmed = true;
    delete outcome.waitingFor;
  };
}

function ambiguous({ outcome }: Step, ids: readonly string[]): Failure {
  delete outcome.deploymentId;
  delete outcome.status;
  const name = nameOf(outcome);
  const what = `There are ${ids.length} new deployments of ${name} since the request (${nameSome(ids)})`;
  const title = `It is not known which deployment of ${name} is ours`;
  return new Failure('ambiguous', `${what}, and the service did not say which is ours.`, { title });
}

function whyUnknown({ isReliable }: Before, found: Exclude<Search, { kind: 'ours' }>): string {
  if (!isReliable) return UNKNOWN.unrecognised;
  return UNKNOWN[found.kind === 'unknown' ? found.why : 'nothing'];
}

const UNKNOWN: Readonly<Record<'ended' | 'below' | 'nothing' | 'unrecognised', string>> = {
  unrecognised: 'The list of deployments is not recognised.',
  ended:
    'A new deployment is in the list, but it had ended when first seen: it may be an older one.',
  below: 'A new deployment is in the list below older ones: it may not be ours.',
  nothing: 'The list shows no new deployment.',
};
