// GitHub's API on loopback, as far as the action calls it: it keeps deployments and their statuses,
// records every request and answers in the documented shape, or as the test asks. It knows nothing
// of the action.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';
import { keepWaiting, type ServiceClock } from './virtual-clock.ts';

/** One request as it came. */
interface GitHubCall {
  /**
   * `head`, `compare`, `create`, `list`, the state of a status, or the path where it is none of
   * them.
   */
  readonly name: string;
  /** How many calls of this name came, this one included. */
  readonly nth: number;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
  readonly atMs: number;
}

/** An answer that is not the documented success. */
export interface GitHubAnswer {
  readonly status?: number;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The answer comes that much later; Infinity: never. */
  readonly delayMs?: number;
  /**
   * The connection is broken instead of an answer, or after half of it; or nothing comes after that
   * half; or the body never ends.
   */
  readonly breaks?: 'at once' | 'within the body' | 'stalls' | 'floods';
  /**
   * The request is carried out although the answer says otherwise, or is late. Default: without
   * `status`.
   */
  readonly applies?: boolean;
}

/** A deployment as GitHub keeps it. */
interface KeptDeployment {
  readonly id: number;
  readonly request: Readonly<Record<string, unknown>>;
  /** In the order in which they took effect. */
  readonly statuses: Readonly<Record<string, unknown>>[];
}

/** A running GitHub. */
export interface FakeGitHub {
  readonly origin: string;
  /** What the runner would set for a push to `main`. */
  readonly env: Readonly<Record<string, string>>;
  readonly calls: readonly GitHubCall[];
  readonly deployments: KeptDeployment[];
  /** Where `main` points, and how that relates to the commit of the run. */
  head: string;
  relation: string;
  /** Decides about a call before it is answered. */
  onCall: (call: GitHubCall) => GitHubAnswer | undefined;
  close(): Promise<void>;
}

/** The token that this GitHub accepts. */
export const GITHUB_TOKEN = 'ghs_canary0123456789abcdefghijklmnop';
/** The commit of the run. */
export const RUN_SHA = '1111111aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
/** One that came after it. */
export const NEWER_SHA = '2222222bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb';
/** The id of the first deployment. */
export const FIRST_ID = 4_200_000_001;

const REPO_PATH = '/api/v3/repos/octo-org/octo-app';
const STATES = /^(?:error|failure|inactive|in_progress|success)$/;
const MAX_DESCRIPTION_CHARS = 140;
const NEVER_MS = 10 ** 9;

/** Starts a GitHub on loopback; a late answer never stops the virtual clock. */
export async function startFakeGitHub(clock: ServiceClock): Promise<FakeGitHub> {
  const calls: GitHubCall[] = [];
  const deployments: KeptDeployment[] = [];
  const closing = new AbortController();
  const server = createServer(
    (request, response) => void serve(request, response).catch(() => response.destroy()),
  );
  const origin = await listen(server);
  const github: FakeGitHub = {
    origin,
    env: {
      GITHUB_API_URL: `${origin}/api/v3`,
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_REPOSITORY: 'octo-org/octo-app',
      GITHUB_RUN_ID: '77',
      GITHUB_SHA: RUN_SHA,
      GITHUB_REF: 'refs/heads/main',
      GITHUB_REF_NAME: 'main',
      GITHUB_ACTOR: 'octocat',
      GITHUB_EVENT_NAME: 'push',
    },
    calls,
    deployments,
    head: RUN_SHA,
    relation: 'ahead',
    onCall: () => undefined,
    async close() {
      closing.abort(new Error('closed'));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = callOf(request, await text(request));
    calls.push(call);
    const answer = github.onCall(call) ?? {};
    const { status = 200, message = '', headers = {}, delayMs = 0, breaks } = answer;
    const isRefused = call.headers.authorization !== `token ${GITHUB_TOKEN}`;
    const applies = answer.applies ?? (answer.status === undefined && !isRefused);
    const body = applies ? carryOut(call) : undefined;
    const ms = Math.min(delayMs, NEVER_MS);
    if (ms > 0) await keepWaiting(request, clock, { ms, signal: closing.signal });
    if (breaks === 'at once') return void request.socket.destroy();
    if (breaks === 'floods') return await flood(response);
    const isFine = answer.status === undefined && body !== undefined;
    const json = JSON.stringify(isFine ? body : { message });
    const code = isFine || answer.status !== undefined ? status : 404;
    response.writeHead(code, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(json),
      ...headers,
    });
    if (breaks === undefined) return void response.end(json);
    response.write(json.slice(0, json.length / 2));
    if (breaks === 'stalls')
      await keepWaiting(request, clock, { ms: NEVER_MS, signal: closing.signal });
    else setImmediate(() => request.socket.destroy());
  }

  function callOf(request: IncomingMessage, sent: string): GitHubCall {
    const path = request.url ?? '';
    const parsed: unknown = sent === '' ? {} : JSON.parse(sent);
    const body = typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
    const name = nameOf(`${request.method} ${decodeURIComponent(path)}`, body);
    const nth = calls.filter((call) => call.name === name).length + 1;
    return { name, nth, path, headers: request.headers, body, atMs: clock.now() };
  }

  /** The body of the answer; undefined where there is no such thing. */
  function carryOut({ name, path, body }: GitHubCall): unknown {
    if (name === 'head') return { object: { sha: github.head } };
    if (name === 'compare') return { status: github.relation };
    if (name === 'list') return deployments.map(({ id, request }) => ({ id, ...request }));
    if (name === 'create') {
      const id = FIRST_ID + deployments.length;
      deployments.push({ id, request: body, statuses: [] });
      return { id, ...body };
    }
    const statuses = deployments.find(({ id }) => path.includes(`/deployments/${id}/`))?.statuses;
    statuses?.push(body);
    return statuses && { id: statuses.length };
  }

  return github;
}

/** Sends blanks, which may stand before JSON, until the connection is closed. */
async function flood(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  const blanks = ' '.repeat(2 ** 16);
  const closed = once(response, 'close');
  while (!response.destroyed) {
    if (!response.write(blanks)) await Promise.race([once(response, 'drain'), closed]);
  }
}

/** Anything else, such as a description that GitHub refuses, is answered as unknown. */
function nameOf(
  request: string,
  { state, description }: Readonly<Record<string, unknown>>,
): string {
  if (request.startsWith(`GET ${REPO_PATH}/git/ref/heads/`)) return 'head';
  if (request.startsWith(`GET ${REPO_PATH}/compare/`)) return 'compare';
  if (request.startsWith(`GET ${REPO_PATH}/deployments?`)) return 'list';
  const isDescribed =
    typeof description === 'string' && description.length <= MAX_DESCRIPTION_CHARS;
  if (request === `POST ${REPO_PATH}/deployments` && isDescribed) return 'create';
  const isStatus = /\/deployments\/\d+\/statuses$/.test(request) && isDescribed;
  return isStatus && typeof state === 'string' && STATES.test(state) ? state : request;
}
