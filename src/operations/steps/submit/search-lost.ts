// Searches the list for what a deploy request started whose response was lost.
import {
  ApiError,
  ConnectionLostError,
  isOtherShape,
  isUnreadable,
  orApiError,
  ServiceFailedError,
} from '../../../api/errors.ts';
import { afterLostRequest, inProgressIn, type Known, type ListRead, SEARCH_MS } from '../../decisions/index.ts';
import type { Context } from '../../operation.ts';
import type { Task } from '../../task.ts';
import { createNotes } from '../notes.ts';
import { listDeployments } from '../resource/index.ts';
import type { LostRequest } from './request.ts';
import { READ_GAP_MS, type SearchResult } from './search-result.ts';

/** Reads the list until it is decided; undefined when the request started nothing and may be sent again. */
export async function searchLost(
  task: Task,
  { lost, known }: { lost: LostRequest; known: Known },
  { client, clock, signal }: Context,
): Promise<SearchResult | undefined> {
  const note = createNotes(task, clock);
  const reads: ListRead[] = [];
  const startedMs = clock.now();
  for (;;) {
    const atMs = clock.now();
    const list = await orApiError(listDeployments(task.resourceId, client));
    if (isOtherShape(list)) return { kind: 'other shape' };
    if (list instanceof ApiError) throw list;
    reads.push({ atMs, items: list.items });
    const mayStillStart = mayStillStartAfter(lost);
    const decision = afterLostRequest({ known, lostAtMs: startedMs, mayStillStart, reads });
    if (decision.kind === 'found') return decision.claim;
    if (decision.kind === 'give up') return { kind: decision.why };
    if (decision.kind === 'post') break;
    if (atMs - startedMs >= SEARCH_MS) note('the list does not show a new deployment in progress yet');
    await clock.sleep(READ_GAP_MS, signal);
  }
  // A second page is not a transient fault, and nothing was started.
  if (!lost.isBusy && lost.pages > 1 && isUnreadable(lost.error)) throw lost.error;
  // Busy without a deployment in progress: the work may be that of the lost request.
  if (lost.isBusy && inProgressIn(reads.at(-1)?.items ?? []).length === 0) return undefined;
  const text = 'the list shows no new deployment, so the lost request seems to have started none';
  task.emit({ kind: 'not-started', text });
  return undefined;
}

/**
 * Whether a lost request may still start a deployment: not if the connection was cut before a response, or the API itself
 * reported a failure. A response that was cut off may have been an acceptance.
 */
export function mayStillStartAfter({ error, isBusy }: LostRequest): boolean {
  if (isBusy) return false;
  if (error instanceof ConnectionLostError) return error.status !== undefined;
  return !(error instanceof ServiceFailedError && error.fromService);
}
