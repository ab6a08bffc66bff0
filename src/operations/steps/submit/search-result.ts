// What the list of deployments shows of the deployment that a request started.
import type { Claim } from '../../decisions/index.ts';
import type { Ownership } from '../../operation.ts';
import type { Task } from '../../task.ts';

/** How often the list is read during a search. */
export const READ_GAP_MS = 5_000;

/** Our deployment and how it was identified. */
export interface OurDeployment {
  readonly deploymentId: string;
  readonly ownership: Ownership;
  readonly status?: string;
}

/** Our deployment in the list, or why the list does not show it. */
export type SearchResult = Claim | { readonly kind: 'queue' | 'no list' | 'other shape' | 'empty list' };

type NotFound = Exclude<SearchResult, { kind: 'ours' | 'ended' }>;

/** How it was found: after an accepted request, or after a lost one. */
type Listed = Extract<Ownership, 'list' | 'adopted'>;

/** Our deployment, or why the list does not show it. */
export function oursIn(result: SearchResult, ownership: Listed): OurDeployment | NotFound {
  if (result.kind !== 'ours' && result.kind !== 'ended') return result;
  const { id, status } = result.deployment;
  return { deploymentId: id, ownership, status };
}

/** Our deployment; undefined when the list does not show for certain which it is: then the task has failed. */
export function oursOrFail(task: Task, result: SearchResult, ownership: Listed): OurDeployment | undefined {
  const found = oursIn(result, ownership);
  if (!('kind' in found)) return found;
  const isUnclear = found.kind === 'ambiguous' || (found.kind === 'unclear' && ownership === 'list');
  const errorCode = isUnclear ? 'ambiguous' : 'unknown_outcome';
  task.emit({ kind: 'failed', errorCode, cause: describeNotFound(found), stillRunning: true });
  return undefined;
}

/** Why the list does not show which deployment is ours. */
export function describeNotFound(result: NotFound): string {
  return result.kind === 'ambiguous'
    ? `${result.ids.join(' and ')} have appeared since our request, and no response names ours, so it is not certain which of them it is.`
    : notFoundReasons[result.kind];
}

const notFoundReasons: Readonly<Record<Exclude<NotFound['kind'], 'ambiguous'>, string>> = {
  queue:
    'The response to the request was lost, and the list has shown the same build of somebody else for ten minutes: ours may be waiting behind it.',
  'no list': 'The response to the request was lost, and there was no list of deployments before it to compare with.',
  'other shape':
    'The response to the request was lost, and the list of deployments, which could tell what became of it, has a form that is not recognised.',
  'empty list':
    'The response to the request was lost, and the list, which had deployments before it, has been empty for ten minutes.',
  unreliable:
    'There was no list of deployments before our request to compare with, so the list does not show which of them is ours.',
  unclear:
    'The list has an entry without an id above the known deployments, or a new one below them, so it does not show for certain what our request started.',
  none: 'The list did not show it in time.',
};
