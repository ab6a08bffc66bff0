// Searches the list for the deployment of an accepted request whose response does not name it.
import { ApiError } from '../../../api/errors.ts';
import { isTimeout } from '../../../clock.ts';
import {
  appearedIn,
  type Claim,
  claim,
  isSearched,
  type Known,
  type ListRead,
  SEARCH_MS,
} from '../../decisions/index.ts';
import type { Context } from '../../operation.ts';
import { describeError } from '../../failure.ts';
import type { Task } from '../../task.ts';
import { listDeployments } from '../resource/index.ts';
import { describeNotFound, oursIn, oursOrFail, type OurDeployment, READ_GAP_MS } from './search-result.ts';

/** Searches until the list shows the deployment or the step is stopped; undefined when the task has failed. */
export async function searchAccepted(task: Task, known: Known, context: Context): Promise<OurDeployment | undefined> {
  for (;;) {
    const shown = await readUntilListed(task, known, context);
    if (shown.kind !== 'none') return oursOrFail(task, shown, 'list');
    task.emit({ kind: 'note', text: 'the list does not show the new deployment yet' });
  }
}

/** A search of a step that does not wait for the deployment is given up after so long. */
const BRIEF_SEARCH_MS = SEARCH_MS + READ_GAP_MS;

/**
 * Searches once, for a step that does not wait for the deployment: neither a list that cannot be read nor the deadline
 * fails it, since the request was accepted.
 */
export async function searchBriefly(task: Task, known: Known, context: Context): Promise<OurDeployment | undefined> {
  let why: string;
  try {
    const client = context.client.withLimits({ timeoutMs: BRIEF_SEARCH_MS });
    const found = oursIn(await readUntilListed(task, known, { ...context, client }, BRIEF_SEARCH_MS), 'list');
    if ('deploymentId' in found) return found;
    why = describeNotFound(found);
  } catch (error) {
    if (!(error instanceof ApiError) && !isTimeout(error)) throw error;
    const last = error instanceof ApiError ? error : error.cause;
    why = last instanceof ApiError ? describeError(last) : describeNotFound({ kind: 'none' });
  }
  task.emit({ kind: 'note', text: `the id of the new deployment is not known. ${why}` });
  return undefined;
}

/**
 * Reads the list until it shows the deployment, which may be late, for {@link SEARCH_MS}; for at most `limitMs` where it
 * proves nothing.
 */
async function readUntilListed(
  task: Task,
  known: Known,
  { clock, signal, client }: Context,
  limitMs = Infinity,
): Promise<Claim> {
  const sinceMs = clock.now();
  const reads: ListRead[] = [];
  for (;;) {
    const atMs = clock.now();
    const { items } = await listDeployments(task.resourceId, client);
    reads.push({ atMs, items });
    const found = claim(known, items, { isAccepted: true, appeared: appearedIn(reads, known) });
    if (found.kind === 'ours' || found.kind === 'ambiguous') return found;
    const isOver = atMs - sinceMs >= limitMs;
    if (isOver || isSearched(reads, known, { sinceMs, forMs: SEARCH_MS })) return found;
    await clock.sleep(READ_GAP_MS, signal);
  }
}
