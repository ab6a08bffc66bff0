// A step passes when the service does what was requested, despite faults that do not last.
import { errorOf } from '../../runner/step-run.ts';
import { type Invariant, isChange, isLost, isUnclaimable, passed } from '../seen.ts';
import { type Fault, isPartial, type ReadFault, type Story } from '../story.ts';
import type { Trial } from '../trial.ts';

/** Faults that may end a step, since they look like an answer that stays; it has to survive all others if they do not last. */
const ENDING = new Set<ReadFault>(['redirect', 'ok false', 'quota', 'not found', 'code of ours', 'stale']);
/** The same for the resource in a deploy, which passes without its status. */
const ENDING_FOR_RESOURCE = new Set<ReadFault>(['not found', 'stale']);

function isSurvivable({ on, kind, times }: Fault, operation: Story['operation']): boolean {
  // A compressed response is a good one.
  if (kind === 'gzip') return true;
  if (times > 2) return false;
  // The list gives the status of a deployment, too.
  if (on === 'deployment') return true;
  // The status of the resource decides about start, stop and restart.
  return !(on === 'resource' && operation === 'deploy' ? ENDING_FOR_RESOURCE : ENDING).has(kind);
}

const FATAL = new Set<string>([
  'quota',
  'quota, in capitals',
  'accepted with an error',
  'code of ours',
  'redirect',
  'billing',
  '404 text',
  '403 page',
]);

/** The step has enough time, is not cancelled and has no health check. */
function hasTimeAndNoHealthCheck({ timeoutS, cancelAtS, health }: Story): boolean {
  return timeoutS === 400 && cancelAtS === 0 && health.target === 'none';
}

/** Neither the inputs nor the faults prevent what was requested. */
function isUndisturbed({ story, served }: Trial): boolean {
  const posts = served.filter(isChange);
  return (
    hasTimeAndNoHealthCheck(story) &&
    story.env.required === 'none' &&
    !(story.others.length > 0 && story.isOneByOne) &&
    (story.onBusy === 'wait' || !served.some(({ fault }) => fault?.startsWith('busy'))) &&
    !posts.some(({ fault = '' }) => FATAL.has(fault)) &&
    story.faults.every((fault) => isSurvivable(fault, story.operation)) &&
    story.posts.every(({ answeredAfterS }) => answeredAfterS < 30)
  );
}

function failure({ run }: Trial): string {
  const message = errorOf(run);
  return `failed with ${run.outputs['error-code']}: ${message}`;
}

export const passesWhenNothingPreventsTheDeploy: Invariant = (trial) => {
  const { story } = trial;
  if (story.operation !== 'deploy' || passed(trial) || !isUndisturbed(trial)) return undefined;
  const { list, build, app } = story;
  const isGood =
    story.rivals.length === 0 &&
    build.outcome === 'finished' &&
    app.before.kind === 'up' &&
    app.after.kind !== 'broken' &&
    list.order === 'latest first' &&
    list.anonymous === 'none' &&
    list.slideAtS === 0 &&
    !isUnclaimable(trial);
  return isGood ? failure(trial) : undefined;
};

export const passesWhenTheAppReachesTheRequestedState: Invariant = (trial) => {
  const { story } = trial;
  const { operation, app } = story;
  if (!['start', 'stop', 'restart'].includes(operation) || passed(trial) || !isUndisturbed(trial)) return undefined;
  const goal = operation === 'stop' ? 'down' : 'up';
  // A request whose response was lost may be what keeps the resource busy.
  const faults = trial.served.map(({ fault = '' }) => fault);
  const isUnclear = faults.some((fault) => fault.startsWith('busy')) && faults.some(isLost);
  const isGood = app.after.kind === goal && !isUnclear && !story.unreadable.includes('status of a resource');
  return isGood ? failure(trial) : undefined;
};

/** With no fault, and with what is read there. */
export const readOperationsPassWithoutFaults: Invariant = (trial) => {
  const { story, served } = trial;
  const { operation, env, unreadable, others } = story;
  if (!['list', 'logs', 'env', 'status', 'check'].includes(operation) || passed(trial)) return undefined;
  const isGood = hasTimeAndNoHealthCheck(story) && served.every(({ fault }) => fault === undefined);
  const isLatestShown = [story, ...others].every(
    ({ list }) => list.anonymous === 'none' && list.order === 'latest first',
  );
  const isUnsure = unreadable.includes('name of a variable') || isPartial(env.more);
  const isThere = env.required !== 'missing' && !(isUnsure && (operation === 'env' || env.required !== 'none'));
  return isGood && isThere && isLatestShown ? failure(trial) : undefined;
};

const REFUSED_FOR_GOOD = new Set<string>(['quota', 'quota, in capitals', 'accepted with an error']);

/** `wait` with a `deployment-id` needs no list. */
export const passesOnANamedDeploymentWithoutTheList: Invariant = (trial) => {
  const { story, hosting } = trial;
  const { operation, target, app, build, faults, unreadable } = story;
  if (operation !== 'wait' || target !== 'named' || passed(trial) || !hasTimeAndNoHealthCheck(story)) return undefined;
  const named = hosting.inProgress(0) ?? hosting.deployments(0)[0];
  const isGood =
    named?.outcome === 'finished' &&
    named.endsAtMs < 200_000 &&
    app.before.kind === 'up' &&
    app.after.kind === 'up' &&
    build.hasStatus &&
    unreadable.length === 0 &&
    faults.every(({ on, kind }) => on === 'deployments' && !kind.startsWith('rate limited'));
  return isGood ? failure(trial) : undefined;
};

/** A retry does not help against these refusals; a quota with `Retry-After` is none of them. */
export const neverRetriesAfterAPermanentRefusal: Invariant = ({ served }) => {
  const posts = served.filter(isChange);
  const refused = posts.findIndex(
    ({ fault = '', delivery }) => REFUSED_FOR_GOOD.has(fault) && delivery?.kind === 'answered',
  );
  const again = refused < 0 ? undefined : posts[refused + 1];
  return again === undefined ? undefined : `sent ${again.endpoint} again, although the first was refused`;
};
