// What a drawn service does, as plain data, in the order of events. Times are seconds.

export const idStyles = [
  'plain',
  'begins with _',
  'begins with -',
  'base64',
  'braces',
  'spaces',
  'not ASCII',
  'number',
  'percent',
  'prototype',
  'long',
] as const;
export type IdStyle = (typeof idStyles)[number];

/** How a build log is sent. */
export const logForms = [
  'text',
  'lines',
  'entries',
  'entries newest first',
  'entries in groups newest first',
  'text, last line unfinished',
  'text, middle removed',
  'text, rewritten half way',
  'text, restarted half way',
  'progress in place',
  'JSON in JSON',
  'phases',
  'pairs',
  'Windows line ends',
  'nested text',
  'JSON lines',
  'none',
  'unknown form',
] as const;
export type LogForm = (typeof logForms)[number];

/** The forms of the body of an accepted deploy request. */
export const acceptanceForms = [
  'id',
  'deployment',
  'deploymentId',
  'data',
  'id, others nested',
  'deployment, others before',
  'nothing',
  'empty object',
  'ok only',
  'resource only',
  'text',
] as const;
export type AcceptanceForm = (typeof acceptanceForms)[number];

/** How the answer to a deploy request goes wrong, or not. */
export const postAnswers = [
  'accepted',
  'joined',
  'busy',
  'busy, retry after 7 s',
  'rate limited',
  'rate limited, retry after 5 s',
  'quota',
  'quota, retry after 5 s',
  'code of ours',
  'redirect',
  'billing',
  'reset',
  'cut',
  'hang',
  'stall',
  '500',
  '503, retry after 7 s',
  '502 page',
  '504 page after 50 s',
  '200 page',
  '403 page',
  '404 text',
  '405 page',
] as const;
export type PostAnswer = (typeof postAnswers)[number];

/** What can happen to a read instead of, or on the way to, its good answer. */
export const readTroubles = [
  'slow 8 s',
  'slow 12 s',
  'reset',
  'cut',
  'hang',
  'stall',
  '500',
  '503, retry after 7 s',
  '502 page',
  '504 page',
  '200 page',
  '403 page',
  '404 text',
  '405 page',
  'redirect',
  'gzip',
  'empty',
  'broken JSON',
  'null',
  'wrong types',
  'ok false',
  'rate limited',
  'rate limited, retry after 5 s',
  'rate limited, retry at a date',
  'rate limited page',
  'quota',
  'quota, retry after 5 s',
  'not found',
  'code of ours',
  'key quoted',
  'stale',
] as const;
export type ReadTrouble = (typeof readTroubles)[number];

export const endpoints = [
  'resources',
  'resource',
  'deployments',
  'deployment',
  'logs',
  'env',
  'openapi',
  'deploy',
  'start',
  'stop',
  'restart',
  'other',
] as const;
export type Endpoint = (typeof endpoints)[number];

/** One deploy request and what becomes of it. */
export interface PostPlan {
  readonly answer: PostAnswer;
  readonly body: AcceptanceForm;
  /** For an answer that does not decide it: whether the service takes the request all the same. */
  readonly takes: boolean;
  /** From the request to the deployment. */
  readonly createdAfterS: number;
  /** From the request to the answer. */
  readonly answeredAfterS: number;
}

/** Some requests of one endpoint that go wrong. */
export interface Trouble {
  readonly on: Endpoint;
  readonly kind: ReadTrouble;
  /** Requests of this endpoint that pass before, and that are hit then. */
  readonly after: number;
  readonly times: number;
}

/** A deployment by somebody else. */
export interface Rival {
  /** From the start of the step, negative for before; counted from the first deploy request when `afterPost`. */
  readonly atS: number;
  readonly afterPost: boolean;
  readonly buildS: number;
  readonly outcome: 'finished' | 'failed';
}

/** A build: what it does, and in which words and form it is shown. */
export interface Build {
  readonly queuedS: number;
  readonly buildS: number;
  readonly outcome: 'finished' | 'failed' | 'cancelled';
  /** How the status words are written. */
  readonly letters: 'lower' | 'upper' | 'capital';
  /** A status that is none of the five, shown at the beginning of the build. */
  readonly unknownStatus: '' | 'publishing' | 'provisioning' | 'FINISHED?' | 'done' | 'success';
  readonly lines: number;
  readonly log: LogForm;
  /** The last lines of the log come this long after the end. */
  readonly lateLogS: number;
  /** Fields that hold the log, and wrapper around the deployment. */
  readonly field: 'log' | 'buildLog' | 'build_log' | 'logs' | 'output';
  readonly wrapper: 'bare' | 'deployment' | 'data';
  /** The response also holds another deployment, which has finished. */
  readonly previousInside: boolean;
  readonly hasStatus: boolean;
}

/** How the list of deployments is sent. */
export interface List {
  readonly order: 'latest first' | 'older ones in disorder' | 'oldest first';
  /** At most so many items; 0 for all. */
  readonly cap: number;
  /** How long a new deployment is missing. */
  readonly lagS: number;
  /** An old item is deleted at this time, so that in a capped list an older one slides in; 0 for never. */
  readonly slideAtS: number;
  readonly anonymous: 'none' | 'first' | 'last' | 'second';
  readonly more: 'nothing' | 'total' | 'hasMore' | 'nextCursor';
  readonly none: 'empty' | '404';
  readonly logsInside: boolean;
}

/** The word that a resource shows, and what it stands for. */
export interface ResourceStatus {
  readonly word: string;
  readonly kind: 'up' | 'down' | 'broken' | 'moving' | 'unknown';
}

/** What the resource does after the work that the step asked for. */
export interface App {
  readonly before: ResourceStatus;
  /** The old status is still shown for so long. */
  readonly staleS: number;
  readonly moving: ResourceStatus;
  readonly movingS: number;
  readonly after: ResourceStatus;
  readonly wrapper: 'resource' | 'bare' | 'data';
}

export const operationNames = ['deploy', 'wait', 'status', 'start', 'stop', 'restart', 'list'] as const;
export type OperationName = (typeof operationNames)[number];

/** The whole of a drawn service and of the step that meets it. */
export interface Story {
  readonly operation: OperationName;
  readonly timeoutS: number;
  readonly waits: boolean;
  readonly onBusy: 'wait' | 'fail' | 'skip';
  readonly target: 'none' | 'latest' | 'named';
  readonly resourceId: string;
  readonly ids: IdStyle;
  readonly past: readonly ('finished' | 'failed')[];
  readonly posts: readonly PostPlan[];
  readonly build: Build;
  readonly isBusyWhileBuilding: boolean;
  readonly rivals: readonly Rival[];
  readonly list: List;
  readonly app: App;
  readonly troubles: readonly Trouble[];
  /** The run is cancelled at this time; 0 for never. */
  readonly cancelAtS: number;
  /** Seed of the step's own chance. */
  readonly seed: number;
}
