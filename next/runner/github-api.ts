// The GitHub REST API as far as it is used: the head of a branch, a comparison, deployments and their statuses. The
// token goes to GITHUB_API_URL alone: no redirect is followed.
import { type Clock, withTimeLimit } from '../clock.ts';
import { errorMessage, formatDuration } from '../text.ts';
import type { Env } from './host.ts';

/** A final state of a deployment that this action sets. */
export type FinalState = 'success' | 'failure' | 'error' | 'inactive';

/** A status of a deployment. */
export interface DeploymentStatus {
  readonly state: FinalState | 'in_progress';
  /** At most 140 characters. */
  readonly description: string;
  readonly log_url?: string;
  readonly environment_url?: string;
}

/** A deployment to create. */
export interface NewDeployment {
  /** A commit. */
  readonly ref: string;
  readonly environment: string;
  /** At most 140 characters. */
  readonly description: string;
  /** Stored with the deployment; `word` is random, and found again by {@link GitHubApi.findDeployment}. */
  readonly payload: Readonly<Record<string, string>> & { readonly word: string };
  readonly transient_environment: boolean;
}

/** One request each; they reject with a {@link GitHubError}, or with the signal's reason once it is aborted. */
export interface GitHubApi {
  /** The commit that a branch points at. Needs `contents: read`. */
  headOf(branch: string, signal: AbortSignal): Promise<string>;
  /** How `head` relates to `base`: `ahead` when it contains it, else `behind`, `diverged` or `identical`. */
  compare(base: string, head: string, signal: AbortSignal): Promise<string>;
  /** Creates a deployment and resolves with its id. Needs `deployments: write`. */
  createDeployment(deployment: NewDeployment, signal: AbortSignal): Promise<string>;
  /** The id of the deployment with this word in its payload, among the 100 of its commit and environment. */
  findDeployment(deployment: NewDeployment, signal: AbortSignal): Promise<string | undefined>;
  createStatus(deploymentId: string, status: DeploymentStatus, signal: AbortSignal): Promise<void>;
}

/** GitHub did not do what was requested; the message gives the reason and may quote GitHub. */
export class GitHubError extends Error {
  override readonly name = 'GitHubError';
  /** The HTTP status; undefined without a readable response: it is not known whether the request was carried out. */
  readonly status: number | undefined;
  /** From `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { status, retryAfterMs }: { status?: number; retryAfterMs?: number | undefined } = {}) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** The same request may succeed later. */
  get isTransient(): boolean {
    return this.mayHaveApplied || this.status === 429 || this.retryAfterMs !== undefined;
  }

  /** GitHub may have carried out the request, or may still be working on it. */
  get mayHaveApplied(): boolean {
    return this.status === undefined || this.status >= 500;
  }

  /** GitHub also answers 404 for what the token may not see. */
  get lacksPermission(): boolean {
    return !this.isTransient && [401, 403, 404].includes(this.status ?? 0);
  }
}

/** GitHub itself gives up a request after 10 s. */
const CREATE_TIMEOUT_MS = 10_000;
/** The others are sent again. */
const TIMEOUT_MS = 3_000;

const ATTEMPTS = 3;
const ATTEMPTS_WITHIN_MS = 10_000;
const GAP_MS = 500;

/**
 * Sends a request up to three times within 10 s; a `Retry-After` is honoured if it fits. Rejects with the last error, or
 * with the signal's reason.
 */
export async function retrying<T>(
  request: (signal: AbortSignal) => Promise<T>,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<T> {
  const reason = unanswered(ATTEMPTS_WITHIN_MS);
  const limit = withTimeLimit(clock, ATTEMPTS_WITHIN_MS, { signal, reason });
  const endMs = clock.now() + ATTEMPTS_WITHIN_MS;
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await request(limit.signal);
      } catch (error) {
        if (attempt === ATTEMPTS || !(error instanceof GitHubError) || !error.isTransient) throw error;
        const waitMs = Math.max(GAP_MS, error.retryAfterMs ?? 0);
        if (clock.now() + waitMs >= endMs) throw error;
        await clock.sleep(waitMs, limit.signal);
      }
    }
  } finally {
    limit.clear();
  }
}

/** Keeps Octokit's own warnings out of the step log. */
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

/** Parameters of the path, the query or the body, and the limits of a request. */
interface RequestOptions {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/** Creates the API client; Octokit is loaded with the first request. */
export function createGitHubApi({ env, token, clock }: { env: Env; token: string; clock: Clock }): GitHubApi {
  const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  let connected: ReturnType<typeof connect> | undefined;

  async function connect() {
    const { getOctokit } = await import('@actions/github');
    const baseUrl = (env['GITHUB_API_URL'] || 'https://api.github.com').replace(/\/+$/, '');
    return getOctokit(token, { baseUrl, userAgent: 'deployment-service-action' });
  }

  /** Sends one request; `path` is below that of the repository. */
  async function send(method: 'GET' | 'POST', path: string, options: RequestOptions): Promise<unknown> {
    const { fields, timeoutMs = TIMEOUT_MS } = options;
    const limit = withTimeLimit(clock, timeoutMs, { signal: options.signal, reason: unanswered(timeoutMs) });
    const { signal } = limit;
    try {
      const octokit = await (connected ??= connect());
      signal.throwIfAborted();
      const response: { data: unknown } = await octokit.request(`${method} /repos/{owner}/{repo}${path}`, {
        ...fields,
        owner,
        repo,
        request: { signal, redirect: 'error', log: QUIET },
      });
      signal.throwIfAborted(); // Octokit returns an empty body for a truncated response.
      return response.data;
    } catch (error) {
      signal.throwIfAborted();
      throw githubErrorOf(error, clock);
    } finally {
      limit.clear();
    }
  }

  return {
    async headOf(branch, signal) {
      const data = await send('GET', '/git/ref/{ref}', { fields: { ref: `heads/${branch}` }, signal });
      return textField(field(data, 'object'), 'sha', /^[0-9a-f]{40,64}$/);
    },
    async compare(base, head, signal) {
      // Only the first page has the list of changed files, which can be long.
      const fields = { basehead: `${base}...${head}`, per_page: 1, page: 2 };
      return textField(await send('GET', '/compare/{basehead}', { fields, signal }), 'status', /^[a-z]+$/);
    },
    async createDeployment(deployment, signal) {
      // No merge of other branches, no required checks: the workflow has decided to deploy.
      const fields = { ...deployment, auto_merge: false, required_contexts: [] };
      const data = await send('POST', '/deployments', { fields, signal, timeoutMs: CREATE_TIMEOUT_MS });
      return textField(data, 'id', /^\d+$/);
    },
    async findDeployment({ ref: sha, environment, payload }, signal) {
      const fields = { sha, environment, per_page: 100 };
      const data = await send('GET', '/deployments', { fields, signal });
      const items: readonly unknown[] = Array.isArray(data) ? data : [];
      // GitHub returns a payload as it was sent, or as a JSON string.
      const found = items.find((item) => JSON.stringify(field(item, 'payload') ?? '').includes(payload.word));
      return found === undefined ? undefined : textField(found, 'id', /^\d+$/);
    },
    async createStatus(deploymentId, status, signal) {
      const fields = { ...status, deployment_id: deploymentId };
      await send('POST', '/deployments/{deployment_id}/statuses', { fields, signal });
    },
  };
}

/** A property of a value of unknown shape; undefined if there is none. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** A string or number field of a response, as a string. Throws a {@link GitHubError} if it does not match `pattern`. */
function textField(value: unknown, name: string, pattern: RegExp): string {
  const found = field(value, name);
  if ((typeof found === 'string' || typeof found === 'number') && pattern.test(String(found))) return String(found);
  throw new GitHubError(`GitHub's answer holds no readable "${name}"`);
}

function unanswered(ms: number): GitHubError {
  return new GitHubError(`GitHub did not answer within ${formatDuration(ms)}`);
}

/** Converts what Octokit throws. Without a response, Octokit invents a status 500, so only `response.status` is used. */
function githubErrorOf(error: unknown, clock: Pick<Clock, 'wallTime'>): GitHubError {
  const response = field(error, 'response');
  const status = field(response, 'status');
  if (typeof status !== 'number') return new GitHubError(`GitHub could not be reached (${errorMessage(error)})`);
  const message = field(field(response, 'data'), 'message');
  const quoted = typeof message === 'string' && message !== '' ? ` (${message})` : '';
  const retryAfterMs = retryAfterOf(field(field(response, 'headers'), 'retry-after'), clock);
  const wait = retryAfterMs === undefined ? '' : `; it asks to wait ${formatDuration(retryAfterMs)}`;
  return new GitHubError(`GitHub answered ${status}${quoted}${wait}`, { status, retryAfterMs });
}

/** Seconds or a date. */
function retryAfterOf(header: unknown, clock: Pick<Clock, 'wallTime'>): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - clock.wallTime());
}
