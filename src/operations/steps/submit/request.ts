// Sends a POST until the service accepts it: deploy, start, stop and restart. Waits while the resource is busy; the caller
// decides what to do after a lost response.
import { ApiError, isRefusal, type RefusedError } from '../../../api/errors.ts';
import type { List, Deployment } from '../../../api/model.ts';
import type { Action, Context } from '../../operation.ts';
import { describeAfterLoss, describeError } from '../../failure.ts';
import type { Task } from '../../task.ts';
import { createBusyWait, type OnBusy } from './busy.ts';

/** The last POST whose response was lost. */
export interface Loss {
  readonly error: ApiError;
  /** Clock time at which the request failed. */
  readonly atMs: number;
  /** How many responses were lost so far, including this one. */
  readonly count: number;
  /** A later POST was refused with `busy`, perhaps because of the work that the lost one started. */
  readonly isBusy: boolean;
}

/** What to send, and how to handle each result. */
export interface RepeatablePost<T> {
  readonly action: Action;
  readonly onBusy: OnBusy;
  /** Sends it once. `mayPost` is called just before; undefined when it returns false. */
  readonly send: (mayPost: () => Promise<boolean>) => Promise<T | undefined>;
  /** What is done after a lost response, for the log: `reading the resource`. */
  readonly lostText: (loss: Loss) => string;
  /** Finds out what became of a lost request; undefined when it started nothing and may be sent again. */
  readonly recover: (loss: Loss) => Promise<T | undefined>;
  /** Called with each list that is read while the resource is busy; returns our deployment if `loss` started it. */
  readonly onList?: (list: List<Deployment>, loss: Loss | undefined) => T | undefined;
}

/** The accepted result; undefined when the task was skipped or has failed. */
export type Requested<T> = { readonly value: T; readonly acceptedAtMs: number } | undefined;

/**
 * Sends the request until it is accepted. Rejects with the ApiError of any other failure than `busy` and a lost
 * response.
 */
export async function requestUntilAccepted<T>(
  task: Task,
  request: RepeatablePost<T>,
  context: Context,
): Promise<Requested<T>> {
  const { clock } = context;
  const busyWait = createBusyWait(task, context);
  let loss: Loss | undefined;
  for (;;) {
    const sent = await post(task, request, context);
    if (sent.kind === 'accepted') return { value: sent.value, acceptedAtMs: clock.now() };
    if (sent.kind === 'outdated') {
      task.emit({ kind: 'skipped', why: 'outdated', detail: sent.detail });
      return undefined;
    }
    if (sent.kind === 'failed') {
      if (loss === undefined) throw sent.error;
      const cause = describeAfterLoss(sent.error, loss.error);
      task.emit({ kind: 'failed', errorCode: sent.error.code, cause, stillRunning: true });
      return undefined;
    }
    if (sent.kind === 'lost') {
      loss = { error: sent.error, atMs: clock.now(), count: (loss?.count ?? 0) + 1, isBusy: false };
      task.emit({ kind: 'lost', error: sent.error, text: `${sent.error.message}; ${request.lostText(loss)}` });
    } else if (loss !== undefined) {
      // The work that keeps the resource busy may be that of the lost request.
      loss = { ...loss, isBusy: true };
      task.emit({ kind: 'lost', error: loss.error, text: `the resource is busy; ${request.lostText(loss)}` });
    }
    if (loss !== undefined) {
      const value = await request.recover(loss);
      if (value !== undefined) return { value, acceptedAtMs: loss.atMs };
    }
    if (sent.kind === 'lost') continue;
    task.emit({ kind: 'refused', error: sent.error });

    if (request.onBusy !== 'wait') {
      notWaitedFor(task, request.onBusy, sent.error);
      return undefined;
    }
    const found = await busyWait.wait(sent.error, (list) => request.onList?.(list, loss));
    if (found !== undefined) return { value: found, acceptedAtMs: loss?.atMs ?? clock.now() };
  }
}

function notWaitedFor(task: Task, onBusy: 'fail' | 'skip', error: RefusedError): void {
  if (onBusy === 'skip') task.emit({ kind: 'skipped', why: 'busy', detail: error.serviceMessage });
  else task.emit({ kind: 'failed', errorCode: 'busy', cause: describeError(error) });
}

type Sent<T> =
  | { readonly kind: 'accepted'; readonly value: T }
  | { readonly kind: 'outdated'; readonly detail: string }
  | { readonly kind: 'busy'; readonly error: RefusedError }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | { readonly kind: 'lost'; readonly error: ApiError };

/** Sends it, again only where it was certainly not accepted. */
async function post<T>(task: Task, request: RepeatablePost<T>, context: Context): Promise<Sent<T>> {
  const { signal, beforePost } = context;
  let outdated = '';
  async function mayPost(): Promise<boolean> {
    if (task.outcome.pending?.kind === 'posting') task.emit({ kind: 'refused' });
    const permission = request.action === 'deploy' ? await beforePost(task.resourceId) : ({ go: true } as const);
    signal.throwIfAborted();
    if (permission.go) task.emit({ kind: 'posting', action: request.action });
    else outdated = permission.detail;
    return permission.go;
  }
  try {
    const value = await request.send(mayPost);
    return value === undefined ? { kind: 'outdated', detail: outdated } : { kind: 'accepted', value };
  } catch (error) {
    if (isRefusal(error, 'busy')) return { kind: 'busy', error };
    if (!(error instanceof ApiError)) throw error;
    return { kind: error.fate === 'unknown' ? 'lost' : 'failed', error };
  }
}
