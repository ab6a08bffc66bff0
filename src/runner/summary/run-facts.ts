// What the summary shows of the run: its commit with title, branch and actor. Pure but for the default of `event`.
import { field } from '../field.ts';
import type { Env } from '../host.ts';
import { readEvent, runCommits, runTitle } from '../run-commits.ts';
import type { RunFact } from './summary-data.ts';

/**
 * Commit with its title, branch and actor of the run, from the variables that the runner sets. `event`: the payload of
 * the run's event.
 */
export function runFacts(env: Env, event: unknown = readEvent(env)): RunFact[] {
  const repository = `${env['GITHUB_SERVER_URL'] ?? ''}/${env['GITHUB_REPOSITORY'] ?? ''}`;
  const [sha = ''] = runCommits(env, event);
  const title = runTitle(sha, event);
  const branch = branchOf(env, sha, event);
  const actor = env['GITHUB_ACTOR'] ?? '';
  return [
    { label: sha.slice(0, 7), url: `${repository}/commit/${sha}`, ...(title !== undefined && { title }) },
    { label: branch, url: `${repository}/tree/${branch.split('/').map(encodeURIComponent).join('/')}` },
    { label: actor, url: `${env['GITHUB_SERVER_URL'] ?? ''}/${actor}` },
  ].filter(({ label }) => label !== '');
}

/**
 * The branch of the commit. In runs for a pull request GITHUB_REF_NAME is the merge ref, in those started by another run
 * the default branch.
 */
function branchOf(env: Env, sha: string, event: unknown): string {
  const run = field(event, 'workflow_run');
  const branch = field(run, 'head_branch');
  if (typeof branch === 'string' && field(run, 'head_sha') === sha) return branch;
  return env['GITHUB_HEAD_REF'] || (env['GITHUB_REF_NAME'] ?? '');
}
