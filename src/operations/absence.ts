// Whether the service still knows a deployment that neither its detail nor the list shows.
import type { Failure } from '../failure.ts';
import type { Step } from '../step.ts';
import { deletedFailure, notShownFailure } from './deployment-end.ts';
import { createNote } from './notes.ts';
import type { Polled } from './poll-deployment.ts';
import { BEST_EFFORT_MS, tryResource } from './resource.ts';

/** A deployment is absent once it was not shown for this long, at this many polls or more. */
const ABSENT_AFTER_MS = { certain: 15_000, likely: 15_000, possible: 60_000 } as const;
const ABSENT_POLLS = 3;

/**
 * Creates a function that gets each poll, and returns a failure once it is certain that the service
 * does not know the deployment, or does not let it be read. Throws if the service showed it before.
 */
export function createAbsenceCheck(step: Step, isListed: boolean) {
  const { clock, outcome } = step;
  const { deploymentId = '' } = outcome;
  const note = createNote(step);
  let isSeen = isListed;
  let wasCertain = false;
  let absentAtMs: readonly number[] = [];
  return async (polled: Polled): Promise<Failure | undefined> => {
    const { absence, status } = polled;
    isSeen ||= status !== undefined;
    if (absence === undefined) {
      absentAtMs = [];
      return undefined;
    }
    const isCertain = absence === 'certain' || !isSeen;
    // Polls that leave it open do not count for the certainty of later ones.
    if (isCertain !== wasCertain) absentAtMs = [];
    wasCertain = isCertain;
    absentAtMs = [...absentAtMs, clock.now()];
    const untilMs = Math.min(...absentAtMs) + ABSENT_AFTER_MS[absence];
    const what = `Neither its detail nor the list shows deployment ${deploymentId}`;
    note('absent', `${what}; checking again`, isCertain ? untilMs : Infinity);
    if (absentAtMs.length < ABSENT_POLLS || clock.now() < untilMs) return undefined;
    absentAtMs = [];
    if (isCertain && isSeen) throw deletedFailure(step);
    if (isCertain) return notShownFailure(step, deploymentId, polled.failure);
    // Throws if the resource is gone, too. If it is not, the time starts anew.
    await tryResource(step, { giveUpMs: BEST_EFFORT_MS });
    return undefined;
  };
}
