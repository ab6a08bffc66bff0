// Classifies a response: from the service, by its JSON, or from an intermediary (a proxy, an ingress, a firewall).
import {
  type ApiError,
  type ApiErrorCode,
  type Endpoint,
  type ErrorCode,
  hasCodeForm,
  RefusedError,
  type ServiceCode,
  ServiceFailedError,
  UnreadableResponseError,
} from './errors.ts';
import type { ServiceResponse } from './http/index.ts';
import { type Content, kindOfBody, isRecord, readError, shapeOf } from './wire/index.ts';

/** Codes by HTTP status (API page, section 7), for service errors without a code. */
const codeByStatus: Readonly<Record<number, ApiErrorCode | 'not_found'>> = {
  401: 'unauthorized',
  402: 'billing',
  403: 'forbidden',
  404: 'not_found',
  409: 'busy',
  429: 'rate_limited',
};

/** The error that a response reports; undefined when it reports none. Redirects are handled in `http/transport.ts`. */
export function classifyResponse(
  response: ServiceResponse,
  endpoint: Endpoint,
  { host, wallTimeMs }: { host: string; wallTimeMs: number },
): ApiError | undefined {
  const { status, json } = response;
  const succeeded = status >= 200 && status < 300;
  const envelope = readError(json);
  const isDeclared = envelope?.isDeclared === true && !isLineOfApp(response);
  // What a POST returns need not be read, so there an error counts without `ok: false`, too.
  const isRefused = isDeclared || (endpoint.method === 'POST' && envelope !== undefined);
  if (succeeded && !isRefused) return undefined;

  const retryAfterMs = readRetryAfterMs(response.headers['retry-after'], sentAtMs(response) ?? wallTimeMs);
  const sent = envelope?.code;
  const details = { status, host, sent, serviceMessage: envelope?.message ?? '', retryAfterMs };
  // A gateway's JSON may have an `error`, too, but not the API's `ok: false` (API page, section 7).
  const fromService = envelope?.isDeclared === true;
  if (typeof sent !== 'string' && (status >= 500 || status === 408)) {
    return new ServiceFailedError(endpoint, { ...details, fromService });
  }
  if (envelope !== undefined) return new RefusedError(endpoint, { ...details, code: codeFor(status, sent) });
  if (status === 429) return new RefusedError(endpoint, { ...details, code: 'rate_limited', page: describe(response) });
  return unrecognised(response, endpoint, { host });
}

/** Stands for any longer time: no deadline is later. */
const LONGEST_RETRY_AFTER_S = 2 ** 31;

/**
 * Milliseconds from a `Retry-After` header (RFC 9110, section 10.2.3): whole seconds or an HTTP date, 0 for a past
 * date; undefined for anything else.
 */
export function readRetryAfterMs(header: string | undefined, wallTimeMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), LONGEST_RETRY_AFTER_S) * 1000;
  // Date.parse also accepts bare numbers and fragments; an HTTP date ends with its time zone.
  if (!text.endsWith('GMT')) return undefined;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - wallTimeMs);
}

/** The time of the response by the clock of the service, which a date in `Retry-After` refers to. */
function sentAtMs({ headers }: ServiceResponse): number | undefined {
  const ms = Date.parse(headers.date ?? '');
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * A 404 with an undocumented code is `not_found`. A 409 or 429 with one is neither `busy` nor `rate_limited`, whatever the
 * form of the code: those are waited out.
 */
function codeFor(status: number, sent: ApiErrorCode | ServiceCode | undefined): ErrorCode {
  const byStatus = codeByStatus[status] ?? 'service_error';
  if (typeof sent === 'string' || sent === undefined) return sent ?? byStatus;
  const isWaitedOut = status === 409 || status === 429;
  return isWaitedOut || (status !== 404 && hasCodeForm(sent)) ? sent : byStatus;
}

/** A runtime log may be a single line of JSON, such as `{"success":false,"msg":"db down"}`; only the API's has `ok`. */
function isLineOfApp({ headers, json }: ServiceResponse): boolean {
  return headers['content-type']?.startsWith('text/') === true && isRecord(json) && !('ok' in json);
}

/** The error for an unrecognised response. `expected`: what the reader expected of the JSON. */
export function unrecognised(
  response: ServiceResponse,
  endpoint: Endpoint,
  { host, expected }: { host: string; expected?: string },
): UnreadableResponseError {
  const { status, json } = response;
  const wanted = expected === undefined || json === undefined ? "instead of the service's JSON" : `(${expected})`;
  const isWellFormed = expected !== undefined && typeof json === 'object' && json !== null;
  return new UnreadableResponseError(`${host} answered ${status} with ${describe(response)} ${wanted}`, endpoint, {
    status,
    isWellFormed,
  });
}

/** What a body is that is not the service's JSON. */
function describe({ body, json }: Content): string {
  return json === undefined ? kindOfBody(body) : `JSON of an unexpected shape, ${shapeOf(json)}`;
}
