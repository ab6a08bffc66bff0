// What came of one request: an answer of the API, or why there is none. One classification for
// reads and POSTs.
import { Failure, isKnownCode, serviceCode, type ErrorCode } from '../failure.ts';
import type { HttpReply } from './http.ts';
import { firstReadable, isRecord, membersOf, parseJson, toLine } from './json.ts';
import type { ExchangeError } from './network-errors.ts';

/** A request to the service. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** Host of the base URL, with its port. */
  readonly host: string;
  /** Path below the base URL, with encoded ids and the query. */
  readonly path: string;
  /** Text that is not JSON, such as a runtime log, is an answer, too. */
  readonly mayBeText?: boolean;
}

/** An answer of the API. */
export interface Reply {
  /** Undefined for a body that is not JSON. */
  readonly json: unknown;
  readonly body: string;
}

/**
 * What came of a request.
 *
 * - `ok`: an answer; a POST was accepted.
 * - `refused`: the API refused it; nothing was done.
 * - `busy`: nothing was done, since other work keeps the resource busy.
 * - `limited`: nothing was done; the rate limit of the key.
 * - `page`: a reply of something other than the API. A POST was not carried out.
 * - `lost`: no answer, although it may have arrived, or a failure of the service. A POST may have
 *   been carried out.
 * - `unsent`: there was no connection; nothing was done.
 * - `too-large`: the reply was not read. A POST may have been carried out.
 */
export type Answer<T = Reply> = { readonly kind: 'ok'; readonly value: T } | Failed;

/** A request without an answer that can be used. The message may quote the service. */
export interface Failed {
  readonly kind: 'refused' | 'busy' | 'limited' | 'page' | 'lost' | 'unsent' | 'too-large';
  readonly failure: Failure;
  /** The cause is set-up, such as a certificate: it rarely passes on its own. */
  readonly isSetup?: boolean;
  /** The API itself answered, even if with an error. */
  readonly isFromApi?: boolean;
}

/** Codes by HTTP status, for errors without a code that can be used (API 7). */
const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  402: 'billing',
  403: 'forbidden',
  404: 'not_found',
  409: 'busy',
  429: 'rate_limited',
};

/** Classifies a reply with any status. */
export function classify(reply: HttpReply, call: Call): Answer {
  const json = parseJson(reply.body);
  const error = errorIn(json, reply.status);
  if (error !== undefined) return classifyError(error, reply, call);
  if (isSuccess(reply) && isAnswer(reply, json, call))
    return { kind: 'ok', value: { json, body: reply.body } };
  return classifyPage(reply, call, json);
}

function isSuccess({ status }: HttpReply): boolean {
  return status >= 200 && status < 300;
}

/** A failure of the service, which may pass on its own, and after which a POST may be under way. */
function isServerFailure({ status }: HttpReply): boolean {
  return status >= 500 || status === 408;
}

/** Classifies an error of the API. */
function classifyError(error: ApiError, reply: HttpReply, call: Call): Failed {
  const { status } = reply;
  const code = codeOf(status, error.code);
  const retryAfterMs = retryAfterIn(reply);
  const failure = new Failure(code, errorMessage(error, status, call), {
    title: titleOf(code, error),
    httpStatus: status,
    retryAfterMs,
  });
  const failed = (kind: Failed['kind']): Failed => ({ kind, failure, isFromApi: true });
  if (isRateLimit(code, status, retryAfterMs)) return failed('limited');
  if (isServerFailure(reply)) return failed('lost');
  // `ok: false` with 2xx: such a read is repeated for as long as after a page.
  if (isSuccess(reply) && call.method === 'GET') return { kind: 'page', failure };
  return failed(code === 'busy' ? 'busy' : 'refused');
}

/** Classifies a reply that is not from the API. */
function classifyPage(reply: HttpReply, call: Call, json: unknown): Failed {
  const { status } = reply;
  const redirect = redirectIn(reply, call);
  const what =
    redirect === undefined
      ? `${describeBody(reply.body, json)}, not the JSON of the API`
      : `a redirect to ${redirect}, which is not followed`;
  const message = `${requestOf(call)}: ${call.host} answered ${status} with ${what}.`;
  const options = {
    httpStatus: status,
    retryAfterMs: retryAfterIn(reply),
    title: redirect && `${call.host} redirects to ${redirect}`,
    next: redirect && `If ${redirect} is the API, write its address into base-url.`,
  };
  const failed = (kind: Failed['kind'], code: ErrorCode): Failed => ({
    kind,
    failure: new Failure(code, message, options),
    // It would lead to the same address again.
    isSetup: redirect !== undefined,
  });
  if (status === 429) return failed('limited', 'rate_limited');
  if (isServerFailure(reply)) return failed('lost', 'unreachable');
  // Something else that answers 2xx may have passed the POST on to the API.
  const isLost = isSuccess(reply) && call.method === 'POST';
  return failed(isLost ? 'lost' : 'page', 'unreadable_reply');
}

/** Classifies a request without a complete reply. */
export function classifyUnanswered(error: ExchangeError, call: Call): Failed {
  const { kind, isSetup } = error;
  const message = `${requestOf(call)}: ${error.describe(call.host)}`;
  if (kind !== 'too-large') return { kind, failure: new Failure('unreachable', message), isSetup };
  const failure = new Failure('unreadable_reply', message, {
    title: 'The reply of the service is too large',
    next: 'For a runtime log, set fewer lines. Otherwise report it to the operator of the service.',
  });
  return { kind, failure, isFromApi: true };
}

/** A request in words. Ids are decoded: encoded once more, an encoded secret is not recognised. */
export function requestOf({ method, path }: Pick<Call, 'method' | 'path'>): string {
  return `${method} ${decodeURIComponent(path)}`;
}

/** Longer text with 202 is not taken for an acceptance. */
const MAX_ACCEPTANCE_CHARS = 200;

/** True for a 2xx body that answers the request, although nothing may be read from it. */
function isAnswer({ status, body }: HttpReply, json: unknown, call: Call): boolean {
  const text = body.trim();
  if (json !== undefined || /^(?:true|null|\d{1,20})$/.test(text)) return true;
  if (call.mayBeText === true) return !isMarkup(body);
  if (call.method === 'GET') return false;
  const isShort = text.length <= MAX_ACCEPTANCE_CHARS && !text.startsWith('<');
  return text === '' || (status === 202 && isShort);
}

/** The error of the API in a reply (API 7). */
interface ApiError {
  readonly code: string | undefined;
  readonly message: string;
}

/** An error needs a code; a 2xx answer with `ok: false` is one, too, even without a code. */
function errorIn(json: unknown, status: number): ApiError | undefined {
  if (!isRecord(json)) return undefined;
  const members = membersOf(isRecord(json['error']) ? json['error'] : json);
  const code = firstReadable(members, ['code'], toLine);
  const isError =
    status < 300 ? json['ok'] === false : code !== undefined && isRecord(json['error']);
  if (!isError) return undefined;
  return { code, message: firstReadable(members, ['message', 'error'], toLine) ?? '' };
}

/** The status decides where there is no code; a 404 of the API is always `not_found`. */
function codeOf(status: number, sent: string | undefined): Failure['code'] {
  if (status === 404 || sent === undefined) return CODE_BY_STATUS[status] ?? 'service_error';
  return serviceCode(sent);
}

/** Of a code that only the service knows, its sentence says most. */
function titleOf(code: Failure['code'], { message }: ApiError): string | undefined {
  const isOwn = isKnownCode(code) || message === '';
  return isOwn ? undefined : `${message.replace(/\.$/, '')} (${code})`;
}

/** A 429 with another code is a rate limit only with `Retry-After`; the daily limit never is. */
function isRateLimit(code: Failure['code'], status: number, retryAfterMs?: number): boolean {
  if (code === 'rate_limited') return true;
  return status === 429 && code !== 'create_limit' && retryAfterMs !== undefined;
}

function errorMessage({ code, message }: ApiError, status: number, call: Call): string {
  // The key may belong to another host, so name the host.
  const at = status === 401 || status === 403 ? ` at ${call.host}` : '';
  const sentence = message === '' ? '.' : `: "${message}"${/[.!?]$/.test(message) ? '' : '.'}`;
  const shownCode = code === undefined ? '' : ` ${code}`;
  return `${requestOf(call)}: the service${at} answered ${status}${shownCode}${sentence}`;
}

/** How much of a page is searched for its title, which is quoted only as a whole. */
const PAGE_START_CHARS = 64 * 1024;
/** Up to its end tag: a title that is cut at a `<` could end within a secret. */
const TITLE = /<title[^>]{0,200}>(.{1,1000}?)<\/title/is;
/** A longer text or title is not quoted: a secret that is cut would escape redaction. */
const MAX_QUOTED_CHARS = 200;

/** Where a redirect leads. Only the host: the rest of the address may hold secrets. */
function redirectIn({ status, headers }: HttpReply, call: Call): string | undefined {
  if (status < 300 || status >= 400 || headers.location === undefined) return undefined;
  return URL.parse(headers.location, `https://${call.host}`)?.host ?? 'an unreadable address';
}

function describeBody(body: string, json: unknown): string {
  const message = firstReadable(membersOf(json), ['message', 'error'], toLine);
  if (message !== undefined) return `the message "${message}"`;
  if (isMarkup(body)) {
    const title = toLine(TITLE.exec(body.slice(0, PAGE_START_CHARS))?.[1]);
    const isQuoted = title !== undefined && title.length <= MAX_QUOTED_CHARS;
    return isQuoted ? `an HTML page titled "${title}"` : 'an HTML page';
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
