// The options of the client.
import type { Clock } from '../clock.ts';

/** What the client of one step needs: the service, the pace, the time, and where lines go. */
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
  /** Time on `clock`. */
  readonly deadlineMs: number;
  /**
   * Receives one line when an outage or a rate limit begins, and one when it ends. The text is
   * untrusted.
   */
  readonly info: (text: string) => void;
  readonly debug: (text: string) => void;
  /** Length of the longest form of a secret, in characters. */
  readonly longestForm: number;
  /** Composes a debug line for each request. */
  readonly isDebug: boolean;
}
