// Whether a deployment has ended, by its status and by those of older ones. Pure.
import {
  type Deployment,
  type Ending,
  endingOf,
  isFinal,
  isKnownStatus,
  namesProgress,
  NO_STATUS,
} from '../../api/model.ts';

/** How a deployment ended; `unknown`: with a status that this action does not know. */
export type End = Ending | 'unknown';

/** Statuses of deployments that have ended, as {@link oldStatusesIn} returns them. */
export type OldStatuses = ReadonlySet<string>;

/**
 * How a deployment in this status has ended; undefined while it is in progress. An unknown status is an end if an older
 * deployment has it, since that one has ended, unless its name means work in progress.
 */
export function endOf(status: string, old: OldStatuses): End | undefined {
  if (isKnownStatus(status) || isFinal(status)) return endingOf(status);
  return old.has(status.toLowerCase()) && !namesProgress(status) ? 'unknown' : undefined;
}

/**
 * The unknown statuses below the entry with this id. If there is none, and without an id, below the first entry, which may be
 * in progress.
 */
export function oldStatusesIn(items: readonly Deployment[], deploymentId?: string): OldStatuses {
  const at = items.findIndex(({ id }) => id === deploymentId);
  const older = items.slice(Math.max(0, at) + 1).map(({ status }) => status);
  // Entries that show no status prove nothing about another one without a status.
  const unknown = older.filter((status) => status !== NO_STATUS && !isKnownStatus(status));
  return new Set(unknown.map((status) => status.toLowerCase()));
}

/**
 * The deployments of a list, latest first, that are in progress. An unknown status counts as that only for the latest, and
 * unless an older one has it.
 */
export function inProgressIn<T extends Deployment>(items: readonly T[]): readonly T[] {
  const old = oldStatusesIn(items);
  return items.filter(({ status }, at) => endOf(status, old) === undefined && (at === 0 || isKnownStatus(status)));
}
