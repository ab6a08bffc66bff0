// Invariants of explored stories, beside those that hold for every drawn service: one function per invariant.
import { type Broken, brokenBy } from '../support/adversary/invariants/index.ts';
import { OLDER_WORD } from '../support/adversary/service/forms.ts';
import { claimedOf, isLost, isReadable, isUnclaimable, normalStatus, seenOf } from '../support/adversary/seen.ts';
import type { Served } from '../support/adversary/service/service.ts';
import type { Trial } from '../support/adversary/trial.ts';
import type { Played } from './play.ts';

/** Requests that a step alone on its key may send in any minute: below the limit of 120. */
const MOST_PER_MINUTE = 110;
/** The step ends this soon after the last fault and the last build: the longest wait of its rules, and a build. */
const VERDICT_WITHIN_MS = 150_000;
/** Wait before a deployment that had ended when first seen is taken for ours, which may be listed later. */
const PATIENCE_MS = 15_000;
const MINUTE_MS = 60_000;
/** While somebody else builds, ours may not be listed; the step gives up after ten minutes without a change. */
const LONG_BUILD_MS = 10 * MINUTE_MS;
const LONGEST_QUEUE_MS = LONG_BUILD_MS + 15_000;
/** The shortest gap between reads of an app that does not run after its deployment, and for how long it is read. */
const APP_GAP_MS = 5_000;
const APP_WITHIN_MS = 70_000;
/** From a final status to the end of the step: the next poll and the last lines of the log. */
const END_WITHIN_MS = 30_000;

const isStopped = ({ plan }: Played): boolean => plan.stop.kind !== 'none';
const isFinal = (status: string): boolean => ['finished', 'failed', 'cancelled'].includes(normalStatus(status));
const postsOf = ({ served }: Trial): Served[] => served.filter(({ endpoint }) => endpoint === 'deploy');

function neverExceedsItsShareOfTheRateLimit({ trial: { served } }: Played): string | undefined {
  const busiest = served.findIndex(({ atMs }, index) => {
    const later = served[index + MOST_PER_MINUTE];
    return later !== undefined && later.atMs - atMs < MINUTE_MS;
  });
  return busiest === -1
    ? undefined
    : `more than ${MOST_PER_MINUTE} requests in a minute from request ${busiest + 1} on`;
}

function endsSoonAfterTheFaultsStop(played: Played): string | undefined {
  const { trial } = played;
  // This status is final only where an older deployment is seen with it.
  const isOpen = trial.story.list.anonymous !== 'none' || trial.story.build.endWord === OLDER_WORD;
  if (isStopped(played) || isOpen) return undefined;
  const faults = trial.served.filter(
    (one) => !isReadable(one) && (one.fault !== undefined || one.delivery === undefined),
  );
  // A detail that can never be read is a fault that does not stop; the list is used instead.
  const lastMs = faults
    .filter(({ endpoint }) => endpoint !== 'deployment')
    .reduce((last, { endedAtMs = 0 }) => Math.max(last, endedAtMs), 0);
  const worstMs = Math.max(lastMs, ...trial.hosting.all().map(({ endsAtMs }) => endsAtMs));
  const lateMs = trial.run.tookMs - worstMs;
  return lateMs > VERDICT_WITHIN_MS
    ? `no verdict for ${Math.round(lateMs / 1_000)} s after the last fault and build`
    : undefined;
}

function passesWhenOurDeploymentFinished(played: Played): string | undefined {
  const { trial } = played;
  const { story, hosting, run, endedAtMs } = trial;
  const isUnclear =
    story.list.anonymous !== 'none' || story.list.order === 'oldest first' || isUnclaimable(played.trial);
  if (isStopped(played) || run.exitCode === 0 || isUnclear) return undefined;
  const [ours, ...more] = hosting.all().filter(({ by }) => by !== 'past');
  if (ours?.by !== 'us' || more.length > 0 || story.onBusy !== 'wait') return undefined;
  if (hosting.statusOf(ours, endedAtMs) !== 'finished' || story.app.after.kind === 'broken') return undefined;
  return `failed with ${run.outputs['error-code']}, although ${ours.id} has finished and the app runs`;
}

function obeysOnBusy(played: Played): string | undefined {
  const { story, run, served } = played.trial;
  if (story.onBusy === 'wait') return undefined;
  const [post, ...more] = postsOf(played.trial);
  if (post?.fault?.startsWith('busy') !== true || post.delivery?.kind !== 'answered') return undefined;
  if (more.length > 0) return `on-busy is ${story.onBusy}, but the request was sent again`;
  if (isStopped(played)) return undefined;
  const after = served.slice(served.indexOf(post) + 1).filter(({ endpoint }) => endpoint !== 'resource');
  if (after.length > 0) return `on-busy is ${story.onBusy}, but ${after[0]?.endpoint} was requested after the refusal`;
  const isObeyed =
    story.onBusy === 'skip'
      ? run.exitCode === 0 && run.outputs['skipped'] === 'busy'
      : run.exitCode === 1 && run.outputs['error-code'] === 'busy';
  return isObeyed ? undefined : `on-busy is ${story.onBusy}, but the step ended with exit code ${run.exitCode}`;
}

/** The search in the list for a deployment that no response named. */
interface Search {
  /** The deployment in the outputs. */
  readonly id: string;
  /** When the last deploy request ended. */
  readonly sinceMs: number;
  readonly lists: readonly Served[];
  readonly known: ReadonlySet<string>;
}

/** How the deployment in the outputs was found in the list; undefined where a response named it, or none was found. */
function searchOf(trial: Trial): Search | undefined {
  const claimed = claimedOf(trial);
  const posts = postsOf(trial);
  const last = posts.at(-1);
  if (claimed === undefined || last?.endedAtMs === undefined) return undefined;
  if (posts.some(({ named }) => named !== undefined)) return undefined;
  const { endedAtMs } = last;
  const followedAtMs =
    trial.served.find(({ endpoint, atMs }) => endpoint === 'deployment' && atMs >= endedAtMs)?.atMs ?? Infinity;
  const all = seenOf(trial, 'deployments');
  const before = all.filter((list) => (list.endedAtMs ?? Infinity) <= last.atMs);
  return {
    id: String(claimed.id),
    sinceMs: endedAtMs,
    lists: all.filter((list) => list.atMs >= endedAtMs && (list.endedAtMs ?? Infinity) <= followedAtMs),
    known: new Set(before.flatMap(({ shown }) => [...shown.keys()])),
  };
}

function adoptsNeitherOfTwoNewDeployments({ trial }: Played): string | undefined {
  const search = searchOf(trial);
  if (search === undefined) return undefined;
  const comparesInProgress = postsOf(trial).at(-1)?.fault === undefined || isUnclaimable(trial);
  // After an accepted request, or without a list before, one in progress is ours, whatever has ended beside it.
  const crowded = search.lists.find(({ shown }) => {
    const fresh = [...shown].filter(([id]) => !search.known.has(id));
    return fresh.filter(([, status]) => !comparesInProgress || !isFinal(status)).length > 1;
  });
  return crowded === undefined ? undefined : `took ${search.id}, one of two new deployments in a list`;
}

function waitsBeforeAdoptingAnEndedDeployment({ trial }: Played): string | undefined {
  const search = searchOf(trial);
  if (search === undefined) return undefined;
  const showing = search.lists.filter(({ shown }) => shown.has(search.id));
  if (showing.length === 0 || showing.some(({ shown }) => !isFinal(shown.get(search.id) ?? ''))) return undefined;
  const waitedMs = (showing.at(-1)?.atMs ?? 0) - search.sinceMs;
  return waitedMs < PATIENCE_MS
    ? `took ${search.id}, which had ended when it was first seen, after ${waitedMs} ms`
    : undefined;
}

function waitsAtMostTenMinutesForAnUnchangedQueue({ trial, plan }: Played): string | undefined {
  const rival = trial.hosting.all().find(({ by, endsAtMs }) => by === 'rival' && endsAtMs > LONG_BUILD_MS);
  const [post] = postsOf(trial);
  const isSearched = post !== undefined && isLost(post.fault ?? '') && claimedOf(trial) === undefined;
  if (rival === undefined || !isSearched || plan.stop.kind !== 'none') return undefined;
  // The list changes when ours appears in it, or the build of somebody else.
  const changes = [post.endedAtMs ?? post.atMs, ...trial.hosting.all().map(({ createdAtMs }) => createdAtMs)];
  const waitedMs = trial.run.tookMs - Math.max(...changes);
  return waitedMs > LONGEST_QUEUE_MS ? `waited ${waitedMs} ms for a queue that did not change` : undefined;
}

function pollsTheAppOnSchedule({ trial }: Played): string | undefined {
  const ours = claimedOf(trial);
  const seen = seenOf(trial, 'deployment').find(({ shown }) => shown.get(String(ours?.id)) === 'finished');
  if (seen?.endedAtMs === undefined || trial.story.isBusyWhileBuilding) return undefined;
  const sinceMs = seen.endedAtMs;
  const reads = seenOf(trial, 'resource').filter(({ atMs }) => atMs >= sinceMs);
  // The last one may come at the end of the time for it.
  const tooSoon = reads.slice(0, -1).find(({ atMs }, index) => {
    const last = reads[index - 1];
    return last !== undefined && atMs - (last.endedAtMs ?? last.atMs) < APP_GAP_MS;
  });
  if (tooSoon !== undefined) return `read the app again before ${APP_GAP_MS} ms had passed`;
  const lateMs = (reads.at(-1)?.atMs ?? sinceMs) - sinceMs;
  return lateMs > APP_WITHIN_MS ? `read the app for ${lateMs} ms after the deployment had finished` : undefined;
}

function endsSoonAfterSeeingAnUnusualFinalStatus(played: Played): string | undefined {
  const { story, run, served } = played.trial;
  const ours = claimedOf(played.trial);
  const { endWord } = story.build;
  if (endWord === '' || ours?.by !== 'us' || !story.waits || isStopped(played)) return undefined;
  // Only a list before the request shows the older deployment with the same status, below the latest.
  const isListed = story.list.order === 'latest first' && story.list.cap === 0 && story.list.anonymous === 'none';
  const isFinalSeen = endWord !== OLDER_WORD || isListed;
  const isQuiet = served.every((one) => isReadable(one) || one.endpoint === 'deploy');
  if (!isFinalSeen || !isQuiet || isUnclaimable(played.trial)) return undefined;
  const seenAtMs = seenOf(played.trial, 'deployment').find(({ shown }) => shown.get(String(ours.id)) === endWord)?.atMs;
  const lateMs = run.tookMs - (seenAtMs ?? ours.endsAtMs);
  return lateMs > END_WITHIN_MS ? `ended ${lateMs} ms after ${endWord}` : undefined;
}

const own = {
  neverExceedsItsShareOfTheRateLimit,
  endsSoonAfterTheFaultsStop,
  passesWhenOurDeploymentFinished,
  obeysOnBusy,
  adoptsNeitherOfTwoNewDeployments,
  waitsBeforeAdoptingAnEndedDeployment,
  waitsAtMostTenMinutesForAnUnchangedQueue,
  pollsTheAppOnSchedule,
  endsSoonAfterSeeingAnUnusualFinalStatus,
} satisfies Readonly<Record<string, (played: Played) => string | undefined>>;

/** The invariants that a story broke. */
export function problemsOf(played: Played): Broken[] {
  const ofOwn = Object.entries(own).flatMap(([invariant, rule]) => {
    const problem = rule(played);
    return problem === undefined ? [] : [{ invariant, problem }];
  });
  return [...brokenBy(played.trial), ...ofOwn];
}
