// The model that `wire/` reads responses into: types, and the classification of statuses and ids.

import type { Endpoint } from './errors.ts';

/** The five statuses of a deployment (API page, section 3). */
const deploymentStatuses = ['queued', 'building', 'finished', 'failed', 'cancelled'] as const;

export type DeploymentStatus = (typeof deploymentStatuses)[number];

/** True for one of the five statuses as {@link normalizeStatus} returns them. Any other is neither final nor a success. */
export function isKnownStatus(status: string): status is DeploymentStatus {
  return (deploymentStatuses as readonly string[]).includes(status);
}

/** Writes the five statuses, in any letter case and `canceled` too, as the API page does; others are unchanged. */
export function normalizeStatus(status: string): string {
  const folded = status.trim().toLowerCase();
  const normalized = folded === 'canceled' ? 'cancelled' : folded;
  return isKnownStatus(normalized) ? normalized : status;
}

/** Stands for a missing status: not one of the five, so neither final nor a success. */
export const NO_STATUS = 'unknown';

/** How a deployment ended. */
export type Ending = 'finished' | 'failed' | 'cancelled';

const FAILED = /^(?:fail|err|crash|abort|reject|timed|timeout)/;
const CANCELLED = /^(?:cancel|skip|supersed)/;
/** True for words such as `cancel_requested` and `failing`, which are not the end. */
export function namesProgress(status: string): boolean {
  return /request|pending|retry|progress|ing$/i.test(status.trim());
}

/** How a deployment in this status has ended, as far as the word itself says so; undefined for any other. */
export function endingOf(status: string): Ending | undefined {
  const word = normalizeStatus(status).trim().toLowerCase();
  if (word === 'finished') return word;
  if (namesProgress(word)) return undefined;
  if (FAILED.test(word)) return 'failed';
  return CANCELLED.test(word) ? 'cancelled' : undefined;
}

/** True when a deployment in this status has ended, as far as the word itself says so. */
export function isFinal(status: string): boolean {
  return endingOf(status) !== undefined;
}

/** True when the word says that a deployment has failed or was cancelled. */
export function isUnsuccessful(status: string): boolean {
  return ['failed', 'cancelled'].includes(endingOf(status) ?? '');
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

/** Words of an age, as in `up 3 minutes` and `Up About an hour`. */
const AGE =
  /^(?:s|m|h|d|secs?|mins?|hrs?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|ago|an?|about|less|than|since)$/;

/**
 * True for two spellings of one status, as `running (healthy)` and `Running:healthy`, or `up 3 minutes` and `up 4
 * minutes`. Of an unknown status the whole text counts.
 */
export function isSameStatus(one: string | undefined, other: string | undefined): boolean {
  const [key, otherKey] = [one, other].map((status) =>
    resourceStateOf(status) === 'unknown' ? status?.toLowerCase() : wordsOf(status ?? ''),
  );
  return key === otherKey;
}

function wordsOf(status: string): string {
  const words = status.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.filter((word) => !AGE.test(word)).join(' ');
}

/** True for an app that is up while its own check fails, as in `running (unhealthy)`. */
export function isUpButUnhealthy(status: string | undefined): boolean {
  return resourceStateOf(status) === 'up' && /unhealthy/i.test(status ?? '');
}

export function isUpAndHealthy(status: string | undefined): boolean {
  return resourceStateOf(status) === 'up' && !isUpButUnhealthy(status);
}

/** True for an id that the service may use: percent-encoded, anything but `.` and `..` is one segment of a path. */
export function isServiceId(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..';
}

/** A log as a response holds it. Untrusted text. */
export interface LogReading {
  /** Where it was read, such as `deployment.logs`; undefined when nothing under a name of a log was sent. */
  readonly path?: string;
  /** With `\n` line ends; the last line may be unfinished. */
  readonly text: string;
  /** Entries without text, each as one line of JSON. */
  readonly unread?: string;
  /** Entries that the service marks as hidden; they are left out. */
  readonly hiddenCount: number;
}

/** A list in the service's order. */
export interface List<T> {
  readonly items: readonly T[];
  /** False when the service reports that there are more, or when an item could not be read. */
  readonly isComplete: boolean;
}

/** Where a part of a response was read, or what of it was not recognised. Names and types of fields, never values. */
export interface ReadPart {
  /** What was looked for, such as `resource status`. */
  readonly part: string;
  /** Method and path below the base URL. */
  readonly request: string;
  /** The field that it was read from, such as `data.state`; undefined when it was not recognised. */
  readonly path?: string;
  /** The shape of what was not recognised. */
  readonly shape?: string;
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
  /** The commit that it was built from, if it shows one: 7 to 40 hexadecimal digits. */
  readonly commit?: string;
  /** Texts beside its log, those named as errors first. */
  readonly remarks: readonly Remark[];
}

/** A text beside the log of a deployment, on one line, untrusted: why it failed, or the message of its commit. */
export interface Remark {
  /** The name of its field. */
  readonly name: string;
  readonly text: string;
  /** Its name holds `error` or `failure`. */
  readonly isError: boolean;
}

/** One deployment with its build log. */
export interface DeploymentDetail extends Identified<Deployment> {
  /** The whole build log so far. */
  readonly log: LogReading;
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
  /** A status was sent in a form that is not recognised: then it is not true that there is none. */
  readonly hasUnreadStatus?: true;
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

/** What the service's OpenAPI document describes. */
export interface ServiceDescription {
  /** The `openapi` version field. */
  readonly openapi: string;
  /** Written as in {@link neededEndpoints}. */
  readonly endpoints: ReadonlySet<string>;
}
