// What the service's answers mean to us, after `wire.ts` has read them. No names of the wire, no behaviour beyond naming.

/** The five states of a deployment that the API page lists (section 3). */
export const deploymentStatuses = ['queued', 'building', 'finished', 'failed', 'cancelled'] as const;

/** One of the five states of a deployment. */
export type DeploymentStatus = (typeof deploymentStatuses)[number];

/** True for one of the five words; an unknown word is never taken for success or for the end. */
export function isKnownStatus(word: string): word is DeploymentStatus {
  return (deploymentStatuses as readonly string[]).includes(word);
}

/** True when a deployment in this status will not change any more. */
export function isFinal(status: string): status is 'finished' | 'failed' | 'cancelled' {
  return status === 'finished' || status === 'failed' || status === 'cancelled';
}

/** The one rule for identifiers, ours and the service's: safe in a path, a file name and an output. */
export const ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._~:-]{0,127}$/;

/** True when `text` may be used as the id of a resource or a deployment. */
export function isId(text: string): boolean {
  return ID_PATTERN.test(text);
}

/** One deployment of a resource, as a list shows it. */
export interface Deployment {
  readonly id: string;
  /** The service's word, whatever it is; see {@link isKnownStatus}. */
  readonly status: string;
  /** When its build began and ended, in milliseconds since the epoch, where the service shows it (it promises neither). */
  readonly startedAtMs?: number;
  readonly endedAtMs?: number;
}

/** One deployment read by itself. */
export interface DeploymentDetail extends Deployment {
  /** The whole build log so far with `\n` line ends; absent when the response holds none. Untrusted text. */
  readonly log?: string;
}

/** What a response to a deploy request says of the deployment it started; all of it may be missing. */
export interface Acceptance {
  readonly deploymentId?: string;
  readonly status?: string;
}

/** A resource; only `id` is certain. Every text but the id is untrusted. */
export interface Resource {
  readonly id: string;
  readonly name?: string;
  readonly type?: string;
  /** Lowercase word of the console card, such as `running`. */
  readonly status?: string;
  /** Hosts, with port where one is given, in the service's order; empty when the resource has none or none are shown. */
  readonly domains: readonly string[];
  /** The item as the service sent it, its scalar fields only, under the API's own names. */
  readonly fields: Readonly<Record<string, string | number | boolean | null>>;
}

/** What the service's own OpenAPI description says it offers. */
export interface ServiceDescription {
  /** The `openapi` version field. */
  readonly openapi: string;
  /** `GET /resources/{}`-like entries, one for each method and path, with every path parameter written `{}`. */
  readonly endpoints: ReadonlySet<string>;
}
