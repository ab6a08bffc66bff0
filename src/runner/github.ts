// What a step needs of GitHub: the facts of its run, skip-if-outdated, and the deployment record.
import { readFileSync } from 'node:fs';
import { errorMessage } from '../text.ts';
import { createDeploymentRecord } from './deployment-record.ts';
import { createGitHubApi, field, type GitHubOptions, textField } from './github-api.ts';
import type { Env } from './host.ts';
import type { ResourceLog } from './step-log.ts';

/** GitHub, as far as one step uses it. */
export type GitHub = ReturnType<typeof createGitHub>;

/** Reads the facts of the run. Octokit is loaded, and requests are sent, only when needed. */
export function createGitHub(options: GitHubOptions) {
  const { run, target } = readRun(options.env);
  const isOwnCommit = (commit: string): boolean =>
    run.commits.some((own) => own.startsWith(commit));
  return {
    run,
    /** True for a commit of this run; `commit` may be cut to its first digits. */
    isOwnCommit,
    /** False for a short text that may be something other than a commit. */
    isCommit: (commit: string): boolean => commit.length === 40 || isOwnCommit(commit),
    newerCommit: createBranchCheck(options),
    ...createDeploymentRecord(options, target),
  };
}

/** The facts of the run, for the summary and for the record. */
function readRun(env: Env) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = env;
  const event = readEvent(env);
  const pullRequest = field(event, 'pull_request');
  // In the run of a pull request, GITHUB_SHA is a merge commit, on which GitHub shows no
  // deployment, and GITHUB_REF_NAME its ref. In a run that was triggered by another run, both are
  // of the default branch. The repository is null for a deleted fork.
  const head = field(pullRequest, 'head');
  const trigger = field(event, 'workflow_run');
  const sha = field(trigger, 'head_sha') ?? field(head, 'sha');
  const branch = field(trigger, 'head_branch') ?? field(head, 'ref');
  const headRepository = field(trigger, 'head_repository') ?? field(head, 'repo');
  const commits = [...new Set([sha, env['GITHUB_SHA']].filter(isSha))];
  const repositoryUrl = server && repository ? `${server}/${repository}` : undefined;
  return {
    /** What the summary shows of the run; untrusted text. */
    run: {
      /** The head of the pull request, or of the run that triggered this one; then GITHUB_SHA. */
      commits,
      branch: typeof branch === 'string' ? branch : env['GITHUB_REF_NAME'],
      actor: env['GITHUB_ACTOR'],
      /** Page of the repository at GitHub. */
      repositoryUrl,
    },
    /** What a deployment is recorded for. */
    target: {
      commit: commits[0],
      isFork: (trigger ?? head) !== undefined && field(headRepository, 'full_name') !== repository,
      // A closed pull request was merged, or no longer needs a preview.
      isPreview: field(pullRequest, 'state') === 'open',
      runUrl: `${repositoryUrl}/actions/runs/${env['GITHUB_RUN_ID']}`,
    },
  };
}

function isSha(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{40}$/.test(value);
}

/** The payload of the event that started the run; undefined if it cannot be read. */
function readEvent(env: Env): unknown {
  try {
    return JSON.parse(readFileSync(env['GITHUB_EVENT_PATH'] ?? '', 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Creates the check of skip-if-outdated. It resolves with the head of the branch if that is ahead
 * of the commit of this run. Otherwise, and in doubt, it resolves with undefined, and the commit is
 * deployed. Rejects only with the reason of the step's signal.
 */
function createBranchCheck(options: GitHubOptions) {
  const { env, signal } = options;
  const { GITHUB_EVENT_NAME: event = 'unknown', GITHUB_REF: ref = '', GITHUB_SHA: sha = '' } = env;
  const branch = event === 'push' ? /^refs\/heads\/(.+)$/.exec(ref)?.[1] : undefined;
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
      const run = [event, ref].filter(Boolean).join(' on ');
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
