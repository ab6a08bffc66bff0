// From a request to its answer: key, limit, route, scope, input, work, in this order. No sockets,
// no faults.
import { check, parseJson } from './check.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { type Answer, ApiError } from './errors.ts';
import { rateLimited } from './faults.ts';
import type { Incoming } from './http.ts';
import { allows, type Keys } from './keys.ts';
import { deployBody, type EndpointName, ENDPOINTS, LOG_LINES, OPENAPI } from './openapi.ts';
import type { RateWindow } from './rate-window.ts';
import type { Match } from './routes.ts';
import type { Service } from './service.ts';
import type { Deployment, Resource } from './state.ts';
import type { LifecycleAction } from './workload.ts';

/** The API page shows no default for `lines`. */
const DEFAULT_LINES = 100;

/** A request after it has been read. */
export interface ApiRequest {
  readonly incoming: Pick<Incoming, 'request' | 'query'>;
  /** Undefined for a path that the API does not have. */
  readonly route: Match<EndpointName> | undefined;
  /** Undefined: longer than anything that this API takes. */
  readonly body: string | undefined;
  /** New deployments are missing from the list for that long. */
  readonly lagMs: number;
}

/** What the API works with. */
export interface ApiParts {
  readonly clock: Clock;
  readonly keys: Keys;
  readonly service: Service;
  readonly window: RateWindow;
  readonly dialect: Config['dialect'];
}

/** A request that may be carried out. */
interface Call extends Pick<ApiParts, 'service' | 'dialect'> {
  readonly id: string;
  readonly deploymentId: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Name of the key. */
  readonly by: string;
  /** Deployments after this wall time are missing from the list. */
  readonly listedUntilMs: number;
}

/** Answers a request to the API. Throws why it is refused. */
export function answerApi(
  { clock, keys, service, window, dialect }: ApiParts,
  request: ApiRequest,
): Answer {
  const { route } = request;
  const { headers, socket } = request.incoming.request;
  const isPublic = route?.name !== undefined && ENDPOINTS[route.name].scope === null;
  const key = keys.recognise(headers.authorization);
  if (key !== undefined && !isPublic) {
    keys.markUsed(key, socket.remoteAddress ?? null);
    if (!window.admit(key.id, clock.now())) throw rateLimited();
  }
  if (route === undefined) throw new ApiError('not_found', 'There is no such path in this API.');
  if (route.name === undefined) {
    const allow = route.allowed.join(', ');
    throw new ApiError('method_not_allowed', `This path takes ${allow}.`, { allow });
  }
  const { scope } = ENDPOINTS[route.name];
  if (scope !== null) {
    if (key === undefined) {
      const message = 'The API key is missing, invalid, revoked or expired.';
      throw new ApiError('unauthorized', message, { 'www-authenticate': 'Bearer' });
    }
    if (!allows(key, scope))
      throw new ApiError('forbidden', `The API key lacks the scope "${scope}".`);
  }
  return HANDLERS[route.name]({
    service,
    dialect,
    id: route.params['id'] ?? '',
    deploymentId: route.params['deploymentId'] ?? '',
    query: request.incoming.query,
    body: route.name === 'createDeployment' ? bodyOf(request) : undefined,
    by: key?.name ?? '',
    listedUntilMs: clock.wallTime() - request.lagMs,
  });
}

function bodyOf({ body, incoming }: ApiRequest): unknown {
  const { 'content-type': contentType = 'application/json' } = incoming.request.headers;
  if (body === undefined) throw new ApiError('invalid_input', 'The request body is too long.');
  if (body.trim() === '') return {};
  if (!/^application\/json *(;|$)/i.test(contentType)) {
    const message = `The content type has to be application/json, not ${contentType}.`;
    throw new ApiError('invalid_input', message);
  }
  return parseJson(body, 'body');
}

const HANDLERS: Readonly<Record<EndpointName, (call: Call) => Answer>> = {
  listResources: ({ service }) =>
    ok({ resources: service.all().map(({ record }) => shownResource(record)) }),

  getResource: ({ service, dialect, id }) => {
    const { record, workload } = service.resource(id);
    const domains = dialect === 'silent' ? {} : { domains: workload.domains() };
    return ok({ resource: { ...shownResource(record), ...domains } });
  },

  startResource: (call) => performLifecycle(call, 'start'),
  stopResource: (call) => performLifecycle(call, 'stop'),
  restartResource: (call) => performLifecycle(call, 'restart'),

  listDeployments: ({ service, id, listedUntilMs }) => {
    service.resource(id);
    const listed = service
      .deployments(id)
      .filter(({ createdAtMs }) => createdAtMs <= listedUntilMs);
    return { status: 200, json: { deployments: listed.map(shownDeployment) } };
  },

  createDeployment: ({ service, dialect, id, body, by }) => {
    const { force = false } = check(deployBody, body, 'body');
    const deployment = service.deploy(id, { by, label: 'api', force });
    return accepted(dialect, { deployment: shownDeployment(deployment) });
  },

  getDeployment: ({ service, id, deploymentId }) => {
    service.resource(id);
    const deployment = service.deployment(id, deploymentId);
    return ok({ deployment: { ...shownDeployment(deployment), log: deployment.log } });
  },

  getLogs: ({ service, id, query }) => {
    const { record } = service.resource(id);
    return ok({ logs: lastLines(record.runtimeLog, linesOf(query)) });
  },

  getEnv: ({ service, id }) => ok({ env: service.resource(id).record.env }),

  getOpenapi: () => ({ status: 200, json: OPENAPI }),
};

function performLifecycle({ service, dialect, id, by }: Call, action: LifecycleAction): Answer {
  service.lifecycle(id, action, by);
  return accepted(dialect, {});
}

function ok(fields: object): Answer {
  return { status: 200, json: { ok: true, ...fields } };
}

function accepted(dialect: ApiParts['dialect'], fields: object): Answer {
  return dialect === 'silent' ? { status: 202 } : { status: 202, json: { ok: true, ...fields } };
}

/** The fields of the API page, and no others. */
function shownResource(record: Resource): object {
  const { id, type, name, status, catalogKey, cpuMillicores, memoryMb, diskGb, createdAtMs } =
    record;
  const createdAt = new Date(createdAtMs).toISOString();
  return { id, type, name, status, catalogKey, cpuMillicores, memoryMb, diskGb, createdAt };
}

function shownDeployment({ id, status }: Deployment): object {
  return { id, status };
}

function linesOf(query: URLSearchParams): number {
  const given = query.getAll('lines');
  if (given.length === 0) return DEFAULT_LINES;
  const lines = LOG_LINES.find((each) => given.length === 1 && String(each) === given[0]);
  if (lines === undefined)
    throw new ApiError('invalid_input', `lines is one of ${LOG_LINES.join(', ')}.`);
  return lines;
}

function lastLines(log: string, count: number): string {
  const lines = log.split('\n');
  return lines.slice(lines.at(-1) === '' ? -count - 1 : -count).join('\n');
}
