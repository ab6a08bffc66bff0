// Reads the error in a response: `{ok: false, error: {code, message}}` and similar forms.
import { type ApiErrorCode, readServiceCode, type ServiceCode } from '../errors.ts';
import { successFlagOf } from './envelope.ts';
import { asArray, asRecord, asText, fieldsOf, firstOf, hasAny, isRecord } from './json.ts';
import type { Fields } from './json.ts';

/** The failure that a response reports. */
export interface ErrorEnvelope {
  /** Absent when the service sent none of a valid form. */
  readonly code?: ApiErrorCode | ServiceCode;
  /** The service's message on one line, at most 16 384 characters, untrusted; empty when it sent none. */
  readonly message: string;
}

/** Far more than is ever shown: a secret cut off within the shown part would escape redaction. */
const MAX_MESSAGE_LENGTH = 16_384;

const CODE_NAMES = ['code', 'errorCode'];
const MESSAGE_NAMES = ['message', 'detail', 'errorDescription', 'description', 'reason', 'msg', 'title'];

/** A body with one of these fields is a result, so a `message` beside it is not an error. */
const PAYLOAD_NAMES = ['deploymentId', 'deployment', 'deployments', 'resources', 'data', 'result'];

/**
 * The error in the JSON of a 2xx response: a top-level `ok: false`. A POST returns nothing that must be read, so there an
 * `error`, or a `status` of that meaning with a message, counts as one too.
 */
export function readDeclaredError(json: unknown, { isPost }: { isPost: boolean }): ErrorEnvelope | undefined {
  if (!isRecord(json)) return undefined;
  const fields = fieldsOf(json);
  const isSuccess = successFlagOf(fields) ?? !(isPost && hasOnlyError(fields));
  return isSuccess ? undefined : envelopeOf(fields);
}

function hasOnlyError(fields: Fields): boolean {
  if (hasAny(fields, [...PAYLOAD_NAMES, 'payload', 'id', 'uuid', 'deploymentUuid'])) return false;
  const isFailed = /^(?:error|fail)$/i.test(firstOf(fields, ['status'], asText) ?? '');
  return firstOf(fields, ['error', 'errors'], asCause) !== undefined || (isFailed && hasAny(fields, MESSAGE_NAMES));
}

/**
 * The error in the JSON of a response with an error status; `undefined` when it does not come from the service. A
 * bare `{message}` comes from a gateway: the service's errors have `ok`, `error` or a code (API page, section 7).
 */
export function readError(json: unknown): ErrorEnvelope | undefined {
  if (!isRecord(json)) return undefined;
  const fields = fieldsOf(json);
  const verdict = successFlagOf(fields);
  if (verdict === false) return envelopeOf(fields);
  if (verdict === true || isPayload(fields)) return undefined;
  const envelope = envelopeOf(fields);
  return envelope.code === undefined && !hasAny(fields, ['error', 'errors']) ? undefined : envelope;
}

function isPayload(fields: Fields): boolean {
  if (firstOf(fields, ['error'], asRecord) !== undefined) return false;
  return hasAny(fields, PAYLOAD_NAMES) || (hasAny(fields, ['id']) && hasAny(fields, ['status']));
}

function envelopeOf(fields: Fields): ErrorEnvelope {
  const cause = firstOf(fields, ['error', 'errors'], asCause);
  const sources = typeof cause === 'object' ? [cause, fields] : [fields];
  const sentence = firstIn(sources, MESSAGE_NAMES, asText);
  const word = typeof cause === 'string' ? cause : undefined;
  // In `{error: 'busy', message: '…'}` the string is the code; alone it is the message.
  const code = firstIn(sources, CODE_NAMES, asNamedCode) ?? (sentence === undefined ? undefined : asCode(word));
  const message = plainLine(sentence ?? word ?? '');
  return code === undefined ? { message } : { code, message };
}

/** The message in an error that is a string, a record, or a list of them, on one line; for {@link firstOf}. */
export function messageOf(value: unknown): string | undefined {
  const cause = asCause(value);
  const text = typeof cause === 'object' ? firstOf(cause, [...MESSAGE_NAMES, ...CODE_NAMES], asText) : cause;
  return plainLine(text ?? '') || undefined;
}

/** The error as a string or a record; the first one of a list. A record without a value is none. */
function asCause(value: unknown): Fields | string | undefined {
  const one = asArray(value)?.[0] ?? value;
  const record = asRecord(one);
  if (record === undefined) return asText(one);
  return Object.values(record).every((field) => field === null || field === '') ? undefined : fieldsOf(record);
}

function firstIn<T>(
  sources: readonly Fields[],
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const fields of sources) {
    const value = firstOf(fields, names, read);
    if (value !== undefined) return value;
  }
  return undefined;
}

function asCode(value: unknown): ErrorEnvelope['code'] {
  return typeof value === 'string' ? readServiceCode(value) : undefined;
}

/** A code in a field of that name may have another form, such as `QUOTA_EXCEEDED`. */
function asNamedCode(value: unknown): ErrorEnvelope['code'] {
  const isToken = typeof value === 'string' && /^[A-Za-z][\w.:-]{0,39}$/.test(value);
  return asCode(value) ?? (isToken ? { serviceCode: value } : undefined);
}

function plainLine(text: string): string {
  const line = text
    .slice(0, 4 * MAX_MESSAGE_LENGTH)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_MESSAGE_LENGTH);
  return line.replace(/[\uD800-\uDBFF]$/, '').toWellFormed();
}
