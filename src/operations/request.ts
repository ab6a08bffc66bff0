// Sends a POST until it is accepted: waits while the resource is busy or the key is limited, and
// never sends again what may have arrived.
import type { Answer } from '../api/client.ts';
import type { Accepted, Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import { catchFailure, Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { createNote, type Note } from './notes.ts';
import { inProgressIn } from './ownership.ts';
import { type Reading, readUntil, type Wait } from './read-until.ts';

/** The last POST whose answer was lost. */
export interface Lost {
  readonly failure: Failure;
  /** The API itself reported the failure, so that it is not still working on the request. */
  readonly isApi: boolean;
  readonly atMs: number;
  /** POSTs whose answers were lost, 1 or 2. */
  readonly count: number;
}

/** A POST, and what its answers mean to the operation. */
export interface Request<T> {
  /** For the log: `a deployment`. */
  readonly what: string;
  send(): Promise<Answer>;
  /** Asked before each POST but one that follows a lost one; false: the resource is skipped. */
  mayPost(): Promise<boolean>;
  /** The deployments as they are before the next POST; not called once a POST was lost. */
  onList?(list: List<Deployment>): void;
  onAccepted(accepted: Accepted): Promise<T>;
  /**
   * Finds out what became of a lost POST; undefined: it may be sent once again. `answer`: the one
   * that came last, which may be that to a POST after the lost one.
   */
  afterLost(lost: Lost, answer: 'lost' | 'limited' | 'busy'): Promise<T | undefined>;
  /** A refusal that is as good as accepted. */
  onRefused?(failure: Failure): Promise<T | undefined>;
}

/** A POST that was certainly not sent is sent again for so long, this often. */
const UNSENT_RETRY_MS = 60_000;
const UNSENT_GAP_MS = 2_000;

/** The result of the request; undefined when the resource is skipped. Throws a `Failure`. */
export async function requestUntilAccepted<T>(
  step: Step,
  request: Request<T>,
): Promise<T | undefined> {
  const { api, clock, log, outcome, save } = step;
  const note = createNote(step);
  let unsentSinceMs: number | undefined;
  let lost: Lost | undefined;
  for (let count = 1; ; count += 1) {
    if (lost === undefined && !(await request.mayPost())) return undefined;
    // Until it may be sent, nothing is requested.
    await api.ready();
    outcome.waitingFor = lost === undefined ? 'answer' : 'lost-post';
    if (count === 1) log.info(`Requesting ${request.what} of ${nameOf(outcome)}.`);
    const answer = await request.send();
    if (answer.kind === 'ok') {
      outcome.isAccepted = true;
      outcome.acceptedAtMs = clock.now();
      delete outcome.waitingFor;
      save();
      return await request.onAccepted(answer.accepted);
    }
    const { kind, failure } = answer;
    if (kind !== 'unsent') unsentSinceMs = undefined;
    if (kind === 'lost') {
      lost = { failure, isApi: answer.isApi, atMs: clock.now(), count: (lost?.count ?? 0) + 1 };
      outcome.waitingFor = 'lost-post';
      outcome.blockedBy = failure;
      const pause =
        answer.waitMs > 0 ? ` in ${formatDuration(answer.waitMs)}, as the service asks` : '';
      log.info(
        `${failure.message} It is not known whether the request was accepted; looking for its effect${pause}.`,
      );
      if (answer.waitMs > 0) await api.pause(answer.waitMs, { isQuick: true });
    }
    if (lost !== undefined && (kind === 'lost' || kind === 'limited' || kind === 'busy')) {
      if (kind === 'limited' && answer.waitMs > step.deadlineMs - clock.now())
        throw failureOf(failure, lost);
      if (kind !== 'lost')
        note(kind, `${failure.message} Looking further for the effect of the lost request.`);
      const found = await catchFailure(request.afterLost(lost, kind));
      // Others than these do not say that the lost request may have been accepted.
      if (
        isFailure(found, 'unknown_outcome', 'ambiguous', 'timeout', 'interrupted', 'rate_limited')
      )
        throw found;
      if (isFailure(found)) throw failureOf(found, lost);
      if (found !== undefined) return found;
      log.info('The lost request had no effect; sending it once again.');
      continue;
    }
    if (lost === undefined) {
      outcome.waitingFor = 'busy';
      outcome.blockedBy = failure;
    }
    if (kind === 'unsent') {
      unsentSinceMs ??= clock.now();
      if (clock.now() - unsentSinceMs >= UNSENT_RETRY_MS) throw failureOf(failure, lost);
      note('unsent', `${failure.message} Sending the request again.`);
      await clock.sleep(UNSENT_GAP_MS, step.signal);
      continue;
    }
    if (kind === 'limited') {
      const leftMs = step.deadlineMs - clock.now();
      if (answer.waitMs > leftMs) throw failure;
      const again = `Sending it again in ${formatDuration(answer.waitMs)}, ${formatDuration(leftMs)} left.`;
      note('limited', `${failure.message} ${again}`);
      await api.ready();
      request.onList?.(await api.listDeployments(outcome.resourceId));
    } else if (kind === 'busy') {
      const list = await waitUntilFree(step, failure, note);
      if (list === undefined) return undefined;
      request.onList?.(list);
    } else {
      const result = lost === undefined ? await request.onRefused?.(failure) : undefined;
      if (result === undefined) throw failureOf(failure, lost);
      delete outcome.waitingFor;
      return result;
    }
  }
}

/** With other work visible the POST is sent again when it has ended, and after this in any case. */
const BLOCKED_REPOST_MS = 30_000;
const BLOCKER_POLL_MS = 4_000;
/**
 * Without visible work the POST is sent again after 2 to 5 seconds: a random time, so that jobs do
 * not collide again.
 */
const FREE_AFTER_MS = { least: 2_000, spread: 3_000 } as const;

/**
 * Judges the list while a resource is busy: `free` when the POST may be sent again, after
 * `freeAfterMs` if no work is visible.
 */
export function judgeBusy(
  { busySinceMs, freeAfterMs }: { busySinceMs: number; freeAfterMs: number },
  readings: readonly Reading<List<Deployment>>[],
): { readonly kind: 'free'; readonly list: List<Deployment> } | Wait {
  const last = readings.at(-1);
  if (last === undefined) return { kind: 'wait', ms: 0 };
  const isBlocked = ({ value }: Reading<List<Deployment>>): boolean =>
    inProgressIn(value.items).length > 0;
  const elapsedMs = last.atMs - busySinceMs;
  const limitMs = isBlocked(last) ? BLOCKED_REPOST_MS : readings.some(isBlocked) ? 0 : freeAfterMs;
  if (elapsedMs >= limitMs) return { kind: 'free', list: last.value };
  return {
    kind: 'wait',
    ms: Math.min(limitMs - elapsedMs, isBlocked(last) ? BLOCKER_POLL_MS : Infinity),
  };
}

/**
 * Waits while other work keeps the resource busy, as `on-busy` says; undefined: the resource is
 * skipped.
 */
async function waitUntilFree(
  step: Step,
  failure: Failure,
  note: Note,
): Promise<List<Deployment> | undefined> {
  const { api, clock, deadlineMs, inputs, outcome } = step;
  const busySinceMs = clock.now();
  const freeAfterMs = FREE_AFTER_MS.least + step.random() * FREE_AFTER_MS.spread;
  if (inputs.onBusy === 'skip') {
    outcome.skipped = 'busy';
    step.log.info(`${failure.message} Skipped (on-busy: skip).`);
    return undefined;
  }
  if (inputs.onBusy === 'fail' || busySinceMs + FREE_AFTER_MS.least > deadlineMs) throw failure;
  let hasBlocker = false;
  async function readList(): Promise<List<Deployment>> {
    const list = await api.listDeployments(outcome.resourceId);
    // The one that began first; others may be queued behind it.
    const blocker = inProgressIn(list.items).at(-1);
    // It has ended: the POST is sent again at once.
    if (blocker === undefined && hasBlocker) return list;
    hasBlocker = blocker !== undefined;
    const who =
      blocker === undefined ? 'other work' : `deployment ${blocker.id} (${blocker.status})`;
    const message = `${failure.message} The step waited for ${who} to end.`;
    outcome.blockedBy = new Failure(failure.code, message, failure.options);
    const left = `${formatDuration(Math.max(0, deadlineMs - clock.now()))} left`;
    note(
      `busy ${blocker?.id} ${blocker?.status}`,
      `${failure.message} Waiting for ${who} to end, ${left}.`,
    );
    return list;
  }
  const { list } = await readUntil(step, readList, (readings) =>
    // One that may not start any more is skipped before its next POST.
    judgeBusy({ busySinceMs: step.mayStart() ? busySinceMs : -Infinity, freeAfterMs }, readings),
  );
  return list;
}

/**
 * The failure of the last POST; after a lost one, which may have been carried out all the same, it
 * is not known.
 */
function failureOf(failure: Failure, lost: Lost | undefined): Failure {
  if (lost === undefined) return failure;
  const earlier = `An earlier request may have been accepted all the same: ${lost.failure.message}`;
  return new Failure('unknown_outcome', `${failure.message} ${earlier}`);
}
