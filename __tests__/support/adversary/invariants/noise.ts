// No noise with a good service: no warning, no wait and no second request where the response was clear.
import { warningsOf } from '../../runner/step-run.ts';
import { UNKNOWN_FIELD } from '../constants.ts';
import {
  type Invariant,
  claimedOf,
  hidesVariables,
  isChange,
  isReadable,
  isSkipped,
  normalStatus,
  passed,
} from '../seen.ts';
import type { Served } from '../service/service.ts';
import { isPartial, type ResourceStatus, resourceIdsOf, type Story } from '../story.ts';
import { type Trial, trialOf } from '../trial.ts';

const isWork = ({ operation }: Story): boolean => ['deploy', 'wait', 'start', 'stop', 'restart'].includes(operation);

/** The last status that the resource showed; undefined where none was seen. */
function lastAppStatus({ served, story }: Trial): ResourceStatus | undefined {
  const word = served.findLast((one) => isReadable(one) && one.resourceStatus !== undefined)?.resourceStatus;
  const { before, moving, passing, after } = story.app;
  return [after, before, passing, moving].find((status) => word?.startsWith(status.word) === true);
}

/** The app shows the same status before and after, with no other status between. */
const isAsBefore = ({ before, after, movingS, passingS, ageUnitS }: Story['app']): boolean =>
  before.word === after.word && movingS + passingS + ageUnitS === 0;

/** Reasons for a warning of a step that passed: its verdict or an input depends on it, or it was an obstacle. */
const reasons: Readonly<Record<string, (trial: Trial) => boolean>> = {
  'an answer was lost, late or refused': ({ served }) =>
    served.some((one) => !isReadable(one) || one.fault === 'stale' || one.fault === 'joined'),
  'the deadline came first': ({ run, story }) => run.tookMs >= story.timeoutS * 1_000 - 1_000,
  'the app is not up, and was not so before': (trial) => {
    const { kind, word } = lastAppStatus(trial) ?? { kind: 'up', word: '' };
    const isGoal = trial.story.operation === 'stop' ? kind === 'down' : kind === 'up';
    const isSameUnknown =
      kind === 'unknown' && trial.story.operation !== 'wait' && word === trial.story.app.before.word;
    return isWork(trial.story) && !isGoal && !isSameUnknown;
  },
  'the status of the app cannot be read': ({ story }) =>
    isWork(story) && story.unreadable.includes('status of a resource'),
  'somebody else may have started it': (trial) => claimedOf(trial)?.by === 'rival',
  'an entry of a list has no id': ({ story }) =>
    story.list.anonymous !== 'none' ||
    (story.operation === 'list' && story.unreadable.includes('id of a listed resource')),
  'the list that was asked for is not all': ({ story }) =>
    (story.operation === 'list' && isPartial(story.resources.more)) ||
    (story.operation === 'env' && hidesVariables(story)),
  'ours is not known': ({ story, run }) => story.operation === 'deploy' && run.outputs['deployment-id'] === '',
};

export const warnsOnlyWithAReason: Invariant = (trial) => {
  const [warning] = warningsOf(trial.run);
  if (warning === undefined || !passed(trial)) return undefined;
  const parts = resourceIdsOf(trial.story).map((resourceId) => trialOf(trial, resourceId));
  const hasReason = parts.some((part) => Object.values(reasons).some((isReason) => isReason(part)));
  return hasReason ? undefined : `warned although the service was good: ${warning}`;
};

/** A read that is not a poll: before the first change, or in a step without one. */
function isSingleRead(one: Served, { story, served }: Trial): boolean {
  if (story.operation === 'wait') return false;
  return !served.slice(0, served.indexOf(one)).some(isChange);
}

/** A second response would have the same shape. */
export const doesNotRetryAnUnrecognisedShape: Invariant = (trial) => {
  const { served, story } = trial;
  // The list of resources is read for each of them.
  if (story.others.length > 0) return undefined;
  const odd = served.filter(({ fault, delivery }) => fault === 'wrong types' && delivery?.kind === 'answered');
  for (const one of odd.filter((read) => isSingleRead(read, trial))) {
    const { path } = one;
    const later = served.slice(served.indexOf(one) + 1);
    // After a request that changes something, the same is read for another reason.
    const change = later.findIndex(isChange);
    const again = later
      .slice(0, change < 0 ? undefined : change)
      .find((other) => other.path === path && isSingleRead(other, trial));
    if (again !== undefined) return `${path} was requested again because of the shape of its answer`;
  }
  return undefined;
};

/** Time for the last reads. */
const LAST_READS_MS = 3_000;

export const endsSoonAfterTheDeploymentFinished: Invariant = (trial) => {
  const { story, served, run } = trial;
  const { app, build, health, others } = story;
  if (story.operation !== 'deploy' || !story.waits || !passed(trial) || isSkipped(trial)) return undefined;
  const isClear = app.hasNoStatus || app.after.kind === 'up' || ['unknown', 'down'].includes(app.after.kind);
  const isSteady = app.hasNoStatus || (isAsBefore(app) && app.staleS === 0);
  const isGood = served.every(({ fault }) => fault === undefined) && !story.unreadable.includes('status of a resource');
  const isAlone = health.target === 'none' && others.length === 0;
  if (!isClear || !isSteady || !isGood || !isAlone || build.lateLogS > 0) return undefined;
  const id = String(claimedOf(trial)?.id);
  const isPatient = !served.some(({ endpoint, named }) => endpoint === 'deploy' && named !== undefined);
  const ended = served.find(({ shown, endpoint }) => {
    return endpoint === 'deployment' && normalStatus(shown.get(id) ?? '') === 'finished';
  });
  if (ended?.endedAtMs === undefined || isPatient) return undefined;
  const tookMs = run.tookMs - ended.endedAtMs;
  return tookMs > LAST_READS_MS ? `went on for ${tookMs} ms after ${id} was seen to have finished` : undefined;
};

/** Responses that the step has certainly read: it did not end while it was reading them. */
function answersRead({ served, endedAtMs }: Trial): Served[] {
  return served.filter((one) => isReadable(one) && one.endedAtMs !== undefined && one.endedAtMs < endedAtMs);
}

export const namesUnrecognisedValuesInDebugLines: Invariant = (trial) => {
  const { story, run } = trial;
  if (!story.isDebug) return undefined;
  const lines = run.log.split('\n').filter((line) => line.startsWith('::debug::') && /not recognised/.test(line));
  const expected = new Set(
    answersRead(trial).flatMap(({ endpoint, unreadable }) => unreadable.map((value) => `${value} of ${endpoint}`)),
  );
  if (expected.size === 0 || lines.some((line) => line.includes(UNKNOWN_FIELD) || line.includes('unknown')))
    return undefined;
  return `no debug line names what was not recognised: ${[...expected].join(', ')}`;
};
