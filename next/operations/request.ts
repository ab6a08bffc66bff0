// Sends a POST until it is accepted: waits while the resource is busy or the key is limited, and never sends again what
// may have arrived.
import type { Answer } from '../api/client.ts';
import type { Accepted, Deployment } from '../api/deployments.ts';
import type { List } from '../api/resources.ts';
import { Failure, isFailure } from '../failure.ts';
import type { Outcome } from '../outcome.ts';
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
  readonly action: 'deploy' | 'start' | 'stop' | 'restart';
  send(): Promise<Answer>;
  /** Asked before each POST but one that follows a lost one; false: the resource is skipped. */
  mayPost(): Promise<boolean>;
  /** The deployments as they are before the next POST; not called once a POST was lost. */
  onList(list: List<Deployment>): void;
  onAccepted(accepted: Accepted, atMs: number): Promise<T>;
  /** Finds out what became of a lost POST; undefined: it had no effect, and may be sent once again. */
  afterLost(lost: Lost): Promise<T | undefined>;
  /** What a busy resource means after a lost POST; undefined: the POST may be sent again. */
  busyAfterLost(lost: Lost): Promise<T | undefined>;
  /** A refusal that is neither busy nor a limit; the result if it is as good as accepted. */
  onRefused(failure: Failure): Promise<T | undefined>;
}

/** A POST that was certainly not sent is sent again for so long. */
const UNSENT_RETRY_MS = 60_000;
const FIRST_UNSENT_GAP_MS = 1_000;
const LONGEST_UNSENT_GAP_MS = 10_000;

/** The result of the request; undefined when the resource is skipped. Throws a `Failure`. */
export async function requestUntilAccepted<T>(
  step: Step,
  outcome: Outcome,
  request: Request<T>,
): Promise<T | undefined> {
  const note = createNote(step);
  let lost: Lost | undefined;
  let unsentSinceMs: number | undefined;
  let unsentGapMs = FIRST_UNSENT_GAP_MS;
  for (;;) {
    if (lost === undefined && !(await request.mayPost())) return undefined;
    outcome.waitingFor = lost === undefined ? 'answer' : 'lost-post';
    const answer = await request.send();
    if (answer.kind !== 'unsent') unsentSinceMs = undefined;
    switch (answer.kind) {
      case 'ok':
        return await accept(step, outcome, { request, accepted: answer.accepted });
      case 'unsent': {
        unsentSinceMs ??= step.clock.now();
        const isTooLate = step.clock.now() + unsentGapMs - unsentSinceMs > UNSENT_RETRY_MS;
        if (answer.isPermanent || isTooLate) throw lost === undefined ? answer.failure : withLost(answer.failure, lost);
        if (lost === undefined) delete outcome.waitingFor;
        note('unsent', `${answer.failure.message} Sending the request again.`);
        await step.clock.sleep(unsentGapMs, step.signal);
        unsentGapMs = Math.min(unsentGapMs * 2, LONGEST_UNSENT_GAP_MS);
        continue;
      }
      case 'limited': {
        if (lost !== undefined) {
          const found = await request.afterLost(lost);
          if (found !== undefined) return found;
          continue;
        }
        await waitForLimit(step, outcome, { failure: answer.failure, waitMs: answer.waitMs });
        request.onList(await step.api.listDeployments(outcome.resourceId));
        continue;
      }
      case 'lost': {
        const now: Lost = { ...answer, atMs: step.clock.now(), count: (lost?.count ?? 0) + 1 };
        lost = now;
        outcome.waitingFor = 'lost-post';
        step.log.info(
          `${now.failure.message} It is not known whether the request was accepted; looking for its effect.`,
        );
        if (answer.waitMs > 0) await step.clock.sleep(answer.waitMs, step.signal);
        const found = await request.afterLost(now);
        if (found !== undefined) return found;
        step.log.info('The request had no effect; sending it once again.');
        continue;
      }
      case 'refused': {
        const result = await refused(step, outcome, { request, lost, note, failure: answer.failure });
        if (result.kind === 'retry') continue;
        return result.value;
      }
    }
  }
}

async function accept<T>(
  { clock, log, save }: Step,
  outcome: Outcome,
  { request, accepted }: { request: Request<T>; accepted: Accepted },
): Promise<T> {
  outcome.isAccepted = true;
  outcome.acceptedAtMs = clock.now();
  delete outcome.waitingFor;
  delete outcome.blockedBy;
  log.debug(`${request.action} was accepted`);
  save();
  return await request.onAccepted(accepted, clock.now());
}

type Refused<T> = { readonly kind: 'retry' } | { readonly kind: 'done'; readonly value: T | undefined };

/** Refused for certain: busy is waited out, and anything else ends the request. */
async function refused<T>(
  step: Step,
  outcome: Outcome,
  seen: { request: Request<T>; lost: Lost | undefined; note: Note; failure: Failure },
): Promise<Refused<T>> {
  const { request, lost, note, failure } = seen;
  if (!isFailure(failure, 'busy')) {
    if (lost !== undefined) throw withLost(failure, lost);
    delete outcome.waitingFor;
    const value = await request.onRefused(failure);
    if (value === undefined) throw failure;
    return { kind: 'done', value };
  }
  if (lost !== undefined) {
    const value = await request.busyAfterLost(lost);
    return value === undefined ? { kind: 'retry' } : { kind: 'done', value };
  }
  delete outcome.waitingFor;
  const { onBusy } = step.inputs;
  if (onBusy === 'fail') throw failure;
  if (onBusy === 'skip') {
    outcome.skipped = 'busy';
    step.log.info(`${failure.message} Skipped (on-busy: skip).`);
    return { kind: 'done', value: undefined };
  }
  outcome.waitingFor = 'busy';
  outcome.blockedBy = failure;
  request.onList(await waitUntilFree(step, outcome, { failure, note }));
  return { kind: 'retry' };
}

/** With other work visible the POST is sent again when it has ended, and after this in any case. */
const BLOCKED_REPOST_MS = 30_000;
const BLOCKER_POLL_MS = 4_000;
/** Without visible work the POST is sent again after 2 to 5 seconds: a random time, so that jobs do not collide again. */
const FREE_AFTER_MS = { least: 2_000, spread: 3_000 } as const;

/** True when the POST may be sent again. */
type BusyVerdict = { readonly kind: 'free'; readonly list: List<Deployment> };

/** Judges the list while a resource is busy. `freeAfterMs`: the wait where no other work is visible. */
export function judgeBusy(
  { busySinceMs, freeAfterMs }: { busySinceMs: number; freeAfterMs: number },
  readings: readonly Reading<List<Deployment>>[],
): BusyVerdict | Wait {
  const last = readings.at(-1);
  if (last === undefined) return { kind: 'wait', ms: 0 };
  const isBlocked = ({ value }: Reading<List<Deployment>>): boolean => inProgressIn(value.items).length > 0;
  const elapsedMs = last.atMs - busySinceMs;
  const limitMs = isBlocked(last) ? BLOCKED_REPOST_MS : readings.some(isBlocked) ? 0 : freeAfterMs;
  if (elapsedMs >= limitMs) return { kind: 'free', list: last.value };
  return { kind: 'wait', ms: Math.min(limitMs - elapsedMs, isBlocked(last) ? BLOCKER_POLL_MS : Infinity) };
}

async function waitUntilFree(
  step: Step,
  { resourceId }: Outcome,
  { failure, note }: { failure: Failure; note: Note },
): Promise<List<Deployment>> {
  const { api, clock, deadlineMs } = step;
  const busySinceMs = clock.now();
  const freeAfterMs = FREE_AFTER_MS.least + step.random() * FREE_AFTER_MS.spread;
  if (busySinceMs + FREE_AFTER_MS.least > deadlineMs) throw failure;
  async function readList(): Promise<List<Deployment>> {
    const list = await api.listDeployments(resourceId);
    const [blocker] = inProgressIn(list.items);
    const who = blocker === undefined ? 'other work' : `deployment ${blocker.id} (${blocker.status})`;
    const left = `${formatDuration(Math.max(0, deadlineMs - clock.now()))} left`;
    note(`busy ${blocker?.id} ${blocker?.status}`, `${failure.message} Waiting for ${who} to end, ${left}.`);
    return list;
  }
  const { list } = await readUntil(step, readList, (readings) => judgeBusy({ busySinceMs, freeAfterMs }, readings));
  return list;
}

/** Waits until the key may send requests again. A wait longer than the time left ends the step at once. */
async function waitForLimit(
  { clock, log, signal, deadlineMs }: Step,
  outcome: Outcome,
  { failure, waitMs }: { failure: Failure; waitMs: number },
): Promise<void> {
  delete outcome.waitingFor;
  const leftMs = deadlineMs - clock.now();
  if (waitMs > leftMs) throw failure;
  outcome.waitingFor = 'rate-limit';
  outcome.blockedBy = failure;
  log.info(`${failure.message} Sending it again in ${formatDuration(waitMs)}, ${formatDuration(leftMs)} left.`);
  await clock.sleep(waitMs, signal);
}

/** A failure after a lost POST: that one may have been carried out all the same. */
function withLost(failure: Failure, lost: Lost): Failure {
  const earlier = `An earlier request may have been accepted all the same: ${lost.failure.message}`;
  return new Failure('unknown_outcome', `${failure.message} ${earlier}`, { cause: failure });
}
