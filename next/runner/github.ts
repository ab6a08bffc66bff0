// What a step has to do with GitHub: the facts of its run, skip-if-outdated, and the deployment record. Errors of GitHub
// are one warning, which names the permission that may be missing.
import { readFileSync } from 'node:fs';
import type { Clock } from '../clock.ts';
import { createDeploymentRecord, type DeploymentRecord, type RecordEnd } from './deployment-record.ts';
import { createGitHubApi, field, type GitHubApi, GitHubError, retrying } from './github-api.ts';
import type { Env } from './host.ts';
import type { Inputs } from './inputs.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';

/** What the summary shows of the run. Names of branches and people are untrusted text. */
export interface RunFacts {
  /** The commit that people know: the head of a pull request or of `workflow_run`, else GITHUB_SHA. */
  readonly commit?: string | undefined;
  readonly branch?: string | undefined;
  readonly actor?: string | undefined;
  /** Page of the repository at GitHub. */
  readonly repositoryUrl?: string | undefined;
}

/** Where notes and warnings of a check go. */
interface CheckLog {
  info(text: string): void;
  warn(text: string): void;
}

/** GitHub, as far as one step uses it. */
export interface GitHub {
  /** The commits that this run is of, the one people know first. */
  readonly runCommits: readonly string[];
  readonly run: RunFacts;
  /**
   * For skip-if-outdated: the head of the branch if it is ahead of this run's commit, else undefined. Rejects only with
   * the reason of the step's signal.
   */
  newerCommit(log: CheckLog): Promise<string | undefined>;
  /** For github-environment: the service accepted a request. Creates the record in the background; once per step. */
  begin(): void;
  /** Sets the final state of the record; takes at most 15 s, 4.5 s in a cancelled step. Never rejects. */
  finish(final: RecordEnd): Promise<void>;
  /** The id of the record; empty when there is none. */
  readonly deploymentId: string;
  /** True while a record exists, or may exist, without a final state. */
  hasOpenRecord(): boolean;
}

/** What a step's GitHub depends on. */
interface GitHubOptions {
  readonly env: Env;
  readonly inputs: Pick<Inputs, 'githubEnvironment' | 'githubToken' | 'resourceIds' | 'skipIfOutdated'>;
  readonly clock: Clock;
  readonly sanitizers: Pick<Sanitizers, 'line' | 'redact'>;
  /** The step's signal: ends a check. */
  readonly signal: AbortSignal;
  readonly warn: (text: string) => void;
  readonly info: (text: string) => void;
  /** The id of the record is known: an output can be written. */
  readonly onRecorded: () => void;
}

/** Reads the facts of the run; nothing is loaded or sent before it is needed. */
export function createGitHub(options: GitHubOptions): GitHub {
  const { env, inputs, clock } = options;
  const event = readEvent(env);
  const commits = runCommits(env, event);
  const api = createGitHubApi({ env, token: inputs.githubToken, clock });
  const newerCommit = createBranchCheck(options, api);
  let record: DeploymentRecord | undefined;
  return {
    runCommits: commits,
    run: runFacts(env, event),
    newerCommit: async (log) => (inputs.skipIfOutdated ? await newerCommit(log) : undefined),
    begin() {
      if (inputs.githubEnvironment === undefined || record !== undefined) return;
      record = createRecord(options, { api, event, environment: inputs.githubEnvironment });
      record?.begin();
    },
    finish: async (final) => await record?.finish(final),
    get deploymentId() {
      return record?.id ?? '';
    },
    hasOpenRecord: () => record?.isOpen() ?? false,
  };
}

/** Creates the check of skip-if-outdated. Concurrent calls share one result; when in doubt, the commit is deployed. */
function createBranchCheck({ env, clock, signal }: GitHubOptions, api: GitHubApi) {
  const branch = env['GITHUB_EVENT_NAME'] === 'push' ? /^refs\/heads\/(.+)$/.exec(env['GITHUB_REF'] ?? '')?.[1] : '';
  const sha = env['GITHUB_SHA'] ?? '';
  let pending: Promise<string | undefined> | undefined;
  let isNoted = false;
  let isWarned = false;

  function noteOnce(log: CheckLog, text: string): void {
    if (!isNoted) log.info(text);
    isNoted = true;
  }

  async function check(log: CheckLog): Promise<string | undefined> {
    if (!branch || sha === '') {
      const event = [env['GITHUB_EVENT_NAME'], env['GITHUB_REF']].filter(Boolean).join(', ') || 'no event';
      noteOnce(log, `skip-if-outdated applies only to pushes to a branch, and this run is none (${event}): deploying`);
      return undefined;
    }
    try {
      const head = await retrying((one) => api.headOf(branch, one), { clock, signal });
      if (head === sha) return undefined;
      const relation = await retrying((one) => api.compare(sha, head, one), { clock, signal });
      if (relation === 'ahead') return head;
      // The branch was reset or rewritten.
      noteOnce(log, `${branch} points at ${head.slice(0, 7)}, which does not contain this commit: deploying`);
    } catch (error) {
      signal.throwIfAborted();
      if (!isWarned) {
        const what = `It is not known whether ${branch} has moved on, so this commit is deployed`;
        log.warn(warningOf(what, { error, permission: 'contents: read' }));
      }
      isWarned = true;
    }
    return undefined;
  }

  return async (log: CheckLog): Promise<string | undefined> => {
    pending ??= check(log).finally(() => {
      pending = undefined;
    });
    return await pending;
  };
}

/** Undefined when this run can have no record; a note gives the reason. */
function createRecord(
  { env, inputs, clock, sanitizers, info, warn, onRecorded }: GitHubOptions,
  { api, event, environment }: { api: GitHubApi; event: unknown; environment: string },
): DeploymentRecord | undefined {
  const [commit] = runCommits(env, event);
  if (commit === undefined || isFromFork(env, event)) {
    const why = commit === undefined ? 'this run has no commit' : 'this run is for a fork';
    info(`No deployment is recorded at GitHub: ${why}`);
    return undefined;
  }
  const isPullRequest = (env['GITHUB_EVENT_NAME'] ?? '').startsWith('pull_request');
  const { GITHUB_RUN_ID: runId = '' } = env;
  const repositoryUrl = repositoryUrlOf(env);
  return createDeploymentRecord({
    api,
    environment,
    commit,
    // A closed pull request was merged: what is deployed is no preview any more.
    isTransient: isPullRequest && field(field(event, 'pull_request'), 'state') !== 'closed',
    runId,
    runUrl: repositoryUrl === undefined || runId === '' ? undefined : `${repositoryUrl}/actions/runs/${runId}`,
    resourceIds: inputs.resourceIds,
    clock,
    sanitizers,
    onRecorded,
    onError: (what, error) => warn(warningOf(what, { error, permission: 'deployments: write' })),
  });
}

function warningOf(what: string, { error, permission }: { error: unknown; permission: string }): string {
  const isRefused = error instanceof GitHubError && error.lacksPermission;
  const message = Error.isError(error) ? error.message : String(error);
  return `${what}: ${message}.${isRefused ? ` The job may lack the permission ${permission}.` : ''}`;
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
 * The head of a pull request, or of the run that triggered this one, comes first: GITHUB_SHA is then a merge commit,
 * on which GitHub shows no deployment, or that of the default branch.
 */
function runCommits(env: Env, event: unknown): readonly string[] {
  const shas = [
    field(field(field(event, 'pull_request'), 'head'), 'sha'),
    field(field(event, 'workflow_run'), 'head_sha'),
    env['GITHUB_SHA'],
  ];
  return [...new Set(shas.filter((sha) => typeof sha === 'string' && /^[0-9a-f]{40}$/.test(sha)))];
}

/** Runs for a fork get a read-only token. The repository is null for a deleted fork. */
function isFromFork(env: Env, event: unknown): boolean {
  const isPullRequest = (env['GITHUB_EVENT_NAME'] ?? '').startsWith('pull_request');
  const run = field(event, 'workflow_run');
  if (!isPullRequest && run === undefined) return false;
  const repository = isPullRequest
    ? field(field(field(event, 'pull_request'), 'head'), 'repo')
    : field(run, 'head_repository');
  return field(repository, 'full_name') !== env['GITHUB_REPOSITORY'];
}

function runFacts(env: Env, event: unknown): RunFacts {
  const [commit] = runCommits(env, event);
  const branch = field(field(event, 'workflow_run'), 'head_branch');
  return {
    commit,
    // In runs for a pull request GITHUB_REF_NAME is the merge ref.
    branch: typeof branch === 'string' ? branch : env['GITHUB_HEAD_REF'] || env['GITHUB_REF_NAME'],
    actor: env['GITHUB_ACTOR'],
    repositoryUrl: repositoryUrlOf(env),
  };
}

function repositoryUrlOf({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }: Env): string | undefined {
  return server && repository ? `${server}/${repository}` : undefined;
}
