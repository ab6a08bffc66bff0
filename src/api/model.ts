// What the service's responses mean to us, after `wire/` has read them. No names of the wire, no behaviour beyond naming.

import type { Endpoint } from './errors.ts';

/** The five states of a deployment that the API page lists (section 3). */
export const deploymentStatuses = ['queued', 'building', 'finished', 'failed', 'cancelled'] as const;

/** One of the five states of a deployment. */
export type DeploymentStatus = (typeof deploymentStatuses)[number];

/** True for one of the five statuses as {@link normalizeStatus} writes them; no other is a success or the end. */
export function isKnownStatus(status: string): status is DeploymentStatus {
  return (deploymentStatuses as readonly string[]).includes(status);
}

/** The five statuses in any letter case, `canceled` too, as the API page writes them; any other status as it is. */
export function normalizeStatus(status: string): string {
  const folded = status.trim().toLowerCase();
  const spelled = folded === 'canceled' ? 'cancelled' : folded;
  return isKnownStatus(spelled) ? spelled : status;
}

/** The status of a deployment whose response shows none: not one of the five, so neither an end nor a success. */
export const NO_STATUS = 'unknown';

/** True when a deployment in this status will not change any more. */
export function isFinal(status: string): status is 'finished' | 'failed' | 'cancelled' {
  return status === 'finished' || status === 'failed' || status === 'cancelled';
}

/** What the status of a resource means. `unknown`: not in the lists of the contract. */
export type ResourceState = 'up' | 'down' | 'broken' | 'transition' | 'unknown';

const UP = /^(?:running|healthy|active|online|up|live|started|ready|available|deployed)$/;
const DOWN = /^(?:stopped|off|inactive|paused|suspended|sleeping|exited)$/;
const BROKEN = /^(?:dead|unhealthy|crash.*|fail.*|err.*)$/;
const IN_TRANSITION = /^(?:pending|queued|.*ing)$/;

/** Classifies a resource's status by its first run of letters, in any case: `running (healthy)` is `up`. */
export function resourceStateOf(status: string | undefined): ResourceState {
  const [first = ''] = /\p{L}+/u.exec(status ?? '') ?? [];
  const folded = first.toLowerCase();
  if (UP.test(folded)) return 'up';
  if (DOWN.test(folded)) return 'down';
  if (BROKEN.test(folded)) return 'broken';
  return IN_TRANSITION.test(folded) ? 'transition' : 'unknown';
}

/** True when `text` may be given as an id in an input. Ids that the service sends are held to {@link isServiceId} alone. */
export function isId(text: string): boolean {
  return /^[^\s,\p{Cc}]{1,256}$/u.test(text) && isServiceId(text);
}

/** True when text from the service is an id: anything that names one segment of a path once it is encoded. */
export function isServiceId(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..';
}

/** What a reader made of a part of a response. `shape`: field names and JSON types, never values. */
export type Reading<T> =
  | { readonly kind: 'read'; readonly value: T }
  /** The service shows none. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unrecognised'; readonly shape: string };

/** A list in the service's order. */
export interface List<T> {
  readonly items: readonly T[];
  /** False when the service reports that there are more, or when an item could not be read. */
  readonly isComplete: boolean;
}

/** Something in a response that was not recognised; reported once per step. */
export interface Unrecognised {
  /** In a sentence, such as `the status of a deployment`. */
  readonly what: string;
  /** Method and path below the base URL. */
  readonly request: string;
  /** Field names and JSON types, never values. */
  readonly shape: string;
}

/** One request as it went, for debug output. `status` 0: no response. */
export interface ExchangeTrace {
  readonly endpoint: Endpoint;
  readonly status: number;
  readonly tookMs: number;
  readonly bytes: number;
  /** Field names and JSON types of the response, never values. A function, since most steps write no debug lines. */
  readonly shape: () => string;
}

/** What the API page leaves open, as `docs/api-notes.md` names it, and what is expected of it. */
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

/** One of the parts that the API page leaves open. */
export type OpenPart = keyof typeof openParts;

/** What one response, or the service's own description of it, shows of an open part. */
export interface Evidence {
  readonly part: OpenPart;
  readonly source: 'response' | 'description';
  /** Field names and JSON types, never values. */
  readonly shape: string;
  /** False when it is not what the readers expect. */
  readonly isExpected: boolean;
}

/** An item that has an id. */
export type Identified<T> = T & { readonly id: string };

/** True unless the service sent the item without an id that can be read. */
export function isIdentified<T extends { readonly id: string | undefined }>(item: T): item is Identified<T> {
  return item.id !== undefined;
}

/** One deployment of a resource, as a list shows it. */
export interface Deployment {
  /** Undefined for an anonymous entry, which keeps its place in the list. */
  readonly id: string | undefined;
  /** As {@link normalizeStatus} writes it; `unknown` when the service shows none that can be read. */
  readonly status: string;
  /** When the service says that it was created, in milliseconds since the epoch. The API page does not show this field. */
  readonly createdAtMs?: number;
}

/** One deployment read by itself. */
export interface DeploymentDetail extends Identified<Deployment> {
  /** The whole build log so far with `\n` line ends. Untrusted text. */
  readonly log: Reading<string>;
}

/** What a response to a deploy request shows of the deployment; all of it may be missing. */
export interface Acceptance {
  readonly deploymentId?: string;
  readonly status?: string;
}

/** A resource; nothing is certain. Every text is untrusted. */
export interface Resource {
  /** Undefined for an anonymous entry of a list. */
  readonly id: string | undefined;
  readonly name?: string;
  readonly type?: string;
  /** As sent, such as `running`; see {@link resourceStateOf}. */
  readonly status?: string;
  /** Hosts, with port where one is given, in the service's order; empty when the resource has none or none are shown. */
  readonly domains: readonly string[];
  /** The item as the service sent it, its scalar fields only, under the API's own names. */
  readonly fields: Readonly<Record<string, string | number | boolean | null>>;
}

/** What the service's own OpenAPI description offers. */
export interface ServiceDescription {
  /** The `openapi` version field. */
  readonly openapi: string;
  /** `GET /resources/{}`-like entries, one for each method and path, with every path parameter written `{}`. */
  readonly endpoints: ReadonlySet<string>;
}
