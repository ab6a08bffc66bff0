// Progress lines, which are logged again only when something has changed or after a while, and the
// lines about the first poll and the commit of a deployment.
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';

const REPEAT_MS = 60_000;
/** A wait that is shorter than this is not worth a line. */
export const SILENT_MS = 5_000;

/**
 * Creates a function that logs `text` when `key` differs from the last one, and after each minute
 * without a change. With `untilMs`, on the clock of the step, `text` says what a wait is for,
 * without a full stop: the longest time of the wait is added, and a short wait is not logged.
 */
export function createNote({ clock, deadlineMs, log }: Step) {
  let last: { readonly key: string; readonly atMs: number } | undefined;
  return (key: string, text: string, untilMs?: number): void => {
    const nowMs = clock.now();
    const leftMs = Math.max(0, Math.min(untilMs ?? Infinity, deadlineMs) - nowMs);
    if (key === last?.key && nowMs - last.atMs < REPEAT_MS) return;
    // Rounded, since a moment has passed since the read that began the wait.
    if (untilMs !== undefined && Math.round(leftMs / 1_000) * 1_000 < SILENT_MS) return;
    last = { key, atMs: nowMs };
    const limit = untilMs === undefined ? '' : `, for at most ${formatDuration(leftMs)} more.`;
    log.info(text + limit);
  };
}

/** The pause between an acceptance and the first poll, which a shared key makes long. */
export async function pauseBeforeFirstPoll(step: Step, longestMs: number): Promise<void> {
  const pauseMs = Math.min(step.api.firstPollMs(), longestMs);
  const untilMs = step.clock.now() + pauseMs;
  createNote(step)('', 'Other jobs use the key, too: waiting before the first read', untilMs);
  await step.api.pause(pauseMs, { isQuick: true });
}

/** Records and logs the commit that a deployment shows, if it is one and has not been reported. */
export function reportCommit({ github, log, outcome }: Step, commit: string | undefined): void {
  if (commit === undefined || !github.isCommit(commit)) return;
  // A list may show fewer digits.
  if (outcome.commit?.startsWith(commit) === true) return;
  outcome.commit = commit;
  const isOurs = github.isOwnCommit(commit) || github.run.commits.length === 0;
  const whose = isOurs ? '' : ', which is not a commit of this run';
  log.info(`The deployment builds commit ${commit}${whose}.`);
}
