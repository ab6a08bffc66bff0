// The record of requests to the API, for tests, console and terminal.
import type { EndpointName } from './openapi.ts';

/** One request as the emulator saw it; completed as things become known. */
export interface RequestRecord {
  /** Null for a path that the API does not have. */
  readonly endpoint: EndpointName | null;
  readonly method: string;
  /** Path with query, below the API root. */
  readonly path: string;
  /** Wall time of its arrival in milliseconds. */
  readonly atMs: number;
  /** Null until an answer is sent, and for good where none was. */
  status: number | null;
  /** Name of the key, also of one that has ended; `(unknown key)`; null without a key. */
  readonly keyName: string | null;
  /** Name of the fault that hit it. */
  readonly fault: string | null;
  body: string;
}

const KEPT = 10_000;

/** The latest requests, in order of arrival. The key that a request brings is not recorded. */
export class Requests {
  readonly records: RequestRecord[] = [];

  /** Adds a request that has just arrived. */
  add(record: RequestRecord): void {
    this.records.push(record);
    // Many at once: dropping single records from the front is slow.
    if (this.records.length > KEPT) this.records.splice(0, KEPT / 10);
  }

  /** Forgets all. */
  clear(): void {
    this.records.length = 0;
  }
}
