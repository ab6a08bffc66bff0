// Whether the service still knows a deployment that neither its detail nor the list shows.
import type { Failure } from '../failure.ts';
import type { Step } from '../step.ts';
import { notShownFailure } from './deployment-end.ts';
import { createNote } from './notes.ts';
import type { Absence, Polled } from './poll-deployment.ts';
import { BEST_EFFORT_MS, tryResource } from './resource.ts';

/** A deployment is absent once it was not shown for this long, at this many polls or more. */
const ABSENT_AFTER_MS = { certain: 15_000, likely: 15_000, possible: 60_000 } as const;
const ABSENT_POLLS = 3;

/**
 * Creates a function that gets each poll, and returns a failure once it is certain that the service
 * does not know the deployment, or does not let it be read. Throws if the service showed it before.
 */
export function createAbsenceCheck(step: Step, isListed: boolean) {
  const { clock } = step;
  const note = createNote(step);
  let isSeen = isListed;
  let wasCertain = false;
  let absentAtMs: readonly number[] = [];
  return async (polled: Polled): Promise<Failure | undefined> => {
    const { absence, status } = polled;
    isSeen ||= status !== undefined;
    const isCertain = absence === 'certain' || !isSeen;
    // Polls that leave it open do not count for the certainty of later ones.
    if (absence === undefined || isCertain !== wasCertain) absentAtMs = [];
    wasCertain = isCertain;
    if (absence === undefined) return undefined;
    absentAtMs = [...absentAtMs, clock.now()];
    const untilMs = Math.min(...absentAtMs) + ABSENT_AFTER_MS[absence];
    note('absent', textOf(absence, step), isCertain ? untilMs : Infinity);
    if (absentAtMs.length < ABSENT_POLLS || clock.now() < untilMs) return undefined;
    absentAtMs = [];
    if (isCertain) return absentFailure(step, polled, isSeen);
    // Throws if the resource is gone, too. If it is not, the time starts anew.
    await tryResource(step, { giveUpMs: BEST_EFFORT_MS });
    return undefined;
  };
}

function textOf(absence: Absence, { outcome: { deploymentId } }: Step): string {
  return absence === 'possible'
    ? `Deployment ${deploymentId} cannot be read, and the list does not show it; checking again`
    : `The service does not show deployment ${deploymentId}; checking again`;
}

/** The failure for a deployment that was never seen. Throws that of one that was. */
function absentFailure(step: Step, { absence, failure }: Polled, wasSeen: boolean): Failure {
  const notShown = notShownFailure(step, step.outcome.deploymentId ?? '', wasSeen);
  if (wasSeen) throw notShown;
  return (absence === 'possible' && failure) || notShown;
}
