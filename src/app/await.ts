// Waits until the app is up after its deployment has finished.
import { Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import { reads } from '../service/endpoints.ts';
import type { Step } from '../step.ts';
import { type AppFacts, type AppStatus, judgeApp, type Verdict } from './judge.ts';
import { pollUntil } from './poll-until.ts';
import { failNotRunning, keepResource } from './resource.ts';

const POLL_MS = 3_000;
/** A rate limit that ends later than this is not waited for. */
const LIMIT_WITHIN_MS = 60_000;

/**
 * Waits until the app is up after its deployment. Throws `not_running`; another failure, such as the
 * deadline, is only a warning, since the verdict about the deployment stands.
 */
export async function awaitApp(
  step: Step,
  known: Pick<AppFacts, 'before' | 'wasDeployed'>,
): Promise<void> {
  const { clock, outcome, service, waits } = step;
  const finishedAtMs = clock.now();
  const facts = { name: nameOf(outcome), finishedAtMs, ...known };
  // What was read before the deployment says nothing about the app now.
  delete outcome.resourceStatus;
  try {
    const verdict = await pollUntil<AppStatus, Verdict>(step, {
      pause: async (count) => (count === 0 ? undefined : await service.pause(POLL_MS)),
      read: async () => await readApp(step, finishedAtMs + LIMIT_WITHIN_MS),
      judge: (samples) => judgeApp(facts, samples),
    });
    await endWith(step, verdict);
  } catch (error) {
    // Only the state of the app is not known.
    if (!isFailure(error) || ['not_running', 'interrupted'].includes(error.code)) throw error;
    warnOfUnknown(step, error);
  } finally {
    // The service may still be away.
    waits.leave('outage');
  }
}

/** The status of the app, or why it cannot be read. Rejects if no other read could do better. */
async function readApp({ outcome, service }: Step, limitUntilMs: number): Promise<AppStatus> {
  const read = reads.resource(outcome.resourceId);
  const answer = await service.attempt(read, { limitUntilMs });
  if (answer.kind !== 'ok') {
    // It would be too large, or refused, again.
    if (answer.kind === 'too-large' || answer.failure.isAboutKey) throw answer.failure;
    return answer.failure;
  }
  keepResource(outcome, answer.value);
  if (answer.value !== undefined) return answer.value.status;
  return new Failure('unreadable_reply', 'The reply about it is not recognised.');
}

async function endWith(step: Step, verdict: Verdict): Promise<void> {
  const { log, outcome } = step;
  if (verdict.kind === 'failed') {
    const { isLoop } = verdict;
    return await failNotRunning(step, { expected: 'running after the deployment', isLoop });
  }
  const { asBefore, warning } = verdict;
  if (warning !== undefined)
    log.warn(`The deployment finished, but ${nameOf(outcome)} ${warning}.`);
  if (asBefore !== undefined) outcome.appState = asBefore;
}

function warnOfUnknown({ log, outcome }: Step, { code, message }: Failure): void {
  const { resourceStatus = 'unknown' } = outcome;
  const why = code === 'timeout' ? 'The deadline was reached.' : message;
  const what = `it is not known whether ${nameOf(outcome)} is up (status: ${resourceStatus})`;
  log.warn(`The deployment finished, but ${what}. ${why}`);
}

/** What the headline says about the app; empty if its state is not known. */
export function appClause({ outcome }: Step): string {
  const { appState, resourceStatus } = outcome;
  const state = appState ?? resourceStatus;
  return state === undefined ? '' : `; ${nameOf(outcome)} is ${state}`;
}
