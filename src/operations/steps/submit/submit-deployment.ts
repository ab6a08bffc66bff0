// Requests a deployment once and identifies which one is ours. A POST whose fate is unknown is sent again only if the
// list of deployments shows that it started nothing.
import {
  ApiError,
  ConnectionLostError,
  isOtherShape,
  isUnreadable,
  orApiError,
  ServiceFailedError,
  UnreadableResponseError,
} from '../../../api/errors.ts';
import type { Acceptance, Deployment, List } from '../../../api/model.ts';
import { Stop, withDeadline, withStopCause } from '../../../clock.ts';
import { formatDuration } from '../../../duration.ts';
import {
  afterLoss,
  appearedIn,
  type Claim,
  claim,
  inProgressIn,
  inProgressOf,
  type Known,
  knownFrom,
  type ListRead,
  namedBy,
  patienceMs,
} from '../../decisions/index.ts';
import type { Context, Ownership } from '../../operation.ts';
import { describeError } from '../../failure.ts';
import type { Task } from '../../task.ts';
import { type OnBusy } from './busy.ts';
import { createNotes } from '../notes.ts';
import { listDeployments } from '../resource.ts';
import { type LostRequest, type RepeatablePost, requestUntilAccepted } from './request.ts';

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
  readonly earlier: List<Deployment>;
}

/** How long the list is searched for the deployment of an accepted request, which may appear late. */
const SEARCH_MS = 15_000;
/** At least so many reads, this far apart. */
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

/** What the list shows of our deployment, or why it cannot. */
type Answered = Claim | { readonly kind: 'queue' | 'no list' | 'empty list' };

/** What an accepted request came to: its response, or what the list shows after the response was lost. */
type Answer = { readonly acceptance: Acceptance } | { readonly claim: Answered };

/**
 * Requests a deployment and emits `accepted` with its id. Undefined when the task was skipped or has failed, or when the
 * caller does not wait and the id is not known. Rejects with an ApiError when the service refuses the request.
 */
export async function submit(task: Task, options: SubmitOptions, context: Context): Promise<Submission | undefined> {
  const { resourceId } = task;
  const { clock, client } = context;
  const { earlier } = options;
  let known = knownFrom(earlier);
  const submission = (ours: Ours, acceptedAtMs: number): Submission => {
    task.emit({ kind: 'accepted', ...ours });
    return { deploymentId: ours.deploymentId, acceptedAtMs, known };
  };

  const running = context.isRerun ? inProgressOf(earlier.items, context.runCommits) : undefined;
  if (running !== undefined) {
    return submission({ deploymentId: running.id, ownership: 'rerun', status: running.status }, clock.now());
  }

  const request: RepeatablePost<Answer> = {
    action: 'deploy',
    onBusy: options.onBusy,
    lostText: (lost) => `checking the list for a new deployment for ${formatDuration(patienceMs(fateOf(lost)))}`,
    async send(mayPost) {
      const acceptance = await client.createDeployment(resourceId, { force: options.force, mayPost });
      return acceptance && { acceptance };
    },
    recover: async (lost) => await searchAfterLoss(task, { lost, known }, context),
    onList(list, lost) {
      if (lost !== undefined) return answerOf(claim(known, list.items, { isAccepted: false }));
      // A refused request started nothing, so new deployments are not ours.
      known = knownFrom(list, known);
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
  return ours && submission(ours, acceptedAtMs);
}

/** What the list shows after a lost response; undefined when the request started nothing and may be sent again. */
async function searchAfterLoss(
  task: Task,
  { lost, known }: { lost: LostRequest; known: Known },
  { client, clock, signal }: Context,
): Promise<Answer | undefined> {
  const note = createNotes(task, clock);
  const reads: ListRead[] = [];
  const startedMs = clock.now();
  for (;;) {
    const atMs = clock.now();
    const list = await orApiError(listDeployments(task.resourceId, client));
    if (isOtherShape(list)) return { claim: { kind: 'no list' } };
    if (list instanceof ApiError) throw list;
    reads.push({ atMs, items: list.items });
    const decision = afterLoss({ known, lostAtMs: startedMs, ...fateOf(lost), reads });
    if (decision.kind === 'found') return { claim: decision.claim };
    if (decision.kind === 'give up') return { claim: { kind: decision.why } };
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

function answerOf(found: Claim): Answer | undefined {
  return found.kind === 'none' ? undefined : { claim: found };
}

/** Which deployment an accepted request started: the one that the response names, else the new one in the list. */
async function identify(
  task: Task,
  { acceptance, known, wait }: { acceptance: Acceptance; known: Known; wait: boolean },
  context: Context,
): Promise<Ours | undefined> {
  const named = namedBy(acceptance, known);
  if (named !== undefined) return { ...acceptance, ...named };
  // A status beside the id of another deployment is not that of ours.
  task.emit({ kind: 'accepted', deploymentId: undefined, ownership: 'response' });
  if (wait) return oursOrFail(task, await searchUntilListed(task, known, context), 'list');
  // The request was accepted, so that neither a list that cannot be read nor the deadline fails the step.
  const withinMs = Math.min(SEARCH_MS + READ_GAP_MS, context.deadline.remainingMs() - REPORT_MS);
  const searched = await orApiError(searchBriefly(task, known, { withinMs, context }));
  const claimed: Claim = searched instanceof ApiError ? { kind: 'none' } : searched;
  const ours = oursIn(claimed, 'list');
  if (ours === undefined) {
    const why = searched instanceof ApiError ? describeError(searched) : describeUnclear(claimed);
    task.emit({ kind: 'note', text: `the id of the new deployment is not known. ${why}` });
  }
  return ours;
}

/** Searches the list for at most `withinMs`; rejects with the last error if no answer came in this time. */
async function searchBriefly(
  task: Task,
  known: Known,
  { withinMs, context }: { withinMs: number; context: Context },
): Promise<Claim> {
  const limit = withDeadline(context.clock, withinMs, { signal: context.signal, reason: new Stop('timeout') });
  const client = context.client.withLimits({ signal: limit.signal });
  try {
    return await findAccepted(task, known, { ...context, client, signal: limit.signal });
  } catch (error) {
    if (!limit.isExpired() || !(error instanceof Stop)) throw error;
    if (error.cause instanceof ApiError) throw error.cause;
    return { kind: 'none' };
  } finally {
    limit.clear();
  }
}

/** Searches the list, which may show our deployment late, until the step is stopped. */
async function searchUntilListed(task: Task, known: Known, context: Context): Promise<Claim> {
  const { resourceId } = task;
  const unnamed = new UnreadableResponseError(
    'the request was accepted, but neither the response nor the list names the new deployment',
    { method: 'POST', path: `/resources/${resourceId}/deployments`, resourceId },
    { status: 202 },
  );
  return await withStopCause(unnamed, async () => {
    for (;;) {
      const found = await findAccepted(task, known, context);
      if (found.kind !== 'none') return found;
      task.emit({ kind: 'note', text: 'the list does not show the new deployment yet' });
    }
  });
}

/** Reads the list until it shows the deployment of an accepted request, or for {@link SEARCH_MS}. */
async function findAccepted(task: Task, known: Known, { clock, signal, client }: Context): Promise<Claim> {
  const startedMs = clock.now();
  const reads: ListRead[] = [];
  for (;;) {
    const atMs = clock.now();
    const { items } = await listDeployments(task.resourceId, client);
    reads.push({ atMs, items });
    const found = claim(known, items, { isAccepted: true, appeared: appearedIn(reads, known) });
    if (found.kind === 'ours' || found.kind === 'ambiguous') return found;
    const telling = reads.filter((read) => read.items.length > 0 || known.ids.size === 0);
    if (telling.length >= READS && atMs - startedMs >= SEARCH_MS) return found;
    await clock.sleep(READ_GAP_MS, signal);
  }
}

function oursIn(found: Answered, ownership: 'list' | 'adopted'): Ours | undefined {
  if (found.kind !== 'ours' && found.kind !== 'ended') return undefined;
  const { id, status } = found.deployment;
  return { deploymentId: id, ownership, status };
}

/** Our deployment; undefined when the list does not show for certain which it is: then the task has failed. */
function oursOrFail(task: Task, found: Answered, ownership: 'list' | 'adopted'): Ours | undefined {
  const ours = oursIn(found, ownership);
  if (ours !== undefined) return ours;
  const isUnclear = found.kind === 'ambiguous' || (found.kind === 'unclear' && ownership === 'list');
  const errorCode = isUnclear ? 'ambiguous' : 'unknown_outcome';
  task.emit({ kind: 'failed', errorCode, cause: describeUnclear(found), stillRunning: true });
  return undefined;
}

/** Why the list does not show which deployment is ours. */
function describeUnclear(found: Answered): string {
  if (found.kind === 'ambiguous')
    return `${found.ids.join(' and ')} have appeared since our request, and no response names ours, so it is not certain which of them it is.`;
  if (found.kind === 'queue')
    return 'The response to the request was lost, and the list has shown the same build of somebody else for ten minutes: ours may be waiting behind it.';
  if (found.kind === 'no list')
    return 'The response to the request was lost, and there was no list of deployments before it to compare with.';
  if (found.kind === 'unreliable')
    return 'There was no list of deployments before our request to compare with, so the list does not show which of them is ours.';
  if (found.kind === 'empty list')
    return 'The response to the request was lost, and the list, which had deployments before it, has been empty for ten minutes.';
  return found.kind === 'unclear'
    ? 'The list has an entry without an id above the known deployments, or a new one below them, so it does not show for certain what our request started.'
    : 'The list did not show it in time.';
}

/**
 * Whether a lost request may still start a deployment: not if the connection was cut before a response, or the API itself
 * reported a failure. A response that was cut off may have been an acceptance.
 */
function fateOf({ error, isBusy }: LostRequest): { mayStillStart: boolean } {
  if (isBusy) return { mayStillStart: false };
  if (error instanceof ConnectionLostError) return { mayStillStart: error.status !== undefined };
  return { mayStillStart: !(error instanceof ServiceFailedError && error.fromService) };
}
