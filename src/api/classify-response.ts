// Who answered, and what it means: the service by its own JSON, or something between (a proxy, an ingress, a firewall).
import {
  type ApiError,
  type ApiErrorCode,
  apiErrorCodes,
  type Endpoint,
  type ErrorCode,
  readServiceCode,
  RefusedError,
  type ServiceCode,
  ServiceFailedError,
  UnreadableResponseError,
} from './errors.ts';
import { endpointOf, type HttpResponse } from './http/index.ts';
import { readRetryAfterMs } from './retry.ts';
import { kindOfBody, parseIfJson, readDeclaredError, readError, shapeOf, WireError } from './wire/index.ts';

/** The codes of the API page (section 7) by the status they come with, for errors of the service without a code. */
const codeByStatus: Readonly<Record<number, ApiErrorCode | 'not_found'>> = {
  401: 'unauthorized',
  402: 'billing',
  403: 'forbidden',
  404: 'not_found',
  409: 'busy',
  429: 'rate_limited',
};

/** What a longer body holds is no refusal: it may be a log, in which anything can be written. */
const LONGEST_REFUSAL_CHARS = 65_536;

/** The failure that a response reports, undefined when it reports none. A redirect is not handled here. */
export function classifyResponse(
  response: HttpResponse,
  request: Endpoint,
  { host, wallTimeMs }: { host: string; wallTimeMs: number },
): ApiError | undefined {
  const { status, body } = response;
  const endpoint = endpointOf(request);
  const succeeded = status >= 200 && status < 300;
  const envelope = succeeded ? declaredError(body) : readError(body);
  if (succeeded && envelope === undefined) return undefined;

  const retryAfterMs = readRetryAfterMs(response.retryAfter, wallTimeMs);
  const details = { status, host, serviceMessage: envelope?.message ?? '', retryAfterMs };
  const sent = envelope?.code === undefined ? undefined : readServiceCode(envelope.code);
  const isDocumented = apiErrorCodes.some((code) => code === sent);
  if (!isDocumented && (status >= 500 || status === 408)) {
    return new ServiceFailedError(endpoint, { ...details, fromService: envelope !== undefined });
  }
  if (envelope !== undefined) return new RefusedError(endpoint, { ...details, code: codeFor(status, sent) });
  if (status === 429) return new RefusedError(endpoint, { ...details, code: 'rate_limited' });
  return unrecognised(response, request, { host });
}

/** An unknown resource is `not_found` whatever code comes with it; an unknown code on a 409 is not `busy`. */
function codeFor(status: number, sent: ApiErrorCode | ServiceCode | undefined): ErrorCode {
  if (status === 404 && typeof sent !== 'string') return 'not_found';
  return sent ?? codeByStatus[status] ?? 'service_error';
}

function declaredError(body: string): ReturnType<typeof readDeclaredError> {
  return body.length <= LONGEST_REFUSAL_CHARS ? readDeclaredError(body) : undefined;
}

/** A response that is not the service's, or not one that is known. `expected`: what a reader expected of the JSON. */
export function unrecognised(
  { status, body }: HttpResponse,
  request: Endpoint,
  { host, expected }: { host: string; expected?: string },
): UnreadableResponseError {
  const parsed = parseIfJson(body);
  const isJson = typeof parsed === 'object' && parsed !== null;
  const what = isJson ? `JSON of another shape, ${shapeOf(parsed)}` : kindOfBody(body);
  const wanted = expected === undefined || !isJson ? "instead of the service's JSON" : `(${expected})`;
  return new UnreadableResponseError(`${host} answered ${status} with ${what} ${wanted}`, endpointOf(request), status);
}

/**
 * Passes a response to a POST that is accepted: 202 with JSON, a word or nothing (API page, section 4), another 2xx with
 * JSON. Throws a {@link WireError} for a page: whether the service got the request is then not known.
 */
export function assertAccepted({ status, body }: HttpResponse): void {
  const isPage = status === 202 ? body.trimStart().startsWith('<') : parseIfJson(body) === undefined;
  if (isPage) throw new WireError('expected JSON');
}
