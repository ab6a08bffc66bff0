// The latest deployment of a list: a claim that nobody can make of a list whose first entry has no id.
import { type Deployment, type Identified, isIdentified, type List } from '../../api/model.ts';
import type { Task } from '../task.ts';

/** The first entry; undefined when there is none, or when it has no id: then the task has failed. */
export function latestOf(task: Task, { items }: List<Deployment>): Identified<Deployment> | undefined {
  const [first] = items;
  if (first === undefined || isIdentified(first)) return first;
  const cause = `The latest deployment of ${task.resourceId} (${first.status}) has no id that can be read, so nothing can be said about it.`;
  task.emit({ kind: 'failed', errorCode: 'unreadable_reply', cause });
  return undefined;
}
