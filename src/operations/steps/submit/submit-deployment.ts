// Requests a deployment once and identifies which one is ours. A POST whose fate is unknown is sent again only if the
// list of deployments shows that it started nothing.
import {
  ApiError,
  ConnectionLostError,
  isUnreadable,
  ServiceFailedError,
  UnreadableResponseError,
} from '../../../api/errors.ts';
import { type Acceptance, type Deployment, isInProgress } from '../../../api/model.ts';
import { withStopCause } from '../../../clock.ts';
import { formatDuration } from '../../../duration.ts';
import type { Context, Ownership } from '../../operation.ts';
import { describeError } from '../../failure.ts';
import type { Task } from '../../task.ts';
import { type OnBusy } from './busy.ts';
import { type Claim, claim, type Known, knownFrom, newSince } from './ownership.ts';
import { createNotes } from '../notes.ts';
import { listDeployments, readBriefly } from '../resource.ts';
import { type Loss, type RepeatablePost, requestUntilAccepted } from './request.ts';

/** A deployment that is ours. */
export interface Submission {
  readonly deploymentId: string;
  readonly acceptedAtMs: number;
  /** The deployments before our request; none of them is ours. */
  readonly known: Known;
}

/** Options of {@link submit}. */
export interface SubmitOptions {
  readonly force: boolean;
  readonly onBusy: OnBusy;
  /** The caller polls the deployment, so its id must be found. */
  readonly wait: boolean;
  /** The deployments before the request. */
  readonly earlier: readonly Deployment[];
}

/** How long the list is searched for a new deployment, which may appear late; at least {@link READS} reads. */
const SEARCH_MS = 15_000;
/** The same after a timeout or an error page of a gateway: the service may still be working on the request. */
const LONG_SEARCH_MS = 90_000;
const READS = 3;
const READ_GAP_MS = 5_000;
/** Kept free before the deadline to report an accepted deployment. */
const REPORT_MS = 500;

/** Our deployment and how it was identified. */
interface Ours {
  readonly deploymentId: string;
  readonly ownership: Ownership;
  readonly status?: string;
}

/** What to search the list for. `isAccepted`: the request was accepted, so one of the new deployments is ours. */
interface Search {
  readonly known: Known;
  readonly isAccepted: boolean;
  readonly searchMs: number;
}

/** What an accepted request came to: its response, or what the list shows after the response was lost. */
type Answer = { readonly acceptance: Acceptance } | { readonly claim: Claim };

/**
 * Requests a deployment and emits `accepted` with its id. Undefined when the task was skipped or has failed, or when the
 * caller does not wait and the id is not known. Rejects with an ApiError when the service refuses the request.
 */
export async function submit(task: Task, options: SubmitOptions, context: Context): Promise<Submission | undefined> {
  const { resourceId } = task;
  let known = knownFrom(options.earlier);

  const request: RepeatablePost<Answer> = {
    action: 'deploy',
    onBusy: options.onBusy,
    lostText: (loss) => `checking the list for a new deployment for ${formatDuration(searchMsAfter(loss))}`,
    async send(mayPost) {
      const acceptance = await context.client.createDeployment(resourceId, { force: options.force, mayPost });
      return acceptance && { acceptance };
    },
    recover: async (loss) => await searchAfterLoss(task, { loss, known }, context),
    onList({ items }, loss) {
      if (loss !== undefined) return answerOf(claim(newSince(known, items), { isAccepted: false }));
      // A refused request started nothing, so new deployments are not ours.
      known = knownFrom(items, known);
      return undefined;
    },
  };
  const requested = await requestUntilAccepted(task, request, context);
  if (requested === undefined) return undefined;

  const { value: answer, acceptedAtMs } = requested;
  const ours =
    'claim' in answer
      ? oursOrFail(task, answer.claim, 'adopted')
      : await identify(task, { ...answer, known, wait: options.wait }, context);
  if (ours === undefined) return undefined;
  task.emit({ kind: 'accepted', ...ours });
  return { deploymentId: ours.deploymentId, acceptedAtMs, known };
}

/** What the list shows after a lost response; undefined when the request started nothing and may be sent again. */
async function searchAfterLoss(
  task: Task,
  { loss, known }: { loss: Loss; known: Known },
  context: Context,
): Promise<Answer | undefined> {
  const search = { known, isAccepted: false, searchMs: searchMsAfter(loss) };
  const { claim: found, items } = await findNew(task, search, context);
  if (found.kind !== 'none') return answerOf(found);
  // A second page is not a transient fault, and nothing was started.
  if (!loss.isBusy && loss.pages > 1 && isUnreadable(loss.error)) throw loss.error;
  // Busy without a deployment in progress: the work may be that of the lost request.
  if (loss.isBusy && !items.some(isInProgress)) return undefined;
  const text = 'the list shows no new deployment, so the lost request seems to have started none';
  task.emit({ kind: 'not-started', text });
  return undefined;
}

function answerOf(found: Claim): Answer | undefined {
  return found.kind === 'none' ? undefined : { claim: found };
}

/**
 * Which deployment an accepted request started: the id in the response if it is new or was in progress (joined), else the
 * new deployment in the list.
 */
async function identify(
  task: Task,
  { acceptance, known, wait }: { acceptance: Acceptance; known: Known; wait: boolean },
  context: Context,
): Promise<Ours | undefined> {
  const { deploymentId } = acceptance;
  if (deploymentId !== undefined && !known.names.has(deploymentId)) {
    return { ...acceptance, deploymentId, ownership: 'response' };
  }
  if (deploymentId !== undefined && known.inProgress.has(deploymentId)) {
    return { ...acceptance, deploymentId, ownership: 'joined' };
  }
  // A status beside the id of another deployment is not that of ours.
  task.emit({ kind: 'accepted', deploymentId: undefined, ownership: 'response' });
  const search = { known, isAccepted: true, searchMs: SEARCH_MS };
  if (wait) return oursOrFail(task, await searchUntilListed(task, search, context), 'list');
  // The request was accepted, so that neither a list that cannot be read nor the deadline fails the step.
  const withinMs = Math.min(SEARCH_MS + READ_GAP_MS, context.deadline.remainingMs() - REPORT_MS);
  const searched = await readBriefly((brief) => findNew(task, search, brief), context, { withinMs });
  const claimed: Claim = searched === undefined || searched instanceof ApiError ? { kind: 'none' } : searched.claim;
  const ours = oursIn(claimed, 'list');
  if (ours === undefined) {
    const why = searched instanceof ApiError ? describeError(searched) : describeUnclear(claimed);
    task.emit({ kind: 'warning', text: `The id of the new deployment is not known. ${why}` });
  }
  return ours;
}

/** Searches the list, which may show our deployment late, until the step is stopped. */
async function searchUntilListed(task: Task, search: Search, context: Context): Promise<Claim> {
  const { resourceId } = task;
  const unnamed = new UnreadableResponseError(
    'the request was accepted, but neither the response nor the list names the new deployment',
    { method: 'POST', path: `/resources/${resourceId}/deployments`, resourceId },
    { status: 202 },
  );
  return await withStopCause(unnamed, async () => {
    for (;;) {
      const { claim: found } = await findNew(task, search, context);
      if (found.kind !== 'none') return found;
      task.emit({ kind: 'note', text: 'the list does not show the new deployment yet' });
    }
  });
}

function oursIn(found: Claim, ownership: 'list' | 'adopted'): Ours | undefined {
  if (found.kind !== 'ours' && found.kind !== 'ended') return undefined;
  const { id, status } = found.deployment;
  return { deploymentId: id, ownership, status };
}

/** Our deployment; undefined when the list does not show for certain which it is: then the task has failed. */
function oursOrFail(task: Task, found: Claim, ownership: 'list' | 'adopted'): Ours | undefined {
  const ours = oursIn(found, ownership);
  if (ours !== undefined) return ours;
  const errorCode = found.kind === 'unclear' && ownership === 'adopted' ? 'unknown_outcome' : 'ambiguous';
  task.emit({ kind: 'failed', errorCode, cause: describeUnclear(found), stillRunning: true });
  return undefined;
}

/** Why the list does not show which deployment is ours. */
function describeUnclear(found: Claim): string {
  if (found.kind === 'ambiguous')
    return `${found.ids.join(' and ')} have appeared since our request, and no response names ours, so it is not certain which of them it is.`;
  return found.kind === 'unclear'
    ? 'The list has an entry without an id above the known deployments, or a new one below them, so it does not show for certain what our request started.'
    : 'The list did not show it in time.';
}

/** How long a lost request may still start a deployment. */
function searchMsAfter({ error, isBusy }: Loss): number {
  return isBusy || hasEnded(error) ? SEARCH_MS : LONG_SEARCH_MS;
}

/**
 * True if the connection was cut before a response, or the API itself reported a failure: it is no longer working on the
 * request. A response that was cut off may have been an acceptance.
 */
function hasEnded(error: ApiError): boolean {
  if (error instanceof ConnectionLostError) return error.status === undefined;
  return error instanceof ServiceFailedError && error.fromService;
}

/**
 * Reads the list until it shows a new deployment in progress, or several, or for `searchMs`; resolves with the last
 * result.
 */
async function findNew(
  task: Task,
  search: Search,
  context: Context,
): Promise<{ claim: Claim; items: readonly Deployment[] }> {
  const { clock, signal, client } = context;
  const { known, searchMs } = search;
  const startedMs = clock.now();
  const note = createNotes(task, clock);
  const appeared = new Set<string>();
  for (let reads = 1; ; reads += 1) {
    const readAtMs = clock.now();
    const { items } = await listDeployments(task.resourceId, client);
    // A list that has become empty does not prove that nothing was started, so this read does not count.
    if (items.length === 0 && known.ids.size > 0) reads -= 1;
    const fresh = newSince(known, items, appeared);
    for (const { id } of fresh.deployments) appeared.add(id);
    const found = claim(fresh, search);
    if (found.kind === 'ours' || found.kind === 'ambiguous') return { claim: found, items };
    if (reads >= READS && readAtMs - startedMs >= searchMs) return { claim: found, items };
    if (readAtMs - startedMs >= SEARCH_MS) note('the list does not show a new deployment in progress yet');
    await clock.sleep(READ_GAP_MS, signal);
  }
}
