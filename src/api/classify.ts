// What an exchange with the service means: an answer of the API, a reply of something in between,
// or none.
import { type ErrorCode, Failure, type ServiceCode, serviceCode } from '../failure.ts';
import type { ExchangeError, Fate } from './connection-errors.ts';
import type { HttpReply } from './http.ts';
import {
  asLine,
  firstOf,
  isRecord,
  type JsonNode,
  type JsonRecord,
  nodeOf,
  parseJson,
} from './json.ts';

/**
 * The meaning of an exchange. Failures say what happened and quote the service; those texts are
 * untrusted.
 */
export type Result =
  | { readonly kind: 'ok'; readonly json: unknown; readonly body: string }
  /** The API refused the request: nothing was done. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** 429 that may be sent again later. */
  | { readonly kind: 'limited'; readonly failure: Failure }
  /** 5xx or 408, of the API itself or of a gateway. */
  | { readonly kind: 'server'; readonly failure: Failure; readonly isApi: boolean }
  /** 2xx to 4xx that are not the API's JSON. */
  | { readonly kind: 'page'; readonly failure: Failure }
  /** No complete reply. */
  | { readonly kind: 'network'; readonly failure: Failure; readonly fate: Fate };

/** A request to the service. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** Host of the base URL, with its port. */
  readonly host: string;
  /** Below the base URL, with encoded ids and the query. */
  readonly path: string;
  readonly body?: string;
  /** The OpenAPI description needs no key. */
  readonly isKeyless?: boolean;
  /** Text that is not JSON is an answer, too: a runtime log. */
  readonly mayBeText?: boolean;
}

/** Codes by HTTP status (API page, section 7), for errors of the API without a code. */
const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  402: 'billing',
  403: 'forbidden',
  404: 'not_found',
  409: 'busy',
  429: 'rate_limited',
};

/** What a reply of any status means. */
export function classify(reply: HttpReply, call: Call): Result {
  const { status, body } = reply;
  const json = parseJson(body);
  const error = errorIn(json);
  const isSuccess = status >= 200 && status < 300 && error === undefined;
  const isTextAnswer =
    (call.mayBeText === true && !isMarkup(body)) || (call.method === 'POST' && body.trim() === '');
  if (isSuccess && (json !== undefined || isTextAnswer)) return { kind: 'ok', json, body };
  const retryAfterMs = retryAfterIn(reply);
  const code = codeOf(status, error);
  const isLimit =
    code === 'rate_limited' ||
    (status === 429 && code !== 'create_limit' && retryAfterMs !== undefined);
  const isServer = !isLimit && (status >= 500 || status === 408);
  if (error === undefined && !isLimit && !isServer)
    return { kind: 'page', failure: pageFailure(reply, call) };
  // A gateway alone does not show that the service was reached.
  const shownCode = isServer && error === undefined ? 'unreachable' : code;
  const failure = new Failure(shownCode, messageOf(error, status, call), { status, retryAfterMs });
  if (isServer) return { kind: 'server', failure, isApi: error !== undefined };
  return { kind: isLimit ? 'limited' : 'refused', failure };
}

/** What an exchange without a complete reply means. */
export function classifyError({ fate, message }: ExchangeError, call: Call): Result {
  const isTooLarge = fate === 'too-large';
  const lost = isTooLarge
    ? `the reply of ${call.host} cannot be read`
    : `the connection to ${call.host} was lost`;
  const what = fate === 'unsent' || fate === 'rejected' ? `no connection to ${call.host}` : lost;
  const code = isTooLarge ? 'unreadable_reply' : 'unreachable';
  const failure = new Failure(code, `${requestOf(call)}: ${what}: ${message}.`, { isTooLarge });
  return { kind: 'network', failure, fate };
}

/** The error of the API in a reply (API page, section 7). */
type ApiError = ReturnType<typeof errorIn>;

function errorIn(json: unknown): { code: string | undefined; message: string } | undefined {
  if (!isRecord(json) || json['ok'] !== false) return undefined;
  const holder = holderOf(json);
  return { code: firstOf(holder, ['code'], asLine)?.value, message: messageIn(holder) };
}

function holderOf(json: JsonRecord): JsonNode {
  const { error } = json;
  return nodeOf(isRecord(error) ? error : json);
}

function messageIn(holder: JsonNode): string {
  return firstOf(holder, ['message', 'error'], asLine)?.value ?? '';
}

/**
 * An unknown code of a 409 or 429 is neither `busy` nor `rate_limited`; a 404 of the API is always
 * `not_found`.
 */
function codeOf(status: number, error: ApiError): ErrorCode | ServiceCode {
  if (status === 404) return 'not_found';
  return error?.code === undefined
    ? (CODE_BY_STATUS[status] ?? 'service_error')
    : serviceCode(error.code);
}

function messageOf(error: ApiError, status: number, call: Call): string {
  // The host is named because the key may belong to another one.
  const at = error === undefined || status === 401 || status === 403 ? ` at ${call.host}` : '';
  const who = error === undefined ? 'a gateway or proxy' : 'the service';
  const code = error?.code === undefined ? '' : ` ${error.code}`;
  const { message = '' } = error ?? {};
  const sentence = message === '' ? '.' : `: "${message}"${/[.!?]$/.test(message) ? '' : '.'}`;
  return `${requestOf(call)}: ${who}${at} answered ${status}${code}${sentence}`;
}

function requestOf({ method, path }: Call): string {
  return `${method} ${path}`;
}

function pageFailure({ status, headers, body }: HttpReply, call: Call): Failure {
  const { location } = headers;
  // The rest of the address may hold secrets.
  const target = URL.parse(location ?? '', `https://${call.host}`)?.host ?? 'an unreadable address';
  const isRedirect = status >= 300 && status < 400 && location !== undefined;
  const what = isRedirect
    ? `a redirect to ${target}, which is not followed`
    : `${kindOf(body)}, not the JSON of the API`;
  const message = `${requestOf(call)}: ${call.host} answered ${status} with ${what}.`;
  return new Failure('unreadable_reply', message, { status });
}

/** Only the beginning of a page is searched for its title. */
const PAGE_START_CHARS = 64 * 1024;

/** A longer text is not quoted: one that is cut could hide a secret. */
const MAX_QUOTED_CHARS = 200;

/** What a body is that is not the API's JSON. */
function kindOf(body: string): string {
  const json = parseJson(body);
  const message = isRecord(json) ? messageIn(holderOf(json)) : '';
  if (message !== '') return `the message "${message}"`;
  if (isMarkup(body)) {
    const title = asLine(
      /<title[^>]{0,200}>([^<]{1,300})/i.exec(body.slice(0, PAGE_START_CHARS))?.[1],
    );
    return title === undefined ? 'an HTML page' : `an HTML page titled "${title}"`;
  }
  const text = asLine(body);
  if (text === undefined) return 'an empty body';
  return text.length <= MAX_QUOTED_CHARS ? `the text "${text}"` : 'another text';
}

function isMarkup(body: string): boolean {
  return /^\s*<(?:!doctype html|html|head|body|title|h1)/i.test(body.slice(0, PAGE_START_CHARS));
}

/**
 * Milliseconds from a `Retry-After` header (RFC 9110, section 10.2.3): whole seconds, or an HTTP
 * date by the clock of the service, its `Date` header; undefined for anything else.
 */
function retryAfterIn({ headers }: HttpReply): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Date.parse also accepts bare numbers and fragments; an HTTP date ends with its time zone.
  const afterMs = text.endsWith('GMT') ? Date.parse(text) - Date.parse(headers.date ?? '') : NaN;
  return Number.isNaN(afterMs) ? undefined : Math.max(0, afterMs);
}
