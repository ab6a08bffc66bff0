// start, stop and restart: one POST, and the status of the resource is read until it is as asked
// for.
import { isSameStatus } from '../api/status-words.ts';
import { Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { assertAddress, checkHealth } from './health-check.ts';
import { pollUntil } from './poll-until.ts';
import { type Lost, requestUntilAccepted } from './post.ts';
import {
  BEST_EFFORT_MS,
  createStatusNote,
  notRunning,
  readResource,
  tryResource,
} from './resource.ts';
import { type Goal, isWanted, judgeLifecycle, pauseBefore } from './judge-resource.ts';

/** The operation for one of the three. */
export function lifecycle(goal: Goal): (step: Step) => Promise<void> {
  return async (step) => {
    const { outcome, inputs, clock, api } = step;
    const { status: before } = await readResource(step);
    if (goal !== 'stop') assertAddress(step);
    const requested = await requestUntilAccepted<'accepted' | 'already'>(step, {
      mayPost: () => Promise.resolve(step.mayStart()),
      what: `a ${goal}`,
      send: () => api.changeResource(outcome.resourceId, goal),
      onAccepted: () => Promise.resolve('accepted'),
      async afterLost(lost, answer) {
        // The service would not be busy if the lost one had not been accepted.
        if (answer !== 'busy' && !(await hasEffect(step, { lost, before }))) return undefined;
        outcome.isAccepted = true;
        outcome.acceptedAtMs = lost.atMs;
        delete outcome.waitingFor;
        return 'accepted';
      },
      onRefused: async (failure) =>
        (await isAlready(step, { goal, failure })) ? 'already' : undefined,
    });
    if (requested === undefined) return;
    const name = nameOf(outcome);
    if (requested === 'already') {
      outcome.endedAtMs = clock.now();
      if (inputs.wait && goal !== 'stop') await checkHealth(step);
      outcome.headline = `${name} is already ${outcome.resourceStatus}`;
    } else if (inputs.wait) {
      await awaitGoal(step, { goal, before });
      if (goal !== 'stop') await checkHealth(step);
      const { resourceStatus = 'in an unknown state' } = outcome;
      const wasAlready = goal !== 'restart' && resourceStatus === before;
      const done = wasAlready ? 'was already' : `was ${goal}${goal === 'stop' ? 'p' : ''}ed and is`;
      outcome.headline = `${name} ${done} ${resourceStatus}`;
    } else {
      outcome.headline = `The ${goal} of ${name} was accepted`;
    }
  };
}

async function awaitGoal(
  step: Step,
  { goal, before }: { goal: Goal; before: string | undefined },
): Promise<void> {
  const { outcome, clock, log, api } = step;
  const noted = createStatusNote(step);
  const facts = { goal, before, acceptedAtMs: outcome.acceptedAtMs ?? clock.now() };
  await api.pause(pauseBefore(0).ms, { isQuick: true });
  const read = async (): Promise<string | undefined> => noted((await readResource(step)).status);
  const settled = await pollUntil(step, read, (samples) => judgeLifecycle(facts, samples));
  outcome.endedAtMs = clock.now();
  if (settled.kind === 'wrong')
    throw await notRunning(step, goal === 'stop' ? 'stopped' : 'running');
  if (settled.note !== undefined) log.info(`The ${goal} was accepted; ${settled.note}.`);
  if (settled.warning !== undefined)
    log.warn(`The ${goal} was accepted, but ${nameOf(outcome)} ${settled.warning}.`);
}

/**
 * After a lost answer the status is read for so long; without a change the POST is sent once more.
 */
const EFFECT_MS = 5_000;
const EFFECT_POLL_MS = 1_000;

/**
 * True if a lost request has changed the status. Throws `unknown_outcome` when a second one has
 * not: twice does no harm.
 */
async function hasEffect(
  step: Step,
  { lost, before }: { lost: Lost; before: string | undefined },
): Promise<boolean> {
  for (;;) {
    const resource = await tryResource(step, { giveUpMs: BEST_EFFORT_MS });
    if (!isFailure(resource) && !isSameStatus(before, resource.status)) return true;
    const leftMs = lost.atMs + EFFECT_MS - step.clock.now();
    if (leftMs <= 0) break;
    await step.api.pause(Math.min(leftMs, EFFECT_POLL_MS), { isQuick: true });
  }
  if (lost.count === 1) return false;
  throw new Failure(
    'unknown_outcome',
    `${lost.failure.message} It was sent twice, and no change was seen.`,
  );
}

/** A 409 that is not `busy` is as good as accepted if a read shows the state that was asked for. */
async function isAlready(
  step: Step,
  { goal, failure }: { goal: Goal; failure: Failure },
): Promise<boolean> {
  if (goal === 'restart' || failure.options.status !== 409) return false;
  const resource = await tryResource(step, { giveUpMs: BEST_EFFORT_MS });
  if (isFailure(resource) || !isWanted(goal, resource.status)) return false;
  step.log.info(`${failure.message} ${nameOf(step.outcome)} is ${resource.status} already.`);
  return true;
}
