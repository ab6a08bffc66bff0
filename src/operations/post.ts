// Sends a POST until it is accepted: waits while the resource is busy or the key is rate limited.
// Stops when an answer is lost: that POST may have started the work, and another would start it
// twice.
import type { Answer } from '../api/client.ts';
import type { Accepted, Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import { catchFailure, Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { SkipReason } from '../phase.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { recheckConflict, waitUntilFree } from './busy.ts';
import type { Note } from './notes.ts';

/** A POST whose answer was lost: it may have been carried out. */
export interface LostPost {
  readonly failure: Failure;
  /** The API itself reported the failure, so it no longer works on the request. */
  readonly isApi: boolean;
  /** When the POST was sent, on the clock of the step. */
  readonly sentMs: number;
  /** When its answer was lost, on the clock of the step. */
  readonly atMs: number;
  /** How many POSTs have been lost so far: 1 or 2. */
  readonly count: number;
}

/** A POST, and what decides whether it is sent. */
export interface PostRequest {
  /** For the log: `a deployment`. */
  readonly what: string;
  /** An earlier POST of this step whose answer was lost, and which had no effect. */
  readonly lost: LostPost | undefined;
  /** Shared by all POSTs of this request, so that an unchanged wait is logged once a minute. */
  readonly note: Note;
  send(): Promise<Answer>;
  /** Asked before each POST, except after a lost one; a reason skips the resource. */
  skipReason(): Promise<SkipReason | undefined>;
  /** True when the list shows that no POST is needed any more. */
  readonly isUnneeded?: (list: List<Deployment>) => boolean;
  /** Receives the deployments as they are before the next POST. */
  readonly onList?: (list: List<Deployment>) => void;
}

/** What became of the POST. */
export type Posted =
  | { readonly kind: 'accepted'; readonly accepted: Accepted; readonly atMs: number }
  /**
   * The answer to this POST or to an earlier one was lost. `isBusy`: the resource may be busy with
   * the work of the earlier one. `atMs`: when the last answer came or was lost.
   */
  | {
      readonly kind: 'lost';
      readonly lost: LostPost;
      readonly isBusy: boolean;
      readonly atMs: number;
    }
  /** The API refused it. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'unneeded'; readonly list: List<Deployment> }
  /** The phase says why. */
  | { readonly kind: 'skipped' };

/** A POST that was certainly not sent is repeated for this long, with this gap. */
const UNSENT_TIMEOUT_MS = 60_000;
const UNSENT_GAP_MS = 2_000;

/** Sends the POST until it is accepted, lost, refused, unneeded or skipped. Throws a `Failure`. */
export async function post(step: Step, request: PostRequest): Promise<Posted> {
  const { outcome, log } = step;
  const { lost } = request;
  const repeats: Repeats = { unsentSinceMs: undefined, unseenCount: 0 };
  for (let isFirst = lost === undefined; ; isFirst = false) {
    const why = lost === undefined ? await request.skipReason() : undefined;
    if (why !== undefined) return skip(step, why);
    await step.api.ready();
    if (isFirst) log.info(`Requesting ${request.what} of ${nameOf(outcome)}.`);
    const sent = await send(step, request);
    const posted =
      (await conclude(step, request, sent)) ??
      (await waitToRepeat(step, request, { sent, repeats }));
    if (posted !== undefined) return posted;
  }
}

/** What the repetitions of a POST have shown. */
interface Repeats {
  /** Since when no POST could be sent. */
  unsentSinceMs: number | undefined;
  /** How many POSTs in a row found the resource busy without visible work. */
  unseenCount: number;
}

/** A POST that was sent once. Times are on the clock of the step. */
interface Sent {
  readonly answer: Answer;
  readonly sentMs: number;
  readonly atMs: number;
}

async function send(step: Step, { lost, ...request }: PostRequest): Promise<Sent> {
  const { clock, outcome, save } = step;
  outcome.phase = { kind: 'requesting', ...(lost !== undefined && { lost: lost.failure }) };
  save();
  const sentMs = clock.now();
  const answer = await request.send();
  const atMs = clock.now();
  if (answer.kind === 'ok' || answer.kind === 'outcomeUnknown') return { answer, sentMs, atMs };
  if (lost === undefined) outcome.phase = { kind: 'not-accepted', by: answer.failure };
  return { answer: await recheckConflict(step, answer), sentMs, atMs };
}

/** What the answer means; undefined if the POST has to be repeated. */
async function conclude(
  step: Step,
  { lost, note }: PostRequest,
  { answer, sentMs, atMs }: Sent,
): Promise<Posted | undefined> {
  switch (answer.kind) {
    case 'ok':
      return { kind: 'accepted', accepted: answer.accepted, atMs };
    case 'outcomeUnknown':
      return await reportLost(step, answer, { sentMs, atMs, count: (lost?.count ?? 0) + 1 });
    case 'refused':
      if (lost !== undefined) throw afterLost(answer.failure, lost);
      return { kind: 'refused', failure: answer.failure };
    case 'rateLimited':
      if (answer.waitMs > step.deadlineMs - atMs) throw afterLost(answer.failure, lost);
      break;
    case 'busy':
      break;
    case 'unsent':
      return undefined;
    default:
      return answer satisfies never;
  }
  if (lost === undefined) return undefined;
  const further = 'Looking further for the effect of the lost request.';
  note(answer.kind, `${answer.failure.message} ${further}`);
  return { kind: 'lost', lost, isBusy: answer.kind === 'busy', atMs };
}

/** Waits until the POST may be repeated. A result, if there is one, ends the request instead. */
async function waitToRepeat(
  step: Step,
  { lost, note, onList, isUnneeded = () => false }: PostRequest,
  { sent: { answer, atMs }, repeats }: { sent: Sent; repeats: Repeats },
): Promise<Posted | undefined> {
  const { api, clock, outcome, signal } = step;
  if (answer.kind === 'unsent') {
    repeats.unsentSinceMs ??= atMs;
    if (atMs - repeats.unsentSinceMs >= UNSENT_TIMEOUT_MS) throw afterLost(answer.failure, lost);
    note('unsent', `${answer.failure.message} Sending the request again.`);
    await clock.sleep(UNSENT_GAP_MS, signal);
    return undefined;
  }
  repeats.unsentSinceMs = undefined;
  if (answer.kind === 'rateLimited') {
    await waitForLimit(step, answer, note);
    if (onList !== undefined) onList(await api.listDeployments(outcome.resourceId));
  }
  if (answer.kind !== 'busy') return undefined;
  const { failure } = answer;
  const { unseenCount } = repeats;
  const free = await waitUntilFree(step, { failure, unseenCount, note, isUnneeded });
  if (free === undefined) return { kind: 'skipped' };
  if (isUnneeded(free.list)) return { kind: 'unneeded', list: free.list };
  repeats.unseenCount = free.wasBlocked ? 0 : unseenCount + 1;
  onList?.(free.list);
  return undefined;
}

function skip({ outcome }: Step, why: SkipReason): Posted {
  outcome.phase = { kind: 'skipped', why };
  return { kind: 'skipped' };
}

/** The failure of a request. After a lost POST, which may have had an effect, `unknown_outcome`. */
function afterLost(failure: Failure, lost: LostPost | undefined): Failure {
  if (lost === undefined) return failure;
  const earlier = `An earlier request may have been accepted all the same: ${lost.failure.message}`;
  return new Failure('unknown_outcome', `${failure.message} ${earlier}`);
}

/**
 * The result of a search for the effect of a lost POST. A failure of the search says that the lost
 * POST may have had one.
 */
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
  { api, log, outcome }: Step,
  { failure, isApi, waitMs }: Extract<Answer, { kind: 'outcomeUnknown' }>,
  facts: Pick<LostPost, 'sentMs' | 'atMs' | 'count'>,
): Promise<Posted> {
  outcome.phase = { kind: 'requesting', lost: failure };
  const pause = waitMs > 0 ? ` in ${formatDuration(waitMs)}, as the service asks` : '';
  const unknown = 'It is not known whether the request was accepted';
  log.info(`${failure.message} ${unknown}; looking for its effect${pause}.`);
  if (waitMs > 0) await api.pause(waitMs, { isQuick: true });
  return { kind: 'lost', lost: { failure, isApi, ...facts }, isBusy: false, atMs: facts.atMs };
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
