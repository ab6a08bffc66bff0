// A stand-in service over HTTP on loopback: the endpoints, refusals and error shape of the API page, with the bodies of
// a platform profile.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { apiDescription } from '../support/service/openapi.ts';
import { createRawServers } from '../support/service/raw-server.ts';
import type { Clock } from '../support/virtual-time.ts';
import type { Body, Profile } from './profile.ts';
import { createWorld, envNames, type World, type WorldPlan } from './world.ts';

/** The key that the service accepts. */
export const API_KEY = 'key-0f1e2d3c4b5a69788796';

/** A status of a resource as it was sent. */
export interface SentStatus {
  readonly atMs: number;
  readonly resourceId: string;
  /** The status in all spellings that were sent; one empty string where the platform shows none. */
  readonly words: readonly string[];
}

/** A running service. */
export interface Service {
  readonly baseUrl: string;
  readonly world: World;
  /** Statuses sent with single resources, in order. */
  readonly sentStatuses: readonly SentStatus[];
  /** Method, path and time of every request, for the description of a trial. */
  readonly requests: readonly string[];
  /** Values sent under a name such as `webhook_secret`, which must not be printed. */
  readonly sentSecrets: ReadonlySet<string>;
  close(): Promise<void>;
}

type Answer = { readonly status: number; readonly body: Body } | 'cut';

interface Call {
  readonly method: string;
  /** The path below the base address, decoded. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

const PREFIX = '/api/v1/';

/** Starts the service; the time of the trial begins now. */
export async function startService(profile: Profile, plan: WorldPlan, clock: Clock): Promise<Service> {
  const startWallMs = clock.wallTime() - clock.now();
  const world = createWorld(profile, plan, { now: () => clock.now(), wallOf: (ms) => new Date(startWallMs + ms) });
  const sentStatuses: SentStatus[] = [];
  const sentSecrets = new Set<string>();
  const requests: string[] = [];
  const errors: unknown[] = [];
  let deployRequests = 0;
  let baseUrl = '';

  function answer(call: Call, authorization: string | undefined): Answer {
    const { method, path, query } = call;
    const [root, id = '', part, deploymentId] = path;
    if (method === 'GET' && path.length === 1 && root === 'openapi.json') return ok({ json: apiDescription });
    if (authorization !== `Bearer ${API_KEY}`)
      return refused(401, 'unauthorized', 'The API key is missing or invalid.');
    if (root !== 'resources' || path.length > 4) return refused(404, 'not_found', 'There is no such endpoint.');
    if (path.length === 1 && method === 'GET') return ok(profile.resources(all()));
    const resource = world.resource(id);
    if (resource === undefined) return refused(404, 'not_found', 'There is no such resource.');
    if (method === 'POST' && path.length === 3) return change(id, part);
    if (method !== 'GET') return refused(405, 'method_not_allowed', 'This method is not allowed here.');
    if (part === undefined) {
      const body = profile.resource(resource);
      const words = spellingsIn(body, profile.words?.[resource.state] ?? '');
      sentStatuses.push({ atMs: clock.now(), resourceId: id, words });
      return ok(withSecret(body));
    }
    if (deploymentId !== undefined && part === 'deployments') {
      const deployment = world.deployment(id, deploymentId);
      return deployment === undefined
        ? refused(404, 'not_found', 'There is no such deployment.')
        : ok(withSecret(profile.deployment(deployment)));
    }
    if (path.length > 3) return refused(404, 'not_found', 'There is no such endpoint.');
    if (part === 'deployments') return ok(profile.deployments(world.deployments(id)));
    if (part === 'env') return ok(profile.env(envNames));
    if (part !== 'logs') return refused(404, 'not_found', 'There is no such endpoint.');
    const lines = query.get('lines') ?? '100';
    if (!['100', '500', '2000'].includes(lines)) return refused(400, 'invalid_input', 'lines is 100, 500 or 2000.');
    return ok(profile.logs(world.runtimeLines()));
  }

  function change(id: string, action: string | undefined): Answer {
    if (action !== 'deployments' && action !== 'start' && action !== 'stop' && action !== 'restart') {
      return refused(404, 'not_found', 'There is no such endpoint.');
    }
    const isFirstDeploy = action === 'deployments' && deployRequests === 0;
    if (action === 'deployments') deployRequests += 1;
    if (isFirstDeploy && plan.firstRequest === 'lost before') return 'cut';
    if (world.isBusy(id)) return refused(409, 'busy', 'The resource is busy with another job.');
    if (action !== 'deployments') return { status: 202, body: profile.changed(world.change(id, action), action) };
    const deployment = world.deploy(id);
    if (isFirstDeploy && plan.firstRequest === 'lost after') return 'cut';
    return { status: 202, body: profile.accepted(deployment) };
  }

  function all() {
    return world.resourceIds.flatMap((id) => world.resource(id) ?? []);
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', baseUrl);
    const call: Call = {
      method: request.method ?? '',
      path: url.pathname.startsWith(PREFIX) ? url.pathname.slice(PREFIX.length).split('/').map(decodeURIComponent) : [],
      query: url.searchParams,
    };
    const result = answer(call, request.headers.authorization);
    const shown = result === 'cut' ? 'connection cut' : String(result.status);
    requests.push(`${(clock.now() / 1_000).toFixed(1)} s ${call.method} ${url.pathname}${url.search} ${shown}`);
    if (result === 'cut') return void request.socket.resetAndDestroy();
    const { status, body } = result;
    const isJson = 'json' in body;
    if (isJson) for (const secret of secretsIn(body.json)) sentSecrets.add(secret);
    response.writeHead(status, { 'content-type': isJson ? 'application/json' : body.contentType });
    response.end(isJson ? JSON.stringify(body.json) : body.text);
  }

  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      try {
        serve(request, response);
      } catch (error) {
        errors.push(error);
        response.destroy();
      }
    });
  });
  server.keepAliveTimeout = 0;
  const servers = createRawServers();
  baseUrl = `${await servers.listening(server)}/api/v1`;
  return {
    baseUrl,
    world,
    sentStatuses,
    requests,
    sentSecrets,
    async close() {
      await servers.close();
      if (errors.length > 0) throw new Error('the stand-in service failed', { cause: errors[0] });
    },
  };
}

function ok(body: Body): Answer {
  return { status: 200, body };
}

function refused(status: number, code: string, message: string): Answer {
  return { status, body: { json: { ok: false, error: { code, message } } } };
}

/** The status first, then its other spellings in the body. */
function spellingsIn(body: Body, word: string): string[] {
  if (word === '') return [''];
  const text = 'json' in body ? JSON.stringify(body.json) : body.text;
  const quoted = text.match(/"[^"\\]*"/g)?.map((part) => part.slice(1, -1)) ?? [];
  return [...new Set([word, ...quoted.filter((part) => part.toLowerCase() === word.toLowerCase())])];
}

/** Names of values that must not be printed, such as `webhook_secret`. */
const SECRET_NAME = /secret|password|token/i;
/** Shorter values are placeholders, or occur in other text by chance. */
const MIN_CHARS = 8;

/** The secret values in a JSON body. */
function secretsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return SECRET_NAME.test(name) && value.length >= MIN_CHARS ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => secretsIn(item, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => secretsIn(inner, key));
}

/** The body with a secret beside its other fields, as records of many platforms have one. */
function withSecret(body: Body): Body {
  if (!('json' in body) || typeof body.json !== 'object' || body.json === null || Array.isArray(body.json)) return body;
  return { json: { ...body.json, webhook_secret: 'whsec-5b1d9c7e3f' } };
}
