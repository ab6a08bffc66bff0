// What the step makes of words that are none of the five, and of what an app or a deployment shows beside them.
import { commitOf } from '../bodies.ts';
import { OTHER_COMMIT } from '../constants.ts';
import { OLDER_WORD } from '../forms.ts';
import { expectedUrl } from '../resource-bodies.ts';
import { claimedOf, isReadable, normalStatus, seenOf, warningsOf } from '../seen.ts';
import { entryOf, type Trial } from '../trial.ts';
import { type Invariant, isSkipped, passed } from './invariant.ts';

const errorOf = ({ run }: Trial): string => run.annotations.find(({ kind }) => kind === 'error')?.message ?? '';

/** Time for the next poll, the last lines of the log, and the log of the app. */
const SOON_MS = 50_000;

export const endsSoonOnAWordForTheEnd: Invariant = (trial) => {
  const { story, served, run } = trial;
  const { endWord } = story.build;
  const claimed = claimedOf(trial);
  if (story.operation !== 'deploy' || endWord === '' || claimed?.by !== 'us' || !story.waits) return undefined;
  const isQuiet = story.timeoutS === 400 && story.cancelAtS === 0 && story.others.length === 0;
  // Which entry is older shows only in a list with the latest first, as the API page has it.
  const isOrdered = story.list.order !== 'oldest first';
  const isGood = isOrdered && served.every(({ fault }) => fault === undefined) && story.build.hasStatus;
  if (!isQuiet || !isGood || run.tookMs < claimed.endsAtMs) return undefined;
  const code = run.outputs['error-code'];
  const expected =
    endWord === OLDER_WORD
      ? 'unknown_outcome'
      : claimed.outcome === 'failed'
        ? 'deployment_failed'
        : 'deployment_cancelled';
  if (code !== expected) return `error-code=${code} after ${endWord}`;
  if (run.outputs['status'] !== normalStatus(endWord)) return `status=${run.outputs['status']} after ${endWord}`;
  if (!errorOf(trial).includes(endWord)) return `the error does not name ${endWord}: ${errorOf(trial)}`;
  // A deployment that had ended when the list first showed it is ours only after the patience for a lost response.
  const followedAtMs = served.find(({ endpoint }) => endpoint === 'deployment')?.atMs ?? 0;
  const lateMs = run.tookMs - Math.max(claimed.endsAtMs, followedAtMs);
  return lateMs > SOON_MS ? `ended ${lateMs} ms after ${endWord}` : undefined;
};

/** A deploy that passes with an app that is down has to say so. */
export const warnsOfAnAppThatIsDown: Invariant = (trial) => {
  const { story, run } = trial;
  const claimed = claimedOf(trial);
  if (story.operation !== 'deploy' || !story.waits || !passed(trial) || isSkipped(trial)) return undefined;
  const reads = trial.served.filter((one) => ['resource', 'resources'].includes(one.endpoint) && isReadable(one));
  const last = reads.findLast(({ atMs }) => atMs >= (claimed?.endsAtMs ?? Infinity))?.resourceStatus;
  const isDown = story.app.after.kind === 'down' && last?.startsWith(story.app.after.word) === true;
  if (!isDown || story.unreadable.includes('status of a resource') || run.tookMs >= story.timeoutS * 1_000 - 1_000)
    return undefined;
  return warningsOf(trial).some((text) => text.includes(last)) ? undefined : `passed without a warning of ${last}`;
};

export const namesTheAddressOfTheApp: Invariant = (trial) => {
  const { story, run, host } = trial;
  if (!['deploy', 'status', 'wait', 'start', 'restart'].includes(story.operation)) return undefined;
  const isRead = seenOf(trial, 'resource').length > 0;
  const isDisturbed = trial.served.some((one) => one.endpoint.startsWith('resource') && !isReadable(one));
  if (!passed(trial) || isSkipped(trial) || !isRead || isDisturbed) return undefined;
  const expected = expectedUrl(story, host);
  return run.outputs['url'] === expected ? undefined : `url=${run.outputs['url']}, not ${expected}`;
};

export const namesTheCommitOfTheDeployment: Invariant = (trial) => {
  const { story, run } = trial;
  const claimed = claimedOf(trial);
  const expected = claimed && commitOf(story, claimed);
  if (story.operation !== 'deploy' || !story.waits || expected === undefined) return undefined;
  // An error may end the step before what was read of the deployment is recorded.
  if (!/^(?:deployment_\w+|not_running|unhealthy)?$/.test(run.outputs['error-code'] ?? '')) return undefined;
  const end = `/${encodeURIComponent(String(claimed?.id))}`;
  if (!seenOf(trial, 'deployment').some(({ path, fault }) => path.endsWith(end) && fault !== 'stale')) return undefined;
  const { commit } = entryOf(run, story.resourceId);
  if (typeof commit !== 'string' || !commit.startsWith(expected)) return `commit=${String(commit)}, not ${expected}`;
  if (story.others.length > 0) return undefined;
  const count = warningsOf(trial).filter((text) => text.includes(OTHER_COMMIT.slice(0, 7))).length;
  const most = expected === OTHER_COMMIT ? 1 : 0;
  return count === most ? undefined : `warned ${count} times of the commit ${expected}`;
};
