// Outcomes for tests, of which only the facts that matter are given.
import type { Outcome, Phase } from '../../../src/operations/operation.ts';
import { newOutcome } from '../../../src/operations/outcome.ts';

/** A deployment, or the change of a resource, is polled. */
export const following: Phase = { kind: 'following' };

/** An outcome with these facts: nothing was requested, unless they say otherwise. */
export function outcomeOf({ resourceId, ...facts }: Partial<Outcome> & Pick<Outcome, 'resourceId'>): Outcome {
  return { ...newOutcome(resourceId), ...facts };
}
