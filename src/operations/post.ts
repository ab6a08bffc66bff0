// Sends a POST once, and waits until it may be sent again: while the resource is busy, the key is
// rate limited or the service cannot be reached. Whoever calls it decides whether to send it again.
// A POST whose answer was lost may have started the work, and another would start it twice.
import type { Answer, FailedPost } from '../api/failure-kinds.ts';
import type { Accepted, Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import { Failure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { createBusyWait } from './busy.ts';
import { createNote, SILENT_MS } from './notes.ts';
import { inProgressIn } from './ownership.ts';

/** A request for some work. */
interface PostRequest {
  /** For the log: `a deployment`. */
  readonly what: string;
  readonly send: () => Promise<Answer>;
  /** The list of deployments is read again after a rate limit, too. */
  readonly readsList?: boolean;
}

/** A POST whose answer was lost: it may have been carried out. */
export interface LostPost {
  readonly failure: Failure;
  /** The API itself answered 5xx or 408: it is assumed that it no longer works on the request. */
  readonly isApiError: boolean;
  /** When the POST was sent, on the clock of the step. */
  readonly sentMs: number;
  /** This was the second POST: an earlier one had been lost. */
  readonly isSecond: boolean;
}

/** What became of a POST. `atMs`: when its answer came or was lost, on the clock of the step. */
export type Posted =
  | { readonly kind: 'accepted'; readonly accepted: Accepted; readonly atMs: number }
  /**
   * The answer to this POST or to an earlier one was lost. `isBusy`: the resource may be busy with
   * the work of the earlier one.
   */
  | {
      readonly kind: 'lost';
      readonly lost: LostPost;
      readonly isBusy: boolean;
      readonly atMs: number;
    }
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** Nothing was changed, and the POST may be sent again now. `list`: if it was read meanwhile. */
  | { readonly kind: 'again'; readonly list?: List<Deployment> | undefined };

/** A POST that was certainly not sent is repeated for this long, with this gap. */
const UNSENT_TIMEOUT_MS = 60_000;
const UNSENT_GAP_MS = 2_000;
/**
 * Creates the function that sends the POST once. It gets the earlier POST whose answer was lost, if
 * there is one. It throws the failure of a POST that may not be repeated: no time is left, or the
 * resource is busy with `on-busy: fail`.
 */
export function createPost(step: Step, { what, send, readsList = false }: PostRequest) {
  const { api, clock, deadlineMs, log, outcome, signal } = step;
  const { resourceId } = outcome;
  const note = createNote(step);
  let isFirst = true;
  let unsentSinceMs: number | undefined;
  const waitUntilFree = createBusyWait(step);

  async function waitToSend(failure: Failure, atMs: number): Promise<Posted> {
    unsentSinceMs ??= atMs;
    if (atMs - unsentSinceMs >= UNSENT_TIMEOUT_MS) throw failure;
    const untilMs = unsentSinceMs + UNSENT_TIMEOUT_MS;
    note('unsent', `${failure.message} Sending the request again`, untilMs);
    await clock.sleep(UNSENT_GAP_MS, signal);
    return { kind: 'again' };
  }

  async function waitForLimit(failure: Failure, waitMs: number): Promise<Posted> {
    const leftMs = deadlineMs - clock.now();
    if (waitMs > leftMs) throw failure;
    const again = `Sending it again in ${formatDuration(waitMs)}`;
    const text = `${failure.message} ${again}, ${formatDuration(leftMs)} left.`;
    // Each long wait that the service asks for is logged; those that grow, once a minute.
    if (failure.options.retryAfterMs !== undefined && waitMs >= SILENT_MS) log.info(text);
    else note('rateLimited', text);
    await api.ready();
    return { kind: 'again', ...(readsList && { list: await api.listDeployments(resourceId) }) };
  }

  /**
   * A 409 that is not from the API counts as busy while the list shows work in progress; any 409
   * does after a lost request for a deployment, which may be the work in the way.
   */
  async function isBusyAnswer({ kind, failure }: FailedPost, lost?: LostPost): Promise<boolean> {
    if (kind !== 'refused' || failure.options.httpStatus !== 409) return kind === 'busy';
    if (lost !== undefined && readsList) return true;
    if (failure.code !== 'unreadable_reply') return false;
    return inProgressIn((await api.listDeployments(resourceId)).items).length > 0;
  }

  /** Reports a lost answer, and waits as long as the service asks. */
  async function reportLost({ failure, waitMs }: FailedPost) {
    outcome.phase = { kind: 'requesting', lostBy: failure };
    const shownMs = Math.min(waitMs, deadlineMs - clock.now());
    const pause =
      waitMs > 0 ? ` in ${formatDuration(shownMs)}, since the service asks to wait` : '';
    const unknown = 'It is not known whether the request was accepted';
    log.info(`${failure.message} ${unknown}; looking for its effect${pause}.`);
    if (waitMs > 0) await api.pause(waitMs, { isQuick: true });
  }

  return async (lost?: LostPost): Promise<Posted> => {
    await api.ready();
    if (isFirst) log.info(`Requesting ${what} of ${nameOf(outcome)}.`);
    isFirst = false;
    outcome.phase = { kind: 'requesting', lostBy: lost?.failure };
    step.save();
    const sentMs = clock.now();
    const answer = await send();
    const atMs = clock.now();
    if (answer.kind === 'ok') return { kind: 'accepted', accepted: answer.accepted, atMs };
    const { kind, failure, isApiError } = answer;
    if (kind !== 'unsent') unsentSinceMs = undefined;
    if (kind === 'outcomeUnknown') {
      await reportLost(answer);
      const lostNow = { failure, isApiError, sentMs, isSecond: lost !== undefined };
      return { kind: 'lost', lost: lostNow, isBusy: false, atMs };
    }
    if (lost === undefined) outcome.phase = { kind: 'not-accepted', by: failure };
    step.save();
    if (kind === 'unsent') return await waitToSend(failure, atMs);
    const isBusy = await isBusyAnswer(answer, lost);
    if (kind === 'refused' && !isBusy) return { kind, failure };
    if (lost !== undefined) {
      note(kind, `${failure.message} Still looking for an effect of the lost request.`);
      return { kind: 'lost', lost, isBusy, atMs };
    }
    if (kind === 'rateLimited') return await waitForLimit(failure, answer.waitMs);
    const list = await waitUntilFree(new Failure('busy', failure.message, failure.options));
    return { kind: 'again', list };
  };
}
