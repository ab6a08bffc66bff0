// Searches the list for the deployment of an accepted request whose response does not name it.
import { ApiError, orApiError } from '../../../api/errors.ts';
import { Stop, withDeadline } from '../../../clock.ts';
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

/** Kept free before the deadline to report an accepted deployment. */
const REPORT_MS = 500;

/** Searches until the list shows the deployment or the step is stopped; undefined when the task has failed. */
export async function searchAccepted(task: Task, known: Known, context: Context): Promise<OurDeployment | undefined> {
  for (;;) {
    const shown = await readUntilListed(task, known, context);
    if (shown.kind !== 'none') return oursOrFail(task, shown, 'list');
    task.emit({ kind: 'note', text: 'the list does not show the new deployment yet' });
  }
}

/**
 * Searches once, for a step that does not wait for the deployment: neither a list that cannot be read nor the deadline
 * fails it, since the request was accepted.
 */
export async function searchBriefly(task: Task, known: Known, context: Context): Promise<OurDeployment | undefined> {
  const shown = await orApiError(readBriefly(task, known, context));
  const found = shown instanceof ApiError ? shown : oursIn(shown, 'list');
  if ('deploymentId' in found) return found;
  const why = found instanceof ApiError ? describeError(found) : describeNotFound(found);
  task.emit({ kind: 'note', text: `the id of the new deployment is not known. ${why}` });
  return undefined;
}

/** Rejects with the last error if no response came in time. */
async function readBriefly(task: Task, known: Known, context: Context): Promise<Claim> {
  const { clock, deadline, signal } = context;
  const limitMs = Math.min(SEARCH_MS + READ_GAP_MS, deadline.remainingMs() - REPORT_MS);
  const limit = withDeadline(clock, limitMs, { signal, reason: new Stop('timeout') });
  const client = context.client.withLimits({ signal: limit.signal });
  try {
    return await readUntilListed(task, known, { ...context, client, signal: limit.signal });
  } catch (error) {
    if (!limit.isExpired() || !(error instanceof Stop)) throw error;
    if (error.cause instanceof ApiError) throw error.cause;
    return { kind: 'none' };
  } finally {
    limit.clear();
  }
}

/** Reads the list until it shows the deployment, which may be late, for {@link SEARCH_MS}. */
async function readUntilListed(task: Task, known: Known, { clock, signal, client }: Context): Promise<Claim> {
  const sinceMs = clock.now();
  const reads: ListRead[] = [];
  for (;;) {
    const atMs = clock.now();
    const { items } = await listDeployments(task.resourceId, client);
    reads.push({ atMs, items });
    const found = claim(known, items, { isAccepted: true, appeared: appearedIn(reads, known) });
    if (found.kind === 'ours' || found.kind === 'ambiguous') return found;
    if (isSearched(reads, known, { sinceMs, forMs: SEARCH_MS })) return found;
    await clock.sleep(READ_GAP_MS, signal);
  }
}
