// Requests a deployment once and identifies which one is ours. A POST whose response was lost is sent again only if the
// list of deployments shows that it started nothing.
import type { Acceptance, Deployment, List } from '../../../api/model.ts';
import { formatDuration } from '../../../duration.ts';
import { claim, inProgressOf, type Known, knownFrom, namedBy, searchMs } from '../../decisions/index.ts';
import type { Context } from '../../operation.ts';
import type { Task } from '../../task.ts';
import type { OnBusy } from './busy.ts';
import { type RepeatablePost, requestUntilAccepted } from './request.ts';
import { searchAccepted, searchBriefly } from './search-accepted.ts';
import { mayStillStartAfter, searchLost } from './search-lost.ts';
import { type OurDeployment, oursOrFail, type SearchResult } from './search-result.ts';

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

/** What a request came to: its response, or what the list shows after the response was lost. */
type Requested = { readonly acceptance: Acceptance } | { readonly searched: SearchResult };

/**
 * Requests a deployment and emits `accepted` with its id. Undefined when the task was skipped or has failed, or when the
 * caller does not wait and the id is not known. Rejects with an ApiError when the service refuses the request.
 */
export async function submit(task: Task, options: SubmitOptions, context: Context): Promise<Submission | undefined> {
  const { resourceId } = task;
  const { clock, client } = context;
  const { earlier } = options;
  let known = knownFrom(earlier);
  const submission = (ours: OurDeployment, acceptedAtMs: number): Submission => {
    task.emit({ kind: 'accepted', ...ours });
    return { deploymentId: ours.deploymentId, acceptedAtMs, known };
  };

  const running = context.isRerun ? inProgressOf(earlier.items, context.runCommits) : undefined;
  if (running !== undefined) {
    return submission({ deploymentId: running.id, ownership: 'rerun', status: running.status }, clock.now());
  }

  const request: RepeatablePost<Requested> = {
    action: 'deploy',
    onBusy: options.onBusy,
    lostText(lost) {
      const mayStillStart = mayStillStartAfter(lost);
      return `checking the list for a new deployment for ${formatDuration(searchMs({ mayStillStart }))}`;
    },
    async send(mayPost) {
      const acceptance = await client.createDeployment(resourceId, { force: options.force, mayPost });
      return acceptance && { acceptance };
    },
    async recover(lost) {
      const searched = await searchLost(task, { lost, known }, context);
      return searched && { searched };
    },
    onList(list, lost) {
      if (lost !== undefined) {
        const searched = claim(known, list.items, { isAccepted: false });
        return searched.kind === 'none' ? undefined : { searched };
      }
      // A refused request started nothing, so new deployments are not ours.
      known = knownFrom(list, known);
      return undefined;
    },
  };
  const requested = await requestUntilAccepted(task, request, context);
  if (requested === undefined) return undefined;

  const { value, acceptedAtMs } = requested;
  const ours =
    'searched' in value
      ? oursOrFail(task, value.searched, 'adopted')
      : await identify(task, { ...value, known, wait: options.wait }, context);
  return ours && submission(ours, acceptedAtMs);
}

/** Which deployment an accepted request started: the one that the response names, else the new one in the list. */
async function identify(
  task: Task,
  { acceptance, known, wait }: { acceptance: Acceptance; known: Known; wait: boolean },
  context: Context,
): Promise<OurDeployment | undefined> {
  const named = namedBy(acceptance, known);
  if (named !== undefined) return { ...acceptance, ...named };
  // A status beside the id of another deployment is not that of ours.
  task.emit({ kind: 'accepted', deploymentId: undefined, ownership: 'response' });
  return wait ? await searchAccepted(task, known, context) : await searchBriefly(task, known, context);
}
