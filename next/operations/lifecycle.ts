// start, stop and restart: one POST, and the status of the resource is read until it is as asked for.
import { Failure } from '../failure.ts';
import { nameOf, type Outcome } from '../outcome.ts';
import type { Step } from '../step.ts';
import { assertAddress, checkHealth } from './health-check.ts';
import { createNote } from './notes.ts';
import { readUntil } from './read-until.ts';
import { type Lost, requestUntilAccepted } from './request.ts';
import { notRunning, readResource, readStatus } from './resource.ts';
import { type Goal, isUnreadable, isWanted, judgeLifecycle, pauseBefore, type StatusRead } from './settle.ts';
import { isSameStatus } from '../api/status-words.ts';

/** What the request came to: the work began, or the resource already was as asked for. */
type Requested = 'accepted' | 'already';

const PAST: Readonly<Record<Goal, string>> = { start: 'started', stop: 'stopped', restart: 'restarted' };

/** The operation for one of the three. */
export function lifecycle(goal: Goal): (step: Step, outcome: Outcome) => Promise<void> {
  return async (step, outcome) => {
    const { log, api } = step;
    const { status: before } = await readResource(step, outcome);
    if (goal !== 'stop') assertAddress(step, outcome);
    const requested = await requestUntilAccepted<Requested>(step, outcome, {
      mayPost: () => mayPost(step, outcome),
      async send() {
        log.info(`Requesting a ${goal} of ${nameOf(outcome)}.`);
        return await api.changeResource(outcome.resourceId, goal);
      },
      onAccepted: () => Promise.resolve('accepted'),
      // The service would not be busy if the lost one had not been accepted.
      afterLost: async (lost, answer) =>
        answer === 'busy' ? adopted(outcome, lost) : await findEffect(step, outcome, { lost, before }),
      onRefused: (failure) => alreadyThere(step, outcome, { goal, failure }),
    });
    if (requested === undefined) return;
    outcome.acceptedAtMs ??= step.clock.now();
    if (requested === 'already' || !step.inputs.wait) {
      outcome.headline =
        requested === 'already'
          ? `${nameOf(outcome)} is ${outcome.resourceStatus}, as asked for`
          : `The ${goal} of ${nameOf(outcome)} was accepted`;
      outcome.endedAtMs = step.clock.now();
      return;
    }
    await awaitGoal(step, outcome, { goal, before });
    if (goal !== 'stop') await checkHealth(step, outcome);
    outcome.headline = `${nameOf(outcome)} was ${PAST[goal]} and is ${outcome.resourceStatus ?? 'in an unknown state'}`;
  };
}

function mayPost(step: Step, outcome: Outcome): Promise<boolean> {
  const mayStart = step.mayStart();
  if (!mayStart) outcome.skipped = 'fail-fast';
  return Promise.resolve(mayStart);
}

/** Waits until the status settles. Throws `not_running` when it is the wrong one. */
async function awaitGoal(
  step: Step,
  outcome: Outcome,
  { goal, before }: { goal: Goal; before: string | undefined },
): Promise<void> {
  const { api, log } = step;
  const facts = { goal, before, acceptedAtMs: outcome.acceptedAtMs ?? step.clock.now() };
  const note = createNote(step);
  await api.pause(pauseBefore(0).ms, { isQuick: true });
  const settled = await readUntil(
    step,
    async () => {
      const status = await readStatus(step, outcome);
      const text = isUnreadable(status) ? 'cannot be read' : `is ${status ?? 'without a status'}`;
      note(text, `${nameOf(outcome)} ${text}.`);
      return status;
    },
    (readings) => judgeLifecycle(facts, readings),
  );
  outcome.endedAtMs = step.clock.now();
  if (settled.kind === 'wrong') throw await notRunning(step, outcome, `after the ${goal}`);
  if (settled.note !== undefined) log.info(`The ${goal} was accepted; ${settled.note}.`);
  if (settled.warning !== undefined) log.warn(`The ${goal} was accepted; of ${nameOf(outcome)}: ${settled.warning}.`);
}

/** After a lost answer the status is read for so long; without a change the POST is sent once more. */
const EFFECT_MS = 5_000;

/** What became of a lost request; undefined when nothing has changed: twice does no harm. */
async function findEffect(
  step: Step,
  outcome: Outcome,
  { lost, before }: { lost: Lost; before: string | undefined },
): Promise<Requested | undefined> {
  const found = await readUntil(
    step,
    () => readStatus(step, outcome),
    (readings) => {
      const last = readings.at(-1);
      if (last !== undefined && hasChanged(before, last.value)) return { kind: 'changed' as const };
      const leftMs = lost.atMs + EFFECT_MS - (last?.atMs ?? lost.atMs);
      return leftMs <= 0
        ? { kind: 'unchanged' as const }
        : { kind: 'wait' as const, ms: Math.min(leftMs, 1_000), isQuick: true };
    },
  );
  if (found.kind === 'changed') return adopted(outcome, lost);
  if (lost.count === 1) return undefined;
  throw new Failure('unknown_outcome', `${lost.failure.message} It was sent twice, and no change was seen.`, {
    cause: lost.failure,
  });
}

function hasChanged(before: string | undefined, status: StatusRead): boolean {
  return !isUnreadable(status) && !isSameStatus(before, status);
}

function adopted(outcome: Outcome, lost: Lost): Requested {
  outcome.isAccepted = true;
  outcome.acceptedAtMs = lost.atMs;
  delete outcome.waitingFor;
  return 'accepted';
}

/** A 409 that is not `busy` is as good as accepted if a read shows the state that was asked for. */
async function alreadyThere(
  step: Step,
  outcome: Outcome,
  { goal, failure }: { goal: Goal; failure: Failure },
): Promise<Requested | undefined> {
  if (goal === 'restart' || failure.options.status !== 409) return undefined;
  const status = await readStatus(step, outcome);
  if (isUnreadable(status) || !isWanted(goal, status)) return undefined;
  step.log.info(`${failure.message} ${nameOf(outcome)} is ${status} already.`);
  return 'already';
}
