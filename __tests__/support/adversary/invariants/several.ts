// How a step with several resources combines their outcomes.
import type { Invariant } from '../seen.ts';
import { resourceIdsOf } from '../story.ts';
import { type Trial, trialOf } from '../trial.ts';

const partsOf = (trial: Trial): Trial[] => resourceIdsOf(trial.story).map((resourceId) => trialOf(trial, resourceId));

export const combinesTheOutcomesOfSeveralResources: Invariant = (trial) => {
  const { story, run } = trial;
  if (story.others.length === 0) return undefined;
  const codes = partsOf(trial).map((part) => part.run.outputs['error-code'] ?? '');
  const failed = codes.find((code) => code !== '') ?? '';
  if (run.outputs['error-code'] !== failed)
    return `error-code=${run.outputs['error-code']}, the first failure is ${failed}`;
  for (const name of ['deployment-id', 'url', 'log-file']) {
    if (name !== 'log-file' && (run.outputs[name] ?? '') !== '') return `${name} is not empty with several resources`;
  }
  const statuses = partsOf(trial).map((part) => part.run.outputs['status'] ?? '');
  const isFinished = run.outputs['status'] === 'finished';
  return isFinished && statuses.some((status) => status !== 'finished')
    ? `status=finished with ${statuses.join(', ')}`
    : undefined;
};

export const startsNothingAfterAFailure: Invariant = (trial) => {
  const { story, run } = trial;
  if (story.others.length === 0 || !story.failFast || !story.isOneByOne) return undefined;
  const parts = partsOf(trial);
  const failedAt = parts.findIndex((part) => (part.run.outputs['error-code'] ?? '') !== '');
  if (failedAt < 0 || ['timeout', 'interrupted'].includes(run.outputs['error-code'] ?? '')) return undefined;
  const later = parts.slice(failedAt + 1);
  const started = later.find(({ served }) => served.some(({ resourceId }) => resourceId !== undefined));
  if (started !== undefined) return `${started.story.resourceId} was started after a failure`;
  const unnamed = later.find((part) => part.run.outputs['skipped'] !== 'fail-fast');
  return unnamed === undefined ? undefined : `${unnamed.story.resourceId} was not started, and this is not reported`;
};

/** Ids and statuses of one resource change at most this often. */
const CHANGES = 12;

export const writesTheDeploymentsOutputOnlyOnChange: Invariant = ({ run, story }) => {
  const count = run.writes['deployments'] ?? 0;
  // A status that contains its age differs in every response.
  const most = story.app.ageUnitS > 0 ? Infinity : CHANGES * (1 + story.others.length);
  return count > most ? `the output deployments was written ${count} times` : undefined;
};
