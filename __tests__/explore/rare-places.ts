// Rare places: situations that the rules of the action exist for. At least one story has to reach each.
import { UNKNOWN_FIELD } from '../support/adversary/constants.ts';
import { OLDER_WORD } from '../support/adversary/service/forms.ts';
import { CAUSE } from '../support/adversary/service/hosting.ts';
import { claimedOf, isReadable, isUnclaimable, oursOf, seenOf } from '../support/adversary/seen.ts';
import { warningsOf } from '../support/runner/step-run.ts';
import type { ResourceStatus } from '../support/adversary/story.ts';
import type { Trial } from '../support/adversary/trial.ts';
import type { Played } from './play.ts';

const codeOf = ({ run }: Trial): string => run.outputs['error-code'] ?? '';
const postsOf = ({ served }: Trial) => served.filter(({ endpoint }) => endpoint === 'deploy');
const isLost = ({ fault }: Trial['served'][number]): boolean => /reset|^50|page|hang/.test(fault ?? '');
const passed = ({ run }: Trial): boolean => run.exitCode === 0 && run.outputs['skipped'] === '';

function isAsBefore({ story }: Trial, kind: ResourceStatus['kind']): boolean {
  const { before, after } = story.app;
  return story.waits && after.kind === kind && after.word === before.word;
}

function postedAgainAfterMs(trial: Trial, isAfter: (fault: string) => boolean): number {
  const [first, second] = postsOf(trial);
  if (first === undefined || second === undefined || !isAfter(first.fault ?? '')) return 0;
  return second.atMs - (first.endedAtMs ?? second.atMs);
}

/** Each rare place by name, with a function that recognises it. */
export const rarePlaces: Readonly<Record<string, (trial: Trial) => boolean>> = {
  'a lost request is found in the list and adopted': (trial) =>
    passed(trial) && claimedOf(trial)?.by === 'us' && postsOf(trial).every(isLost),
  'a deployment that no response names is found in the list': (trial) =>
    passed(trial) &&
    claimedOf(trial)?.by === 'us' &&
    postsOf(trial).some((one) => one.fault === undefined && one.named === undefined),
  'a busy resource is found to be building the lost request': (trial) => {
    const [first, second] = postsOf(trial);
    return (
      passed(trial) && first !== undefined && isLost(first) && second?.fault === 'busy' && postsOf(trial).length === 2
    );
  },
  'a deployment that had ended when first seen is adopted after a wait': (trial) => {
    const id = trial.run.outputs['deployment-id'] ?? '';
    const shown = seenOf(trial, 'deployments').flatMap((list) => list.shown.get(id) ?? []);
    return (
      passed(trial) &&
      postsOf(trial).every(({ named }) => named === undefined) &&
      shown.length > 1 &&
      shown.every((status) => status === 'finished')
    );
  },
  'a new entry without an id leaves the outcome open': (trial) =>
    trial.story.list.anonymous === 'first' && ['unknown_outcome', 'ambiguous'].includes(codeOf(trial)),
  'the request joins the deployment in progress': (trial) =>
    passed(trial) && postsOf(trial).some(({ named }) => named?.by === 'rival' && named === claimedOf(trial)),
  'two new deployments are ambiguous': (trial) => codeOf(trial) === 'ambiguous',
  'the outcome of a request stays unknown': (trial) => codeOf(trial) === 'unknown_outcome',
  'a cut request is posted again after 15 s': (trial) => {
    const ms = postedAgainAfterMs(trial, (fault) => fault === 'reset' || fault === '500');
    return ms >= 15_000 && ms < 60_000;
  },
  'a request that a gateway lost is posted again after 90 s': (trial) =>
    postedAgainAfterMs(trial, (fault) => fault.endsWith('page')) >= 90_000,
  'a lost request is sent again once the build of somebody else has ended': (trial) => {
    const [first, second] = postsOf(trial);
    if (first === undefined || second === undefined || !isLost(first)) return false;
    const rival = trial.hosting.all().find(({ by }) => by === 'rival');
    return rival !== undefined && rival.endsAtMs > (first.endedAtMs ?? Infinity) && second.atMs >= rival.endsAtMs;
  },
  'the step gives up on a queue that does not change for ten minutes': ({ run, hosting }) =>
    run.outputs['error-code'] === 'unknown_outcome' &&
    run.tookMs >= 600_000 &&
    hosting.all().some(({ by, endsAtMs }) => by === 'rival' && endsAtMs > run.tookMs),
  'without a list before, a lost request is not sent again': (trial) =>
    codeOf(trial) === 'unknown_outcome' && isUnclaimable(trial) && oursOf(trial).length === 0,
  'without a list before, a deployment in progress is ours': (trial) => passed(trial) && isUnclaimable(trial),
  'without a list before, one that has ended is not ours': (trial) =>
    codeOf(trial) === 'unknown_outcome' && isUnclaimable(trial) && oursOf(trial).length === 1,
  'a slow acceptance is waited for': (trial) =>
    passed(trial) &&
    postsOf(trial).some(({ atMs, endedAtMs = 0, named }) => named !== undefined && endedAtMs - atMs >= 20_000),
  'a busy resource is waited for': (trial) =>
    passed(trial) && postsOf(trial).some(({ fault }) => fault?.startsWith('busy')),
  'a busy resource is skipped': (trial) => trial.run.outputs['skipped'] === 'busy',
  'a busy resource fails the step': (trial) => codeOf(trial) === 'busy',
  'the rate limit is waited for': (trial) =>
    passed(trial) && postsOf(trial).some(({ fault }) => fault?.startsWith('rate limited')),
  'the deadline comes while the rate limit is waited for': (trial) => codeOf(trial) === 'rate_limited',
  'the status is taken from the list for lack of a detail': (trial) =>
    passed(trial) && trial.story.waits && !trial.served.some((one) => one.endpoint === 'deployment' && isReadable(one)),
  'the detail of another deployment is not taken for ours': (trial) =>
    passed(trial) && trial.served.some(({ endpoint, fault }) => endpoint === 'deployment' && fault === 'stale'),
  'the cause of a failure comes after the end': (trial) => {
    const ours = claimedOf(trial);
    const cause = ours?.lines.find(({ text }) => text.includes(CAUSE));
    if (ours === undefined || cause === undefined) return false;
    const isReadTooEarly = seenOf(trial, 'deployment').some(({ atMs }) => atMs >= ours.endsAtMs && atMs < cause.atMs);
    return isReadTooEarly && trial.run.log.includes(CAUSE);
  },
  'lines that come after the end of a good build are shown': (trial) => {
    const ours = claimedOf(trial);
    const late = ours?.lines.findLast(({ atMs }) => atMs > ours.endsAtMs);
    return passed(trial) && late !== undefined && trial.run.log.includes(late.text);
  },
  'a log without its middle is shown': (trial) => passed(trial) && trial.run.log.includes('lines removed'),
  'a log of an unknown form is printed unchanged': (trial) => passed(trial) && trial.run.log.includes(UNKNOWN_FIELD),
  'a failed build fails the step': (trial) => codeOf(trial) === 'deployment_failed',
  'a cancelled build fails the step': (trial) => codeOf(trial) === 'deployment_cancelled',
  'an unusual final status ends the step': (trial) =>
    ['timed_out', 'superseded'].includes(trial.run.outputs['status'] ?? '') && trial.run.exitCode === 1,
  'an unknown status that an older deployment has too ends the step': (trial) =>
    codeOf(trial) === 'unknown_outcome' && trial.run.outputs['status'] === OLDER_WORD,
  'a crashed app fails the step': (trial) => codeOf(trial) === 'not_running',
  'an unknown status is reported and does not end the step': (trial) =>
    passed(trial) && trial.run.log.includes('publishing'),
  'an app that restarts is waited for': (trial) => passed(trial) && trial.story.app.movingS > 0 && trial.story.waits,
  'a stopped app passes with a warning': (trial) => passed(trial) && trial.story.app.after.kind === 'down',
  'an app that is stopped as before is not waited for': (trial) => passed(trial) && isAsBefore(trial, 'down'),
  'an unknown status as before passes without a warning': (trial) =>
    passed(trial) && isAsBefore(trial, 'unknown') && warningsOf(trial.run).length === 0,
  'an app that has crashed before is waited for': (trial) =>
    codeOf(trial) === 'not_running' && isAsBefore(trial, 'broken') && trial.run.tookMs > 60_000,
  'a service that shows no status is not waited for': (trial) => passed(trial) && trial.story.app.hasNoStatus,
  'the step does not wait': (trial) => passed(trial) && !trial.story.waits && oursOf(trial).length === 1,
  'the deadline comes while it builds': (trial) => codeOf(trial) === 'timeout' && oursOf(trial).length === 1,
  'the run is cancelled while it builds': (trial) => codeOf(trial) === 'interrupted' && oursOf(trial).length === 1,
};

/** The rare places that a story reached. */
export function reachedBy({ trial }: Played): string[] {
  return Object.entries(rarePlaces).flatMap(([name, isReached]) => (isReached(trial) ? [name] : []));
}
