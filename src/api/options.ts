// What the client of a step is made of.
import type { Clock } from '../clock.ts';

/** Options of the client. */
export interface ApiOptions {
  /** API root without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** How many jobs use the key at once. */
  readonly concurrentJobs: number;
  /** How many resources are being worked on now. */
  readonly activeResources: () => number;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /**
   * Aborted at the deadline and when the run is cancelled; all requests and waits reject with its
   * reason.
   */
  readonly signal: AbortSignal;
  /** On the clock of the step. */
  readonly deadlineMs: number;
  /**
   * Receives one line when an outage or a rate limit begins, and one when it ends. Holds untrusted
   * text.
   */
  readonly info: (text: string) => void;
  readonly debug: (text: string) => void;
  /** Debug lines are written. Otherwise the line about a request is not composed. */
  readonly isDebug: boolean;
}
