// The contract of an operation: what it reads, what it is given, the events that it emits and what it reports.
// Types only, and the few words that every operation shares. No behaviour.
import type { Client, LogLines } from '../api/client.ts';
import type { ApiError, ErrorCode, RefusedError } from '../api/errors.ts';
import type { Clock, Deadline } from '../clock.ts';

/** One thing that a workflow author can ask for with `operation:`. */
export interface Operation<A extends Args = Args> {
  /** What it does at the service. One that only `reads` has the short default deadline. */
  readonly does: 'changes' | 'waits' | 'reads';
  /** It may record a deployment at GitHub and ask whether the branch has moved on. */
  readonly usesGithub?: true;
  /** Reads and checks the inputs of this operation alone; what is wrong is collected by `inputs`, not thrown. */
  read(inputs: Inputs): A;
  /** Does the work. Expected endings are in the report; rejects only with an unexpected error. */
  run(args: A, context: Context): Promise<Report>;
}

/** What every operation's arguments say. */
export interface Args {
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
  /** Notes that an input cannot be accepted as it is; `reason` names what is allowed. */
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
  /** Resolves when the runner has read what was written so far, or never will, or the step was stopped. Never rejects. */
  readonly flushed: () => Promise<void>;
  /** Asked just before each deploy request: may this commit still be deployed? */
  readonly beforePost: (resourceId: string) => Promise<Permission>;
}

/** The answer to `beforePost`; `detail` names the commit that is ahead. */
export type Permission = { readonly go: true } | { readonly go: false; readonly detail: string };

/** The deployment that keeps a resource busy while we wait for it. */
export interface Blocker {
  /** Undefined where the list shows none. */
  readonly id: string | undefined;
  readonly status: string;
  /** Milliseconds since we first saw it in the way. */
  readonly seenForMs: number;
  /** Milliseconds since the service created it, where it sends that time. */
  readonly ageMs?: number;
}

/** How we know which deployment is ours. */
export type Ownership =
  | 'response'
  | 'joined'
  | 'list'
  | 'adopted'
  /** Started by somebody else: */
  | 'asked'
  | 'latest'
  | 'in-progress'
  | 'appeared';

/** True for a deployment that our request started or joined. */
export function isOurs(ownership: Ownership): boolean {
  return ownership === 'response' || ownership === 'joined' || ownership === 'list' || ownership === 'adopted';
}

/** What a POST asks the service to do. */
export type Action = 'deploy' | 'start' | 'stop' | 'restart';

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
  | { readonly kind: 'posting'; readonly resourceId: string; readonly action: Action }
  /** The last POST was not accepted and started nothing; `error` where the resource is busy with other work. */
  | { readonly kind: 'refused'; readonly resourceId: string; readonly error?: RefusedError }
  /** A POST whose response was lost has started nothing. */
  | { readonly kind: 'not-started'; readonly resourceId: string; readonly text: string }
  /** The response to a POST was lost, so the service may be working on it. */
  | { readonly kind: 'lost'; readonly resourceId: string; readonly error: ApiError; readonly text: string }
  | {
      readonly kind: 'accepted';
      readonly resourceId: string;
      readonly deploymentId: string | undefined;
      readonly ownership: Ownership;
      /** Its first status, where the response or the list gave one. */
      readonly status?: string;
    }
  /** start, stop or restart was accepted. */
  | { readonly kind: 'requested'; readonly resourceId: string }
  /** A deployment was read once. */
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
  /** The status of the resource has settled, so many milliseconds after start, stop or restart was accepted. */
  | { readonly kind: 'settled'; readonly resourceId: string; readonly elapsedMs: number }
  | { readonly kind: 'checking'; readonly resourceId: string; readonly url: string }
  /** The health check passed; `answer` says what answered, and how. */
  | { readonly kind: 'healthy'; readonly resourceId: string; readonly answer: string }
  /** What was asked for did not come about. The first failure of a resource is its outcome. */
  | {
      readonly kind: 'failed';
      readonly resourceId: string;
      readonly errorCode: ErrorCode;
      readonly cause: string;
      /** Where it is known otherwise than from the events before. */
      readonly stillRunning?: boolean;
    }
  | { readonly kind: 'skipped'; readonly resourceId: string; readonly why: SkipReason; readonly detail: string }
  /** Nothing more happens to this resource. */
  | { readonly kind: 'ended'; readonly resourceId: string };

/** Why nothing was done, on purpose. */
export type SkipReason = 'busy' | 'outdated' | 'fail-fast';

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
  /** Milliseconds from acceptance (for `wait`: from the first poll) to the end. */
  readonly durationMs?: number;
  /** Why it failed; absent when it did what was asked. */
  readonly errorCode?: ErrorCode;
  /** One sentence: what went wrong, or why nothing was done. May quote the service. */
  readonly cause?: string;
  /** Nothing was done, on purpose. */
  readonly skipped?: SkipReason;
  /** Whether a deployment or other work continues at the service although the step has ended. */
  readonly stillRunning?: boolean;
  /** The service accepted the request. */
  readonly accepted?: boolean;
  /** What the step does not know yet about its last POST. */
  readonly pending?: Pending | undefined;
}

/** A POST is on its way, the response to one was lost, or a busy resource refused one and it will be sent again. */
export type Pending =
  | { readonly kind: 'posting' }
  | { readonly kind: 'lost'; readonly error: ApiError }
  | { readonly kind: 'busy'; readonly error: RefusedError };

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
  /** One per resource, in the order given; empty for operations that are about no single one. */
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
