// Classifies the result of a request: an answer of the API, a reply of a proxy or gateway on the
// way, or no reply.
import { type ErrorCode, serviceCode } from '../advice.ts';
import { Failure } from '../failure.ts';
import { type ExchangeError, WITHOUT_REPLY } from './connection-errors.ts';
import type { FailureKind } from './failure-kinds.ts';
import type { HttpReply } from './http.ts';
import { firstOf, isRecord, type JsonRecord, nodeOf, toLine } from './json.ts';

/** An answer of the API, or text that answers the request. */
export interface Ok {
  readonly kind: 'ok';
  readonly json: unknown;
  readonly body: string;
  readonly location?: string | undefined;
}

/** A request without such an answer. The message may quote the service, so it is untrusted. */
export interface Failed {
  readonly kind: FailureKind;
  readonly failure: Failure;
}

export type Result = Ok | Failed;

/** A request to the service. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** Host of the base URL, with its port. */
  readonly host: string;
  /** Path below the base URL, with encoded ids and the query. */
  readonly path: string;
  readonly body?: string;
  /** Sent without the key: the OpenAPI description needs none. */
  readonly isKeyless?: boolean;
  /** Text that is not JSON, such as a runtime log, is an answer, too. */
  readonly mayBeText?: boolean;
}

/** Codes by HTTP status, for replies without a code of their own (API 7). */
const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  402: 'billing',
  403: 'forbidden',
  409: 'busy',
  429: 'rate_limited',
};

/** Classifies a reply with any status. `json`: its body; undefined if that is not JSON. */
export function classify(reply: HttpReply, call: Call, json: unknown): Result {
  const { status, body, headers } = reply;
  const error = errorIn(json);
  const isSuccess = status >= 200 && status < 300 && error === undefined;
  if (isSuccess && (json !== undefined || isTextAnswer(reply, call)))
    return { kind: 'ok', json, body, location: headers.location };
  const retryAfterMs = retryAfterIn(reply);
  const code = codeOf(status, error);
  const options = { httpStatus: status, retryAfterMs };
  const failed = (kind: FailureKind, shown: Failure['code'] = code): Result => ({
    kind,
    failure: new Failure(shown, messageOf(error, status, call), options),
  });
  if (isRateLimit(code, status, retryAfterMs)) return failed('rateLimited');
  const isUnavailable = status >= 500 || status === 408;
  if (error === undefined) {
    // An answer of a gateway does not show that the service was reached.
    if (isUnavailable) return failed('gateway', 'unreachable');
    // Something that answers 2xx instead of the API may have passed the request on.
    return {
      kind: status < 300 ? 'doubtful' : 'notApi',
      failure: notApiFailure(reply, { call, json }),
    };
  }
  // A read answered with 2xx and an error is doubtful, so it is sent again.
  if (status < 300 && call.method === 'GET') return failed('doubtful');
  return failed(isUnavailable ? 'server' : 'refused');
}

/** A 429 with another code is a rate limit only with `Retry-After`; the daily limit never is. */
function isRateLimit(code: Failure['code'], status: number, retryAfterMs?: number): boolean {
  if (code === 'rate_limited') return true;
  return status === 429 && code !== 'create_limit' && retryAfterMs !== undefined;
}

/** A trimmed body that is empty, or JSON that holds no more than `true` or a number. */
const NO_OBJECT = /^(?:true|\d{1,20})?$/;

/** True for a body that answers the request, although nothing can be read from it. */
function isTextAnswer({ status, body }: HttpReply, { method, mayBeText = false }: Call): boolean {
  if (mayBeText) return !isMarkup(body);
  const isShort = body.trim().length <= MAX_QUOTED_CHARS;
  // A 202 is no page of a proxy; a 200 with text may be.
  const isAccepted = NO_OBJECT.test(body.trim()) || (status === 202 && isShort && !isMarkup(body));
  return method === 'POST' && isAccepted;
}

const TOO_LARGE = {
  isTooLarge: true,
  title: 'The reply of the service is too large',
  next: 'For a runtime log, set fewer lines. Otherwise report it to the operator of the service.',
} as const;

/** Classifies a request without a complete reply. */
export function classifyError({ errorKind, message }: ExchangeError, call: Call): Result {
  const isTooLarge = errorKind === 'too-large';
  const what = WITHOUT_REPLY[errorKind].replace('HOST', () => call.host);
  const code = isTooLarge ? 'unreadable_reply' : 'unreachable';
  const sentence = `${requestOf(call)}: ${what}: ${message}.`;
  return { kind: errorKind, failure: new Failure(code, sentence, isTooLarge ? TOO_LARGE : {}) };
}

/** The error of the API in a reply (API 7). */
type ApiError = ReturnType<typeof errorIn>;

function errorIn(json: unknown) {
  return isRecord(json) && json['ok'] === false ? errorOf(json) : undefined;
}

/** The code and message of a reply: from its object `error`, or from its own fields. */
function errorOf(json: JsonRecord) {
  const holder = nodeOf(isRecord(json['error']) ? json['error'] : json);
  return {
    code: firstOf(holder, ['code'], toLine),
    message: firstOf(holder, ['message', 'error'], toLine) ?? '',
  };
}

/** The status decides where there is no code; a 404 of the API is always `not_found`. */
function codeOf(status: number, error: ApiError): Failure['code'] {
  if (status === 404) return 'not_found';
  return error?.code === undefined
    ? (CODE_BY_STATUS[status] ?? 'service_error')
    : serviceCode(error.code);
}

function messageOf(error: ApiError, status: number, call: Call): string {
  // The key may belong to another host, so name the host.
  const at = error === undefined || status === 401 || status === 403 ? ` at ${call.host}` : '';
  const who = error === undefined ? 'a gateway or proxy' : 'the service';
  const code = error?.code === undefined ? '' : ` ${error.code}`;
  const { message = '' } = error ?? {};
  const sentence = message === '' ? '.' : `: "${message}"${/[.!?]$/.test(message) ? '' : '.'}`;
  return `${requestOf(call)}: ${who}${at} answered ${status}${code}${sentence}`;
}

/** A request in words. Ids are decoded: encoded once more, an encoded secret is not recognised. */
export function requestOf({ method, path }: Pick<Call, 'method' | 'path'>): string {
  return `${method} ${decodeURIComponent(path)}`;
}

function notApiFailure(
  { status, headers, body }: HttpReply,
  { call, json }: { call: Call; json: unknown },
): Failure {
  const { location } = headers;
  // Name only the host: the rest of the address may hold secrets.
  const target = URL.parse(location ?? '', `https://${call.host}`)?.host ?? 'an unreadable address';
  const isRedirect = status >= 300 && status < 400 && location !== undefined;
  const what = isRedirect
    ? `a redirect to ${target}, which is not followed`
    : `${kindOf(body, json)}, not the JSON of the API`;
  const message = `${requestOf(call)}: ${call.host} answered ${status} with ${what}.`;
  return new Failure('unreadable_reply', message, { httpStatus: status });
}

/** How much of a page is searched for its title, which is quoted only as a whole. */
const PAGE_START_CHARS = 64 * 1024;

const TITLE = /<title[^>]{0,200}>([^<]+)</i;

/** A longer text or title is not quoted: a secret that is cut would escape redaction. */
const MAX_QUOTED_CHARS = 200;

/** Describes a body that is not the API's JSON. */
function kindOf(body: string, json: unknown): string {
  const message = isRecord(json) ? errorOf(json).message : '';
  if (message !== '') return `the message "${message}"`;
  if (isMarkup(body)) {
    const [, title] = TITLE.exec(body.slice(0, PAGE_START_CHARS)) ?? [];
    const line = toLine(title);
    return line === undefined || line.length > MAX_QUOTED_CHARS
      ? 'an HTML page'
      : `an HTML page titled "${line}"`;
  }
  const text = toLine(body);
  if (text === undefined) return 'an empty body';
  return text.length <= MAX_QUOTED_CHARS ? `the text "${text}"` : 'another text';
}

function isMarkup(body: string): boolean {
  return /^\s*<(?:!doctype html|html|head|body|title|h1)/i.test(body.slice(0, PAGE_START_CHARS));
}

/**
 * Milliseconds from a `Retry-After` header (RFC 9110, section 10.2.3): whole seconds, or an HTTP
 * date by the clock of the service, which is its `Date` header. Undefined for anything else.
 */
function retryAfterIn({ headers }: HttpReply): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Date.parse also accepts bare numbers and fragments. An HTTP date ends with its time zone.
  const afterMs = text.endsWith('GMT') ? Date.parse(text) - Date.parse(headers.date ?? '') : NaN;
  return Number.isNaN(afterMs) ? undefined : Math.max(0, afterMs);
}
