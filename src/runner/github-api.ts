// Requests to the GitHub REST API, with retries. Only GITHUB_API_URL may get the token, so no
// redirect is followed.
import { type Clock, raceWithSignal, withTimeLimit } from '../clock.ts';
import { errorMessage, formatDuration } from '../text.ts';
import type { Env } from './host.ts';
import type { Inputs } from './inputs.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';

/** A request to GitHub failed. The message is one or two sentences and may quote GitHub. */
export class GitHubError extends Error {
  override readonly name = 'GitHubError';
  /** The request may succeed later. If GitHub did not answer, it may also have been carried out. */
  readonly isTransient: boolean;
  /** From `Retry-After`; 0 without. */
  readonly retryAfterMs: number;

  constructor(message: string, { isTransient = true, retryAfterMs = 0 } = {}) {
    super(message);
    this.isTransient = isTransient;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Longest time for all attempts. */
const ATTEMPTS_WITHIN_MS = 10_000;
/** Shortest wait between two attempts. */
const GAP_MS = 500;

/** Keeps Octokit's own warnings out of the step log. */
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

/** What one step needs to talk to GitHub. */
export interface GitHubOptions {
  readonly env: Env;
  readonly inputs: Pick<Inputs, 'githubEnvironment' | 'githubToken' | 'resourceIds'>;
  readonly clock: Clock;
  readonly sanitizers: Pick<Sanitizers, 'safeLine' | 'redact'>;
  /** The signal of the step. */
  readonly signal: AbortSignal;
  readonly warn: (text: string) => void;
  readonly info: (text: string) => void;
}

/** Longer replies are not read. */
const MAX_REPLY_BYTES = 2 ** 20;

type Fetch = typeof globalThis.fetch;

/** Reads a reply up to its limit. Rejects with the signal's reason, even while it streams. */
async function fetchWhole(fetch: Fetch, signal: AbortSignal, sent: Parameters<Fetch>) {
  async function receive(): Promise<Response> {
    const { body, status, headers } = await fetch(...sent);
    const parts: AsyncIterable<Uint8Array> | readonly Uint8Array[] = body ?? [];
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of parts) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_REPLY_BYTES) throw new Error('its reply is longer than 1 MiB');
    }
    return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, headers });
  }
  return await raceWithSignal(receive(), signal);
}

type Route = `${'GET' | 'POST'} /${string}`;
type Fields = Readonly<Record<string, unknown>>;

/** What the requests are for that need a permission. */
const PURPOSES = {
  'contents: read': 'Branch check',
  'deployments: write': 'Deployment record',
} as const;

/**
 * Creates a function that sends requests; Octokit is loaded with the first one. `permission` is
 * named when GitHub refuses a request.
 */
export function createGitHubApi(options: GitHubOptions, permission: keyof typeof PURPOSES) {
  const { env, inputs, clock, info } = options;
  const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  const baseUrl = env['GITHUB_API_URL'] || 'https://api.github.com';

  async function sendOnce(route: Route, fields: Fields, signal: AbortSignal): Promise<unknown> {
    const { getOctokit } = await import('@actions/github');
    const userAgent = 'deployment-service-action';
    const octokit = getOctokit(inputs.githubToken, { baseUrl, userAgent });
    signal.throwIfAborted();
    // Octokit's own `fetch` knows the proxy of the runner.
    const defaults: { fetch?: Fetch } = octokit.request.endpoint.DEFAULTS.request ?? {};
    const fetch = (...sent: Parameters<Fetch>) =>
      fetchWhole(defaults.fetch ?? globalThis.fetch, signal, sent);
    const request = { signal, redirect: 'error', log: QUIET, fetch } as const;
    const response: { data: unknown } = await octokit.request(
      route.replace(' ', ' /repos/{owner}/{repo}'),
      { ...fields, owner, repo, request },
    );
    return response.data;
  }

  /**
   * Sends a request and resolves with the body of the response. `route` continues
   * `/repos/{owner}/{repo}`; `fields` are parameters of path, query or body. By default three
   * attempts within 10 s, each of at most 3 s; only the first retry is logged. A `Retry-After`
   * that fits is honoured. `notFound` says what a 404 means, if not that a permission is missing.
   * Rejects with a {@link GitHubError}, or with the reason of the signal.
   */
  return async (
    route: Route,
    fields: Fields,
    sending: { signal: AbortSignal; attempts?: number; timeoutMs?: number; notFound?: string },
  ): Promise<unknown> => {
    const { signal, attempts = 3, timeoutMs = 3_000, notFound } = sending;
    const endMs = clock.now() + ATTEMPTS_WITHIN_MS;
    const reason = new GitHubError(`GitHub did not answer within ${formatDuration(timeoutMs)}.`);
    for (let left = attempts - 1; ; left -= 1) {
      const limit = withTimeLimit(clock, timeoutMs, { signal, reason });
      try {
        return await sendOnce(route, fields, limit.signal);
      } catch (thrown) {
        signal.throwIfAborted();
        const error = limit.signal.aborted ? reason : gitHubError(thrown, permission, notFound);
        const waitMs = Math.max(GAP_MS, error.retryAfterMs);
        const isLast = left === 0 || clock.now() + waitMs + timeoutMs > endMs;
        if (isLast || !error.isTransient) throw error;
        const longest = formatDuration(endMs - clock.now());
        if (left === attempts - 1)
          info(`${PURPOSES[permission]}: ${error.message} Trying again, for at most ${longest}.`);
        await clock.sleep(waitMs, signal);
      } finally {
        limit.clear();
      }
    }
  };
}

/** A property of a value of unknown shape; undefined if there is none. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/**
 * A string or number in a response, as a string. Throws a {@link GitHubError} if it does not match
 * `pattern`.
 */
export function textField(value: unknown, name: string, pattern: RegExp): string {
  const found = field(value, name);
  if ((typeof found === 'string' || typeof found === 'number') && pattern.test(String(found)))
    return String(found);
  throw new GitHubError(`GitHub's answer holds no readable "${name}".`);
}

/**
 * Converts what Octokit throws. Without a response Octokit invents a status 500, so only
 * `response.status` is used.
 */
function gitHubError(error: unknown, permission: string, notFound?: string): GitHubError {
  const response = field(error, 'response');
  const status = field(response, 'status');
  if (typeof status !== 'number')
    return new GitHubError(`GitHub could not be reached (${errorMessage(error)}).`);
  const message = field(field(response, 'data'), 'message');
  const quoted = typeof message === 'string' && message !== '' ? ` (${message})` : '';
  const retryAfterMs = retryAfterOf(response);
  const wait = retryAfterMs === 0 ? '' : `; it asks to wait ${formatDuration(retryAfterMs)}`;
  const isTransient = status >= 500 || status === 429 || retryAfterMs > 0;
  const remaining = field(field(response, 'headers'), 'x-ratelimit-remaining');
  const isLimited = [403, 429].includes(status) && remaining === '0';
  const limit = isLimited ? '; its rate limit is reached' : '';
  // GitHub also answers 404 for what the token may not see.
  const isForbidden = !isTransient && !isLimited && [401, 403, 404].includes(status);
  const lacks = `The job may lack the permission ${permission}.`;
  const advice = status === 401 ? 'Check github-token.' : lacks;
  const hint = isForbidden ? ` ${(status === 404 && notFound) || advice}` : '';
  const text = `GitHub answered ${status}${quoted}${limit}${wait}.${hint}`;
  return new GitHubError(text, { isTransient, retryAfterMs });
}

/** Milliseconds; 0 without a `Retry-After` in seconds. */
function retryAfterOf(response: unknown): number {
  const seconds = field(field(response, 'headers'), 'retry-after');
  return typeof seconds === 'string' && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : 0;
}
