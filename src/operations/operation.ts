// The contract of an operation: what it reads, what it is given, what it tells on the way and what it reports.
// Types only, and the few words that every operation shares. No behaviour.
import type { Client, LogLines } from '../api/client.ts';
import type { ApiError, ErrorCode } from '../api/errors.ts';
import type { Clock, Deadline } from '../clock.ts';

/** One thing that a workflow author can ask for with `operation:`. */
export interface Operation<A extends Args = Args> {
  /** Reads and checks the inputs of this operation alone; what is wrong is collected by `inputs`, not thrown. */
  read(inputs: Inputs): A;
  /** Does the work. Expected endings are in the report; rejects only for a surprise. */
  run(args: A, context: Context): Promise<Report>;
}

/** What every operation's arguments say. */
export interface Args {
  /** The step may wait for work to end, so that its default deadline is the long one. */
  readonly waits: boolean;
  /** The resources it concerns, in the order given; empty for `list`. */
  readonly resourceIds: readonly string[];
}

/** Inputs by name, checked as they are read. A bad one is recorded with what is allowed, and a harmless value returned. */
export interface Inputs {
  /** The text given, trimmed; undefined when it is empty or not given. */
  text(name: string): string | undefined;
  flag(name: string, fallback: boolean): boolean;
  choice<T extends string>(name: string, allowed: readonly T[], fallback: T): T;
  count(name: string): number | undefined;
  /** Several words, separated by commas, spaces or newlines. */
  words(name: string): string[];
  resourceIds(options: { several: boolean; required: boolean }): string[];
  id(name: string): string | undefined;
  /** Notes that an input cannot be accepted as it is; `reason` says what is allowed. */
  refuse(name: string, reason: string): void;
  /** Notes something that does not stop the step. */
  note(text: string): void;
}

/** What an operation is given to work with. */
export interface Context {
  readonly client: Client;
  readonly clock: Clock;
  readonly deadline: Deadline;
  /** Aborted with a `Stop` at the deadline or when the run is cancelled. */
  readonly signal: AbortSignal;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** The only way anything leaves the middle before the report. */
  readonly emit: (event: StepEvent) => void;
  /** Resolves when the runner has read what was told so far, or never will, or the step was stopped. Never rejects. */
  readonly flushed: () => Promise<void>;
  /** Asked just before each deploy request: may this commit still be deployed? */
  readonly beforePost: (resourceId: string) => Promise<Permission>;
}

/** The answer to `beforePost`; `detail` says which commit is ahead. */
export type Permission = { readonly go: true } | { readonly go: false; readonly detail: string };

/** The deployment that holds a resource while we wait in line. */
export interface Blocker {
  readonly id: string;
  readonly status: string;
  /** Milliseconds since we first saw it in the way. */
  readonly seenForMs: number;
}

/** How we know which deployment is ours. */
export type Ownership = 'response' | 'list' | 'adopted' | 'asked' | 'latest';

/** What happens on the way. Texts may quote the service: every sink passes them through its sanitizer. */
export type StepEvent =
  | { readonly kind: 'note' | 'warning'; readonly text: string; readonly resourceId?: string }
  | { readonly kind: 'named'; readonly resourceId: string; readonly name: string }
  | {
      readonly kind: 'waiting';
      readonly resourceId: string;
      readonly afterMs: number;
      readonly leftMs: number;
      readonly blocker: Blocker | undefined;
    }
  | { readonly kind: 'retrying'; readonly error: ApiError; readonly afterMs: number; readonly attempt: number }
  | { readonly kind: 'posting'; readonly resourceId: string }
  | {
      readonly kind: 'accepted';
      readonly resourceId: string;
      readonly deploymentId: string | undefined;
      readonly ownership: Ownership;
    }
  /** start, stop or restart was accepted. */
  | { readonly kind: 'requested'; readonly resourceId: string }
  /** A deployment was looked at once. */
  | { readonly kind: 'found'; readonly resourceId: string; readonly deploymentId: string; readonly status: string }
  | {
      readonly kind: 'status';
      readonly resourceId: string;
      readonly deploymentId: string;
      readonly status: string;
      readonly elapsedMs: number;
    }
  /** The next piece of a log, cut anywhere. */
  | { readonly kind: 'log'; readonly resourceId: string; readonly source: LogSource; readonly text: string }
  | {
      readonly kind: 'resource';
      readonly resourceId: string;
      readonly status: string | undefined;
      readonly url: string;
    }
  | { readonly kind: 'checking'; readonly resourceId: string; readonly url: string }
  | { readonly kind: 'ended'; readonly outcome: Outcome };

/** Where log text comes from: the build, or the running app. */
export type LogSource = 'build' | 'runtime';

/** What became of one resource. */
export interface Outcome {
  readonly resourceId: string;
  readonly name?: string;
  readonly deploymentId?: string;
  /** Last status of the deployment that was seen. */
  readonly status?: string;
  readonly resourceStatus?: string;
  readonly url?: string;
  /** Milliseconds from acceptance (for `wait`: from the first look) to the end. */
  readonly durationMs?: number;
  /** Why it failed; absent when it did what was asked. */
  readonly errorCode?: ErrorCode;
  /** One sentence: what went wrong, or why nothing was done. May quote the service. */
  readonly cause?: string;
  /** Nothing was done, on purpose. */
  readonly skipped?: 'busy' | 'outdated' | 'fail-fast';
  /** Whether a deployment or other work goes on at the service although the step has ended. */
  readonly stillRunning?: boolean;
  /** The request was accepted and the step did not wait for its end. */
  readonly accepted?: boolean;
}

/** A row of facts on the summary page. `value` may be others' text. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly form?: 'text' | 'code' | 'link';
}

/** A table or list below the facts. Cells may be others' text. */
export interface Section {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a step ends with. */
export interface Report {
  /** Absent when the step did what was asked. */
  readonly errorCode?: ErrorCode;
  /** What was asked for, to word the headline of a failure: `deploy`, `restart`. */
  readonly action?: string;
  /** One line: what happened. May quote the service. Absent where one resource failed: the runner has a headline for each error code. */
  readonly headline?: string;
  /** Why it failed, one or two sentences. */
  readonly cause?: string;
  /** One a resource, in the order given; empty for operations that look at no single one. */
  readonly outcomes: readonly Outcome[];
  readonly facts: readonly Fact[];
  readonly sections: readonly Section[];
  /** Outputs that only this operation has. */
  readonly outputs?: Readonly<Partial<Record<'resources' | 'env-names', string>>>;
}

/** `lines` as the input gives it: `100`, `500` or `2000`. */
export const logLines = ['100', '500', '2000'] as const;

/** The number behind a choice of {@link logLines}. */
export function lineCount(choice: (typeof logLines)[number]): LogLines {
  return ({ '100': 100, '500': 500, '2000': 2000 } as const)[choice];
}
