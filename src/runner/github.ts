// What a step needs of GitHub: the facts of its run, skip-if-outdated, and the deployment record.
import { errorMessage } from '../text.ts';
import { createDeploymentRecord } from './deployment-record.ts';
import { createGitHubApi, field, type GitHubOptions, textField } from './github-api.ts';
import { readRun } from './run.ts';
import type { ResourceLog } from './step-log.ts';

/** GitHub, as far as one step uses it. */
export type GitHub = ReturnType<typeof createGitHub>;

/** Reads the facts of the run. Octokit is loaded, and requests are sent, only when needed. */
export function createGitHub(options: GitHubOptions) {
  const run = readRun(options.env);
  const isOwnCommit = (commit: string): boolean =>
    run.commits.some((own) => own.startsWith(commit));
  return {
    run,
    /** True for a commit of this run; `commit` may be cut to its first digits. */
    isOwnCommit,
    /** False for a short text that may be something other than a commit. */
    isCommit: (commit: string): boolean => commit.length === 40 || isOwnCommit(commit),
    newerCommit: createBranchCheck(options),
    ...createDeploymentRecord(options, run),
  };
}

/**
 * Creates the check of skip-if-outdated. It resolves with the head of the branch if that is ahead
 * of the commit of this run. Otherwise, and in doubt, it resolves with undefined, and the commit is
 * deployed. Rejects only with the reason of the step's signal.
 */
function createBranchCheck(options: GitHubOptions) {
  const { env, signal } = options;
  const { GITHUB_EVENT_NAME: event = 'unknown', GITHUB_REF = '', GITHUB_SHA: sha = '' } = env;
  const branch = event === 'push' ? /^refs\/heads\/(.+)$/.exec(GITHUB_REF)?.[1] : undefined;
  const request = createGitHubApi(options, 'contents: read');
  let hasLogged = false;

  async function newerHead(): Promise<string | undefined> {
    const lacks = 'the job may lack the permission contents: read';
    const sending = { signal, notFound: `${branch} may no longer exist, or ${lacks}.` };
    const found = await request('GET /git/ref/{ref}', { ref: `heads/${branch}` }, sending);
    const head = textField(field(found, 'object'), 'sha', /^[0-9a-f]{40,64}$/);
    if (head === sha) return undefined;
    // Only the first page has the list of changed files, which can be long.
    const fields = { basehead: `${sha}...${head}`, per_page: 1, page: 2 };
    const notFound = `This commit cannot be compared with ${head}, the head of ${branch}.`;
    const comparison = await request('GET /compare/{basehead}', fields, { signal, notFound });
    return textField(comparison, 'status', /^[a-z]+$/) === 'ahead' ? head : undefined;
  }

  return async (log: Pick<ResourceLog, 'info' | 'warn'>): Promise<string | undefined> => {
    function logOnce(level: 'info' | 'warn', text: string): undefined {
      if (!hasLogged) log[level](text);
      hasLogged = true;
    }
    if (branch === undefined) {
      const run = [event, GITHUB_REF].filter(Boolean).join(' on ');
      const rule = 'skip-if-outdated applies only to a push to a branch';
      return logOnce('info', `${rule}; this run's event is ${run}. Deploying.`);
    }
    try {
      return await newerHead();
    } catch (error) {
      signal.throwIfAborted();
      const doubt = `It is not known whether ${branch} has moved on, so this commit is deployed`;
      return logOnce('warn', `${doubt}: ${errorMessage(error)}`);
    }
  };
}
