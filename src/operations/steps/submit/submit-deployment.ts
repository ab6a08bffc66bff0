// Requests a deployment once and identifies which one is ours. A POST whose fate is unknown is sent again only if the
// list of deployments shows that it started nothing.
import {
  ApiError,
  ConnectionLostError,
  isUnreadable,
  orApiError,
  ServiceFailedError,
  UnreadableResponseError,
} from '../../../api/errors.ts';
import { type Acceptance, type Deployment, type Identified, isInProgress } from '../../../api/model.ts';
import { withStopCause } from '../../../clock.ts';
import { formatDuration } from '../../../duration.ts';
import type { Context, Ownership } from '../../operation.ts';
import { describeError } from '../../failure.ts';
import type { Task } from '../../task.ts';
import { type OnBusy } from './busy.ts';
import { type Claim, claim, type Known, knownFrom, newSince } from './ownership.ts';
import { listDeployments } from '../resource.ts';
import { type Loss, requestUntilAccepted } from './request.ts';

/** A deployment that is ours. */
export interface Submission {
  /** Undefined only when the caller does not wait and the list did not show it in time. */
  readonly deploymentId: string | undefined;
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

/** Our deployment and how it was identified. */
interface Found {
  readonly ownership: Ownership;
  readonly deploymentId: string | undefined;
  readonly status: string | undefined;
}

/** Ours, whose id the list does not show. */
const unidentified: Found = { ownership: 'list', deploymentId: undefined, status: undefined };

/** What a list with a new entry shows. */
type SomeClaim = Exclude<Claim, { kind: 'none' }>;

type Answer =
  { readonly kind: 'response'; readonly acceptance: Acceptance } | { readonly kind: 'list'; readonly claim: SomeClaim };

/**
 * Requests a deployment and emits `accepted` with its id; undefined when the task was skipped or has failed. Rejects
 * with an ApiError when the service refuses the request.
 */
export async function submit(task: Task, options: SubmitOptions, context: Context): Promise<Submission | undefined> {
  const { resourceId } = task;
  const { client } = context;
  let known = knownFrom(options.earlier);

  const requested = await requestUntilAccepted<Answer>(
    task,
    {
      action: 'deploy',
      onBusy: options.onBusy,
      lostText: (loss) => `checking the list for a new deployment for ${formatDuration(searchMsAfter(loss))}`,
      async send(mayPost) {
        const acceptance = await client.createDeployment(resourceId, { force: options.force, mayPost });
        return acceptance && { kind: 'response', acceptance };
      },
      async recover(loss) {
        const search = { known, isAccepted: false, searchMs: searchMsAfter(loss) };
        const { claim: found, items } = await findNew(task, search, context);
        if (found.kind !== 'none') return { kind: 'list', claim: found };
        // A second page is not a transient fault, and nothing was started.
        if (!loss.isBusy && loss.count > 1 && isUnreadable(loss.error)) throw loss.error;
        // Busy without a deployment in progress: the work may be that of the lost request.
        if (loss.isBusy && !items.some(isInProgress)) return undefined;
        task.emit({
          kind: 'not-started',
          text: 'the list shows no new deployment, so the lost request seems to have started none',
        });
        return undefined;
      },
      onList({ items }, loss) {
        if (loss === undefined) {
          // A refused request started nothing, so new deployments are not ours.
          known = knownFrom(items, known);
          return undefined;
        }
        const found = claim(newSince(known, items), { isAccepted: false });
        return found.kind === 'none' ? undefined : { kind: 'list', claim: found };
      },
    },
    context,
  );
  if (requested === undefined) return undefined;
  const { value: answer, acceptedAtMs } = requested;
  const found = answer.kind === 'response' ? await identify(answer.acceptance) : byClaim(answer.claim, 'adopted');
  if (found === undefined) return undefined;
  if (found.deploymentId !== undefined) emitAccepted(found);
  return { deploymentId: found.deploymentId, acceptedAtMs, known };

  function emitAccepted({ status, ...of }: Found): void {
    task.emit({ kind: 'accepted', ...of, ...(status === undefined ? {} : { status }) });
  }

  /** The id in the response if it is new or was in progress (joined), else the new deployment in the list. */
  async function identify({ deploymentId, status }: Acceptance): Promise<Found | undefined> {
    if (deploymentId !== undefined && !known.names.has(deploymentId)) {
      return { ownership: 'response', deploymentId, status };
    }
    if (deploymentId !== undefined && known.inProgress.has(deploymentId)) {
      return { ownership: 'joined', deploymentId, status };
    }
    // A status beside the id of another deployment is not that of ours.
    emitAccepted({ deploymentId: undefined, ownership: 'response', status: undefined });
    const unnamed = new UnreadableResponseError(
      'the request was accepted, but neither the response nor the list names the new deployment',
      { method: 'POST', path: `/resources/${resourceId}/deployments`, resourceId },
      202,
    );
    const search = { known, isAccepted: true, searchMs: SEARCH_MS };
    if (!options.wait) {
      const brief = { ...context, client: client.within(SEARCH_MS) };
      const searched = await orApiError(findNew(task, search, brief));
      if (!(searched instanceof ApiError)) return byClaim(searched.claim, 'list');
      task.emit({ kind: 'warning', text: `The id of the new deployment is not known. ${describeError(searched)}` });
      return unidentified;
    }
    return await withStopCause(unnamed, async () => {
      for (;;) {
        const { claim: claimed } = await findNew(task, search, context);
        if (claimed.kind !== 'none') return byClaim(claimed, 'list');
        task.emit({ kind: 'note', text: 'the list does not show the new deployment yet' });
      }
    });
  }

  function byClaim(claimed: Claim, ownership: 'list' | 'adopted'): Found | undefined {
    switch (claimed.kind) {
      case 'none':
        return unidentified;
      case 'ours':
      case 'ended': {
        const { id: deploymentId, status }: Identified<Deployment> = claimed.deployment;
        return { ownership, deploymentId, status };
      }
      case 'ambiguous': {
        if (ownership === 'list' && !options.wait) return unidentified;
        const ids = claimed.ids.join(' and ');
        const cause = `${ids} have appeared since our request, and no response names ours, so it is not certain which of them it is.`;
        task.emit({ kind: 'failed', errorCode: 'ambiguous', cause, stillRunning: true });
        return undefined;
      }
      case 'unclear': {
        if (ownership === 'list' && !options.wait) return unidentified;
        const cause =
          'The list has an entry without an id above the known deployments, or a new one below them, so it does not show for certain what our request started.';
        const errorCode = ownership === 'list' ? 'ambiguous' : 'unknown_outcome';
        task.emit({ kind: 'failed', errorCode, cause, stillRunning: true });
        return undefined;
      }
    }
  }
}

/** How long a lost request may still start a deployment. */
function searchMsAfter({ error, isBusy }: Loss): number {
  return isBusy || hasEnded(error) ? SEARCH_MS : LONG_SEARCH_MS;
}

/** True if the connection was cut or the API itself reported a failure: it is no longer working on the request. */
function hasEnded(error: ApiError): boolean {
  if (error instanceof ConnectionLostError) return true;
  return error instanceof ServiceFailedError && error.fromService;
}

/**
 * Reads the list until it shows a new deployment in progress, or several, or for `searchMs`; resolves with the last
 * result.
 */
async function findNew(
  { resourceId }: Task,
  search: { known: Known; isAccepted: boolean; searchMs: number },
  context: Context,
): Promise<{ claim: Claim; items: readonly Deployment[] }> {
  const { clock, signal, client } = context;
  const { known, searchMs } = search;
  const startedMs = clock.now();
  const appeared = new Set<string>();
  for (let reads = 1; ; reads += 1) {
    const readAtMs = clock.now();
    const { items } = await listDeployments(resourceId, client);
    // A list that has become empty does not prove that nothing was started, so this read does not count.
    if (items.length === 0 && known.ids.size > 0) reads -= 1;
    const fresh = newSince(known, items, appeared);
    for (const { id } of fresh.deployments) appeared.add(id);
    const found = claim(fresh, search);
    if (found.kind === 'ours' || found.kind === 'ambiguous') return { claim: found, items };
    if (reads >= READS && readAtMs - startedMs >= searchMs) return { claim: found, items };
    await clock.sleep(READ_GAP_MS, signal);
  }
}
