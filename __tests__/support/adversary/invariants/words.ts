// Statuses other than the five documented ones: final ones end the step, and an app that is down is warned about.
import { OLDER_WORD } from '../service/forms.ts';
import { type Invariant, claimedOf, isReadable, isSkipped, normalStatus, passed, warningsOf } from '../seen.ts';
import type { Trial } from '../trial.ts';

const errorOf = ({ run }: Trial): string => run.annotations.find(({ kind }) => kind === 'error')?.message ?? '';

/** Time for the next poll, the last lines of the log, and the log of the app. */
const SOON_MS = 50_000;

export const endsSoonAfterAnUnusualFinalStatus: Invariant = (trial) => {
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

/** A deploy that passes although the app is down has to warn about it. */
export const warnsWhenTheAppIsDown: Invariant = (trial) => {
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
