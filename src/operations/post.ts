// Sends a POST until it is accepted: waits while the resource is busy or the key is rate limited.
// A POST whose answer was lost ends it, since sending that one again may start the work twice.
import type { Answer } from '../api/client.ts';
import type { Accepted, Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import { catchFailure, Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { SkipReason } from '../phase.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { mayStart } from './may-start.ts';
import type { Note } from './notes.ts';
import { inProgressIn } from './ownership.ts';
import { pollUntil, type Sample, type Wait } from './poll-until.ts';

/** A POST whose answer was lost: it may have been carried out. */
export interface LostPost {
  readonly failure: Failure;
  /** The API itself reported the failure, so it is no longer working on the request. */
  readonly isApi: boolean;
  /** When the answer was lost, on the clock of the step. */
  readonly atMs: number;
  /** How many POSTs were lost by now: 1 or 2. */
  readonly count: number;
}

/** A POST, and what has to be known to send it. */
export interface PostRequest {
  /** For the log: `a deployment`. */
  readonly what: string;
  /** An earlier POST of this step whose answer was lost, and which had no effect. */
  readonly lost: LostPost | undefined;
  /** Of all POSTs of this request, so that a wait is not logged more often than each minute. */
  readonly note: Note;
  send(): Promise<Answer>;
  /** Asked before each POST, except after a lost one; a reason skips the resource. */
  skipReason(): Promise<SkipReason | undefined>;
  /** Receives the deployments as they are before the next POST. */
  readonly onList?: (list: List<Deployment>) => void;
}

/** What became of the POST. */
export type Posted =
  | { readonly kind: 'accepted'; readonly accepted: Accepted; readonly atMs: number }
  /**
   * The answer to this POST or to an earlier one was lost. `answer` came last, at `atMs`: after an
   * earlier lost POST, a busy resource may be working on that one.
   */
  | {
      readonly kind: 'lost';
      readonly lost: LostPost;
      readonly answer: 'outcomeUnknown' | 'rateLimited' | 'busy';
      readonly atMs: number;
    }
  /** The API refused it. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** The phase says why. */
  | { readonly kind: 'skipped' };

/** How long and how often a POST is repeated that certainly was not sent. */
const UNSENT_TIMEOUT_MS = 60_000;
const UNSENT_GAP_MS = 2_000;

/** Sends the POST until it is accepted, lost, refused or skipped. Throws a `Failure`. */
export async function post(step: Step, request: PostRequest): Promise<Posted> {
  const { api, clock, outcome, log } = step;
  const { lost, note, onList } = request;
  let unsentSinceMs: number | undefined;
  for (let count = 1; ; count += 1) {
    const why = lost === undefined ? await request.skipReason() : undefined;
    if (why !== undefined) return skip(step, why);
    await api.ready();
    outcome.phase = { kind: 'requesting', ...(lost !== undefined && { lost: lost.failure }) };
    if (count === 1 && lost === undefined)
      log.info(`Requesting ${request.what} of ${nameOf(outcome)}.`);
    const answer = await request.send();
    const atMs = clock.now();
    if (answer.kind === 'ok') return { kind: 'accepted', accepted: answer.accepted, atMs };
    if (answer.kind === 'outcomeUnknown') return await reportLost(step, answer, lost);
    if (lost === undefined) outcome.phase = { kind: 'not-accepted', by: answer.failure };
    if (answer.kind === 'refused') return refuse(answer.failure, lost);
    if (answer.kind === 'unsent') {
      unsentSinceMs ??= atMs;
      await waitToSendAgain(step, { failure: answer.failure, lost, unsentSinceMs, note });
      continue;
    }
    unsentSinceMs = undefined;
    if (answer.kind === 'rateLimited' && answer.waitMs > step.deadlineMs - atMs)
      throw afterLost(answer.failure, lost);
    if (lost !== undefined) {
      note(answer.kind, `${answer.failure.message} ${LOOKING_FURTHER}`);
      return { kind: 'lost', lost, answer: answer.kind, atMs };
    }
    if (answer.kind === 'rateLimited') {
      await waitForLimit(step, answer, note);
      if (onList !== undefined) onList(await api.listDeployments(outcome.resourceId));
    } else {
      const list = await waitUntilFree(step, answer.failure, note);
      if (list === undefined) return { kind: 'skipped' };
      onList?.(list);
    }
  }
}

const LOOKING_FURTHER = 'Looking further for the effect of the lost request.';

function skip({ outcome }: Step, why: SkipReason): Posted {
  outcome.phase = { kind: 'skipped', why };
  return { kind: 'skipped' };
}

/** A refusal does not say what became of an earlier lost POST. */
function refuse(failure: Failure, lost: LostPost | undefined): Posted {
  if (lost !== undefined) throw afterLost(failure, lost);
  return { kind: 'refused', failure };
}

/** The failure of a request; after a lost POST, which may have been carried out, `unknown_outcome`. */
function afterLost(failure: Failure, lost: LostPost | undefined): Failure {
  if (lost === undefined) return failure;
  const earlier = `An earlier request may have been accepted all the same: ${lost.failure.message}`;
  return new Failure('unknown_outcome', `${failure.message} ${earlier}`);
}

/** The result of a search for the effect of a lost POST. Its failures say that there may be one. */
export async function orUnknownOutcome<T>(lost: LostPost, search: Promise<T>): Promise<T> {
  const found = await catchFailure(search);
  if (!isFailure(found)) return found;
  throw SAYS_UNKNOWN.has(found.code) ? found : afterLost(found, lost);
}

/** Codes whose message says on its own that the request may have been accepted. */
const SAYS_UNKNOWN: ReadonlySet<Failure['code']> = new Set([
  'unknown_outcome',
  'ambiguous',
  'timeout',
  'interrupted',
  'rate_limited',
]);

async function reportLost(
  { api, clock, log, outcome }: Step,
  { failure, isApi, waitMs }: Extract<Answer, { kind: 'outcomeUnknown' }>,
  earlier: LostPost | undefined,
): Promise<Posted> {
  const lost = { failure, isApi, atMs: clock.now(), count: (earlier?.count ?? 0) + 1 };
  outcome.phase = { kind: 'requesting', lost: failure };
  const pause = waitMs > 0 ? ` in ${formatDuration(waitMs)}, as the service asks` : '';
  const unknown = 'It is not known whether the request was accepted';
  log.info(`${failure.message} ${unknown}; looking for its effect${pause}.`);
  if (waitMs > 0) await api.pause(waitMs, { isQuick: true });
  return { kind: 'lost', lost, answer: 'outcomeUnknown', atMs: lost.atMs };
}

/** Waits after a POST that was not sent. Throws its failure when that has lasted too long. */
async function waitToSendAgain(
  { clock, signal }: Step,
  {
    failure,
    lost,
    unsentSinceMs,
    note,
  }: { failure: Failure; lost: LostPost | undefined; unsentSinceMs: number; note: Note },
): Promise<void> {
  if (clock.now() - unsentSinceMs >= UNSENT_TIMEOUT_MS) throw afterLost(failure, lost);
  note('unsent', `${failure.message} Sending the request again.`);
  await clock.sleep(UNSENT_GAP_MS, signal);
}

async function waitForLimit(
  { api, clock, deadlineMs }: Step,
  { failure, waitMs }: Extract<Answer, { kind: 'rateLimited' }>,
  note: Note,
): Promise<void> {
  const left = `${formatDuration(deadlineMs - clock.now())} left`;
  note('rateLimited', `${failure.message} Sending it again in ${formatDuration(waitMs)}, ${left}.`);
  await api.ready();
}

/** While work of others is visible, the POST is sent again when it has ended, or after this. */
const BLOCKED_REPOST_MS = 30_000;
const BLOCKER_POLL_MS = 4_000;
/** Without visible work it is sent again after 2 to 5 s: random, so that jobs do not collide. */
const FREE_AFTER_MS = { least: 2_000, spread: 3_000 } as const;

/** Whether the POST may be sent again to a busy resource. */
export type Busy = { readonly kind: 'free'; readonly list: List<Deployment> } | Wait;

/** Judges the list while a resource is busy; without visible work it is free after `freeAfterMs`. */
export function judgeBusy(
  { busySinceMs, freeAfterMs }: { busySinceMs: number; freeAfterMs: number },
  samples: readonly Sample<List<Deployment>>[],
): Busy {
  const last = samples.at(-1);
  if (last === undefined) return { kind: 'wait', ms: 0 };
  const leftMs = (limitMs: number): number => limitMs - (last.atMs - busySinceMs);
  if (isBlocked(last)) {
    const ms = Math.min(leftMs(BLOCKED_REPOST_MS), BLOCKER_POLL_MS);
    return ms <= 0 ? { kind: 'free', list: last.value } : { kind: 'wait', ms };
  }
  const ms = samples.some(isBlocked) ? 0 : leftMs(freeAfterMs);
  return ms <= 0 ? { kind: 'free', list: last.value } : { kind: 'wait', ms };
}

function isBlocked({ value }: Sample<List<Deployment>>): boolean {
  return inProgressIn(value.items).length > 0;
}

/** Waits while the resource is busy, as `on-busy` says; undefined when the resource is skipped. */
async function waitUntilFree(
  step: Step,
  failure: Failure,
  note: Note,
): Promise<List<Deployment> | undefined> {
  const { api, clock, deadlineMs, inputs, outcome, log } = step;
  if (inputs.onBusy === 'skip') {
    log.info(`${failure.message} Skipped (on-busy: skip).`);
    outcome.phase = { kind: 'skipped', why: 'busy' };
    return undefined;
  }
  const busySinceMs = clock.now();
  if (inputs.onBusy === 'fail' || busySinceMs + FREE_AFTER_MS.least > deadlineMs) throw failure;
  const freeAfterMs = FREE_AFTER_MS.least + step.random() * FREE_AFTER_MS.spread;
  let wasBlocked = false;

  async function readList(): Promise<List<Deployment>> {
    const list = await api.listDeployments(outcome.resourceId);
    const isFree = inProgressIn(list.items).length === 0;
    // Work that was seen has ended: the POST is sent again at once, and nothing is waited for.
    if (!isFree || !wasBlocked) reportBusy(step, { failure, list, note });
    wasBlocked ||= !isFree;
    return list;
  }
  const { list } = await pollUntil(step, readList, (samples) => {
    const last = samples.at(-1);
    // A resource that may no longer start is skipped before its next POST: no reason to wait.
    if (last !== undefined && !mayStart(step)) return { kind: 'free', list: last.value };
    return judgeBusy({ busySinceMs, freeAfterMs }, samples);
  });
  return list;
}

/** Says who keeps the resource busy, in the log and for the case that the deadline is reached. */
function reportBusy(
  { clock, deadlineMs, outcome }: Step,
  { failure, list, note }: { failure: Failure; list: List<Deployment>; note: Note },
): void {
  // The oldest work in progress; the rest may be queued behind it.
  const blocker = inProgressIn(list.items).at(-1);
  const who = blocker === undefined ? 'other work' : `deployment ${blocker.id} (${blocker.status})`;
  const message = `${failure.message} The step waited for ${who} to end.`;
  outcome.phase = {
    kind: 'not-accepted',
    by: new Failure(failure.code, message, failure.options),
  };
  const left = `${formatDuration(Math.max(0, deadlineMs - clock.now()))} left`;
  const key = `busy ${blocker?.id} ${blocker?.status}`;
  note(key, `${failure.message} Waiting for ${who} to end, ${left}.`);
}
