// Which commit a deployment was built from, where it shows one.
import type { Context } from '../../operation.ts';
import type { Task } from '../../task.ts';

/** Shorter commits are shown as far as this. */
const SHORT_CHARS = 7;
const WHOLE_CHARS = 40;

/**
 * The commit that a deployment shows: 40 digits, or the beginning of a commit of this run. Fewer digits could be anything
 * else, such as a number.
 */
function shownCommit(shown: string | undefined, runCommits: readonly string[]): string | undefined {
  if (shown === undefined || shown.length === WHOLE_CHARS) return shown;
  return runCommits.find((commit) => commit.startsWith(shown));
}

/** Records the commit of a deployment; `isOurs`: with one warning if it is not that of this run. */
export function recordCommit(
  task: Task,
  { commit, isOurs }: { commit: string | undefined; isOurs: boolean },
  { runCommits }: Pick<Context, 'runCommits'>,
): void {
  const shown = shownCommit(commit, runCommits);
  if (shown === undefined || shown === task.outcome.commit) return;
  task.emit({ kind: 'commit', commit: shown });
  const [expected] = runCommits;
  if (!isOurs || expected === undefined || runCommits.includes(shown)) return;
  const text = `The deployment builds commit ${shown.slice(0, SHORT_CHARS)}, and this run is of ${expected.slice(0, SHORT_CHARS)}: the service builds what the resource is configured to build.`;
  task.emit({ kind: 'warning', text });
}
