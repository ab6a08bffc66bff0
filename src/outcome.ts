// What is known about one resource. One mutable record: each fact is written where it is learned,
// and read when the step publishes its result, however it ends.
import type { Failure } from './failure.ts';
import type { Phase } from './phase.ts';

/** A log of one resource as the summary and the messages need it. The texts are sanitized. */
export interface LogRecord {
  readonly source: 'build' | 'runtime';
  /**
   * The end of the log, up to 128 × 1024 characters, lines joined by line feeds; empty when logs
   * are not shown.
   */
  tail: string;
  /** How many lines the log has had so far; lines that were printed twice count twice. */
  lineCount: number;
  /**
   * The first lines that look like errors, each with the lines after it. If the first only says
   * that a command failed, the lines before it come first. Empty when logs are not shown.
   */
  errorLines: string[];
  /** Path of the file with the whole, redacted log. */
  file?: string;
}

/** The result for one resource; for `list`, and `check` without a resource, for the whole step. */
export interface Outcome {
  /** As given; empty for `list` and for `check` without one. */
  readonly resourceId: string;
  name?: string;
  deploymentId?: string;
  /** The deployment was found in the list after the answer to the POST was lost. */
  adopted?: true;
  /** The commit that the deployment shows or the health check has proved, hexadecimal. */
  commit?: string;
  /** The last status of the deployment that was read. */
  status?: string;
  resourceStatus?: string;
  /** The address of the first domain: `https:`, or `http:` for a loopback host. */
  url?: string;
  /** Where the work on the resource stands. */
  phase: Phase;
  /** The operation has returned without a failure. */
  isDone?: true;
  /** The service's own sentence about the POST, such as `already up to date`; untrusted. */
  serviceMessage?: string;
  failure?: Failure;
  /** What happened, in one line; untrusted parts may be quoted. */
  headline?: string;
  /**
   * Something is wrong for which the operation does not fail: a deployment that failed or was
   * cancelled, or an app that is down, crashed or unhealthy.
   */
  needsAttention?: true;
  /** Everything that was logged as a warning. */
  readonly warnings: string[];
  readonly logs: LogRecord[];
  /** Rows of the summary; `value` is untrusted text. */
  readonly facts: { readonly label: string; readonly value: string }[];
  /** Tables of the summary; cells are untrusted text. */
  readonly tables: {
    readonly title: string;
    readonly columns: readonly string[];
    readonly rows: readonly (readonly string[])[];
  }[];
  /** JSON for the output `resources`. */
  resources?: string;
  /** JSON for the output `env-names`. */
  envNames?: string;
}

/** The outcome of a resource about which nothing is known yet. */
export function newOutcome(resourceId: string): Outcome {
  return {
    resourceId,
    phase: { kind: 'preparing' },
    warnings: [],
    logs: [],
    facts: [],
    tables: [],
  };
}

/** What a resource is called in messages: its name, or its id. */
export function nameOf({ name, resourceId }: Outcome): string {
  return name || resourceId;
}
