// What answers outside the API, such as the console page. Only the contract.
import type { ConsoleView } from '../control/index.ts';

/** One page, ready to send. */
export interface Page {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The page at a path (with its query) for a GET; undefined where there is none. */
export type Pages = (url: URL, view: ConsoleView) => Page | undefined;
