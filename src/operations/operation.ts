// The interface of an operation: its inputs, its context, the events that it emits and its report.
import type { Client } from '../api/client.ts';
import type { ApiError, ErrorCode, RefusedError } from '../api/errors.ts';
import type { Clock, Deadline } from '../clock.ts';

/** One value of the input `operation`. */
export interface Operation<A extends Args = Args> {
  /** Its effect at the service; one that only `reads` has the shorter default timeout. */
  readonly effect: 'changes' | 'waits' | 'reads';
  /** It may record a GitHub deployment and check whether the branch has moved on. */
  readonly usesGithub?: true;
  /** Reads and checks the inputs of this operation; errors are collected by `inputs`, not thrown. */
  read(inputs: Inputs): A;
  /** Does the work. Expected endings are in the report; rejects only with an unexpected error. */
  run(args: A, context: Context): Promise<Report>;
}

/** The arguments that all operations have. */
export interface Args {
  /** The resources it concerns, in the order given; empty for `list`. */
  readonly resourceIds: readonly string[];
}

/**
 * Inputs by name, checked as they are read. An invalid one is recorded as an error, and a valid placeholder is
 * returned.
 */
export interface Inputs {
  /** The text given, trimmed; undefined when it is empty or not given. */
  text(name: string): string | undefined;
  /** True for a value other than the default of action.yml. */
  isGiven(name: string): boolean;
  /** True or false, with the default of action.yml. */
  flag(name: string): boolean;
  /** One of the allowed values, with the default of action.yml. */
  choice<T extends string>(name: string, allowed: readonly T[]): T;
  count(name: string): number | undefined;
  /**
   * Milliseconds of a duration such as `90`, `15m` or `1h30m`, with the default of action.yml; undefined when there is
   * none or the value is refused.
   */
  durationMs(name: string): number | undefined;
  /** Several words, separated by commas, spaces or newlines. */
  words(name: string): string[];
  resourceIds(options: { several: boolean; required: boolean }): string[];
  id(name: string): string | undefined;
  /** Records that an input is invalid; `reason` names what is allowed. */
  refuse(name: string, reason: string): void;
}

/** The dependencies of an operation. */
export interface Context {
  readonly client: Client;
  readonly clock: Clock;
  readonly deadline: Deadline;
  /** Aborted with a `Stop` at the deadline or when the run is cancelled. */
  readonly signal: AbortSignal;
  /** The commits that this run is of, the one that people know first; empty when they are not known. */
  readonly runCommits: readonly string[];
  /** Jobs of this run are run again. */
  readonly isRerun: boolean;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Reports progress: the only output of an operation before its report. */
  readonly emit: (event: StepEvent) => void;
  /**
   * Resolves when the output written so far has been read or can no longer be, after timers and signals had their turn; or
   * when the step was stopped. Never rejects.
   */
  readonly flushed: () => Promise<void>;
  /** Called just before each deploy request: may this commit still be deployed? */
  readonly beforePost: () => Promise<Permission>;
}

/** The answer to `beforePost`; `detail` names the commit that is ahead. */
export type Permission = { readonly go: true } | { readonly go: false; readonly detail: string };

/** The deployment that keeps a resource busy while we wait for it. */
export interface Blocker {
  /** Undefined where the list shows none. */
  readonly id: string | undefined;
  readonly status: string;
  /** Milliseconds since we first saw it block the resource. */
  readonly seenForMs: number;
}

/** How we know which deployment is ours. */
export type Ownership =
  | 'response'
  | 'joined'
  /** An earlier attempt of this run started it. */
  | 'rerun'
  | 'list'
  | 'adopted'
  /** Started by somebody else: */
  | 'asked'
  | 'latest'
  | 'in-progress'
  | 'appeared';

/** True for a deployment that our request started or joined. */
export function isOurs(ownership: Ownership): boolean {
  return !['asked', 'latest', 'in-progress', 'appeared'].includes(ownership);
}

/** The actions of a POST. */
export type Action = 'deploy' | 'start' | 'stop' | 'restart';

/** An event of a step. Texts may quote the service and are sanitized by every sink. */
export type StepEvent =
  | { readonly kind: 'note' | 'warning'; readonly text: string; readonly resourceId?: string }
  | { readonly kind: 'named'; readonly resourceId: string; readonly name: string }
  | {
      readonly kind: 'waiting';
      readonly resourceId: string;
      readonly afterMs: number;
      readonly leftMs: number;
      readonly blocker: Blocker | undefined;
      /** The list is read meanwhile: the request is sent again as soon as the blocker has ended. */
      readonly isWatched: boolean;
    }
  | { readonly kind: 'retrying'; readonly error: ApiError; readonly afterMs: number; readonly attempt: number }
  | {
      readonly kind: 'posting';
      readonly resourceId: string;
      readonly action: Action;
      /** The resource was busy before, and the wait was reported. */
      readonly isRetry: boolean;
    }
  /** The last POST was not accepted and started nothing; `error` is set when the resource is busy. */
  | { readonly kind: 'refused'; readonly resourceId: string; readonly error?: RefusedError }
  /** A POST whose response was lost has started nothing. */
  | { readonly kind: 'not-started'; readonly resourceId: string; readonly text: string }
  /** The response to a POST was lost; the service may be working on it. */
  | { readonly kind: 'lost'; readonly resourceId: string; readonly error: ApiError; readonly text: string }
  | {
      readonly kind: 'accepted';
      readonly resourceId: string;
      readonly deploymentId: string | undefined;
      readonly ownership: Ownership;
      /** Its first status, if the response or the list had one. */
      readonly status?: string;
    }
  /** start, stop or restart was accepted. */
  | { readonly kind: 'requested'; readonly resourceId: string }
  /** start or stop was refused, since the resource already is as asked. */
  | { readonly kind: 'already'; readonly resourceId: string; readonly text: string }
  /** A deployment was read once. */
  | { readonly kind: 'found'; readonly resourceId: string; readonly deploymentId: string; readonly status: string }
  | {
      readonly kind: 'status';
      readonly resourceId: string;
      readonly deploymentId: string;
      readonly status: string;
      readonly elapsedMs: number;
      readonly hasEnded: boolean;
    }
  /** The deployment shows the commit that it was built from. */
  | { readonly kind: 'commit'; readonly resourceId: string; readonly commit: string }
  /** The next lines of a log, each with its line end. */
  | { readonly kind: 'log'; readonly resourceId: string; readonly source: LogSource; readonly text: string }
  | {
      readonly kind: 'resource';
      readonly resourceId: string;
      readonly status: string | undefined;
      /** Why there is no status, if it is known. */
      readonly why?: string | undefined;
      readonly url: string;
    }
  /** The status of the resource has settled; `elapsedMs` counts from the acceptance of start, stop or restart. */
  | { readonly kind: 'settled'; readonly resourceId: string; readonly elapsedMs: number }
  /** After a deployment finished, the resource is down or unhealthy, as it was before. */
  | { readonly kind: 'as-before'; readonly resourceId: string }
  | { readonly kind: 'checking'; readonly resourceId: string; readonly url: string }
  /** The health check passed; `answer`: the address and its response. */
  | { readonly kind: 'healthy'; readonly resourceId: string; readonly answer: string; readonly proof: HealthProof }
  /** The operation failed for this resource. Its first failure is its outcome. */
  | {
      readonly kind: 'failed';
      readonly resourceId: string;
      readonly errorCode: ErrorCode;
      readonly cause: string;
      /** What the service itself says about it, beside a log; `cause` quotes it. */
      readonly reason?: string | undefined;
      /** What is known of it besides its code; the advice depends on it. */
      readonly detail?: FailureDetail | undefined;
      /** Set when it does not follow from the earlier events. */
      readonly stillRunning?: boolean;
    }
  | { readonly kind: 'skipped'; readonly resourceId: string; readonly why: SkipReason; readonly detail: string }
  /** Nothing more happens to this resource. */
  | { readonly kind: 'ended'; readonly resourceId: string };

/** What a passed health check has shown. */
export interface HealthProof {
  /** The address that answered. */
  readonly url: string;
  readonly status: number;
  /** The text that the answer contained, if one was asked for. */
  readonly contains?: string | undefined;
}

/** Why a resource was skipped. */
type SkipReason = 'busy' | 'outdated' | 'fail-fast';

/** What is known of a failure besides its code. */
export type FailureDetail =
  /** The proxy of the runner did not open a connection. */
  | 'proxy'
  /** The resource has no address to check. */
  | 'no address'
  /** The app answers, without the text that is needed. */
  | 'text missing';

/** The build log or the runtime log. */
export type LogSource = 'build' | 'runtime';

/** The result for one resource. */
export interface Outcome {
  readonly resourceId: string;
  readonly name?: string;
  readonly deploymentId?: string;
  /** The last status of the deployment. */
  readonly status?: string;
  /** The commit that the deployment shows. */
  readonly commit?: string;
  readonly resourceStatus?: string | undefined;
  readonly url?: string;
  /** Milliseconds from acceptance (for `wait`: from the first poll) to the end. */
  readonly durationMs?: number;
  /** Why it failed; absent when it succeeded or was skipped. */
  readonly errorCode?: ErrorCode;
  /** Why it failed or was skipped, in one sentence. May quote the service. */
  readonly cause?: string;
  /** What the service itself says about the failure, beside a log; `cause` quotes it. */
  readonly reason?: string | undefined;
  readonly detail?: FailureDetail | undefined;
  /** Set when nothing was done on purpose. */
  readonly skipped?: SkipReason;
  /** True while a deployment or other work continues at the service. */
  readonly stillRunning?: boolean;
  /** The deployment, started by somebody else, had ended when it was first listed and was never seen in progress. */
  readonly hadEnded?: boolean | undefined;
  /** The deployment finished, and the resource is down or unhealthy, as it was before. */
  readonly isAsBefore?: boolean;
  /** Set when the health check has passed. */
  readonly proof?: HealthProof;
  /** What was going on when the last event came. */
  readonly phase: Phase;
}

/** What the step was doing for a resource. */
export type Phase =
  /** Nothing was requested, or nothing that was requested began. */
  | { readonly kind: 'before' }
  /** A request was sent, and its response has not come yet. */
  | { readonly kind: 'posting' }
  /** The response to a request was lost; the service may be working on it. */
  | { readonly kind: 'lost'; readonly error: ApiError }
  /** The resource is busy; the request will be sent again. */
  | { readonly kind: 'busy'; readonly error: RefusedError }
  /** The request was accepted, and the new deployment is not known yet. */
  | { readonly kind: 'searching' }
  /** A deployment, or the change of a resource, is polled. */
  | { readonly kind: 'following' }
  | { readonly kind: 'checking' };

/** A row of facts in the summary. `value` is untrusted. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** A table or list below the facts. Cells are untrusted. */
export interface Section {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The result of a step. */
export interface Report {
  /** Absent when the step passed. */
  readonly errorCode?: ErrorCode;
  /** What the operation does, for the headline of a failure: `deploy`, `list the resources`. */
  readonly action?: string;
  /**
   * One line: what happened. May quote the service. Absent when a single resource failed: the runner has a headline per
   * error code.
   */
  readonly headline?: string;
  /** Why it failed, one or two sentences. */
  readonly cause?: string;
  /** For a failure that does not concern a resource. */
  readonly detail?: FailureDetail;
  /** One per resource, in the order given; empty for operations that do not work on given resources. */
  readonly outcomes: readonly Outcome[];
  readonly facts?: readonly Fact[];
  readonly sections?: readonly Section[];
  /** Outputs specific to the operation. */
  readonly outputs?: Readonly<Partial<Record<'resources' | 'env-names', string>>>;
}
