// Requesting a deployment once and knowing which one is ours, whatever becomes of the request. A POST whose fate is
// unknown is never simply sent again: the list of deployments decides.
import {
  type ApiError,
  ConnectionLostError,
  ServiceFailedError,
  UnreadableResponseError,
} from '../../../api/errors.ts';
import { type Acceptance, type Deployment, type Identified, isFinal } from '../../../api/model.ts';
import { attributeStop } from '../../../clock.ts';
import type { Context, Ownership } from '../../operation.ts';
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
  /** What was there before our request; none of it is ever taken for ours. */
  readonly known: Known;
}

/** How to request it. */
export interface SubmitOptions {
  readonly force: boolean;
  readonly onBusy: OnBusy;
  /** The caller follows the deployment, so its id must be found. */
  readonly wait: boolean;
  /** The deployments before the request. */
  readonly earlier: readonly Deployment[];
}

/** How long the list is read for a deployment that it may show late, at least {@link READS} times. */
const PATIENCE_MS = 15_000;
/** The same after a timeout or the page of a gateway: the service may still be working on the request. */
const LONG_PATIENCE_MS = 90_000;
const READS = 3;
const READ_GAP_MS = 5_000;

/** Who we know it from, before it is passed on as an event. */
interface Found {
  readonly ownership: Ownership;
  readonly deploymentId: string | undefined;
  readonly status: string | undefined;
}

type Answer =
  { readonly kind: 'response'; readonly acceptance: Acceptance } | { readonly kind: 'list'; readonly claim: Claim };

/**
 * Requests a deployment and emits how we know which one is ours; undefined when the task was skipped or has failed.
 * Rejects with an ApiError when the service refuses it for good.
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
      lostText: 'checking the list for a new deployment',
      async send(mayPost) {
        const acceptance = await client.createDeployment(resourceId, { force: options.force, mayPost });
        return acceptance && { kind: 'response', acceptance };
      },
      async recover(loss) {
        const search = { known, isAccepted: false, patienceMs: patienceAfter(loss) };
        const { claim: found, items } = await findNew(task, search, context);
        if (found.kind !== 'none') return { kind: 'list', claim: found };
        // A page twice is no passing fault, and nothing was started.
        if (!loss.isBusy && loss.count > 1 && loss.error instanceof UnreadableResponseError) throw loss.error;
        // Busy with nothing that the list shows: it may be the lost request after all.
        if (loss.isBusy && !items.some(({ status }) => !isFinal(status))) return undefined;
        task.emit({
          kind: 'not-started',
          text: 'the list shows no new deployment, so the lost request seems to have started none',
        });
        return undefined;
      },
      onList({ items }, loss) {
        if (loss === undefined) {
          // A refused request started nothing, so whatever the list shows by now is somebody else's.
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
  const first = found.status === undefined ? {} : { status: found.status };
  task.emit({ kind: 'accepted', deploymentId: found.deploymentId, ownership: found.ownership, ...first });
  return { deploymentId: found.deploymentId, acceptedAtMs, known };

  /** The id in the response, if it is new or the service joined us to it; else what the list shows anew. */
  async function identify({ deploymentId, status }: Acceptance): Promise<Found | undefined> {
    if (deploymentId !== undefined && !known.ids.has(deploymentId)) {
      return { ownership: 'response', deploymentId, status };
    }
    if (deploymentId !== undefined && known.inProgress.has(deploymentId)) {
      return { ownership: 'joined', deploymentId, status };
    }
    task.emit({ kind: 'accepted', deploymentId: undefined, ownership: 'response' });
    const unnamed = new UnreadableResponseError(
      'the request was accepted, but neither the response nor the list names the new deployment',
      { method: 'POST', path: `/resources/${resourceId}/deployments`, resourceId },
      202,
    );
    const search = { known, isAccepted: true, patienceMs: PATIENCE_MS };
    return await attributeStop(unnamed, async () => {
      for (;;) {
        const { claim: claimed } = await findNew(task, search, context);
        if (claimed.kind !== 'none') return byClaim(claimed, 'list');
        if (!options.wait) return { ownership: 'list', deploymentId: undefined, status };
      }
    });
  }

  function byClaim(claimed: Claim, ownership: 'list' | 'adopted'): Found | undefined {
    switch (claimed.kind) {
      case 'ours':
      case 'ended': {
        const { id: deploymentId, status }: Identified<Deployment> = claimed.deployment;
        return { ownership, deploymentId, status };
      }
      case 'ambiguous': {
        const ids = claimed.ids.join(' and ');
        const cause = `${ids} have appeared since our request, and no response names ours: one of them may be, none is certain.`;
        task.emit({ kind: 'failed', errorCode: 'ambiguous', cause, stillRunning: true });
        return undefined;
      }
      case 'unclear': {
        if (ownership === 'list' && !options.wait) return { ownership, deploymentId: undefined, status: undefined };
        const cause =
          'Something is new in the list since our request, but it has no id or stands below older deployments, so nobody can say that it is ours.';
        const errorCode = ownership === 'list' ? 'ambiguous' : 'unknown_outcome';
        task.emit({ kind: 'failed', errorCode, cause, stillRunning: true });
        return undefined;
      }
      case 'none':
        return undefined;
    }
  }
}

/** How long a lost request may still start something, by how it was lost. */
function patienceAfter({ error, isBusy }: Loss): number {
  return isBusy || isCutShort(error) ? PATIENCE_MS : LONG_PATIENCE_MS;
}

/**
 * The connection was cut, or the API itself reported that it failed: then it is not working on the request any more.
 */
function isCutShort(error: ApiError): boolean {
  if (error instanceof ConnectionLostError) return true;
  return error instanceof ServiceFailedError && error.fromService;
}

/**
 * Reads the list until it shows a deployment in progress that is new, or the patience is over; then what it showed
 * last.
 */
async function findNew(
  { resourceId }: Task,
  search: { known: Known; isAccepted: boolean; patienceMs: number },
  context: Context,
): Promise<{ claim: Claim; items: readonly Deployment[] }> {
  const { clock, signal, client } = context;
  const { known, patienceMs } = search;
  const startedMs = clock.now();
  for (let reads = 1; ; reads += 1) {
    const readAtMs = clock.now();
    const { items } = await listDeployments(resourceId, client);
    // A list that was not empty before and is empty now does not show that nothing has started.
    if (items.length === 0 && known.ids.size > 0) reads -= 1;
    const found = claim(newSince(known, items), search);
    if (found.kind === 'ours' || found.kind === 'ambiguous') return { claim: found, items };
    if (reads >= READS && readAtMs - startedMs >= patienceMs) return { claim: found, items };
    await clock.sleep(READ_GAP_MS, signal);
  }
}
