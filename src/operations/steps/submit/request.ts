// Sends a POST until the service accepts it: deploy, start, stop and restart. Waits while the resource is busy; the caller
// decides what to do after a lost response.
import { ApiError, isRefusal, isUnreadable, orApiError, type RefusedError } from '../../../api/errors.ts';
import type { List, Deployment } from '../../../api/model.ts';
import type { Action, Context } from '../../operation.ts';
import { describeAfterLostRequest, describeError } from '../../failure.ts';
import type { Task } from '../../task.ts';
import { createBusyWait, type OnBusy } from './busy.ts';

/** The last POST whose response was lost. */
export interface LostRequest {
  readonly error: ApiError;
  /** Clock time at which the request failed. */
  readonly atMs: number;
  /** How many responses were lost so far, including this one. */
  readonly count: number;
  /** How many of them were pages or redirects. */
  readonly pages: number;
  /** A later POST was refused with `busy`, perhaps because of the work that the lost one started. */
  readonly isBusy: boolean;
}

/** What to send, and how to handle each result. */
export interface RepeatablePost<T> {
  readonly action: Action;
  readonly onBusy: OnBusy;
  /** Sends it once. `mayPost` is called just before; undefined when it returns false. */
  readonly send: (mayPost: () => Promise<boolean>) => Promise<T | undefined>;
  /** What is done after a lost response, for the log, such as `reading the resource`. */
  readonly lostText: (lost: LostRequest) => string;
  /** Finds out what became of a lost request; undefined when it started nothing and may be sent again. */
  readonly recover: (lost: LostRequest) => Promise<T | undefined>;
  /** Called with each list that is read while the resource is busy; returns our deployment if `lost` started it. */
  readonly onList?: (list: List<Deployment>, lost: LostRequest | undefined) => T | undefined;
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
  const { clock, signal, beforePost } = context;
  const busyWait = createBusyWait(task, context);
  let lost: LostRequest | undefined;
  let outdated = '';

  async function mayPost(): Promise<boolean> {
    if (task.outcome.phase.kind === 'posting') task.emit({ kind: 'refused' });
    const permission = request.action === 'deploy' ? await beforePost() : ({ go: true } as const);
    signal.throwIfAborted();
    const isRetry = task.outcome.phase.kind === 'busy';
    if (permission.go) task.emit({ kind: 'posting', action: request.action, isRetry });
    else outdated = permission.detail;
    return permission.go;
  }

  for (;;) {
    const sent = await orApiError(request.send(mayPost));
    if (sent === undefined) {
      task.emit({ kind: 'skipped', why: 'outdated', detail: outdated });
      return undefined;
    }
    if (!(sent instanceof ApiError)) return { value: sent, acceptedAtMs: clock.now() };
    const busy = isRefusal(sent, 'busy') ? sent : undefined;
    if (busy === undefined && sent.fate !== 'unknown') {
      if (lost === undefined) throw sent;
      const cause = describeAfterLostRequest(sent, lost.error);
      task.emit({ kind: 'failed', errorCode: sent.code, cause, stillRunning: true });
      return undefined;
    }
    if (busy === undefined) {
      const pages = (lost?.pages ?? 0) + (isUnreadable(sent) ? 1 : 0);
      lost = { error: sent, atMs: clock.now(), count: (lost?.count ?? 0) + 1, pages, isBusy: false };
      task.emit({ kind: 'lost', error: sent, text: `${sent.message}; ${request.lostText(lost)}` });
    } else if (lost !== undefined) {
      // The work that keeps the resource busy may be that of the lost request.
      lost = { ...lost, isBusy: true };
      task.emit({ kind: 'lost', error: lost.error, text: `the resource is busy; ${request.lostText(lost)}` });
    }
    if (lost !== undefined) {
      const value = await request.recover(lost);
      if (value !== undefined) return { value, acceptedAtMs: lost.atMs };
    }
    if (busy === undefined) continue;
    task.emit({ kind: 'refused', error: busy });

    if (request.onBusy !== 'wait') {
      failOrSkip(task, request, busy);
      return undefined;
    }
    const found = await busyWait.wait(busy, (list) => request.onList?.(list, lost));
    if (found !== undefined) return { value: found, acceptedAtMs: lost?.atMs ?? clock.now() };
  }
}

function failOrSkip(
  task: Task,
  { action, onBusy }: Pick<RepeatablePost<unknown>, 'action' | 'onBusy'>,
  error: RefusedError,
): void {
  const { phase } = task.outcome;
  if (phase.kind === 'lost') {
    const cause = `The resource is busy, perhaps with the ${action} whose response was lost. ${describeError(phase.error)}`;
    task.emit({ kind: 'failed', errorCode: 'unknown_outcome', cause, stillRunning: true });
  } else if (onBusy === 'skip') task.emit({ kind: 'skipped', why: 'busy', detail: error.serviceMessage });
  else task.emit({ kind: 'failed', errorCode: 'busy', cause: describeError(error) });
}
