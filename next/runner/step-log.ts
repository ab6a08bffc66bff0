// The step log.
import type { Outcome } from '../outcome.ts';
import type { Host } from './host.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';

export interface StepLog {
  info(text: string): void;
  debug(text: string): void;
  /** An annotation. */
  warn(text: string): void;
  /** Warnings of the step itself; those about a resource are in its outcome. */
  readonly warnings: readonly string[];
  forResource(outcome: Outcome): ResourceLog;
  /** Ends an open group. */
  end(): void;
}

export interface ResourceLog {
  info(text: string): void;
  debug(text: string): void;
  /** An annotation, kept in the outcome. */
  warn(text: string): void;
  /** Whole lines of a log, each with its line feed: printed unless logs are not shown, saved, recorded in the outcome. */
  lines(source: 'build' | 'runtime', text: string): void;
  /** The likely cause in a log; undefined if there is none, or if logs are not shown. */
  errorLine(source: 'build' | 'runtime'): string | undefined;
}

export function createStepLog(_options: {
  host: Host;
  sanitizers: Sanitizers;
  showLogs: boolean;
  severalResources: boolean;
}): StepLog {
  throw new Error('not written yet');
}
