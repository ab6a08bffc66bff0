// Progress lines that are logged again only when something has changed, or after a while, and the
// line on the commit of a deployment.
import type { Step } from '../step.ts';

/** Logs `text` when `key` differs from the last one, and after each minute without a change. */
export type Note = (key: string, text: string) => void;

const REPEAT_MS = 60_000;

export function createNote({ log, clock }: Step): Note {
  let last: { readonly key: string; readonly atMs: number } | undefined;
  return (key, text) => {
    if (key === last?.key && clock.now() - last.atMs < REPEAT_MS) return;
    last = { key, atMs: clock.now() };
    log.info(text);
  };
}

/** Records and logs the commit that a deployment shows, if it is one and has not been reported. */
export function reportCommit({ github, log, outcome }: Step, commit: string | undefined): void {
  if (commit === undefined || commit === outcome.commit || !github.isCommit(commit)) return;
  outcome.commit = commit;
  const isOurs = github.isOwnCommit(commit) || github.run.commits.length === 0;
  const whose = isOurs ? '' : ', which is not a commit of this run';
  log.info(`The deployment builds commit ${commit}${whose}.`);
}
