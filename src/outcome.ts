// What is known about the resource and the work on it. One mutable record: each fact is written
// where it is learned, and read when the step publishes its result, however it ends.
import type { Failure } from './failure.ts';

/**
 * Where the work stands. One value, replaced as the step proceeds: it alone decides what a kill, a
 * cancelled run or the deadline means. Times are on the clock of the step.
 */
type Stage =
  /** Nothing was requested. */
  | { readonly kind: 'preparing' }
  /** The last POST was not accepted, so nothing was started: busy, rate limit, refused, unsent. */
  | { readonly kind: 'blocked'; readonly by: Failure }
  /**
   * A POST is being sent, or was, and its effect is unknown. `lostBy`: why its answer was lost.
   * `hiddenBy`: the work in progress that may hide its effect, in words.
   */
  | {
      readonly kind: 'requesting';
      readonly lostBy?: Failure | undefined;
      readonly hiddenBy?: string | undefined;
    }
  /**
   * The POST was accepted, but which deployment is ours is not certain yet. `endedAtMs`: the one
   * that is taken for ours has ended, which counts once it is confirmed. `hiddenBy`: the work in
   * progress that may hide ours, in words.
   */
  | {
      readonly kind: 'accepted';
      readonly sinceMs: number;
      readonly endedAtMs?: number;
      readonly hiddenBy?: string | undefined;
    }
  /** The work is in progress. `isSeen`: the last answer of the service has shown it. */
  | { readonly kind: 'working'; readonly sinceMs: number; readonly isSeen: boolean }
  /** The work has ended. Without `sinceMs` there was none: all was as requested. */
  | { readonly kind: 'ended'; readonly sinceMs?: number | undefined; readonly endedAtMs: number };

/** A log as the summary and the messages need it. The texts are sanitized. */
export interface LogRecord {
  readonly source: 'build' | 'runtime';
  /** Whole lines with their line feeds; none when logs are not shown. The oldest may be missing. */
  readonly pieces: string[];
  /** How many lines the log has had so far; lines that were printed twice count twice. */
  lineCount: number;
  /** Path of the file with the whole, redacted log. */
  file?: string;
}

/** What a step has learned. All texts are untrusted, except those of `logs`. */
export interface Outcome {
  /** As given; empty for `list` and for `check` without one. */
  readonly resourceId: string;
  name?: string;
  /** `app`, `worker`, `database` or `service`. */
  type?: string;
  deploymentId?: string;
  /** The deployment was found in the list after the answer to the POST was lost. */
  adopted?: true;
  /** The commit that the deployment shows or the health check has proved, hexadecimal. */
  commit?: string;
  /** The last status of the deployment that was read. */
  status?: string;
  resourceStatus?: string;
  /** The state of the app after its deployment, where that is not its status alone. */
  appState?: string;
  /** The address of the first domain: `https:`, or `http:` for a loopback host. */
  url?: string;
  stage: Stage;
  /** The service's own sentence about the POST, such as `already up to date`. */
  serviceMessage?: string;
  /** What happened, in one line. */
  headline?: string;
  /** After a failed deployment: the app was up before it, and is not any more. */
  wentDown?: string;
  /** Something is wrong for which the operation does not fail, such as an app that is down. */
  needsAttention?: true;
  /** Everything that was logged as a warning. */
  readonly warnings: string[];
  readonly logs: LogRecord[];
  /** Rows of the summary. */
  readonly facts: { readonly label: string; readonly value: string }[];
  /** Tables of the summary. */
  readonly tables: Table[];
  /** For the output `resources`. */
  resources?: readonly unknown[];
  /** For the output `env-names`. */
  envNames?: readonly string[];
}

/** A table of the summary; cells are untrusted. */
interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The outcome of a step that has learned nothing yet. */
export function newOutcome(resourceId: string): Outcome {
  return {
    resourceId,
    stage: { kind: 'preparing' },
    warnings: [],
    logs: [],
    facts: [],
    tables: [],
  };
}

/** What the resource is called in messages. */
export function nameOf({ name = '', resourceId }: Outcome): string {
  return name || resourceId;
}

/** What our deployment is called in messages. */
export function deploymentNameOf(outcome: Outcome): string {
  const { deploymentId: id } = outcome;
  return `${id === undefined ? 'The deployment' : `Deployment ${id}`} of ${nameOf(outcome)}`;
}

/** How long the work took, or has taken so far; undefined before it began. */
export function durationMs({ stage }: Outcome, nowMs: number): number | undefined {
  switch (stage.kind) {
    case 'preparing':
    case 'blocked':
    case 'requesting':
      return undefined;
    case 'working':
      return nowMs - stage.sinceMs;
    case 'accepted':
      return (stage.endedAtMs ?? nowMs) - stage.sinceMs;
    case 'ended':
      return stage.sinceMs === undefined ? undefined : stage.endedAtMs - stage.sinceMs;
    default:
      return stage satisfies never;
  }
}

/** True while work may continue at the service without this step. */
export function isInProgress({ stage }: Outcome): boolean {
  return stage.kind === 'working' || (stage.kind === 'accepted' && stage.endedAtMs === undefined);
}

/** Ends the work, unless it has ended already: the first end that was seen counts. */
export function endWork(outcome: Outcome, endedAtMs: number): void {
  const { stage } = outcome;
  if (stage.kind === 'ended') return;
  const sinceMs = stage.kind === 'working' || stage.kind === 'accepted' ? stage.sinceMs : undefined;
  const seenMs = stage.kind === 'accepted' ? stage.endedAtMs : undefined;
  outcome.stage = { kind: 'ended', sinceMs, endedAtMs: seenMs ?? endedAtMs };
}

/** Ends work that may not be ours: its end counts once it is confirmed. */
export function endUnconfirmed(outcome: Outcome, endedAtMs: number): void {
  const { stage } = outcome;
  if (stage.kind !== 'working') return;
  outcome.stage = { kind: 'accepted', sinceMs: stage.sinceMs, endedAtMs };
}

/** Removes what is known about a deployment that is not, or may not be, ours. */
export function forgetDeployment(outcome: Outcome): void {
  delete outcome.deploymentId;
  delete outcome.status;
  delete outcome.commit;
  delete outcome.adopted;
}
