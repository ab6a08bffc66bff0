// Sends a POST once, and waits until it may be sent again: while the resource is busy, the key is
// rate limited or the service cannot be reached. Whoever calls it decides whether to send it again.
// A POST whose answer was lost may have started the work, and another would start it twice.
import type { Answer } from '../api/client.ts';
import type { Accepted, Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import type { Failure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { recheckConflict, waitUntilFree } from './busy.ts';
import { createNote } from './notes.ts';

/** A POST whose answer was lost: it may have been carried out. */
export interface LostPost {
  readonly failure: Failure;
  /** The API itself reported the failure, so it no longer works on the request. */
  readonly isApi: boolean;
  /** When the POST was sent, on the clock of the step. */
  readonly sentMs: number;
  /** How many POSTs have been lost so far: 1 or 2. */
  readonly count: number;
}

/** A request for some work. */
export interface PostRequest {
  /** For the log: `a deployment`. */
  readonly what: string;
  readonly send: () => Promise<Answer>;
  /** True if the list of a busy resource shows that no POST is needed any more. */
  readonly isUnneeded?: (list: List<Deployment>) => boolean;
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
  /** The resource was busy, and `on-busy` skips it. */
  | { readonly kind: 'skipped' }
  /** Nothing was started, and the POST may be sent again now. `list`: if it was read. */
  | { readonly kind: 'unsent' | 'rateLimited' | 'busy'; readonly list?: List<Deployment> };

/** A POST that was certainly not sent is repeated for this long, with this gap. */
const UNSENT_TIMEOUT_MS = 60_000;
const UNSENT_GAP_MS = 2_000;

/**
 * Creates the function that sends the POST once. It gets the earlier POST whose answer was lost, if
 * there is one. It throws the failure of a POST when there is no time left to repeat it.
 */
export function createPost(step: Step, { what, send, isUnneeded = () => false }: PostRequest) {
  const { api, clock, deadlineMs, log, outcome, signal } = step;
  const note = createNote(step);
  let isFirst = true;
  let unsentSinceMs: number | undefined;
  /** How many POSTs in a row found the resource busy without visible work. */
  let unseenCount = 0;

  async function waitToRepeat(
    answer: Extract<Answer, { kind: 'unsent' | 'rateLimited' | 'busy' }>,
  ): Promise<Posted> {
    const { kind, failure } = answer;
    if (kind === 'unsent') {
      note(kind, `${failure.message} Sending the request again.`);
      await clock.sleep(UNSENT_GAP_MS, signal);
      return { kind };
    }
    if (kind === 'rateLimited') {
      const left = `${formatDuration(deadlineMs - clock.now())} left`;
      const again = `Sending it again in ${formatDuration(answer.waitMs)}, ${left}.`;
      note(kind, `${failure.message} ${again}`);
      await api.ready();
      return { kind };
    }
    const free = await waitUntilFree(step, { failure, unseenCount, note, isUnneeded });
    if (free === undefined) return { kind: 'skipped' };
    unseenCount = free.wasBlocked ? 0 : unseenCount + 1;
    return { kind, list: free.list };
  }

  return async (lost?: LostPost): Promise<Posted> => {
    await api.ready();
    if (isFirst) log.info(`Requesting ${what} of ${nameOf(outcome)}.`);
    isFirst = false;
    outcome.phase = { kind: 'requesting', ...(lost !== undefined && { lost: lost.failure }) };
    step.save();
    const sentMs = clock.now();
    const sent = await send();
    const atMs = clock.now();
    if (sent.kind === 'ok') return { kind: 'accepted', accepted: sent.accepted, atMs };
    const { failure } = sent;
    if (sent.kind === 'outcomeUnknown') {
      const { isApi, waitMs } = sent;
      outcome.phase = { kind: 'requesting', lost: failure };
      const pause = waitMs > 0 ? ` in ${formatDuration(waitMs)}, as the service asks` : '';
      const unknown = 'It is not known whether the request was accepted';
      log.info(`${failure.message} ${unknown}; looking for its effect${pause}.`);
      if (waitMs > 0) await api.pause(waitMs, { isQuick: true });
      const count = (lost?.count ?? 0) + 1;
      return { kind: 'lost', lost: { failure, isApi, sentMs, count }, isBusy: false, atMs };
    }
    if (lost === undefined) outcome.phase = { kind: 'not-accepted', by: failure };
    const answer = await recheckConflict(step, sent);
    if (answer.kind === 'refused') return answer;
    unsentSinceMs = answer.kind === 'unsent' ? (unsentSinceMs ?? atMs) : undefined;
    if (atMs - (unsentSinceMs ?? atMs) >= UNSENT_TIMEOUT_MS) throw failure;
    if (answer.kind === 'rateLimited' && answer.waitMs > deadlineMs - atMs) throw failure;
    if (lost === undefined || answer.kind === 'unsent') return await waitToRepeat(answer);
    const further = 'Looking further for the effect of the lost request.';
    note(answer.kind, `${failure.message} ${further}`);
    return { kind: 'lost', lost, isBusy: answer.kind === 'busy', atMs };
  };
}
