// From a parsed request to a response: key, limit, route, scope, input, handler, in this order. No sockets, no network faults.
import type { Clock } from '../clock/index.ts';
import type { Endpoint, RateLimiter, ApiResponse, Route } from '../api/index.ts';
import type { Dialect } from '../testing/dialects/index.ts';
import { encodeResponse, jsonResponse, specification } from '../api/index.ts';
import { refusalResponse } from '../testing/dialects/index.ts';
import type { StandingFault } from '../faults/index.ts';
import { handlers } from './handlers.ts';
import type { KeyRecord, State, Store } from '../state/index.ts';
import { allows, recognise } from '../state/index.ts';
import type { Service } from '../service/index.ts';
import type { Refusal } from '../refusals.ts';
import { isRefusal, rateLimited, refuse } from '../refusals.ts';

/** `Retry-After` of a busy resource, in the dialects that send one. */
const BUSY_RETRY_MS = 5000;

/** A request after it has been read. */
export interface ApiRequest {
  readonly route: Route;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string;
  /** The body was longer than anything this API takes, and was not read to its end. */
  readonly tooLong: boolean;
  readonly address: string | null;
  readonly dialect: Dialect;
  readonly standing: readonly StandingFault[];
}

/** What the API works with. */
export interface ApiParts {
  readonly clock: Clock;
  readonly state: State;
  readonly store: Store;
  readonly service: Service;
  readonly limiter: RateLimiter;
  /** Called with every response that the document does not allow and every exception: mistakes of the emulator. */
  readonly onViolation: (problem: string) => void;
}

/** Answers a request; never throws. */
export function answer(parts: ApiParts, request: ApiRequest): ApiResponse {
  const { dialect, route } = request;
  const nowMs = parts.clock.wallTime();
  const endpoint = route?.endpoint;
  try {
    const result = attempt(parts, request);
    const response = isRefusal(result) ? refusalResponse(dialect, result, nowMs) : result;
    const isChecked = endpoint !== undefined && dialect.traits === undefined;
    const problem = isChecked ? problemOf(endpoint, response) : undefined;
    return problem === undefined ? response : broken(parts, problem);
  } catch (error) {
    return broken(parts, Error.isError(error) ? (error.stack ?? error.message) : String(error));
  }
}

function attempt(parts: ApiParts, request: ApiRequest): ApiResponse | Refusal {
  const { route } = request;
  const key = recognise(parts.state, request.authorization, parts.clock.wallTime());
  const isPublic = route?.endpoint?.scope === null;
  if (key !== undefined && !isPublic) {
    const retryAfterMs = countRequest(parts, key, request.address);
    if (retryAfterMs !== undefined) return rateLimited(parts.limiter.limit, retryAfterMs);
  }
  if (route === undefined) return refuse('not_found', 'There is no such path in this API.');
  if (route.endpoint === undefined) {
    const allow = route.allowed.join(', ');
    return refuse('method_not_allowed', `This path takes ${allow}.`, { headers: { allow } });
  }
  const { endpoint, parameters } = route;
  const missing = missingPermission(key, endpoint);
  if (missing !== undefined) return missing;
  const problem = specification.queryProblem(endpoint.name, request.query);
  if (problem !== undefined) return refuse('invalid_input', problem);
  const body = bodyOf(request, endpoint);
  if (isRefusal(body)) return body;
  const result = handlers[endpoint.name]({
    service: parts.service,
    dialect: request.dialect,
    parameters,
    query: request.query,
    body: body.value,
    actor: { by: key?.name ?? 'nobody', address: request.address },
    standing: request.standing,
    nowMs: parts.clock.wallTime(),
  });
  return isRefusal(result) && result.refused === 'busy' ? { ...result, retryAfterMs: BUSY_RETRY_MS } : result;
}

/** Counts a request with a good key, whatever becomes of it; returns the wait in milliseconds where it is one too many. */
function countRequest({ clock, store, limiter }: ApiParts, key: KeyRecord, address: string | null): number | undefined {
  key.lastUsedAtMs = clock.wallTime();
  key.lastUsedAddress = address;
  store.saveSoon({ key });
  return limiter.admit(key.id, clock.now());
}

/** Why a key (undefined: no good one came) may not use an endpoint; undefined where it may. */
function missingPermission(key: KeyRecord | undefined, { scope }: Endpoint): Refusal | undefined {
  if (scope === null) return undefined;
  if (key === undefined) {
    return refuse('unauthorized', 'The API key is missing, invalid, revoked or expired.', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
  return allows(key, scope) ? undefined : refuse('forbidden', `The API key lacks the scope "${scope}".`);
}

/** The body as a value; where an endpoint takes none, whatever came is ignored. */
function bodyOf(request: ApiRequest, endpoint: Endpoint): { readonly value: unknown } | Refusal {
  if (!endpoint.hasBody) return { value: undefined };
  if (request.tooLong) return refuse('invalid_input', 'The request body is too long.');
  if (request.body.trim() === '') return { value: undefined };
  if (!/^application\/json *(;|$)/i.test(request.contentType ?? 'application/json')) {
    return refuse('invalid_input', 'The body must be JSON, with the content type to match.');
  }
  let value: unknown;
  try {
    value = JSON.parse(request.body);
  } catch {
    return refuse('invalid_input', 'The body is not JSON.');
  }
  const problem = specification.bodyProblem(endpoint.name, value);
  return problem === undefined ? { value } : refuse('invalid_input', problem);
}

function problemOf(endpoint: Endpoint, response: ApiResponse): string | undefined {
  const { headers } = encodeResponse(response);
  const body =
    response.body === undefined ? undefined : 'json' in response.body ? response.body.json : response.body.text;
  return specification.responseProblem(endpoint.name, { status: response.status, type: headers['content-type'], body });
}

function broken(parts: ApiParts, problem: string): ApiResponse {
  parts.onViolation(problem);
  const message = `The emulator broke its own specification: ${problem}`;
  return jsonResponse(500, { ok: false, error: { code: 'internal_error', message } });
}
