// What holds for every step, whatever the service does: one function per invariant.
import { reportsTheHealthCheckCorrectly, requestsHealthWithoutTheKey } from './health.ts';
import {
  printsEachLogLineOnce,
  printsOnlyLogLinesBehindTheGutter,
  showsTheCauseOfAFailure,
  printsALogOfUnknownFormUnchanged,
} from './log.ts';
import {
  doesNotRetryAnUnrecognisedShape,
  namesUnrecognisedValuesInDebugLines,
  endsSoonAfterTheDeploymentFinished,
  warnsOnlyWithAReason,
} from './noise.ts';
import {
  deploysEvenIfTheListIsNotRecognised,
  reportsTheDeploymentNamedInTheResponse,
  neverGuessesBetweenTwoNewDeployments,
  neverRetriesALostPostWithoutAnEarlierList,
  prefersADeploymentInProgress,
  waitsBeforeRetryingALostPost,
  adoptsNoEndedDeploymentWithoutAnEarlierList,
} from './ownership.ts';
import { reportsTheEnvironmentVariables, showsTheRuntimeLog } from './reads.ts';
import { reportsAnIncompleteList, reportsEachUnreadableResponse } from './recognised.ts';
import {
  reportsOneErrorOnFailureAndNoneOnSuccess,
  outputsAgreeWithTheLastStatusSeen,
  givesATrueErrorCode,
  neverClaimsThatNothingWasSentAfterARequest,
  reportsThatOurDeploymentContinues,
  neverRepeatsAWarning,
  neverShowsTheKey,
  showsNoStackTrace,
  requestsOnlyExistingEndpointsAndDeployments,
} from './report.ts';
import {
  combinesTheOutcomesOfSeveralResources,
  startsNothingAfterAFailure,
  writesTheDeploymentsOutputOnlyOnChange,
} from './several.ts';
import {
  readOperationsPassWithoutFaults,
  passesOnANamedDeploymentWithoutTheList,
  passesWhenNothingPreventsTheDeploy,
  passesWhenTheAppReachesTheRequestedState,
  neverRetriesAfterAPermanentRefusal,
} from './survival.ts';
import { endsInTime, obeysRetryAfter, sendsARequestAtLeastEvery30Seconds } from './time.ts';
import {
  deploysAtMostOnce,
  skipsOnlyWhenNothingWasDone,
  passesOnlyOnOurFinishedDeployment,
  neverReportsABrokenAppAsDeployed,
  passesOnlyInTheRequestedState,
  waitPassesOnlyOnTheRightDeployment,
} from './verdict.ts';
import { endsSoonAfterAnUnusualFinalStatus, warnsWhenTheAppIsDown } from './words.ts';
import type { Invariant } from '../seen.ts';
import { resourceIdsOf } from '../story.ts';
import { type Trial, trialOf } from '../trial.ts';

/** What holds for each resource of a step. */
const perResource = {
  deploysAtMostOnce,
  skipsOnlyWhenNothingWasDone,
  passesOnlyOnOurFinishedDeployment,
  reportsTheDeploymentNamedInTheResponse,
  neverGuessesBetweenTwoNewDeployments,
  prefersADeploymentInProgress,
  waitsBeforeRetryingALostPost,
  neverRetriesALostPostWithoutAnEarlierList,
  adoptsNoEndedDeploymentWithoutAnEarlierList,
  deploysEvenIfTheListIsNotRecognised,
  endsSoonAfterAnUnusualFinalStatus,
  warnsWhenTheAppIsDown,
  endsSoonAfterTheDeploymentFinished,
  neverReportsABrokenAppAsDeployed,
  passesOnlyInTheRequestedState,
  waitPassesOnlyOnTheRightDeployment,
  outputsAgreeWithTheLastStatusSeen,
  givesATrueErrorCode,
  reportsThatOurDeploymentContinues,
  printsEachLogLineOnce,
  showsTheCauseOfAFailure,
  printsALogOfUnknownFormUnchanged,
  reportsTheHealthCheckCorrectly,
  passesOnANamedDeploymentWithoutTheList,
  passesWhenNothingPreventsTheDeploy,
  passesWhenTheAppReachesTheRequestedState,
  neverRetriesAfterAPermanentRefusal,
} satisfies Readonly<Record<string, Invariant>>;

/** What holds for the step as a whole. */
const perStep = {
  endsInTime,
  reportsOneErrorOnFailureAndNoneOnSuccess,
  neverClaimsThatNothingWasSentAfterARequest,
  neverRepeatsAWarning,
  warnsOnlyWithAReason,
  namesUnrecognisedValuesInDebugLines,
  doesNotRetryAnUnrecognisedShape,
  readOperationsPassWithoutFaults,
  reportsEachUnreadableResponse,
  reportsAnIncompleteList,
  neverShowsTheKey,
  showsNoStackTrace,
  requestsOnlyExistingEndpointsAndDeployments,
  requestsHealthWithoutTheKey,
  obeysRetryAfter,
  sendsARequestAtLeastEvery30Seconds,
  printsOnlyLogLinesBehindTheGutter,
  reportsTheEnvironmentVariables,
  showsTheRuntimeLog,
  combinesTheOutcomesOfSeveralResources,
  startsNothingAfterAFailure,
  writesTheDeploymentsOutputOnlyOnChange,
} satisfies Readonly<Record<string, Invariant>>;

/** All invariants by name. */
const invariants = { ...perResource, ...perStep };

/** The name of an invariant. */
export type InvariantName = keyof typeof invariants;

const isInvariantName = (name: string): name is InvariantName => Object.hasOwn(invariants, name);

/** All names. */
export const invariantNames: readonly InvariantName[] = Object.keys(invariants).filter(isInvariantName);

/** The invariants that a trial broke. */
export function brokenBy(trial: Trial, names: readonly InvariantName[]): { name: InvariantName; problem: string }[] {
  const parts = resourceIdsOf(trial.story).map((resourceId) => trialOf(trial, resourceId));
  return names.flatMap((name) =>
    (name in perResource ? parts : [trial]).flatMap((part) => {
      const problem = invariants[name](part);
      return problem === undefined ? [] : [{ name, problem }];
    }),
  );
}
