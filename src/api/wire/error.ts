// Reads the error in a response: `{ok: false, error: {code, message}}` (API page, section 7).
import { type ApiErrorCode, readServiceCode, type ServiceCode } from '../errors.ts';
import { asRecord, asText, fieldsOf, firstOf, isRecord, plainLine } from './search/json.ts';
import { successFlagOf } from './search/search.ts';

/** The failure that a response reports. */
export interface ErrorEnvelope {
  /** Absent when the service sent none of a valid form. */
  readonly code?: ApiErrorCode | ServiceCode;
  /** The service's message on one line, at most 16 384 characters, untrusted; empty when it sent none. */
  readonly message: string;
  /** The body says `ok: false`. */
  readonly isDeclared: boolean;
}

/**
 * The error in the JSON of a response: `ok: false`, or an `error` with a code. Undefined for any other JSON, such as the
 * `{message}` of a gateway: that is not the service's.
 */
export function readError(json: unknown): ErrorEnvelope | undefined {
  if (!isRecord(json)) return undefined;
  const fields = fieldsOf(json);
  const isDeclared = successFlagOf(fields) === false;
  const record = firstOf(fields, ['error'], asRecord)?.value;
  const error = record && fieldsOf(record);
  const code = error && firstOf(error, ['code'], asCode)?.value;
  if (!isDeclared && (code === undefined || successFlagOf(fields) === true)) return undefined;
  const message = firstOf(error ?? fields, ['message', 'error'], asText)?.value ?? '';
  return { ...(code !== undefined && { code }), message: plainLine(message), isDeclared };
}

function asCode(value: unknown): ErrorEnvelope['code'] {
  if (typeof value !== 'string') return undefined;
  const isToken = /^[A-Za-z][\w.:-]{0,39}$/.test(value);
  return readServiceCode(value) ?? (isToken ? { serviceCode: value } : undefined);
}
