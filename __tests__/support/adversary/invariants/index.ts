// What holds for every step, whatever the service does: each export of the files beside this one is an invariant.
import * as health from './health.ts';
import * as log from './log.ts';
import * as noise from './noise.ts';
import * as ownership from './ownership.ts';
import * as reads from './reads.ts';
import * as report from './report.ts';
import * as several from './several.ts';
import * as survival from './survival.ts';
import * as time from './time.ts';
import * as verdict from './verdict.ts';
import type { Invariant } from '../seen.ts';
import { resourceIdsOf } from '../story.ts';
import { type Trial, trialOf } from '../trial.ts';

/** All invariants by name. */
const invariants = {
  ...health,
  ...log,
  ...noise,
  ...ownership,
  ...reads,
  ...report,
  ...several,
  ...survival,
  ...time,
  ...verdict,
};

/** Those that hold for the step as a whole; all others hold for each of its resources. */
const ofTheStep: ReadonlySet<string> = new Set<keyof typeof invariants>([
  'combinesTheOutcomesOfSeveralResources',
  'doesNotRetryAnUnrecognisedShape',
  'endsInTimeAndReportsOneVerdict',
  'namesUnrecognisedValuesInDebugLines',
  'neverClaimsThatNothingWasSentAfterARequest',
  'neverRepeatsAWarning',
  'neverShowsTheKey',
  'obeysRetryAfter',
  'printsOnlyLogLinesBehindTheGutter',
  'readOperationsPassWithoutFaults',
  'reportsAnIncompleteList',
  'reportsEachUnreadableResponse',
  'reportsTheEnvironmentVariables',
  'requestsHealthWithoutTheKey',
  'requestsOnlyExistingEndpointsAndDeployments',
  'sendsARequestAtLeastEvery30Seconds',
  'showsTheRuntimeLog',
  'startsNothingAfterAFailure',
  'warnsOnlyWithAReason',
  'writesTheDeploymentsOutputOnlyOnChange',
]);

/** An invariant that a trial broke, and how. */
export interface Broken {
  readonly invariant: string;
  readonly problem: string;
}

/** The invariants that a trial broke. */
export function brokenBy(trial: Trial): Broken[] {
  const parts = resourceIdsOf(trial.story).map((resourceId) => trialOf(trial, resourceId));
  return Object.entries<Invariant>(invariants).flatMap(([name, invariant]) =>
    (ofTheStep.has(name) ? [trial] : parts).flatMap((part) => {
      const problem = invariant(part);
      return problem === undefined ? [] : [{ invariant: name, problem }];
    }),
  );
}
