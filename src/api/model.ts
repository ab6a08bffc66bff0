// The model that `wire/` reads responses into: types, and the classification of statuses and ids.

import type { Endpoint } from './errors.ts';

/** The five statuses of a deployment (API page, section 3). */
export const deploymentStatuses = ['queued', 'building', 'finished', 'failed', 'cancelled'] as const;

/** One of {@link deploymentStatuses}. */
export type DeploymentStatus = (typeof deploymentStatuses)[number];

/**
 * True for one of the five statuses as {@link normalizeStatus} returns them. Any other is neither final nor a success.
 */
export function isKnownStatus(status: string): status is DeploymentStatus {
  return (deploymentStatuses as readonly string[]).includes(status);
}

/**
 * Writes the five statuses, in any letter case and `canceled` too, as the API page does; others are returned unchanged.
 */
export function normalizeStatus(status: string): string {
  const folded = status.trim().toLowerCase();
  const spelled = folded === 'canceled' ? 'cancelled' : folded;
  return isKnownStatus(spelled) ? spelled : status;
}

/** Stands for a missing status: not one of the five, so neither final nor a success. */
export const NO_STATUS = 'unknown';

/** True when a deployment in this status has ended. */
export function isFinal(status: string): status is 'finished' | 'failed' | 'cancelled' {
  return status === 'finished' || status === 'failed' || status === 'cancelled';
}

/**
 * True for an item of a list, latest first, that is in progress. An unknown status counts as that only for the latest:
 * an earlier one may have ended with it, as with `superseded`.
 */
export function isInProgress({ status }: Deployment, index: number): boolean {
  return !isFinal(status) && (index === 0 || isKnownStatus(status));
}

/** What the status of a resource means. `unknown`: not in the lists of the contract. */
export type ResourceState = 'up' | 'down' | 'broken' | 'transition' | 'unknown';

const UP = /^(?:running|healthy|active|online|up|live|started|ready|available|deployed)$/;
const DOWN = /^(?:stopped|off|inactive|paused|suspended|sleeping|exited)$/;
const BROKEN = /^(?:dead|unhealthy|crash.*|fail.*|err.*)$/;
const IN_TRANSITION = /^(?:pending|queued|.*ing)$/;

/** Classifies a resource's status by its first run of letters, in any case: `running (healthy)` is `up`. */
export function resourceStateOf(status: string | undefined): ResourceState {
  const folded = firstWordOf(status);
  if (UP.test(folded)) return 'up';
  if (DOWN.test(folded)) return 'down';
  if (BROKEN.test(folded)) return 'broken';
  return IN_TRANSITION.test(folded) ? 'transition' : 'unknown';
}

function firstWordOf(status = ''): string {
  return (/\p{L}+/u.exec(status)?.[0] ?? '').toLowerCase();
}

/**
 * True for two spellings of one status, as `running (healthy)` and `Running`, or `up 3 minutes` and `up 4 minutes`. Of an
 * unknown status the whole text counts.
 */
export function isSameStatus(one: string | undefined, other: string | undefined): boolean {
  const [key, otherKey] = [one, other].map((status) =>
    resourceStateOf(status) === 'unknown' ? status?.toLowerCase() : firstWordOf(status),
  );
  return key === otherKey;
}

/** True for an app that is up while its own check fails, as in `running (unhealthy)`. */
export function isUpButUnhealthy(status: string | undefined): boolean {
  return resourceStateOf(status) === 'up' && /unhealthy/i.test(status ?? '');
}

/** True for an app that is up, as far as its status says. */
export function isUpAndHealthy(status: string | undefined): boolean {
  return resourceStateOf(status) === 'up' && !isUpButUnhealthy(status);
}

/** True for an id that the service may use: percent-encoded, anything but `.` and `..` is one segment of a path. */
export function isServiceId(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..';
}

/** Result of reading a part of a response. `shape`: field names and JSON types, never values. */
export type Reading<T> =
  /** `isPartial`: the service reports that there is more. */
  | { readonly kind: 'read'; readonly value: T; readonly isPartial?: true }
  /** The service sent none. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unrecognised'; readonly shape: string };

/** A list in the service's order. */
export interface List<T> {
  readonly items: readonly T[];
  /** False when the service reports that there are more, or when an item could not be read. */
  readonly isComplete: boolean;
}

/** A part of a response that was not recognised; each shape of it is reported once per step. */
export interface Unrecognised {
  /** A noun phrase such as `the status of a deployment in a form that is not recognised`. */
  readonly what: string;
  /** Method and path below the base URL. */
  readonly request: string;
  /** Field names and JSON types, never values. */
  readonly shape: string;
}

/** One request and its response, for debug output. `status` 0: no response. */
export interface ExchangeTrace {
  readonly endpoint: Endpoint;
  readonly status: number;
  readonly tookMs: number;
  readonly bytes: number;
  /** Field names and JSON types of the response, never values. A function, since most steps write no debug lines. */
  readonly shape: () => string;
}

/** What the API page leaves open, titled as in `docs/api-notes.md`, and what this action expects. */
export const openParts = {
  'response for one resource': 'the resource, bare or wrapped',
  'domains of a resource': 'hosts or URLs, as text, list or objects',
  'status of a resource': 'a word for up, down, broken or in transition',
  'pages of a list': 'all items in one response',
  'other fields of a deployment': 'any',
  'status of a deployment': 'one of the five words',
  'order of statuses of a deployment': 'any, with a final one at the end',
  'response for one deployment': 'the deployment, bare or wrapped',
  'build log': 'text, lines or entries',
  'response to a deploy': '202, with or without the id of the deployment',
  'response to start, stop, restart': '202',
  'runtime log': 'text, lines or entries',
  'default of lines': 'any, since 100, 500 or 2000 is always sent',
  'names of environment variables': 'a list of names, or a map',
  'codes of other errors': 'the documented shape, or one near it',
  'pause before a retry': 'Retry-After, or nothing',
  'paths in the OpenAPI document': 'all that this action needs',
  events: 'none, since statuses are polled',
  deprecation: 'nothing that this action needs',
} as const;

/** One of {@link openParts}. */
export type OpenPart = keyof typeof openParts;

/** What a response, or the service's OpenAPI document, shows about an open part. */
export interface Evidence {
  readonly part: OpenPart;
  readonly source: 'response' | 'description';
  /** Field names and JSON types, never values. */
  readonly shape: string;
  /** False when it is not what the readers support. */
  readonly isExpected: boolean;
}

/** An item that has an id. */
export type Identified<T> = T & { readonly id: string };

/** True unless the service sent the item without a readable id. */
export function isIdentified<T extends { readonly id: string | undefined }>(item: T): item is Identified<T> {
  return item.id !== undefined;
}

/** One deployment of a resource, as a list shows it. */
export interface Deployment {
  /** Undefined for an entry without a readable id; it keeps its place in the list. */
  readonly id: string | undefined;
  /** Further ids of the same entry: a response may name it by one of them. */
  readonly otherIds?: readonly string[];
  /** As {@link normalizeStatus} returns it; {@link NO_STATUS} when it is missing or unreadable. */
  readonly status: string;
  /** Why it failed or was cancelled, beside its log, if the service says so. On one line, untrusted. */
  readonly reason?: string;
}

/** One deployment with its build log. */
export interface DeploymentDetail extends Identified<Deployment> {
  /** The whole build log so far with `\n` line ends. Untrusted text. */
  readonly log: Reading<string>;
}

/** The deployment in the response to a deploy request; any field may be missing. */
export interface Acceptance {
  readonly deploymentId?: string;
  readonly status?: string;
}

/** A resource. Every field may be missing, and every text is untrusted. */
export interface Resource {
  /** Undefined for a list entry without a readable id. */
  readonly id: string | undefined;
  readonly name?: string;
  readonly type?: string;
  /** As sent, such as `running`; see {@link resourceStateOf}. */
  readonly status?: string;
  /** Hosts, with port if one is given, in the service's order; empty when none are known. */
  readonly domains: readonly string[];
  /** The scalar fields of the item, under the API's own names. */
  readonly fields: Readonly<Record<string, string | number | boolean | null>>;
}

/** The endpoints that this action needs: method and path, with every path parameter written `{}`. */
export const neededEndpoints = [
  'GET /resources',
  'GET /resources/{}',
  'POST /resources/{}/start',
  'POST /resources/{}/stop',
  'POST /resources/{}/restart',
  'GET /resources/{}/deployments',
  'POST /resources/{}/deployments',
  'GET /resources/{}/deployments/{}',
  'GET /resources/{}/logs',
  'GET /resources/{}/env',
] as const;

/** One of {@link neededEndpoints}. */
export type NeededEndpoint = (typeof neededEndpoints)[number];

/** What the service's OpenAPI document describes. */
export interface ServiceDescription {
  /** The `openapi` version field. */
  readonly openapi: string;
  /** Written as in {@link neededEndpoints}. */
  readonly endpoints: ReadonlySet<string>;
}
