// The list of the deployments of a resource, and what stands in it.
import { isFailure } from '../failure.ts';
import { reads } from '../service/endpoints.ts';
import type { Deployment } from '../service/replies.ts';
import { endingOf } from '../service/statuses.ts';
import type { Step } from '../step.ts';

/** What a read of the list has shown. */
export interface DeploymentList {
  /** `missing`: the service has no list (404). `unknown`: it is not recognised. */
  readonly kind: 'read' | 'missing' | 'unknown';
  /** Latest first. */
  readonly items: readonly Deployment[];
}

const MISSING: DeploymentList = { kind: 'missing', items: [] };

function listOf(items: readonly Deployment[] | undefined): DeploymentList {
  return items === undefined ? { kind: 'unknown', items: [] } : { kind: 'read', items };
}

/** Reads the list until it is answered. */
export async function readList({ outcome, service }: Step): Promise<DeploymentList> {
  try {
    return listOf(await service.read(reads.deployments(outcome.resourceId)));
  } catch (error) {
    if (isFailure(error, 'not_found')) return MISSING;
    throw error;
  }
}

/** Reads the list once. Undefined if it could not be read. */
export async function attemptList(
  { outcome, service }: Step,
  limits?: { readonly timeoutMs?: number; readonly limitUntilMs?: number },
): Promise<DeploymentList | undefined> {
  const answer = await service.attempt(reads.deployments(outcome.resourceId), limits);
  if (answer.kind === 'ok') return listOf(answer.value);
  if (answer.failure.code === 'not_found') return MISSING;
  // The same request would be refused again.
  if (answer.kind === 'refused') throw answer.failure;
  return undefined;
}

/** Reads the list once, without waiting for anything. A failed read shows nothing. */
export async function tryList({ outcome, service }: Step): Promise<DeploymentList> {
  const items = await service.tryRead(reads.deployments(outcome.resourceId));
  return listOf(isFailure(items) ? undefined : items);
}

/** True until the deployment has ended. */
export function isInProgress({ status = '' }: Deployment): boolean {
  return endingOf(status) === undefined;
}

/** The newest deployment that was not cancelled. */
export function newestIn(items: readonly Deployment[]): Deployment | undefined {
  return items.find(({ status = '' }) => endingOf(status) !== 'cancelled');
}

/**
 * Work in progress: the newest entry that was not cancelled, until it has ended. What is stuck below
 * newer ones is in nobody's way.
 */
export function workIn(items: readonly Deployment[]): Deployment | undefined {
  const newest = newestIn(items);
  return newest !== undefined && isInProgress(newest) ? newest : undefined;
}

/** True if a deployment had finished: the app was deployed. */
export function hasFinished({ items }: DeploymentList): boolean {
  return items.some(({ status = '' }) => endingOf(status) === 'finished');
}

/** A deployment for messages, such as `dep_2 (building)`. */
export function nameWithStatus({ id, status = 'no status' }: Deployment): string {
  return `${id} (${status})`;
}
