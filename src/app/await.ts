// Waits until the app is up after its deployment has finished.
import { Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import { reads } from '../service/client.ts';
import { splitTime } from '../service/statuses.ts';
import type { Step } from '../step.ts';
import { type AppFacts, type AppStatus, judgeApp, type Sample } from './judge.ts';
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
  { before, wasDeployed }: Pick<AppFacts, 'before' | 'wasDeployed'>,
): Promise<void> {
  const { clock, log, outcome, service, waits } = step;
  const name = nameOf(outcome);
  const facts = { name, before, wasDeployed, finishedAtMs: clock.now() };
  const samples: Sample[] = [];
  // What was read before the deployment says nothing about the app now.
  delete outcome.resourceStatus;
  try {
    for (;;) {
      const value = await readApp(step, facts.finishedAtMs + LIMIT_WITHIN_MS);
      samples.push({ atMs: clock.now(), value });
      const verdict = judgeApp(facts, samples);
      if (verdict.kind === 'failed')
        return await failNotRunning(step, {
          expected: 'running after the deployment',
          detail: verdict.isLoop ? `it keeps restarting (${outcome.resourceStatus})` : undefined,
        });
      if (verdict.kind === 'passed') {
        const { asBefore, warning } = verdict;
        if (warning !== undefined) log.warn(`The deployment finished, but ${name} ${warning}.`);
        if (asBefore !== undefined) outcome.appState = asBefore;
        return;
      }
      const { text, untilMs } = verdict;
      // A time that goes on, as in `up 3 seconds (unhealthy)`, is no news.
      const reason = splitTime(text).rest;
      waits.begin('app', { text: `The deployment finished; ${text}`, untilMs, reason });
      await service.pause(POLL_MS);
    }
  } catch (error) {
    // Only the state of the app is not known.
    if (!isFailure(error) || ['not_running', 'interrupted'].includes(error.code)) throw error;
    warnOfUnknown(step, error);
  } finally {
    waits.end('app');
    // The service may still be away.
    waits.leave('outage');
  }
}

/** The status of the app, or why it cannot be read. Rejects if no other read could do better. */
async function readApp({ outcome, service }: Step, limitUntilMs: number): Promise<AppStatus> {
  const read = reads.resource(outcome.resourceId);
  const answer = await service.attempt(read, { limitUntilMs });
  // It would be too large again.
  if (answer.kind === 'too-large') throw answer.failure;
  if (answer.kind !== 'ok') return answer.failure;
  keepResource(outcome, answer.value);
  if (answer.value !== undefined) return answer.value.status;
  return new Failure('unreadable_reply', 'The reply about it is not recognised.');
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
