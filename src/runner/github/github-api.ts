// GitHub's REST API as far as it is used: the head of a branch, a comparison, deployments and their statuses. The token
// goes to the address in GITHUB_API_URL alone; every call has a deadline of its own. What to do about trouble is not here.
import type { Clock } from '../../clock.ts';
import { errorMessage } from '../error-message.ts';

/** What is told of a deployment's state. */
export interface DeploymentStatus {
  readonly state: 'in_progress' | 'success' | 'failure' | 'error' | 'inactive';
  /** GitHub takes at most 140 characters. */
  readonly description: string;
  readonly log_url?: string;
  readonly environment_url?: string;
}

/** A deployment to be recorded. */
export interface NewDeployment {
  /** A commit. */
  readonly ref: string;
  readonly environment: string;
  readonly description: string;
}

/** The calls; each rejects with a {@link GithubError}, or with the signal's reason once that is aborted. */
export interface GithubApi {
  /** The commit that a branch points at. Needs `contents: read`. */
  headOf(branch: string, signal: AbortSignal): Promise<string>;
  /** How `head` relates to `base`: `ahead` when it contains it, else `behind`, `diverged` or `identical`. */
  compare(base: string, head: string, signal: AbortSignal): Promise<string>;
  /** Creates a deployment and resolves with its id. Needs `deployments: write`. */
  createDeployment(deployment: NewDeployment, signal: AbortSignal): Promise<string>;
  createStatus(deploymentId: string, status: DeploymentStatus, signal: AbortSignal): Promise<void>;
}

/** GitHub did not do what it was asked; the message says why and may quote GitHub. */
export class GithubError extends Error {
  override readonly name = 'GithubError';
  /** The token may lack a permission. GitHub answers 404 too where it hides what a token may not see. */
  readonly lacksPermission: boolean;
  /** The same call may succeed a moment later. */
  readonly passing: boolean;

  constructor(message: string, options: { lacksPermission?: boolean; passing?: boolean } = {}) {
    super(message);
    this.lacksPermission = options.lacksPermission ?? false;
    this.passing = options.passing ?? false;
  }
}

/** A call that takes longer is given up: a deployment must not wait for its record. */
const CALL_TIMEOUT_MS = 10_000;

/** Octokit prints what it thinks worth a warning; the step log is not its own. */
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Makes the calls available; nothing is loaded or sent before the first of them. */
export function createGithubApi(options: {
  env: Readonly<Record<string, string | undefined>>;
  token: string;
  clock: Clock;
}): GithubApi {
  const { env, token, clock } = options;
  let loading: ReturnType<typeof connect> | undefined;

  async function connect() {
    const { getOctokit } = await import('@actions/github');
    const baseUrl = (env['GITHUB_API_URL'] || 'https://api.github.com').replace(/\/+$/, '');
    return getOctokit(token, { baseUrl, userAgent: 'deployment-service-action' });
  }

  async function call(
    signal: AbortSignal,
    ask: (octokit: Awaited<ReturnType<typeof connect>>, common: Common) => Promise<{ data: unknown }>,
  ): Promise<unknown> {
    const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
    if (owner === '' || repo === '') throw new GithubError('GITHUB_REPOSITORY names no repository');
    const expiry = new AbortController();
    const answered = new AbortController();
    try {
      const octokit = await (loading ??= connect());
      signal.throwIfAborted();
      clock.sleep(CALL_TIMEOUT_MS, answered.signal).then(
        () => expiry.abort(),
        () => undefined,
      );
      // A redirect is never followed: no address but the one that the runner names is given the token.
      const request = { signal: AbortSignal.any([signal, expiry.signal]), redirect: 'error' as const, log: quiet };
      const { data } = await ask(octokit, { owner, repo, request });
      request.signal.throwIfAborted(); // Octokit takes a body that was cut short for an empty one.
      return data;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (expiry.signal.aborted) throw noAnswer();
      throw githubErrorOf(error);
    } finally {
      answered.abort();
    }
  }

  return {
    async headOf(branch, signal) {
      const data = await call(signal, ({ rest }, common) => rest.git.getRef({ ...common, ref: `heads/${branch}` }));
      return text(field(data, 'object'), 'sha', /^[0-9a-f]{40,64}$/);
    },
    async compare(base, head, signal) {
      // The list of changed files, which can be long, comes with the first page only.
      const pages = { per_page: 1, page: 2 };
      const data = await call(signal, ({ rest }, common) =>
        rest.repos.compareCommitsWithBasehead({ ...common, ...pages, basehead: `${base}...${head}` }),
      );
      return text(data, 'status', /^[a-z]+$/);
    },
    async createDeployment(deployment, signal) {
      // No merge of other branches, and no wait for other checks: whether to deploy was decided by the workflow.
      const fields = { ...deployment, auto_merge: false, required_contexts: [] };
      const data = await call(signal, ({ rest }, common) => rest.repos.createDeployment({ ...common, ...fields }));
      return text(data, 'id', /^\d+$/);
    },
    async createStatus(deploymentId, status, signal) {
      await call(signal, ({ rest }, common) =>
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

function noAnswer(): GithubError {
  return new GithubError(`GitHub did not answer within ${CALL_TIMEOUT_MS / 1000} s`, { passing: true });
}

/** What Octokit throws, told in a sentence. It makes up a status 500 where no response came. */
function githubErrorOf(error: unknown): GithubError {
  if (error instanceof GithubError) return error;
  const response = field(error, 'response');
  const status = field(response, 'status');
  if (typeof status !== 'number') {
    return new GithubError(`GitHub could not be reached (${errorMessage(error)})`, { passing: true });
  }
  const said = field(field(response, 'data'), 'message');
  const answer = `GitHub answered ${status}${typeof said === 'string' ? ` (${said})` : ''}`;
  const headers = field(response, 'headers');
  const isLimit = field(headers, 'x-ratelimit-remaining') === '0' || field(headers, 'retry-after') !== undefined;
  if (status === 429 || (status === 403 && isLimit)) {
    return new GithubError(`${answer}: the token has used up its requests`, { passing: true });
  }
  return new GithubError(answer, { lacksPermission: [401, 403, 404].includes(status), passing: status >= 500 });
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** A word or number of a response, as text, when it looks as documented. */
function text(value: unknown, name: string, pattern: RegExp): string {
  const found = field(value, name);
  if ((typeof found === 'string' || typeof found === 'number') && pattern.test(String(found))) return String(found);
  throw new GithubError(`GitHub's answer holds no readable "${name}"`);
}
