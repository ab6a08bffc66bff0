// GitHub's API on loopback, as far as the action calls it: it keeps deployments and their statuses, records every
// request and answers in the documented shape, or as the test asks. It knows nothing of the action.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isObject } from '../../../emulator/json.ts';
import { createRawServers } from '../service/raw-server.ts';
import { type Clock, keepWaiting } from '../virtual-time.ts';

/** One request as it came. */
export interface GithubCall {
  /** `head`, `compare`, `create`, `list` or `status`, or the path where it is none of them. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly authorization: string;
  /** All headers, as one text to search. */
  readonly headers: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Time of the clock. */
  readonly atMs: number;
}

/** An answer that is not the documented success. */
export interface GithubAnswer {
  readonly status?: number;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Any text in the place of JSON. */
  readonly raw?: string;
  /** The answer comes that much later; Infinity: never. */
  readonly delayMs?: number;
  /** Of the answer only the head and the first half of the body come, and no end. */
  readonly stalls?: true;
  /** The connection is broken instead. */
  readonly breaks?: true;
  /**
   * When the request is carried out: as soon as it comes, when the answer is due (also if the client has left by then), or
   * never. Default: never with an error status, else at once.
   */
  readonly applies?: 'at once' | 'late' | 'never';
}

/** A deployment as GitHub keeps it. */
interface KeptDeployment {
  readonly id: number;
  readonly sha: string;
  readonly environment: string;
  readonly request: Readonly<Record<string, unknown>>;
  /** In the order in which they took effect. */
  readonly statuses: Readonly<Record<string, unknown>>[];
}

/** A running GitHub. */
export interface FakeGithub {
  readonly origin: string;
  /** What the runner would set for a push to `main`. */
  readonly env: Readonly<Record<string, string>>;
  readonly calls: readonly GithubCall[];
  readonly deployments: readonly KeptDeployment[];
  /** Where `main` points, and how that relates to the commit of the run. */
  head: string;
  relation: 'ahead' | 'behind' | 'diverged' | 'identical';
  /** Decides about a call before it is answered. */
  onCall: (call: GithubCall) => GithubAnswer | undefined;
  /** Keeps a deployment as if somebody else had created it. */
  readonly addDeployment: (request: Readonly<Record<string, unknown>>) => KeptDeployment;
  close(): Promise<void>;
}

/** The calls in order, a status by its state. */
export function callsOf({ calls }: Pick<FakeGithub, 'calls'>): string[] {
  return calls.map(({ name, body }) => (name === 'status' ? String(body['state']) : name));
}

/** The state that each deployment shows, in the order of their creation; undefined for one that has none. */
export function statesOf({ deployments }: Pick<FakeGithub, 'deployments'>): unknown[] {
  return deployments.map(({ statuses }) => statuses.at(-1)?.['state']);
}

/** The token that this GitHub accepts. */
export const GITHUB_TOKEN = 'ghs_canary0123456789abcdefghijklmnop';
/** The commit of the run. */
export const RUN_SHA = '1111111aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
/** One that came after it. */
export const NEWER_SHA = '2222222bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb';

/** Below this path the API lives, as on GitHub Enterprise Server. */
const API_PATH = '/api/v3';
const REPOSITORY = 'octo-org/octo-app';
const REPO_PATH = `${API_PATH}/repos/${REPOSITORY}`;
const FIRST_DEPLOYMENT_ID = 4_200_000_001;
/** Where a list is not paged otherwise. */
const DEFAULT_PAGE_SIZE = 30;

const STATES = new Set(['error', 'failure', 'inactive', 'in_progress', 'queued', 'pending', 'success']);

/** Starts a GitHub on loopback; a delayed response never stops the virtual clock. */
export async function startFakeGithub(clock: Clock): Promise<FakeGithub> {
  const calls: GithubCall[] = [];
  const deployments: KeptDeployment[] = [];
  const servers = createRawServers();
  const origin = await servers.serve((request, response) => void serve(request, response));
  const github: FakeGithub = {
    origin,
    env: {
      GITHUB_API_URL: `${origin}${API_PATH}`,
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_RUN_ID: '77',
      GITHUB_RUN_ATTEMPT: '2',
      GITHUB_JOB: 'release',
      GITHUB_SHA: RUN_SHA,
      GITHUB_REF: 'refs/heads/main',
      GITHUB_EVENT_NAME: 'push',
    },
    calls,
    deployments,
    head: RUN_SHA,
    relation: 'ahead',
    onCall: () => undefined,
    addDeployment,
    close: async () => await servers.close(),
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = callOf(request, await text(request), clock.now());
    calls.push(call);
    const wanted = github.onCall(call);
    const isAuthorised = call.authorization === `token ${GITHUB_TOKEN}`;
    const answer = wanted ?? (isAuthorised ? refusalOf(call) : { status: 401, message: 'Bad credentials' }) ?? {};
    const applies = answer.applies ?? ((answer.status ?? 200) >= 400 ? 'never' : 'at once');
    let body = applies === 'at once' ? success(call) : {};
    if (answer.delayMs !== undefined) {
      await held(request, response, { ms: answer.delayMs, evenWithoutClient: applies === 'late' });
      if (applies === 'late') body = success(call);
    }
    if (answer.stalls) return stall(request, response);
    if (answer.breaks) return void request.socket.destroy();
    if (answer.raw !== undefined) return void response.writeHead(answer.status ?? 200, answer.headers).end(answer.raw);
    if (body === undefined) return send(response, 404, { message: 'Not Found' });
    if (answer.status === undefined) return send(response, call.method === 'GET' ? 200 : 201, body);
    const documentation_url = 'https://docs.github.com/rest';
    send(response, answer.status, { message: answer.message ?? '', documentation_url }, answer.headers);
  }

  function stall({ socket }: IncomingMessage, response: ServerResponse): void {
    clock.hold?.(socket.remotePort ?? 0);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"object": {');
  }

  async function held(
    request: IncomingMessage,
    response: ServerResponse,
    { ms, evenWithoutClient }: { ms: number; evenWithoutClient: boolean },
  ): Promise<void> {
    const gone = new AbortController();
    if (!evenWithoutClient) response.once('close', () => gone.abort());
    try {
      await keepWaiting(request, clock, { ms, signal: gone.signal });
    } catch {
      // The client has left.
    }
  }

  function addDeployment(request: Readonly<Record<string, unknown>>): KeptDeployment {
    const deployment: KeptDeployment = {
      id: FIRST_DEPLOYMENT_ID + deployments.length,
      sha: String(request['ref']),
      environment: String(request['environment']),
      request,
      statuses: [],
    };
    deployments.push(deployment);
    return deployment;
  }

  /** Carries the request out; undefined where there is no such thing. */
  function success(call: GithubCall): unknown {
    const { name, path, body } = call;
    const url = `${origin}${path}`;
    if (name === 'head') {
      return { ref: 'refs/heads/main', node_id: 'REF_1', url, object: { type: 'commit', sha: github.head, url } };
    }
    if (name === 'compare') {
      const { relation: status } = github;
      return { url, status, ahead_by: 2, behind_by: 0, total_commits: 2, commits: [] };
    }
    if (name === 'create') return deploymentBody(addDeployment(body));
    if (name === 'list') return page(deployments.filter(matching(call)).toReversed().map(deploymentBody), call);
    const id = Number(/\/deployments\/(\d+)\//.exec(path)?.[1]);
    const statuses = deployments.find((deployment) => deployment.id === id)?.statuses;
    if (statuses === undefined) return undefined;
    const status = { url, id: statuses.length + 1, node_id: 'DES_1', ...body, ...TIMES };
    statuses.push(status);
    return status;
  }

  function deploymentBody({ id, sha, request }: KeptDeployment): unknown {
    return { url: `${origin}${REPO_PATH}/deployments/${id}`, id, node_id: 'DE_1', sha, ...request, ...TIMES };
  }

  return github;
}

const TIMES = { created_at: '2026-03-02T12:00:00Z', updated_at: '2026-03-02T12:00:00Z' };

/** Whether a deployment matches the filter of a list request. */
function matching({ query }: GithubCall): (deployment: KeptDeployment) => boolean {
  const wanted = new URLSearchParams(query);
  return ({ sha, environment }) =>
    sha === (wanted.get('sha') ?? sha) && environment === (wanted.get('environment') ?? environment);
}

function page(items: readonly unknown[], { query }: GithubCall): readonly unknown[] {
  const wanted = new URLSearchParams(query);
  const size = Number(wanted.get('per_page') ?? DEFAULT_PAGE_SIZE);
  const start = (Number(wanted.get('page') ?? 1) - 1) * size;
  return items.slice(start, start + size);
}

function callOf(request: IncomingMessage, body: string, atMs: number): GithubCall {
  const parsed: unknown = body === '' ? {} : JSON.parse(body);
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const method = request.method ?? '';
  const route = routes.find((known) => known.method === method && known.path.test(path));
  return {
    name: route?.name ?? `${method} ${path}`,
    method,
    path,
    query,
    authorization: request.headers.authorization ?? '',
    headers: JSON.stringify(request.rawHeaders),
    body: isObject(parsed) ? parsed : {},
    atMs,
  };
}

const routes = [
  { name: 'head', method: 'GET', path: new RegExp(`^${REPO_PATH}/git/ref/heads(?:/|%2F)[^/]+$`) },
  { name: 'compare', method: 'GET', path: new RegExp(`^${REPO_PATH}/compare/[0-9a-f]{40}\\.\\.\\.[0-9a-f]{40}$`) },
  { name: 'create', method: 'POST', path: new RegExp(`^${REPO_PATH}/deployments$`) },
  { name: 'list', method: 'GET', path: new RegExp(`^${REPO_PATH}/deployments$`) },
  { name: 'status', method: 'POST', path: new RegExp(`^${REPO_PATH}/deployments/\\d+/statuses$`) },
];

/** What GitHub itself would refuse. */
function refusalOf({ name, body }: GithubCall): GithubAnswer | undefined {
  if (!routes.some((route) => route.name === name)) return { status: 404, message: 'Not Found' };
  const { description = '' } = body;
  if (
    typeof description !== 'string' ||
    description.length > 140 ||
    (name === 'status' && !STATES.has(String(body['state'])))
  ) {
    return { status: 422, message: 'Validation Failed' };
  }
  return undefined;
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}
