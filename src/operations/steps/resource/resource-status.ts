// The status of a resource as a read shows it.
import { isUpButUnhealthy, type Resource } from '../../../api/model.ts';
import type { StatusRead } from '../../decisions/index.ts';
import type { Task } from '../../task.ts';

/** The status of a resource before a request; undefined if it could not be read. */
export type StatusBefore = Omit<StatusRead, 'atMs'> | undefined;

export function statusIn({ status, hasUnreadStatus }: Resource): Omit<StatusRead, 'atMs'> {
  return { status, hasUnreadStatus };
}

/** What a read shows, after `is`. */
export function describeStatus({ status, hasUnreadStatus }: Omit<StatusRead, 'atMs'>): string {
  if (status !== undefined) return status;
  return hasUnreadStatus === true ? 'in a status that could not be read' : 'in no status that is shown';
}

/** `running (unhealthy)` counts as running, with a warning. */
export function warnIfUnhealthy(task: Task): void {
  const { resourceStatus = '' } = task.outcome;
  if (!isUpButUnhealthy(resourceStatus)) return;
  task.emit({ kind: 'warning', text: `${task.resourceId} is ${resourceStatus}: it runs, but its own check fails.` });
}
