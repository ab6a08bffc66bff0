// The GitHub REST API as far as it is used: the head of a branch, a comparison, deployments and their statuses. The
// token is sent only to GITHUB_API_URL; every request has a timeout.
import { type Clock, withDeadline } from '../../clock.ts';
import { formatDuration } from '../../duration.ts';
import type { Env } from '../host.ts';
import { field } from '../field.ts';
import { GithubError, githubErrorOf, noResponse } from './github-error.ts';

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

/** A deployment that GitHub lists. */
interface ListedDeployment {
  readonly id: string;
  /** The payload; empty if it is not an object. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What ends a request early. */
export interface RequestLimit {
  readonly signal: AbortSignal;
  /** How long it may take, if less than usual. */
  readonly withinMs?: () => number;
}

/** The requests; each rejects with a {@link GithubError}, or with the signal's reason once it is aborted. */
export interface GithubApi {
  /** The commit that a branch points at. Needs `contents: read`. */
  headOf(branch: string, limit: RequestLimit): Promise<string>;
  /** How `head` relates to `base`: `ahead` when it contains it, else `behind`, `diverged` or `identical`. */
  compare(base: string, head: string, limit: RequestLimit): Promise<string>;
  /** Creates a deployment and resolves with its id. Needs `deployments: write`. */
  createDeployment(deployment: NewDeployment, limit: RequestLimit): Promise<string>;
  /** The deployments of a commit in an environment, at most 500. */
  listDeployments(
    of: Readonly<Record<'sha' | 'environment', string>>,
    limit: RequestLimit,
  ): Promise<ListedDeployment[]>;
  createStatus(deploymentId: string, status: DeploymentStatus, limit: RequestLimit): Promise<void>;
}

/** Timeout of one request: a deployment must not wait long for its record. */
const REQUEST_TIMEOUT_MS = 10_000;

/** Largest page size of GitHub, and how many pages are searched: the order of its lists is not documented. */
const PAGE_SIZE = 100;
const MAX_PAGES = 5;

/** Keeps Octokit's own warnings out of the step log. */
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Creates the API client; Octokit is loaded with the first request. */
export function createGithubApi(options: { env: Env; token: string; clock: Clock }): GithubApi {
  const { env, token, clock } = options;
  let loading: ReturnType<typeof connect> | undefined;

  async function connect() {
    const { getOctokit } = await import('@actions/github');
    const baseUrl = (env['GITHUB_API_URL'] || 'https://api.github.com').replace(/\/+$/, '');
    return getOctokit(token, { baseUrl, userAgent: 'deployment-service-action' });
  }

  async function call(
    { signal, withinMs }: RequestLimit,
    ask: (octokit: Awaited<ReturnType<typeof connect>>, common: Common) => Promise<{ data: unknown }>,
  ): Promise<unknown> {
    const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
    if (owner === '' || repo === '') throw new GithubError('GITHUB_REPOSITORY names no repository');
    const limitMs = Math.min(REQUEST_TIMEOUT_MS, withinMs?.() ?? Infinity);
    const limit = withDeadline(clock, limitMs, { signal });
    try {
      const octokit = await (loading ??= connect());
      // Redirects are not followed, so that the token is sent only to the runner's address.
      const request = { signal: limit.signal, redirect: 'error' as const, log: quiet };
      limit.signal.throwIfAborted();
      const { data } = await ask(octokit, { owner, repo, request });
      limit.signal.throwIfAborted(); // Octokit returns an empty body for a truncated response.
      return data;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (limit.isExpired()) throw noResponse(`within ${formatDuration(limitMs)}`);
      throw githubErrorOf(error);
    } finally {
      limit.clear();
    }
  }

  return {
    async headOf(branch, limit) {
      const data = await call(limit, ({ rest }, common) => rest.git.getRef({ ...common, ref: `heads/${branch}` }));
      return text(field(data, 'object'), 'sha', /^[0-9a-f]{40,64}$/);
    },
    async compare(base, head, limit) {
      // Only the first page has the list of changed files, which can be long.
      const pages = { per_page: 1, page: 2 };
      const data = await call(limit, ({ rest }, common) =>
        rest.repos.compareCommitsWithBasehead({ ...common, ...pages, basehead: `${base}...${head}` }),
      );
      return text(data, 'status', /^[a-z]+$/);
    },
    async createDeployment(deployment, limit) {
      // No merge of other branches, no required checks: the workflow has decided to deploy.
      const fields = { ...deployment, auto_merge: false, required_contexts: [] };
      const data = await call(limit, ({ rest }, common) => rest.repos.createDeployment({ ...common, ...fields }));
      return text(data, 'id', /^\d+$/);
    },
    async listDeployments(of, limit) {
      const found: ListedDeployment[] = [];
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const which = { ...of, per_page: PAGE_SIZE, page };
        const items = list(
          await call(limit, ({ rest }, common) => rest.repos.listDeployments({ ...common, ...which })),
        );
        found.push(...items.map(listedDeployment));
        if (items.length < PAGE_SIZE) break;
      }
      return found;
    },
    async createStatus(deploymentId, status, limit) {
      await call(limit, ({ rest }, common) =>
        rest.repos.createDeploymentStatus({ ...common, ...status, deployment_id: Number(deploymentId) }),
      );
    },
  };
}

interface Common {
  readonly owner: string;
  readonly repo: string;
  readonly request: { readonly signal: AbortSignal; readonly redirect: 'error'; readonly log: typeof quiet };
}

function listedDeployment(item: unknown): ListedDeployment {
  const payload = parsed(field(item, 'payload'));
  const isObject = typeof payload === 'object' && payload !== null;
  return { id: text(item, 'id', /^\d+$/), payload: isObject ? { ...payload } : {} };
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
