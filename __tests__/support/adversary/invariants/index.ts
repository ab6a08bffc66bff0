// What holds for every step, whatever the service does. One function for each promise.
import { reportsAHealthyAppOnly, requestsHealthWithoutTheKey } from './health.ts';
import {
  printsEachLineOfTheLogOnce,
  printsTheLinesOfTheLogAlone,
  showsTheCauseOfAFailure,
  printsALogOfAnUnknownFormAsItCame,
} from './log.ts';
import {
  requestsNothingAgainBecauseOfItsShape,
  showsTheUnrecognisedInDebugLines,
  waitsForNothingThatIsClear,
  warnsOnlyOfWhatMatters,
} from './noise.ts';
import {
  deploysWithoutAListThatIsRecognised,
  followsTheDeploymentThatTheAnswerNames,
  neverGuessesBetweenTwo,
  neverSendsALostRequestAgainWithoutAListBefore,
  prefersADeploymentInProgress,
  sendsALostRequestAgainOnlyAfterThePatience,
  takesOnlyOneInProgressWithoutAListBefore,
} from './ownership.ts';
import { namesTheVariables, showsTheRuntimeLog } from './reads.ts';
import { reportsAnIncompleteList, reportsEachUnreadableAnswer } from './recognised.ts';
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
import { addsUpTheResources, startsNothingAfterAFailure, writesDeploymentsOnChangeOnly } from './several.ts';
import {
  answersWhatItIsAsked,
  passesOnANamedDeploymentWithoutTheList,
  passesWhenNothingStandsInTheWay,
  passesWhenTheAppDoesWhatIsAsked,
  sendsNothingAgainAfterAQuota,
} from './survival.ts';
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
import { endsSoonOnAWordForTheEnd, warnsOfAnAppThatIsDown } from './words.ts';
import { resourceIdsOf } from '../story.ts';
import { type Trial, trialOf } from '../trial.ts';

/** What holds for each resource of a step. */
const perResource = {
  deploysAtMostOnce,
  skipsOnlyWhenNothingWasDone,
  passesOnlyOnOurFinishedDeployment,
  followsTheDeploymentThatTheAnswerNames,
  neverGuessesBetweenTwo,
  prefersADeploymentInProgress,
  sendsALostRequestAgainOnlyAfterThePatience,
  neverSendsALostRequestAgainWithoutAListBefore,
  takesOnlyOneInProgressWithoutAListBefore,
  deploysWithoutAListThatIsRecognised,
  endsSoonOnAWordForTheEnd,
  warnsOfAnAppThatIsDown,
  waitsForNothingThatIsClear,
  neverReportsABrokenAppAsDeployed,
  passesOnlyInTheStateAskedFor,
  gatePassesOnlyOnTheRightDeployment,
  outputsAgreeWithTheLastStateSeen,
  givesATrueErrorCode,
  saysThatOurDeploymentContinues,
  printsEachLineOfTheLogOnce,
  showsTheCauseOfAFailure,
  printsALogOfAnUnknownFormAsItCame,
  reportsAHealthyAppOnly,
  passesOnANamedDeploymentWithoutTheList,
  passesWhenNothingStandsInTheWay,
  passesWhenTheAppDoesWhatIsAsked,
  sendsNothingAgainAfterAQuota,
} satisfies Readonly<Record<string, Invariant>>;

/** What holds for the step as a whole. */
const perStep = {
  endsInTime,
  reportsOneErrorOnFailureAndNoneOnSuccess,
  neverDeniesARequest,
  reportsEverythingOnce,
  warnsOnlyOfWhatMatters,
  showsTheUnrecognisedInDebugLines,
  requestsNothingAgainBecauseOfItsShape,
  answersWhatItIsAsked,
  reportsEachUnreadableAnswer,
  reportsAnIncompleteList,
  showsTheKeyNowhere,
  neverBlamesItself,
  asksOnlyForWhatExists,
  requestsHealthWithoutTheKey,
  waitsAsLongAsItIsAsked,
  isNeverSilentForLong,
  printsTheLinesOfTheLogAlone,
  namesTheVariables,
  showsTheRuntimeLog,
  addsUpTheResources,
  startsNothingAfterAFailure,
  writesDeploymentsOnChangeOnly,
} satisfies Readonly<Record<string, Invariant>>;

/** All promises by name. */
const invariants = { ...perResource, ...perStep };

/** The name of a promise. */
export type InvariantName = keyof typeof invariants;

const isInvariantName = (name: string): name is InvariantName => Object.hasOwn(invariants, name);

/** All names. */
export const invariantNames: readonly InvariantName[] = Object.keys(invariants).filter(isInvariantName);

/** The promises that a trial broke. */
export function brokenBy(trial: Trial, names: readonly InvariantName[]): { name: InvariantName; problem: string }[] {
  const parts = resourceIdsOf(trial.story).map((resourceId) => trialOf(trial, resourceId));
  return names.flatMap((name) =>
    (name in perResource ? parts : [trial]).flatMap((part) => {
      const problem = invariants[name](part);
      return problem === undefined ? [] : [{ name, problem }];
    }),
  );
}
