// What the API page leaves open, as one hosting platform has it: the shape of its bodies, its statuses and its timing.
// A profile follows the public API documentation of a real platform, transposed onto the paths, the five
// deployment statuses and the error shape of the API page. It shares nothing with the readers of `src/`.

/** The five deployment statuses of the API page. */
export type DeploymentStatus = 'queued' | 'building' | 'finished' | 'failed' | 'cancelled';

/** The real state of an app; a profile translates it into the statuses of its platform. */
export type AppState = 'up' | 'starting' | 'restarting' | 'stopping' | 'down' | 'crashed';

/** One line that a build or an app printed. */
export interface Line {
  readonly at: Date;
  readonly text: string;
  /** Internal to the platform, which its own console does not show. Only some platforms have such lines. */
  readonly hidden?: boolean;
}

/** The real state of a deployment at the time of the request. */
export interface Deployment {
  /** From 1, in the order of creation. */
  readonly number: number;
  readonly id: string | number;
  readonly resourceId: string;
  readonly status: DeploymentStatus;
  readonly createdAt: Date;
  readonly startedAt: Date | undefined;
  readonly endedAt: Date | undefined;
  /** 40 hexadecimal digits. */
  readonly commit: string;
  readonly commitMessage: string;
  /** What it has printed so far, as far as the service shows it. */
  readonly lines: readonly Line[];
  /** Why it failed, in one sentence; undefined unless it failed. */
  readonly cause: string | undefined;
}

/** The real state of a resource at the time of the request. */
export interface Resource {
  readonly id: string;
  readonly type: 'app' | 'worker' | 'database' | 'service';
  readonly name: string;
  readonly state: AppState;
  readonly host: string;
  readonly createdAt: Date;
  readonly latest: Deployment | undefined;
}

/** The body of a successful response. Objects and lists are sent as JSON, text with its own content type. */
export type Body = { readonly json: unknown } | { readonly text: string; readonly contentType: string };

/** One platform. Every function gets the real state and returns what the platform would send. */
export interface Profile {
  /** Such as `coolify`. */
  readonly name: string;
  /** The public documentation that the profile follows: pages by title, and what was transposed. */
  readonly source: string;
  /** Ids in the platform's style. */
  deploymentId(number: number): string | number;
  resourceId(number: number): string;
  /** The `status` of a resource in each state; undefined where the platform shows none. */
  readonly words: Readonly<Record<AppState, string>> | undefined;
  /** GET /resources: list items are given `{id, type, name, status, catalogKey, …}` as on the API page, plus the platform's own fields. */
  resources(resources: readonly Resource[]): Body;
  /** GET /resources/{id}. */
  resource(resource: Resource): Body;
  /** The body of the 202 of a deploy request. */
  accepted(deployment: Deployment): Body;
  /** The body of the 202 of start, stop and restart. */
  changed(resource: Resource, action: 'start' | 'stop' | 'restart'): Body;
  /** GET /resources/{id}/deployments, latest first as on the API page. */
  deployments(deployments: readonly Deployment[]): Body;
  /** GET /resources/{id}/deployments/{deploymentId}, with the build log. */
  deployment(deployment: Deployment): Body;
  /** GET /resources/{id}/logs. */
  logs(lines: readonly Line[]): Body;
  /** GET /resources/{id}/env. */
  env(names: readonly string[]): Body;
  readonly timing: Timing;
}

/** Durations at this platform, in milliseconds. */
export interface Timing {
  /** In the queue, and in the build. */
  readonly queuedMs: number;
  readonly buildMs: number;
  /** How long a new deployment is missing from the list. */
  readonly listLagMs: number;
  /** How far the shown log lags behind; it grows for this long after the end. */
  readonly logLagMs: number;
  /** How long start, stop and restart (and the switch to a new release after `finished`) show their state in transition; 0 where the platform shows none. */
  readonly transitionMs: number;
  /** How long the resource still shows its old status after a request was accepted. */
  readonly statusLagMs: number;
}
