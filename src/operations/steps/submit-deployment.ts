// Posting a deployment once and knowing which one is ours, whatever becomes of the request. A POST whose fate is unknown
// is never simply sent again: the list of deployments decides.
import { ApiError, type Endpoint, type RefusedError, UnreadableResponseError } from '../../api/errors.ts';
import { type Acceptance, type Deployment, type Identified, isIdentified } from '../../api/model.ts';
import { attributeStop } from '../../clock.ts';
import { createLine, isBusy, type OnBusy } from './busy.ts';
import type { Context, Ownership } from '../operation.ts';
import type { Task } from '../task.ts';

/** How posting a deployment ended. */
export type Submission =
  | {
      readonly kind: 'accepted';
      /** Undefined only when the caller does not wait and the list did not show it in time. */
      readonly deploymentId: string | undefined;
      readonly ownership: Ownership;
      /** The first word the service had for it, where the response or the list gave one. */
      readonly status: string | undefined;
      readonly acceptedAtMs: number;
      /** Ids that were there before ours; none of them is ever taken for it. */
      readonly known: ReadonlySet<string>;
      /** The list before our request, latest first. */
      readonly earlier: readonly Deployment[];
    }
  | { readonly kind: 'skipped'; readonly why: 'busy' | 'outdated'; readonly detail: string }
  | { readonly kind: 'busy'; readonly error: RefusedError }
  | { readonly kind: 'ambiguous'; readonly ids: readonly string[] };

/** How to post. */
export interface SubmitOptions {
  readonly force: boolean;
  readonly onBusy: OnBusy;
  /** The caller follows the deployment, so its id must be found. */
  readonly wait: boolean;
}

/** After a request of unknown fate the list is given this long, and at least this many looks, to show its deployment. */
const PATIENCE_MS = 15_000;
const LOOKS = 3;
const LOOK_GAP_MS = 5_000;

/**
 * Posts a deployment of one resource. Rejects with an ApiError when the service refuses it for good. Whatever stops it,
 * the task's outcome says whether the request was accepted, and whether a deployment of ours may still run.
 */
export async function submit(task: Task, options: SubmitOptions, context: Context): Promise<Submission> {
  const { resourceId } = task;
  const { client, clock } = context;
  const earlier = (await client.listDeployments(resourceId)).items.filter(isIdentified);
  const known = new Set(earlier.map(({ id }) => id));
  const line = createLine(task, context);
  /** A request of ours was lost and no deployment has shown up for it; it may still. */
  let lost: ApiError | undefined;

  for (;;) {
    const answer = await post(task, options.force, context);
    if (answer.kind === 'outdated') return { kind: 'skipped', why: 'outdated', detail: answer.detail };
    if (answer.kind === 'accepted') {
      const acceptedAtMs = clock.now();
      return claim(await identify(resourceId, answer.acceptance, known), acceptedAtMs);
    }
    if (answer.kind === 'unknown') {
      const sentAtMs = clock.now();
      const text = `${answer.error.message}; checking the list for a new deployment`;
      task.emit({ kind: 'lost', error: answer.error, text });
      lost = answer.error;
      const found = await newDeployments(resourceId, known, context);
      if (found.length > 0) return claim(byList(found, 'adopted'), sentAtMs);
      continue;
    }
    if (lost !== undefined) {
      // The work that keeps the resource busy may be the deployment of our lost request.
      const sentAtMs = clock.now();
      const found = await newDeployments(resourceId, known, context);
      if (found.length > 0) return claim(byList(found, 'adopted'), sentAtMs);
    }
    if (options.onBusy === 'skip') return { kind: 'skipped', why: 'busy', detail: answer.error.serviceMessage };
    if (options.onBusy === 'fail') return { kind: 'busy', error: answer.error };
    const listed = await line.wait(answer.error);
    if (lost === undefined) {
      // A refused request started nothing, so whatever the list shows by now is somebody else's.
      for (const { id } of listed) known.add(id);
      continue;
    }
    const late = listed.filter(({ id }) => !known.has(id));
    if (late.length > 0) return claim(byList(late, 'adopted'), clock.now());
  }

  function claim(found: Found, acceptedAtMs: number): Submission {
    return found.kind === 'ambiguous' ? found : { ...found, kind: 'accepted', acceptedAtMs, known, earlier };
  }

  /** The id in the response, unless it is one that was there before; else the one that the list shows anew. */
  async function identify(id: string, acceptance: Acceptance, before: ReadonlySet<string>): Promise<Found> {
    const named = acceptance.deploymentId;
    if (named !== undefined && !before.has(named)) {
      return { kind: 'found', deploymentId: named, ownership: 'response', status: acceptance.status };
    }
    task.emit({ kind: 'accepted', deploymentId: undefined, ownership: 'response' });
    const unnamed = new UnreadableResponseError(
      'the request was accepted, but neither the response nor the list names the new deployment',
      endpoint(id),
      202,
    );
    return await attributeStop(unnamed, async () => {
      for (;;) {
        const found = await newDeployments(id, before, context);
        if (found.length > 0) return byList(found, 'list');
        if (!options.wait) {
          return { kind: 'found', deploymentId: undefined, ownership: 'list', status: acceptance.status } as const;
        }
      }
    });
  }
}

type Found =
  | {
      readonly kind: 'found';
      readonly deploymentId: string | undefined;
      readonly ownership: Ownership;
      readonly status: string | undefined;
    }
  | { readonly kind: 'ambiguous'; readonly ids: readonly string[] };

function byList(found: readonly Identified<Deployment>[], ownership: Ownership): Found {
  const [first, ...others] = found;
  return others.length === 0
    ? { kind: 'found', deploymentId: first?.id, ownership, status: first?.status }
    : { kind: 'ambiguous', ids: found.map(({ id }) => id) };
}

type Answer =
  | { readonly kind: 'accepted'; readonly acceptance: Acceptance }
  | { readonly kind: 'outdated'; readonly detail: string }
  | { readonly kind: 'busy'; readonly error: RefusedError }
  | { readonly kind: 'unknown'; readonly error: ApiError };

/** Sends the request, again only where it was certainly not taken, and says how that went. */
async function post(task: Task, force: boolean, context: Context): Promise<Answer> {
  const { client, signal, beforePost } = context;
  const { resourceId } = task;
  let outdated = '';
  async function mayPost(): Promise<boolean> {
    if (task.outcome.pending?.kind === 'posting') task.emit({ kind: 'refused' });
    const permission = await beforePost(resourceId);
    signal.throwIfAborted();
    if (permission.go) task.emit({ kind: 'posting', action: 'deploy' });
    else outdated = permission.detail;
    return permission.go;
  }
  try {
    const acceptance = await client.createDeployment(resourceId, { force, mayPost });
    return acceptance === undefined ? { kind: 'outdated', detail: outdated } : { kind: 'accepted', acceptance };
  } catch (error) {
    if (isBusy(error)) {
      task.emit({ kind: 'refused', error });
      return { kind: 'busy', error };
    }
    if (error instanceof ApiError && error.fate === 'unknown') return { kind: 'unknown', error };
    throw error;
  }
}

/** Deployments that were not there before; none when several patient looks showed nothing new. */
async function newDeployments(
  resourceId: string,
  known: ReadonlySet<string>,
  context: Pick<Context, 'client' | 'clock' | 'signal'>,
): Promise<readonly Identified<Deployment>[]> {
  const { client, clock, signal } = context;
  const startedMs = clock.now();
  for (let looks = 1; ; looks += 1) {
    const lookedAtMs = clock.now();
    const listed = (await client.listDeployments(resourceId)).items.filter(isIdentified);
    const found = listed.filter(({ id }) => !known.has(id));
    if (found.length > 0) return found;
    if (looks >= LOOKS && lookedAtMs - startedMs >= PATIENCE_MS) return [];
    await clock.sleep(LOOK_GAP_MS, signal);
  }
}

function endpoint(resourceId: string): Endpoint {
  return { method: 'POST', path: `/resources/${resourceId}/deployments`, resourceId };
}
