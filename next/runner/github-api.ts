// The GitHub REST API as far as it is used: the head of a branch, a comparison, deployments and their statuses. The
// token goes to GITHUB_API_URL alone: no redirect is followed.
import { type Clock, withTimeLimit } from '../clock.ts';
import { errorMessage, formatDuration } from '../text.ts';
import type { Env } from './host.ts';

/** GitHub did not do what was requested; the message gives the reason and may quote GitHub. */
export class GitHubError extends Error {
  override readonly name = 'GitHubError';
  /** The HTTP status; undefined without a readable response. `retryAfterMs` is from `Retry-After`. */
  readonly answer: { readonly status?: number; readonly retryAfterMs?: number | undefined };

  constructor(message: string, answer: GitHubError['answer'] = {}) {
    super(message);
    this.answer = answer;
  }

  /** GitHub may have carried out the request, or may still be working on it. */
  get mayHaveApplied(): boolean {
    return this.answer.status === undefined || this.answer.status >= 500;
  }

  /** The same request may succeed later. */
  get isTransient(): boolean {
    return this.mayHaveApplied || this.answer.status === 429 || this.answer.retryAfterMs !== undefined;
  }
}

/** A creation is sent only once; GitHub itself gives up a request after 10 s. */
export const CREATE_TIMEOUT_MS = 10_000;
/** The others are sent again. */
const TIMEOUT_MS = 3_000;

/** Keeps Octokit's own warnings out of the step log. */
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

/** One function per request; they reject with a {@link GitHubError}, or with the signal's reason once it is aborted. */
export type GitHubApi = ReturnType<typeof createGitHubApi>;

/** Creates the API client; Octokit is loaded with the first request. */
export function createGitHubApi({ env, token, clock }: { env: Env; token: string; clock: Clock }) {
  const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  let connected: ReturnType<typeof connect> | undefined;

  async function connect() {
    const { getOctokit } = await import('@actions/github');
    const baseUrl = env['GITHUB_API_URL'] || 'https://api.github.com';
    return getOctokit(token, { baseUrl, userAgent: 'deployment-service-action' });
  }

  /** Sends one request; `path` is below that of the repository, `fields` are parameters of path, query or body. */
  async function send(
    method: 'GET' | 'POST',
    path: string,
    options: { fields: Readonly<Record<string, unknown>>; signal: AbortSignal; timeoutMs?: number },
  ): Promise<unknown> {
    const { fields, timeoutMs = TIMEOUT_MS } = options;
    const reason = new GitHubError(`GitHub did not answer within ${formatDuration(timeoutMs)}`);
    const limit = withTimeLimit(clock, timeoutMs, { signal: options.signal, reason });
    const { signal } = limit;
    try {
      const octokit = await (connected ??= connect());
      signal.throwIfAborted();
      const request = { signal, redirect: 'error', log: QUIET } as const;
      const route = `${method} /repos/{owner}/{repo}${path}`;
      const response: { data: unknown } = await octokit.request(route, { ...fields, owner, repo, request });
      signal.throwIfAborted(); // Octokit returns an empty body for a truncated response.
      return response.data;
    } catch (error) {
      signal.throwIfAborted();
      throw gitHubErrorOf(error);
    } finally {
      limit.clear();
    }
  }

  return {
    /** The commit that a branch points at. Needs `contents: read`. */
    async headOf(branch: string, signal: AbortSignal): Promise<string> {
      const data = await send('GET', '/git/ref/{ref}', { fields: { ref: `heads/${branch}` }, signal });
      return textField(field(data, 'object'), 'sha', /^[0-9a-f]{40,64}$/);
    },
    /** How `head` relates to `base`: `ahead` when it contains it, else `behind`, `diverged` or `identical`. */
    async compare(base: string, head: string, signal: AbortSignal): Promise<string> {
      // Only the first page has the list of changed files, which can be long.
      const fields = { basehead: `${base}...${head}`, per_page: 1, page: 2 };
      return textField(await send('GET', '/compare/{basehead}', { fields, signal }), 'status', /^[a-z]+$/);
    },
    /** Creates a deployment and resolves with its id. Needs `deployments: write`. */
    async createDeployment(deployment: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<string> {
      // No merge of other branches, no required checks: the workflow has decided to deploy.
      const fields = { ...deployment, auto_merge: false, required_contexts: [] };
      const data = await send('POST', '/deployments', { fields, signal, timeoutMs: CREATE_TIMEOUT_MS });
      return textField(data, 'id', /^\d+$/);
    },
    /** The id of the deployment with this word in its payload, among 100 of its commit and environment. */
    async findDeployment(wanted: { sha: string; environment: string; word: string }, signal: AbortSignal) {
      const { word, ...query } = wanted;
      const data = await send('GET', '/deployments', { fields: { ...query, per_page: 100 }, signal });
      const items: readonly unknown[] = Array.isArray(data) ? data : [];
      // GitHub returns a payload as it was sent, or as a JSON string.
      const found = items.find((item) => JSON.stringify(field(item, 'payload') ?? '').includes(word));
      return found === undefined ? undefined : textField(found, 'id', /^\d+$/);
    },
    /** Adds a status to a deployment. */
    async createStatus(deployment_id: string, status: Readonly<Record<string, string>>, signal: AbortSignal) {
      await send('POST', '/deployments/{deployment_id}/statuses', { fields: { ...status, deployment_id }, signal });
    },
  };
}

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
  const endMs = clock.now() + ATTEMPTS_WITHIN_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request(signal);
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof GitHubError) || !error.isTransient) throw error;
      const waitMs = Math.max(GAP_MS, error.answer.retryAfterMs ?? 0);
      if (clock.now() + waitMs + TIMEOUT_MS > endMs) throw error;
      await clock.sleep(waitMs, signal);
    }
  }
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

/** Converts what Octokit throws. Without a response, Octokit invents a status 500, so only `response.status` is used. */
function gitHubErrorOf(error: unknown): GitHubError {
  const response = field(error, 'response');
  const status = field(response, 'status');
  if (typeof status !== 'number') return new GitHubError(`GitHub could not be reached (${errorMessage(error)})`);
  const message = field(field(response, 'data'), 'message');
  const quoted = typeof message === 'string' && message !== '' ? ` (${message})` : '';
  const seconds = field(field(response, 'headers'), 'retry-after');
  const retryAfterMs = typeof seconds === 'string' && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
  const wait = retryAfterMs === undefined ? '' : `; it asks to wait ${formatDuration(retryAfterMs)}`;
  return new GitHubError(`GitHub answered ${status}${quoted}${wait}`, { status, retryAfterMs });
}
