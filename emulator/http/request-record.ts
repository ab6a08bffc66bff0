// What a request looks like afterwards: the record that tests, the console and the people's log read. Never a key's value.
import type { IncomingHttpHeaders } from 'node:http';

/** One request as the emulator saw it; it is there from its arrival on and completed as things become known. */
export interface RequestRecord {
  /** The endpoint's name, or null for a path that the API does not have. */
  endpoint: string | null;
  readonly method: string;
  /** Path with query, relative to the API root. */
  readonly path: string;
  /** Null until an answer begins, and for good where none came. */
  status: number | null;
  /** Name of the key, where it was a good one. */
  keyName: string | null;
  /** Wall time of its arrival in milliseconds. */
  readonly atMs: number;
  /** The kind of the fault that answered it, if one did. */
  fault: string | null;
  /** Whether a fault kept it waiting. */
  held: boolean;
  /** Headers without the key. */
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** Body as text. */
  body: string;
}

/** The headers of a request without the value of its key. */
export function withoutKey(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { authorization, ...rest } = headers;
  return authorization === undefined ? rest : { ...rest, authorization: '(a key)' };
}
