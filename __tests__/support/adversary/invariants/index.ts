// What holds for every step, whatever the service does. One function for each promise.
import { printsEachLineOfTheLogOnce, showsTheCauseOfAFailure } from './log.ts';
import {
  reportsOneErrorOnFailureAndNoneOnSuccess,
  outputsAgreeWithTheLastStateSeen,
  givesATrueErrorCode,
  neverDeniesARequest,
  saysThatOurDeploymentContinues,
  reportsEverythingOnce,
  showsTheKeyNowhere,
  neverBlamesItself,
  asksOnlyForWhatExists,
} from './report.ts';
import { passesWhenNothingStandsInTheWay } from './survival.ts';
import { endsInTime, waitsAsLongAsItIsAsked, isNeverSilentForLong } from './time.ts';
import {
  deploysAtMostOnce,
  skipsOnlyWhenNothingWasDone,
  passesOnlyOnOurFinishedDeployment,
  neverReportsABrokenAppAsDeployed,
  passesOnlyInTheStateAskedFor,
  gatePassesOnlyOnTheRightDeployment,
} from './verdict.ts';
import type { Invariant } from './invariant.ts';
import type { Trial } from '../trial.ts';

/** All promises by name. */
export const invariants = {
  deploysAtMostOnce,
  skipsOnlyWhenNothingWasDone,
  passesOnlyOnOurFinishedDeployment,
  neverReportsABrokenAppAsDeployed,
  passesOnlyInTheStateAskedFor,
  gatePassesOnlyOnTheRightDeployment,
  endsInTime,
  reportsOneErrorOnFailureAndNoneOnSuccess,
  outputsAgreeWithTheLastStateSeen,
  givesATrueErrorCode,
  neverDeniesARequest,
  saysThatOurDeploymentContinues,
  reportsEverythingOnce,
  showsTheKeyNowhere,
  neverBlamesItself,
  asksOnlyForWhatExists,
  waitsAsLongAsItIsAsked,
  isNeverSilentForLong,
  printsEachLineOfTheLogOnce,
  showsTheCauseOfAFailure,
  passesWhenNothingStandsInTheWay,
} satisfies Readonly<Record<string, Invariant>>;

/** The name of a promise. */
export type InvariantName = keyof typeof invariants;

const isInvariantName = (name: string): name is InvariantName => Object.hasOwn(invariants, name);

/** All names. */
export const invariantNames: readonly InvariantName[] = Object.keys(invariants).filter(isInvariantName);

/** The promises that a trial broke. */
export function brokenBy(trial: Trial, names: readonly InvariantName[]): { name: InvariantName; problem: string }[] {
  return names.flatMap((name) => {
    const problem = invariants[name](trial);
    return problem === undefined ? [] : [{ name, problem }];
  });
}
