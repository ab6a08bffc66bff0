// start, stop and restart: send one POST, then read the status of the resource until it is as
// requested.
import { classOf } from '../api/status-words.ts';
import { Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import { endPhase, type Phase } from '../phase.ts';
import type { Step } from '../step.ts';
import { assertAddress, checkHealth } from './health-check.ts';
import {
  type Change,
  type Goal,
  hasChanged,
  isWanted,
  judgeLifecycle,
  pauseBefore,
} from './judge-resource.ts';
import { pollUntil } from './poll-until.ts';
import { createPost, type LostPost, type Posted } from './post.ts';
import { BEST_EFFORT_MS, failNotRunning, loadResource, tryResource } from './resource.ts';

const PAST_TENSE = { start: 'started', stop: 'stopped', restart: 'restarted' } as const;

/** The operation for one of the three. */
export function lifecycle(goal: Goal): (step: Step) => Promise<void> {
  return async (step) => {
    const { inputs, outcome } = step;
    const { id, status: before } = await loadResource(step);
    // A reply that is not recognised says nothing about its domains.
    if (goal !== 'stop' && id !== undefined) assertAddress(step);
    const change = { goal, before };
    const phase = await requestChange(step, change);
    outcome.phase = phase;
    if (phase.kind === 'working') {
      const state = phase.isOurs ? 'was accepted' : 'is under way';
      outcome.headline = `The ${goal} of ${nameOf(outcome)} ${state}`;
      if (inputs.wait) outcome.headline = await awaitGoal(step, change);
    }
    if (inputs.wait && goal !== 'stop') await checkHealth(step);
  };
}

/** Sends the request until it is accepted, has an effect, or is not needed. */
async function requestChange(
  step: Step,
  { goal, before }: Change,
): Promise<Extract<Phase, { kind: 'working' | 'ended' }>> {
  const { api, clock, log, outcome } = step;
  const send = () => api.changeResource(outcome.resourceId, goal);
  const post = createPost(step, { what: `a ${goal}`, send });
  let lost: LostPost | undefined;
  for (;;) {
    const posted = await post(lost);
    if (posted.kind === 'refused') {
      const status = await statusAfterConflict(step, goal, posted.failure);
      if (isOnItsWay(goal, status)) {
        log.info(`${posted.failure.message} ${nameOf(outcome)} is ${status} already.`);
        return { kind: 'working', sinceMs: clock.now(), isOurs: false };
      }
      if (!isWanted(goal, status, before)) throw posted.failure;
      const how = lost === undefined ? 'was already' : 'is';
      outcome.headline = `${nameOf(outcome)} ${how} ${status}`;
      log.info(`${posted.failure.message} ${outcome.headline}.`);
      return { kind: 'ended', endedAtMs: clock.now() };
    }
    if (posted.kind === 'accepted') return { kind: 'working', sinceMs: posted.atMs, isOurs: true };
    if (posted.kind !== 'lost') continue;
    lost = posted.lost;
    if (await hasEffect(step, before, posted))
      return { kind: 'working', sinceMs: lost.sentMs, isOurs: !posted.isBusy };
    if (lost.isSecond) {
      const what = 'It was sent twice, and no change was seen.';
      throw new Failure('unknown_outcome', `${lost.failure.message} ${what}`);
    }
    // A second start or stop changes nothing; a second restart interrupts the app once more.
    log.info('The lost request has had no visible effect. Sending it once more.');
  }
}

/**
 * After a lost answer the status is read for this long. Without a change, the POST is sent again.
 */
const EFFECT_TIMEOUT_MS = 5_000;
const EFFECT_POLL_MS = 1_000;

/**
 * True once the status has changed after a lost request. A resource that is busy now counts as an
 * effect of it, too.
 */
async function hasEffect(
  step: Step,
  before: string | undefined,
  { isBusy, atMs }: Extract<Posted, { kind: 'lost' }>,
): Promise<boolean> {
  const { api, clock } = step;
  if (isBusy) return true;
  for (;;) {
    // The wait for a rate limit is logged here; the next request would wait for it in silence.
    const resource = await tryResource(step, { giveUpMs: BEST_EFFORT_MS, waitsForLimit: true });
    // A reply that is not recognised shows no status.
    if (!isFailure(resource) && hasChanged(before, resource.status)) return true;
    const leftMs = atMs + EFFECT_TIMEOUT_MS - clock.now();
    if (leftMs <= 0) return false;
    await api.pause(Math.min(leftMs, EFFECT_POLL_MS), { isQuick: true });
  }
}

/** The status of the resource after a 409 of the API, not `busy`; undefined after a restart. */
async function statusAfterConflict(step: Step, goal: Goal, { code, options }: Failure) {
  const isConflict = options.httpStatus === 409 && code !== 'unreadable_reply';
  if (goal === 'restart' || !isConflict) return undefined;
  const resource = await tryResource(step, { giveUpMs: BEST_EFFORT_MS });
  return isFailure(resource) ? undefined : resource.status;
}

/** True if the requested start or stop is under way, whoever began it. */
function isOnItsWay(goal: Goal, status = ''): boolean {
  const isStopping = /^\s*stop/i.test(status);
  return classOf(status) === 'moving' && (goal === 'stop' ? isStopping : !isStopping);
}

/** Waits until the resource is as requested. Returns what happened, in one line. */
async function awaitGoal(step: Step, { goal, before }: Change): Promise<string> {
  const { outcome, clock, log, api } = step;
  const name = nameOf(outcome);
  const { phase } = outcome;
  // After a lost answer, a read may have shown a change already.
  const wasChanged = hasChanged(before, outcome.resourceStatus);
  const facts = { name, goal, before, wasChanged, startedAtMs: clock.now() };
  step.save();
  await api.pause(pauseBefore(0).ms, { isQuick: true });
  // A reply that is not recognised shows neither a status nor a change.
  let status = before;
  const read = async () => {
    const resource = await loadResource(step);
    if (resource.id !== undefined) status = resource.status;
    return status;
  };
  const settled = await pollUntil(step, read, (...all) => judgeLifecycle(facts, ...all));
  outcome.phase = endPhase(outcome.phase, clock.now());
  if (settled.kind === 'wrong') await failNotRunning(step, goal === 'stop' ? 'stopped' : 'running');
  if (settled.warning !== undefined) {
    log.warn(`The ${goal} was accepted, but ${name} ${settled.warning}.`);
    return `The ${goal} of ${name} was accepted; it ${settled.warning}`;
  }
  const { resourceStatus = 'in an unknown state' } = outcome;
  const done = `${name} was ${PAST_TENSE[goal]} and is ${resourceStatus}`;
  if (!settled.isWithoutChange) return done;
  if (goal !== 'restart')
    return before === undefined ? done : `${name} was already ${resourceStatus}`;
  // What kept it busy may have been the work of somebody else.
  if (phase.kind === 'working' && !phase.isOurs)
    log.warn(`The answer to the ${goal} was lost, and ${name} has shown no change since.`);
  return `${done}; no change was seen`;
}
