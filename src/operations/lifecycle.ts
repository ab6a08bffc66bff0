// start, stop and restart: send one POST, then read the status of the resource until it is as
// requested.
import { assertAddress, checkHealth } from '../app/health.ts';
import { pollUntil } from '../app/poll-until.ts';
import { failNotRunning, loadResource, readResource } from '../app/resource.ts';
import { send, type Sent } from '../deploy/send.ts';
import { Failure, isFailure } from '../failure.ts';
import { endWork, nameOf } from '../outcome.ts';
import { posts } from '../service/endpoints.ts';
import type { Step } from '../step.ts';
import { type Goal, hasChanged, judgeSettled, type Settled } from './settle.ts';

const PAST_TENSE = { start: 'started', stop: 'stopped', restart: 'restarted' } as const;

/** The operation for one of the three. */
export function lifecycle(goal: Goal): (step: Step) => Promise<void> {
  return async (step) => {
    const { inputs, log, outcome } = step;
    const resource = await readResource(step);
    const before = resource?.status;
    // A reply that is not recognised says nothing about its domains.
    if (goal !== 'stop' && resource !== undefined) assertAddress(step);
    const request = await requestChange(step, goal, before);
    outcome.stage = { kind: 'working', sinceMs: request.sinceMs, isSeen: false };
    outcome.headline = `The ${goal} of ${nameOf(outcome)} was accepted`;
    if (!inputs.wait) {
      const name = nameOf(outcome);
      if (request.isDoubtful)
        log.warn(`The answer to the ${goal} was lost; ${name} is busy, perhaps with other work.`);
      return;
    }
    await awaitGoal(step, { goal, before, ...request });
    if (goal !== 'stop') await checkHealth(step);
  };
}

/** An accepted request. */
interface Requested {
  readonly sinceMs: number;
  /** The answer was lost, and only the state of the resource suggests that it was accepted. */
  readonly isDoubtful: boolean;
}

/** Sends the request until it is accepted or has an effect. */
async function requestChange(
  step: Step,
  goal: Goal,
  before: string | undefined,
): Promise<Requested> {
  const { log, outcome } = step;
  const post = posts.change(outcome.resourceId, goal);
  let lost: Extract<Sent, { kind: 'lost' }> | undefined;
  for (;;) {
    const sent = await send(step, { post, what: `a ${goal}`, repeats: lost?.failure });
    if (sent.kind === 'accepted') return { sinceMs: sent.atMs, isDoubtful: false };
    if (sent.kind === 'not-now') {
      // It is busy with what the lost request has started.
      if (lost !== undefined && isFailure(sent.failure, 'busy'))
        return { sinceMs: lost.sentMs, isDoubtful: true };
      continue;
    }
    log.info(`${sent.failure.message} It is not known whether the request was accepted.`);
    const { sentMs } = lost ?? sent;
    if (await hasEffect(step, before)) return { sinceMs: sentMs, isDoubtful: false };
    if (lost !== undefined) {
      const what = 'It was sent twice, and no change was seen.';
      throw new Failure('unknown_outcome', `${sent.failure.message} ${what}`);
    }
    lost = sent;
    // A second start or stop changes nothing; a second restart interrupts the app once more.
    log.info('The lost request has had no visible effect. Sending it once more.');
  }
}

/** After a lost answer the status is read for this long. */
const EFFECT_MS = 5_000;
const EFFECT_POLL_MS = 1_000;

/** True once the status has changed after a lost request. */
async function hasEffect(step: Step, before: string | undefined): Promise<boolean> {
  const { clock, service, signal } = step;
  const untilMs = clock.now() + EFFECT_MS;
  for (;;) {
    await service.ready();
    const resource = await loadResource(step);
    if (hasChanged(before, resource?.status)) return true;
    signal.throwIfAborted();
    if (clock.now() >= untilMs) return false;
    await clock.sleep(Math.min(untilMs - clock.now(), EFFECT_POLL_MS), signal);
  }
}

/** A change that was accepted. */
interface Change extends Requested {
  readonly goal: Goal;
  /** The status before. */
  readonly before: string | undefined;
}

type Reached = Extract<Settled, { kind: 'reached' }>;

/** The pauses before the first reads, which come soon after the acceptance. */
const FIRST_PAUSES_MS = [500, 500, 1_000, 1_000] as const;
const POLL_MS = 3_000;

/** Waits until the resource is as requested, and says so in the headline. */
async function awaitGoal(step: Step, change: Change): Promise<void> {
  const { clock, outcome, save, service, signal } = step;
  const { goal, before } = change;
  // After a lost answer, a read may have shown a change already.
  const wasChanged = hasChanged(before, outcome.resourceStatus);
  const facts = { name: nameOf(outcome), goal, before, wasChanged, startedAtMs: clock.now() };
  save();
  const settled = await pollUntil<string | undefined, Settled>(step, {
    pause: async (count) => {
      const quickMs = FIRST_PAUSES_MS[count];
      await (quickMs === undefined ? service.pause(POLL_MS) : clock.sleep(quickMs, signal));
    },
    read: async (samples) => {
      const resource = await readResource(step);
      if (resource !== undefined) return resource.status;
      // A reply that is not recognised shows neither a status nor a change.
      return samples.at(-1)?.value ?? before;
    },
    judge: (samples) => judgeSettled(facts, samples),
  });
  endWork(outcome, clock.now());
  if (settled.kind === 'wrong')
    await failNotRunning(step, {
      expected: goal === 'stop' ? 'stopped' : `running after the ${goal}`,
      isLoop: settled.isLoop === true,
    });
  else report(step, change, settled);
}

/** Says in the headline how the resource is. */
function report(
  { log, outcome }: Step,
  { before, goal, isDoubtful }: Change,
  { isWithoutChange = false, warning }: Reached,
): void {
  const { resourceStatus = 'in an unknown state' } = outcome;
  const name = nameOf(outcome);
  if (warning !== undefined) {
    log.warn(`The ${goal} was accepted, but ${name} ${warning}.`);
    outcome.headline = `The ${goal} of ${name} was accepted; it ${warning}`;
    return;
  }
  const done = PAST_TENSE[goal];
  const state = resourceStatus === done ? '' : ` and is ${resourceStatus}`;
  outcome.headline = `${name} was ${done}${state}`;
  if (!isWithoutChange) return;
  // What kept it busy may have been the work of somebody else.
  if (isDoubtful)
    log.warn(`The answer to the ${goal} was lost, and ${name} has shown no change since.`);
  if (goal === 'restart')
    outcome.headline = `${name} was restarted (no change was seen) and is ${resourceStatus}`;
  else if (before !== undefined) outcome.headline = `${name} was already ${resourceStatus}`;
}
