// The GitHub REST API as far as it is used: the head of a branch, a comparison, deployments and their statuses. The
// token is sent only to GITHUB_API_URL; every request has a timeout.
import { type Clock, withDeadline } from '../../clock.ts';
import { formatDuration } from '../../duration.ts';
import type { Env } from '../host.ts';
import { field } from '../field.ts';
import { GithubError, githubErrorOf, unanswered } from './github-error.ts';

/** A deployment state that this action sets. */
export type DeploymentState = 'in_progress' | 'success' | 'failure' | 'error' | 'inactive';

/** A status of a deployment. */
export interface DeploymentStatus {
  readonly state: DeploymentState;
  /** At most 140 characters. */
  readonly description: string;
  readonly log_url?: string;
  readonly environment_url?: string;
  /** GitHub's default, true, makes earlier successful deployments of the environment inactive. */
  readonly auto_inactive?: boolean;
}

/** A deployment to create. */
export interface NewDeployment {
  /** A commit. */
  readonly ref: string;
  readonly environment: string;
  readonly description: string;
  /** Stored with the deployment unchanged. */
  readonly payload: Readonly<Record<string, string>>;
  readonly transient_environment?: boolean;
}

/** The requests; each rejects with a {@link GithubError}, or with the signal's reason once it is aborted. */
export interface GithubApi {
  /** The commit that a branch points at. Needs `contents: read`. */
  headOf(branch: string, signal: AbortSignal): Promise<string>;
  /** How `head` relates to `base`: `ahead` when it contains it, else `behind`, `diverged` or `identical`. */
  compare(base: string, head: string, signal: AbortSignal): Promise<string>;
  /** Creates a deployment and resolves with its id. Needs `deployments: write`. */
  createDeployment(deployment: NewDeployment, signal: AbortSignal): Promise<string>;
  /** Searches the newest deployments of a commit in an environment for one with this payload; resolves with its id. */
  findDeployment(deployment: NewDeployment, signal: AbortSignal): Promise<string | undefined>;
  createStatus(deploymentId: string, status: DeploymentStatus, signal: AbortSignal): Promise<void>;
}

/** Timeout of a request that decides whether the commit is deployed. */
const BRANCH_TIMEOUT_MS = 10_000;
/** Timeout of a request about a record: a lost one is sent again, or searched for, within the time of a cancelled run. */
const RECORD_TIMEOUT_MS = 3_000;

/** Largest page size of GitHub, and how many pages are searched: the order of its lists is not documented. */
const PAGE_SIZE = 100;
const MAX_PAGES = 5;

/** Keeps Octokit's own warnings out of the step log. */
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Creates the API client; Octokit is loaded with the first request. */
export function createGithubApi(options: { env: Env; token: string; clock: Clock }): GithubApi {
  const { env, token, clock } = options;
  const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  let loading: ReturnType<typeof connect> | undefined;
  /** A rate limit concerns every request of the token. */
  let rateLimited: { readonly error: GithubError; readonly untilMs: number } | undefined;

  async function connect() {
    const { getOctokit } = await import('@actions/github');
    const baseUrl = (env['GITHUB_API_URL'] || 'https://api.github.com').replace(/\/+$/, '');
    return getOctokit(token, { baseUrl, userAgent: 'deployment-service-action' });
  }

  /** Sends one request; `path` is below that of the repository. */
  async function send(method: 'GET' | 'POST', path: string, request: ApiRequest): Promise<unknown> {
    const { signal, timeoutMs, fields } = request;
    if (owner === '' || repo === '') throw new GithubError('GITHUB_REPOSITORY names no repository');
    if (rateLimited !== undefined && clock.now() < rateLimited.untilMs) throw rateLimited.error;
    const limit = withDeadline(clock, timeoutMs, { signal });
    try {
      const octokit = await (loading ??= connect());
      limit.signal.throwIfAborted();
      const response: { data: unknown } = await octokit.request(`${method} /repos/{owner}/{repo}${path}`, {
        ...fields,
        owner,
        repo,
        // Redirects are not followed, so that the token is sent only to the runner's address.
        request: { signal: limit.signal, redirect: 'error', log: quiet },
      });
      limit.signal.throwIfAborted(); // Octokit returns an empty body for a truncated response.
      return response.data;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (limit.isExpired()) throw unanswered(`GitHub did not answer within ${formatDuration(timeoutMs)}`);
      const failure = githubErrorOf(error, clock);
      const { rateLimit, notBeforeMs: untilMs } = failure.details;
      if (rateLimit !== undefined && untilMs !== undefined) rateLimited = { error: failure, untilMs };
      throw failure;
    } finally {
      limit.clear();
    }
  }

  return {
    async headOf(branch, signal) {
      const fields = { ref: `heads/${branch}` };
      const data = await send('GET', '/git/ref/{ref}', { fields, signal, timeoutMs: BRANCH_TIMEOUT_MS });
      return text(field(data, 'object'), 'sha', /^[0-9a-f]{40,64}$/);
    },
    async compare(base, head, signal) {
      // Only the first page has the list of changed files, which can be long.
      const fields = { basehead: `${base}...${head}`, per_page: 1, page: 2 };
      const data = await send('GET', '/compare/{basehead}', { fields, signal, timeoutMs: BRANCH_TIMEOUT_MS });
      return text(data, 'status', /^[a-z]+$/);
    },
    async createDeployment(deployment, signal) {
      // No merge of other branches, no required checks: the workflow has decided to deploy.
      const fields = { ...deployment, auto_merge: false, required_contexts: [] };
      const data = await send('POST', '/deployments', { fields, signal, timeoutMs: RECORD_TIMEOUT_MS });
      return text(data, 'id', /^\d+$/);
    },
    async findDeployment({ ref: sha, environment, payload }, signal) {
      const isWanted = (item: unknown): boolean => {
        const listed = parsed(field(item, 'payload'));
        return Object.entries(payload).every(([name, value]) => field(listed, name) === value);
      };
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const fields = { sha, environment, per_page: PAGE_SIZE, page };
        const items = list(await send('GET', '/deployments', { fields, signal, timeoutMs: RECORD_TIMEOUT_MS }));
        const found = items.find(isWanted);
        if (found !== undefined) return text(found, 'id', /^\d+$/);
        if (items.length < PAGE_SIZE) break;
      }
      return undefined;
    },
    async createStatus(deploymentId, status, signal) {
      const fields = { ...status, deployment_id: deploymentId };
      const path = '/deployments/{deployment_id}/statuses';
      await send('POST', path, { fields, signal, timeoutMs: RECORD_TIMEOUT_MS });
    },
  };
}

interface ApiRequest {
  /** Parameters of the path, the query or the body. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** GitHub returns a payload as it was sent, or as a JSON string. */
function parsed(payload: unknown): unknown {
  if (typeof payload !== 'string') return payload;
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

function list(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data;
  throw new GithubError("GitHub's answer is not a list", { mayHaveApplied: true });
}

/** A string or number field of a response, as a string. Throws a {@link GithubError} if it does not match `pattern`. */
function text(value: unknown, name: string, pattern: RegExp): string {
  const found = field(value, name);
  if ((typeof found === 'string' || typeof found === 'number') && pattern.test(String(found))) return String(found);
  throw new GithubError(`GitHub's answer holds no readable "${name}"`, { mayHaveApplied: true });
}
