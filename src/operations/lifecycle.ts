// start, stop and restart: send one POST, then read the status of the resource until it is as
// requested.
import { isSameStatus } from '../api/status-words.ts';
import { Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import { endPhase, timesOf } from '../phase.ts';
import type { Step } from '../step.ts';
import { assertAddress, checkHealth } from './health-check.ts';
import { type Change, type Goal, isWanted, judgeLifecycle, pauseBefore } from './judge-resource.ts';
import { mayStart } from './may-start.ts';
import { createNote } from './notes.ts';
import { pollUntil } from './poll-until.ts';
import { type LostPost, orUnknownOutcome, post } from './post.ts';
import {
  BEST_EFFORT_MS,
  createStatusNote,
  notRunning,
  readResource,
  tryResource,
} from './resource.ts';

/** The operation for one of the three. */
export function lifecycle(goal: Goal): (step: Step) => Promise<void> {
  return async (step) => {
    const { status: before } = await readResource(step);
    if (goal !== 'stop') assertAddress(step);
    const change = { goal, before };
    const requested = await requestChange(step, change);
    if (requested === 'as-wanted') await reportAsWanted(step, goal);
    if (requested === 'accepted') await reportAccepted(step, change);
  };
}

/** Sends the request until it is accepted; `as-wanted`: refused, since there is nothing to do. */
async function requestChange(
  step: Step,
  { goal, before }: Change,
): Promise<'accepted' | 'as-wanted' | 'skipped'> {
  const { api, clock, log, outcome, save } = step;
  const note = createNote(step);
  let lost: LostPost | undefined;
  for (;;) {
    const posted = await post(step, {
      what: `a ${goal}`,
      lost,
      note,
      skipReason: () => Promise.resolve(mayStart(step) ? undefined : 'fail-fast'),
      send: () => api.changeResource(outcome.resourceId, goal),
    });
    if (posted.kind === 'skipped' || posted.kind === 'unneeded') return 'skipped';
    if (posted.kind === 'refused') {
      if (!(await isAlreadyAsWanted(step, goal, posted.failure))) throw posted.failure;
      outcome.phase = endPhase(outcome.phase, clock.now());
      return 'as-wanted';
    }
    if (posted.kind === 'accepted') {
      outcome.phase = { kind: 'working', sinceMs: posted.atMs, isAccepted: true };
      save();
      return 'accepted';
    }
    lost = posted.lost;
    // A resource that is busy now counts as an effect of the lost request.
    const hasEffect =
      posted.isBusy || (await orUnknownOutcome(lost, awaitEffectOfLost(step, { lost, before })));
    if (hasEffect) {
      outcome.phase = { kind: 'working', sinceMs: lost.sentMs, isAccepted: true };
      return 'accepted';
    }
    log.info('The lost request had no effect; sending it once again.');
  }
}

/**
 * After a lost answer the status is read for this long. Without a change, the POST is sent again.
 */
const EFFECT_TIMEOUT_MS = 5_000;
const EFFECT_POLL_MS = 1_000;

/**
 * True once the status has changed after a lost request. Throws `unknown_outcome` if it has not
 * changed after the second one.
 */
async function awaitEffectOfLost(
  step: Step,
  { lost, before }: { lost: LostPost; before: string | undefined },
): Promise<boolean> {
  const { api, clock } = step;
  for (;;) {
    const resource = await tryResource(step, { giveUpMs: BEST_EFFORT_MS });
    if (!isFailure(resource) && !isSameStatus(before, resource.status)) return true;
    const leftMs = lost.atMs + EFFECT_TIMEOUT_MS - clock.now();
    if (leftMs <= 0) break;
    await api.pause(Math.min(leftMs, EFFECT_POLL_MS), { isQuick: true });
  }
  // Starting, stopping or restarting twice does no harm.
  if (lost.count === 1) return false;
  const what = 'It was sent twice, and no change was seen.';
  throw new Failure('unknown_outcome', `${lost.failure.message} ${what}`);
}

/** True if a read shows the requested state after a 409 that is not `busy`. */
async function isAlreadyAsWanted(step: Step, goal: Goal, failure: Failure): Promise<boolean> {
  const { log, outcome } = step;
  if (goal === 'restart' || failure.options.status !== 409) return false;
  const resource = await tryResource(step, { giveUpMs: BEST_EFFORT_MS });
  if (isFailure(resource) || !isWanted(goal, resource.status)) return false;
  log.info(`${failure.message} ${nameOf(outcome)} is ${resource.status} already.`);
  return true;
}

async function reportAsWanted(step: Step, goal: Goal): Promise<void> {
  const { inputs, outcome } = step;
  if (inputs.wait && goal !== 'stop') await checkHealth(step);
  outcome.headline = `${nameOf(outcome)} is already ${outcome.resourceStatus}`;
}

async function reportAccepted(step: Step, change: Change): Promise<void> {
  const { inputs, outcome } = step;
  const { goal, before } = change;
  if (!inputs.wait) {
    outcome.headline = `The ${goal} of ${nameOf(outcome)} was accepted`;
    return;
  }
  const remark = await awaitGoal(step, change);
  if (goal !== 'stop') await checkHealth(step);
  const { resourceStatus = 'in an unknown state' } = outcome;
  const wasAlready = goal !== 'restart' && resourceStatus === before;
  const done = wasAlready ? 'was already' : `was ${PAST_TENSE[goal]} and is`;
  const unseen = remark === undefined ? '' : '; no change was seen';
  outcome.headline = `${nameOf(outcome)} ${done} ${resourceStatus}${unseen}`;
}

const PAST_TENSE: Readonly<Record<Goal, string>> = {
  start: 'started',
  stop: 'stopped',
  restart: 'restarted',
};

/** Waits until the resource is as requested. Returns a remark if no change was seen. */
async function awaitGoal(step: Step, { goal, before }: Change): Promise<string | undefined> {
  const { outcome, clock, log, api } = step;
  const noted = createStatusNote(step);
  const { sinceMs: acceptedAtMs = clock.now() } = timesOf(outcome.phase);
  const facts = { name: nameOf(outcome), goal, before, acceptedAtMs };
  await api.pause(pauseBefore(0).ms, { isQuick: true });
  const read = async (): Promise<string | undefined> => noted((await readResource(step)).status);
  const settled = await pollUntil(step, read, (samples) => judgeLifecycle(facts, samples));
  outcome.phase = endPhase(outcome.phase, clock.now());
  if (settled.kind === 'wrong')
    throw await notRunning(step, goal === 'stop' ? 'stopped' : 'running');
  if (settled.remark !== undefined) log.info(`The ${goal} was accepted; ${settled.remark}.`);
  if (settled.warning !== undefined)
    log.warn(`The ${goal} was accepted, but ${nameOf(outcome)} ${settled.warning}.`);
  return settled.remark;
}
