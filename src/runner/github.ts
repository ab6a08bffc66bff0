// What a step has to do with GitHub: the facts of its run, skip-if-outdated, and the deployment record.
import { readFileSync } from 'node:fs';
import { errorMessage } from '../text.ts';
import { createDeploymentRecord, type DeploymentRecord, type RecordEnd } from './deployment-record.ts';
import { createGitHubApi, field, type GitHubOptions, textField } from './github-api.ts';
import type { Env } from './host.ts';
import type { ResourceLog } from './step-log.ts';

/** What the summary shows of the run; untrusted text. */
interface RunFacts {
  /** The commits that the run is for: the head of its pull request or of the run that triggered it, then GITHUB_SHA. */
  readonly commits: readonly string[];
  readonly branch: string | undefined;
  readonly actor: string | undefined;
  /** Page of the repository at GitHub. */
  readonly repositoryUrl: string | undefined;
}

/** GitHub, as far as one step uses it. */
export type GitHub = ReturnType<typeof createGitHub>;

/** Reads the facts of the run; nothing is loaded or sent before it is needed. */
export function createGitHub(options: GitHubOptions) {
  const { env } = options;
  const event = readEvent(env);
  const head = headOf(event);
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = env;
  const isCommit = (sha: unknown): sha is string => typeof sha === 'string' && /^[0-9a-f]{40}$/.test(sha);
  const run: RunFacts = {
    commits: [...new Set([head?.sha, env['GITHUB_SHA']].filter(isCommit))],
    // In runs for a pull request GITHUB_REF_NAME is the merge ref.
    branch: typeof head?.branch === 'string' ? head.branch : env['GITHUB_REF_NAME'],
    actor: env['GITHUB_ACTOR'],
    repositoryUrl: server && repository ? `${server}/${repository}` : undefined,
  };
  let record: DeploymentRecord | undefined;
  return {
    run,
    newerCommit: createBranchCheck(options),
    /** For github-environment: the service accepted a request. Creates the record in the background, once per step. */
    begin(): void {
      const environment = options.inputs.githubEnvironment;
      if (environment === undefined) return;
      record ??= createDeploymentRecord(options, {
        environment,
        commit: run.commits[0],
        isFork: head !== undefined && field(head.repository, 'full_name') !== repository,
        // A closed pull request was merged, or needs no preview any more.
        isPreview: field(field(event, 'pull_request'), 'state') === 'open',
        runUrl: `${run.repositoryUrl}/actions/runs/${env['GITHUB_RUN_ID']}`,
      });
    },
    /** Sets the final state of the record; takes at most 15 s, 4.5 s in a cancelled step. Never rejects. */
    finish: async (end: RecordEnd): Promise<void> => await record?.finish(end),
    /** The id of the record; empty when there is none. */
    get deploymentId(): string {
      return record?.id() ?? '';
    },
    /** True while a record exists, or may exist, without a final state. */
    hasOpenRecord: (): boolean => record?.isOpen() ?? false,
  };
}

/**
 * Creates the check of skip-if-outdated: the head of the branch if it is ahead of this run's commit, else undefined. When in
 * doubt, the commit is deployed. Rejects only with the reason of the step's signal.
 */
function createBranchCheck(options: GitHubOptions) {
  const { env, signal } = options;
  const { GITHUB_EVENT_NAME: event = '', GITHUB_REF: ref = '', GITHUB_SHA: sha = '' } = env;
  const [, branch] = (event === 'push' && /^refs\/heads\/(.+)$/.exec(ref)) || [];
  const request = createGitHubApi(options, 'contents: read');
  let hasLogged = false;

  function once(print: (text: string) => void, text: string): void {
    if (!hasLogged) print(text);
    hasLogged = true;
  }

  return async (log: Pick<ResourceLog, 'info' | 'warn'>): Promise<string | undefined> => {
    if (branch === undefined) {
      const run = [event, ref].filter(Boolean).join(' on ');
      once(log.info, `skip-if-outdated applies only to a push to a branch, and this run is none (${run}): deploying`);
      return undefined;
    }
    try {
      const found = await request('GET /git/ref/{ref}', { ref: `heads/${branch}` }, { signal });
      const head = textField(field(found, 'object'), 'sha', /^[0-9a-f]{40,64}$/);
      if (head === sha) return undefined;
      // Only the first page has the list of changed files, which can be long.
      const fields = { basehead: `${sha}...${head}`, per_page: 1, page: 2 };
      const comparison = await request('GET /compare/{basehead}', fields, { signal });
      return textField(comparison, 'status', /^[a-z]+$/) === 'ahead' ? head : undefined;
    } catch (error) {
      signal.throwIfAborted();
      const what = `It is not known whether ${branch} has moved on, so this commit is deployed`;
      once(log.warn, `${what}: ${errorMessage(error)}`);
      return undefined;
    }
  };
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
 * The head of a pull request, or of the run that triggered this one: GITHUB_SHA is then a merge commit, on which GitHub
 * shows no deployment, or that of the default branch. The repository is null for a deleted fork.
 */
function headOf(event: unknown): { sha: unknown; branch: unknown; repository: unknown } | undefined {
  const run = field(event, 'workflow_run');
  const head = run ?? field(field(event, 'pull_request'), 'head');
  if (head === undefined) return undefined;
  const [sha, branch, repository] =
    run === undefined ? ['sha', 'ref', 'repo'] : ['head_sha', 'head_branch', 'head_repository'];
  return { sha: field(head, sha), branch: field(head, branch), repository: field(head, repository) };
}
