// The record of the requests to the API, for tests, console and terminal: bounded in count and size, without keys.
import type { IncomingHttpHeaders } from 'node:http';
import type { Redact } from './redaction.ts';

/** One request as the emulator saw it; it is there from its arrival on and completed as things become known. */
export interface RequestRecord {
  /** The endpoint's name, or null for a path that the API does not have. */
  endpoint: string | null;
  readonly method: string;
  /** Path with query, relative to the API root, without keys. */
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
  /** Headers without keys. */
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** Body as text without keys, its beginning where it is long. */
  body: string;
}

/** Requests, and bytes of their paths, headers and bodies, that are kept. */
const KEPT_REQUESTS = 100_000;
const KEPT_BYTES = 64_000_000;
/** Characters of one body. */
const KEPT_OF_BODY = 4096;
/** What a record takes beside its texts, and what a character takes at most. */
const RECORD_BYTES = 1000;
const CHARACTER_BYTES = 2;
/** The share that is dropped at once when there are too many, as dropping single records is slow. */
const DROPPED_SHARE = 0.1;

/** What is kept of the requests, and in which bounds. */
export interface RequestLogLimits {
  readonly count?: number;
  readonly bytes?: number;
}

/** The latest requests in order of arrival. */
export class RequestLog {
  readonly records: RequestRecord[] = [];
  readonly #sizes = new Map<RequestRecord, number>();
  readonly #count: number;
  readonly #bytes: number;
  #total = 0;

  constructor({ count = KEPT_REQUESTS, bytes = KEPT_BYTES }: RequestLogLimits = {}) {
    this.#count = count;
    this.#bytes = bytes;
  }

  /** Adds a request that has just arrived; drops the oldest ones beyond the bounds. */
  add(record: RequestRecord): void {
    this.records.push(record);
    this.#measure(record);
  }

  /** Keeps the beginning of a request's body, redacted before it is cut: half a key is recognised by nobody. */
  setBody(record: RequestRecord, body: string, redact: Redact): void {
    const beginning = redact(body.slice(0, 2 * KEPT_OF_BODY)).slice(0, KEPT_OF_BODY);
    // Through bytes: a part of a string keeps the whole of it in memory.
    record.body = Buffer.from(beginning).toString();
    if (this.#sizes.has(record)) this.#measure(record);
  }

  #measure(record: RequestRecord): void {
    const { path, headers, body } = record;
    const size = RECORD_BYTES + CHARACTER_BYTES * (path.length + JSON.stringify(headers).length + body.length);
    this.#total += size - (this.#sizes.get(record) ?? 0);
    this.#sizes.set(record, size);
    while (this.records.length > this.#count || this.#total > this.#bytes) this.#drop();
  }

  #drop(): void {
    for (const gone of this.records.splice(0, Math.ceil(this.records.length * DROPPED_SHARE))) {
      this.#total -= this.#sizes.get(gone) ?? 0;
      this.#sizes.delete(gone);
    }
  }
}
