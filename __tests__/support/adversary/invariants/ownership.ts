// Which deployment a step takes for its own: the one named in the response, else one that cannot be somebody else's.
import { endWords } from '../service/forms.ts';
import {
  type Invariant,
  claimedOf,
  hasListBefore,
  isLost,
  isReadable,
  isSkipped,
  isUnknown,
  normalStatus,
  oursOf,
  passed,
  seenOf,
} from '../seen.ts';
import type { Trial } from '../trial.ts';

type Served = Trial['served'][number];

const isPost = ({ endpoint }: Served): boolean => endpoint === 'deploy';

export const reportsTheDeploymentNamedInTheResponse: Invariant = (trial) => {
  const { served, run, endedAtMs } = trial;
  const { named, endedAtMs: namedAtMs = 0 } = served.findLast((one) => isPost(one) && one.named !== undefined) ?? {};
  // The step may have been stopped while it read the answer.
  if (named === undefined || namedAtMs >= endedAtMs) return undefined;
  const id = run.outputs['deployment-id'];
  if (id === String(named.id) || isUnknown(trial, String(named.id))) return undefined;
  return `deployment-id=${id}, although the answer named ${named.id}`;
};

/** The ids of a list above those that were known, in its order. */
function newIn({ shown }: Served, known: ReadonlySet<string>): string[] {
  const ids = [...shown.keys()];
  const at = ids.findIndex((id) => known.has(id));
  return at < 0 ? ids : ids.slice(0, at);
}

export const neverGuessesBetweenTwoNewDeployments: Invariant = (trial) => {
  const { story, served } = trial;
  if (story.operation !== 'deploy' || !story.waits || !passed(trial) || isSkipped(trial)) return undefined;
  const posts = served.filter(isPost);
  const first = posts.find(({ fault = '' }) => !/^(?:busy|rate|quota)/.test(fault));
  if (first === undefined || !isLost(first.fault ?? '')) return undefined;
  if (posts.some(({ named }) => named !== undefined)) return undefined;
  const lists = seenOf(trial, 'deployments');
  const known = new Set(
    lists.filter(({ endedAtMs = 0 }) => endedAtMs <= first.atMs).flatMap(({ shown }) => [...shown.keys()]),
  );
  const detail = served.find(({ endpoint }) => endpoint === 'deployment');
  const later = lists.filter(({ atMs }) => atMs >= (first.endedAtMs ?? Infinity) && atMs < (detail?.atMs ?? Infinity));
  const several = later.map((list) => newIn(list, known)).find((ids) => ids.length > 1);
  return several === undefined ? undefined : `passed, although ${several.join(' and ')} were new at once`;
};

/** How long a lost request may still take effect: briefly after a cut connection or an error of the service itself. */
const patienceMs = ({ fault = '' }: Served): number => (/^(?:reset|cut|500|503)/.test(fault) ? 15_000 : 90_000);

const ends = new Set<string>(['finished', 'failed', 'cancelled', ...endWords.filter((word) => word !== '')]);

/** Any status that is not final. */
const isInProgress = (status: string): boolean => !ends.has(normalStatus(status));

/** Deploy requests with an unknown outcome, each with the deploy requests after it. */
function lostPosts({ served }: Trial): { lost: Served; later: readonly Served[] }[] {
  const posts = served.filter(isPost);
  return posts.flatMap((lost, index) => {
    const isOutcomeUnknown = isLost(lost.fault ?? '') || lost.delivery?.kind === 'lost';
    return isOutcomeUnknown ? [{ lost, later: posts.slice(index + 1) }] : [];
  });
}

export const waitsBeforeRetryingALostPost: Invariant = (trial) => {
  for (const { lost, later } of lostPosts(trial)) {
    const { endedAtMs = Infinity } = lost;
    for (const post of later) {
      if (post.atMs - endedAtMs < patienceMs(lost)) return `posted again ${post.atMs - endedAtMs} ms after the loss`;
      // The queue behind a deployment in progress may hide ours. By its order: a list after the request may come at once.
      const earlier = trial.served.slice(0, trial.served.indexOf(post));
      const busy = seenOf({ served: earlier }, 'deployments').findLast(
        ({ atMs, endedAtMs: seenAtMs = Infinity, shown }) =>
          atMs >= endedAtMs && seenAtMs <= post.atMs && [...shown.values()].some(isInProgress),
      );
      const sinceMs = post.atMs - (busy?.endedAtMs ?? -Infinity);
      if (sinceMs < patienceMs(lost)) return `posted again ${sinceMs} ms after another deployment was in progress`;
    }
  }
  return undefined;
};

export const neverRetriesALostPostWithoutAnEarlierList: Invariant = (trial) => {
  for (const { lost, later } of lostPosts(trial)) {
    if (later.length > 0 && !hasListBefore(trial, lost))
      return 'posted again, although there was no list before the lost request';
  }
  return undefined;
};

/** A deployment that had ended when it was first seen may be an old one. */
export const adoptsNoEndedDeploymentWithoutAnEarlierList: Invariant = (trial) => {
  const { story, served } = trial;
  const claimed = claimedOf(trial);
  const post = served.findLast(isPost);
  if (story.operation !== 'deploy' || claimed === undefined || post === undefined) return undefined;
  if (post.named !== undefined || hasListBefore(trial, post)) return undefined;
  const id = String(claimed.id);
  const first = served.find((one) => isReadable(one) && one.shown.has(id));
  const status = normalStatus(first?.shown.get(id) ?? '');
  return ['finished', 'failed', 'cancelled'].includes(status)
    ? `took ${id}, which was ${status} when first seen, although there was no list before`
    : undefined;
};

/** The response to the POST may still name our deployment. */
export const deploysEvenIfTheListIsNotRecognised: Invariant = ({ served, run, story }) => {
  const list = served.find(({ endpoint }) => endpoint === 'deployments');
  const isOdd = list?.fault === 'wrong types' && list.delivery?.kind === 'answered';
  if (story.operation !== 'deploy' || !isOdd || served.some(isPost)) return undefined;
  return run.outputs['error-code'] === 'unreadable_reply'
    ? 'refused to deploy because of the shape of a list'
    : undefined;
};

/** Ours must be listed this soon after the acceptance, and then be in progress for at least this long. */
const LISTED_WITHIN_MS = 9_000;
const IN_PROGRESS_MS = 6_000;

export const prefersADeploymentInProgress: Invariant = (trial) => {
  const { story, served } = trial;
  const { list, faults } = story;
  const claimed = claimedOf(trial);
  if (story.operation !== 'deploy' || !passed(trial) || claimed?.by !== 'rival') return undefined;
  const isClear = list.order === 'latest first' && list.anonymous === 'none' && list.slideAtS === 0;
  if (!isClear || faults.some(({ on }) => on === 'deployments')) return undefined;
  const [post, ...others] = served.filter(isPost);
  const [ours] = oursOf(trial);
  if (post === undefined || others.length > 0 || post.fault !== undefined || ours === undefined) return undefined;
  const first = seenOf(trial, 'deployments').find(({ shown }) => shown.has(String(claimed.id)));
  const status = normalStatus(first?.shown.get(String(claimed.id)) ?? '');
  if (!['finished', 'failed', 'cancelled'].includes(status)) return undefined;
  const listedAtMs = ours.createdAtMs + list.lagS * 1_000;
  const isPatient =
    listedAtMs - (post.endedAtMs ?? 0) <= LISTED_WITHIN_MS && ours.endsAtMs - listedAtMs >= IN_PROGRESS_MS;
  return isPatient ? `passed on ${claimed.id}, which had ended when first seen, although ours was listed` : undefined;
};
