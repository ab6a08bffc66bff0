// What answers outside the API, such as the console. Only the contract.
import type { ControlContext } from '../control/index.ts';

/** One page, ready to send. */
export interface Page {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request for a page, or a form that was sent. */
export interface PageRequest {
  readonly method: string;
  /** Path and query; the host in it means nothing. */
  readonly url: URL;
  /** The fields of a form, empty for other requests. */
  readonly form: URLSearchParams;
  /** False where the browser reports that a page of another origin sent it. */
  readonly isSameOrigin: boolean;
  readonly context: ControlContext;
}

/** Answers a request; undefined where there is no such page. */
export type Pages = (request: PageRequest) => Page | undefined;
