// What a step has to do with GitHub: the facts of its run, skip-if-outdated, and the deployment record. Trouble is one
// warning, which names the permission that may be missing.
import { readFileSync } from 'node:fs';
import type { Clock } from '../clock.ts';
import { errorMessage } from '../text.ts';
import { createDeploymentRecord, type DeploymentRecord, type RecordEnd } from './deployment-record.ts';
import { createGitHubApi, field, type GitHubApi, GitHubError, retrying } from './github-api.ts';
import type { Env } from './host.ts';
import type { Inputs } from './inputs.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';
import type { ResourceLog } from './step-log.ts';

/** What the summary shows of the run; untrusted text. */
export interface RunFacts {
  /** The commits that the run is of, the one that people know first. */
  readonly commits: readonly string[];
  readonly branch: string | undefined;
  readonly actor: string | undefined;
  /** Page of the repository at GitHub. */
  readonly repositoryUrl: string | undefined;
}

type CheckLog = Pick<ResourceLog, 'info' | 'warn'>;

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
  /** The id of the record is known: its output can be written. */
  readonly onRecorded: () => void;
}

/** GitHub, as far as one step uses it. */
export type GitHub = ReturnType<typeof createGitHub>;

/** Reads the facts of the run; nothing is loaded or sent before it is needed. */
export function createGitHub(options: GitHubOptions) {
  const { env, inputs, clock } = options;
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
  const api = createGitHubApi({ env, token: inputs.githubToken, clock });
  const newerCommit = createBranchCheck(options, api);
  let record: DeploymentRecord | null | undefined;
  return {
    run,
    /**
     * For skip-if-outdated: the head of the branch if it is ahead of this run's commit, else undefined. Rejects only with
     * the reason of the step's signal.
     */
    newerCommit: async (log: CheckLog): Promise<string | undefined> =>
      inputs.skipIfOutdated ? await newerCommit(log) : undefined,
    /** For github-environment: the service accepted a request. Creates the record in the background, once per step. */
    begin(): void {
      if (record === undefined) record = beginRecord(options, { api, event, run });
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

/** Creates the check of skip-if-outdated. When in doubt, the commit is deployed. */
function createBranchCheck({ env, clock, signal }: GitHubOptions, api: GitHubApi) {
  const { GITHUB_EVENT_NAME: event = '', GITHUB_REF: ref = '', GITHUB_SHA: sha = '' } = env;
  const [, branch = ''] = (event === 'push' && /^refs\/heads\/(.+)$/.exec(ref)) || [];
  const logged = new Set<string>();

  function logOnce(kind: 'info' | 'warn', { log, text }: { log: CheckLog; text: string }): void {
    if (!logged.has(kind)) log[kind](text);
    logged.add(kind);
  }

  async function compare(one: AbortSignal) {
    const head = await api.headOf(branch, one);
    return { head, relation: head === sha ? 'identical' : await api.compare(sha, head, one) };
  }

  return async (log: CheckLog): Promise<string | undefined> => {
    if (branch === '') {
      const run = [event, ref].filter(Boolean).join(' on ');
      const text = `skip-if-outdated applies only to a push to a branch, and this run is none (${run}): deploying`;
      logOnce('info', { log, text });
      return undefined;
    }
    try {
      const { head, relation } = await retrying(compare, { clock, signal });
      if (relation === 'ahead') return head;
      const text = `${branch} points at ${head.slice(0, 7)}, which does not contain this commit (${relation}): deploying`;
      if (head !== sha) logOnce('info', { log, text });
    } catch (error) {
      signal.throwIfAborted();
      const what = `It is not known whether ${branch} has moved on, so this commit is deployed`;
      logOnce('warn', { log, text: warningOf(what, { error, permission: 'contents: read' }) });
    }
    return undefined;
  };
}

/** Null when no record is wanted or possible; a note gives the reason. */
function beginRecord(
  options: GitHubOptions,
  { api, event, run }: { api: GitHubApi; event: unknown; run: RunFacts },
): DeploymentRecord | null {
  const { env, inputs, info, warn } = options;
  const { githubEnvironment: environment, resourceIds } = inputs;
  if (environment === undefined) return null;
  const [commit] = run.commits;
  const head = headOf(event);
  const isFork = head !== undefined && field(head.repository, 'full_name') !== env['GITHUB_REPOSITORY'];
  if (commit === undefined || isFork) {
    const why = isFork ? 'is for a fork, whose runs may not write to this repository' : 'names no commit';
    info(`No deployment is recorded at GitHub: this run ${why}`);
    return null;
  }
  const { GITHUB_RUN_ID: runId = '' } = env;
  return createDeploymentRecord({
    ...options,
    api,
    environment,
    commit,
    // A closed pull request was merged, or needs no preview any more.
    isTransient: field(field(event, 'pull_request'), 'state') === 'open',
    subject: resourceIds.length === 1 ? resourceIds.join('') : `${resourceIds.length} resources`,
    runId,
    runUrl: run.repositoryUrl && `${run.repositoryUrl}/actions/runs/${runId}`,
    onError: (what, error) => warn(warningOf(what, { error, permission: 'deployments: write' })),
  });
}

/** GitHub answers 404, too, for what the token may not see. */
function warningOf(what: string, { error, permission }: { error: unknown; permission: string }): string {
  const isRefused =
    error instanceof GitHubError && [401, 403, 404].includes(error.answer.status ?? 0) && !error.isTransient;
  return `${what}: ${errorMessage(error)}.${isRefused ? ` The job may lack the permission ${permission}.` : ''}`;
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
  const head = field(field(event, 'pull_request'), 'head');
  const run = field(event, 'workflow_run');
  if (run !== undefined) {
    return {
      sha: field(run, 'head_sha'),
      branch: field(run, 'head_branch'),
      repository: field(run, 'head_repository'),
    };
  }
  if (head === undefined) return undefined;
  return { sha: field(head, 'sha'), branch: field(head, 'ref'), repository: field(head, 'repo') };
}
