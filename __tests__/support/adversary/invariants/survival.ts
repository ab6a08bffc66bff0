// A step passes when the service does what was asked for, whatever passing fault there is on the way.
import type { Trial } from '../trial.ts';
import { type Invariant, passed } from './invariant.ts';

/** Reads that a step has to survive while they do not last. */
const PASSING = new Set<string>([
  'slow 8 s',
  'slow 12 s',
  'reset',
  'cut',
  'hang',
  'stall',
  '500',
  '503, retry after 7 s',
  '502 page',
  '504 page',
  'rate limited',
  'rate limited, retry after 5 s',
  'rate limited, retry at a date',
  'rate limited page',
  'key quoted',
  'quota, retry after 5 s',
  '200 page',
  '403 page',
  '404 text',
  '405 page',
  'gzip',
  'empty',
  'broken JSON',
  'null',
  'wrong types',
  'long message',
]);
/** What may also happen to the detail, since the list gives the status too; and to the resource, which decides nothing. */
const PASSING_FOR_DETAIL = new Set<string>([
  ...PASSING,
  'not found',
  'code of ours',
  'quota',
  'ok false',
  'stale',
  'redirect',
]);
const PASSING_FOR_RESOURCE = new Set<string>([...PASSING, 'code of ours', 'quota', 'ok false', 'redirect']);

function isSurvivable({ on, kind, times }: Trial['story']['faults'][number]): boolean {
  if (times > 2) return false;
  if (on === 'deployment') return PASSING_FOR_DETAIL.has(kind);
  return (on === 'deployments' ? PASSING : PASSING_FOR_RESOURCE).has(kind);
}

export const passesWhenNothingStandsInTheWay: Invariant = (trial) => {
  const { story, run, served } = trial;
  if (story.operation !== 'deploy' || passed(trial)) return undefined;
  const { list, build, app } = story;
  const isFatal = served.some(
    ({ endpoint, fault }) =>
      endpoint === 'deploy' &&
      ['quota', 'code of ours', 'redirect', 'billing', '404 text', '403 page'].includes(fault ?? ''),
  );
  const isGood =
    story.timeoutS === 400 &&
    story.cancelAtS === 0 &&
    story.health.target === 'none' &&
    story.env.required === 'none' &&
    !(story.others.length > 0 && story.isOneByOne) &&
    (story.onBusy === 'wait' || !served.some(({ fault }) => fault?.startsWith('busy'))) &&
    story.rivals.length === 0 &&
    !isFatal &&
    build.outcome === 'finished' &&
    app.before.kind === 'up' &&
    app.after.kind !== 'broken' &&
    list.order === 'latest first' &&
    list.anonymous === 'none' &&
    list.slideAtS === 0 &&
    story.faults.every(isSurvivable) &&
    story.posts.every(({ answeredAfterS }) => answeredAfterS < 30);
  const message = run.annotations.find(({ kind }) => kind === 'error')?.message ?? '';
  return isGood ? `failed with ${run.outputs['error-code']}: ${message}` : undefined;
};
