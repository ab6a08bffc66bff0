// The commit that a deployment shows, beside the commit of the run.
import type { Step } from '../step.ts';

/** Records and logs the commit that a deployment shows, if it is one and has not been reported. */
export async function reportCommit(step: Step, commit: string | undefined): Promise<void> {
  const { log, outcome } = step;
  if (commit === undefined) return;
  const run = await step.run;
  if (!run.isCommit(commit)) return;
  // A list may show fewer digits.
  if (outcome.commit?.startsWith(commit) === true) return;
  outcome.commit = commit;
  const isOurs = run.isOwnCommit(commit) || run.commits.length === 0;
  const whose = isOurs ? '' : ', which is not a commit of this run';
  log.info(`The deployment builds commit ${commit}${whose}.`);
}

/**
 * Warns if the deployment is of another commit than the run, in a run that is for one commit. Call
 * it once the health check may have proved the commit.
 */
export async function warnOfOtherCommit(step: Step): Promise<void> {
  const { log, outcome } = step;
  const run = await step.run;
  const { commit } = outcome;
  const [own] = run.commits;
  if (!run.isForCommit || commit === undefined || own === undefined) return;
  if (run.isOwnCommit(commit) || (await isCommitProved(step))) return;
  const what = `Commit ${commit} was deployed, which is not the commit of this run (${own})`;
  log.warn(`${what}. The service builds the newest commit of its branch.`);
}

/** True if the health check looks for a commit of the run, which proves what is deployed. */
export async function isCommitProved({ inputs, run }: Step): Promise<boolean> {
  const { commits } = await run;
  return commits.some((commit) => inputs.healthCheckContains?.includes(commit));
}
