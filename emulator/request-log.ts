// The record of the requests to the API, for tests, console and terminal: bounded in count and size, without keys.
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
  /** Body as text, its beginning where it is long. */
  body: string;
}

/** Requests and characters (of paths, headers and bodies) that are kept. */
const KEPT_REQUESTS = 100_000;
const KEPT_CHARACTERS = 64_000_000;
const KEPT_OF_BODY = 4096;
/** The share that is dropped at once when there are too many, as dropping single records is slow. */
const DROPPED_SHARE = 0.1;

/** What is kept of the requests, and in which bounds. */
export interface RequestLogLimits {
  readonly count?: number;
  readonly characters?: number;
}

/** The latest requests in order of arrival. */
export class RequestLog {
  readonly records: RequestRecord[] = [];
  readonly #sizes: number[] = [];
  readonly #count: number;
  readonly #characters: number;
  #total = 0;

  constructor({ count = KEPT_REQUESTS, characters = KEPT_CHARACTERS }: RequestLogLimits = {}) {
    this.#count = count;
    this.#characters = characters;
  }

  /** Adds a request that has just arrived; drops the oldest ones beyond the bounds. */
  add(record: RequestRecord): void {
    const size = record.path.length + JSON.stringify(record.headers).length + KEPT_OF_BODY;
    this.records.push(record);
    this.#sizes.push(size);
    this.#total += size;
    while (this.records.length > this.#count || this.#total > this.#characters) this.#drop();
  }

  /** Keeps the beginning of a request's body. */
  static setBody(record: RequestRecord, body: string): void {
    record.body = body.slice(0, KEPT_OF_BODY);
  }

  #drop(): void {
    const gone = Math.ceil(this.records.length * DROPPED_SHARE);
    this.records.splice(0, gone);
    this.#total -= this.#sizes.splice(0, gone).reduce((sum, size) => sum + size, 0);
  }
}

/** The headers of a request without the value of its key. */
export function withoutKey(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { authorization, ...rest } = headers;
  return authorization === undefined ? rest : { ...rest, authorization: '(a key)' };
}
