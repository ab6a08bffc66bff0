// Confirms a deployment that only the list has shown: another new one may appear beside it.
import { Failure } from '../failure.ts';
import { nameOf, type Outcome } from '../outcome.ts';
import { endingOf } from '../service/statuses.ts';
import type { Step } from '../step.ts';
import { ambiguousFailure } from './find.ts';
import { attemptList } from './list.ts';
import { type Baseline, searchIn } from './ours.ts';

/** What a deployment that only the list has shown still needs. */
export interface Confirmation {
  readonly baseline: Baseline;
  /** When the answer came, or when an adopted deployment was first seen. */
  readonly fromMs: number;
}

/** A deployment from the list is confirmed by a read this long after the answer. */
const AFTER_MS = 15_000;
/** The same if it has finished: a failed one is more likely to be somebody else's. */
const AFTER_FINISHED_MS = 5_000;
/** How long after its end a read is awaited that confirms it. */
const WITHIN_MS = 60_000;

/** From when a read can confirm the deployment. */
export function confirmableFromMs({ fromMs }: Confirmation, { status = '' }: Outcome): number {
  return fromMs + (endingOf(status) === 'finished' ? AFTER_FINISHED_MS : AFTER_MS);
}

/** Waits until a deployment that has ended is confirmed. Throws if that does not happen in time. */
export async function confirm(step: Step, confirmation: Confirmation): Promise<void> {
  const { clock, outcome, service, signal, waits } = step;
  const dueMs = Math.max(confirmableFromMs(confirmation, outcome), clock.now());
  const untilMs = clock.now() + WITHIN_MS;
  const text = 'Waiting, in case another new deployment appears in the list';
  try {
    waits.begin('search', { text, untilMs: dueMs });
    await clock.sleep(dueMs - clock.now(), signal);
    for (;;) {
      if (await tryConfirm(step, confirmation, { limitUntilMs: untilMs })) return;
      if (clock.now() >= untilMs) throw unconfirmedFailure(outcome);
      waits.begin('search', { text: 'Waiting for a list that shows our deployment', untilMs });
      await service.pause();
    }
  } finally {
    waits.end('search');
  }
}

/**
 * Reads the list once. True if it shows our deployment as the only new one. Throws `ambiguous` if
 * it shows another new one beside it.
 */
export async function tryConfirm(
  step: Step,
  { baseline }: Confirmation,
  limits?: { readonly limitUntilMs: number },
): Promise<boolean> {
  const { outcome } = step;
  const list = await attemptList(step, limits);
  if (list === undefined) return false;
  const found = searchIn(list, baseline);
  if (found.kind === 'several') throw ambiguousFailure(outcome, found.deployments);
  const isOne = found.kind === 'one' || found.kind === 'below';
  return isOne && found.deployment.id === outcome.deploymentId;
}

function unconfirmedFailure(outcome: Outcome): Failure {
  const { deploymentId, status } = outcome;
  const what = `Deployment ${deploymentId} (${status}) was taken for ours from the list`;
  return new Failure(
    'unknown_outcome',
    `${what}, and no later read of the list has confirmed it.`,
    { title: `It is not certain that deployment ${deploymentId} of ${nameOf(outcome)} is ours` },
  );
}
