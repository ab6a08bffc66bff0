// What is demanded of an explored story beyond the promises that hold with every drawn service, and what it has reached.
import { CAUSE } from '../support/adversary/hosting.ts';
import { brokenBy, invariantNames } from '../support/adversary/invariants/index.ts';
import { claimedOf, isReadable, oursOf } from '../support/adversary/seen.ts';
import type { Trial } from '../support/adversary/trial.ts';
import type { Played } from './play.ts';

/** Requests that a lone step may send in any minute: a share of the 120 of the key, with a little to spare. */
const MOST_PER_MINUTE = 110;
/** Once the faults have stopped, the step needs no longer than the patience of its rules and a build. */
const VERDICT_WITHIN_MS = 150_000;

const isStopped = ({ plan }: Played): boolean => plan.stop.kind !== 'none';
const codeOf = ({ run }: Trial): string => run.outputs['error-code'] ?? '';

function neverSendsMoreThanItsShare({ trial: { served } }: Played): string | undefined {
  const busiest = served.findIndex(({ atMs }, index) => {
    const later = served[index + MOST_PER_MINUTE];
    return later !== undefined && later.atMs - atMs < 60_000;
  });
  return busiest === -1
    ? undefined
    : `more than ${MOST_PER_MINUTE} requests in a minute from request ${busiest + 1} on`;
}

function comesToAVerdictOnceTheFaultsStop(played: Played): string | undefined {
  const { trial } = played;
  if (isStopped(played) || trial.story.list.anonymous !== 'none') return undefined;
  const faults = trial.served.filter(
    (one) => !isReadable(one) && (one.trouble !== undefined || one.delivery === undefined),
  );
  // A detail that never can be read is no fault that stops: the list has to do.
  const lastMs = faults
    .filter(({ endpoint }) => endpoint !== 'deployment')
    .reduce((last, { endedAtMs = 0 }) => Math.max(last, endedAtMs), 0);
  const worstMs = Math.max(lastMs, ...trial.hosting.all().map(({ endsAtMs }) => endsAtMs));
  const lateMs = trial.run.tookMs - worstMs;
  return lateMs > VERDICT_WITHIN_MS
    ? `no verdict for ${Math.round(lateMs / 1_000)} s after the last fault and build`
    : undefined;
}

function passesWhenTheServiceDidWhatWasAsked(played: Played): string | undefined {
  const { trial } = played;
  const { story, hosting, run, endedAtMs } = trial;
  if (isStopped(played) || run.exitCode === 0 || story.list.anonymous !== 'none') return undefined;
  const [ours, ...more] = hosting.all().filter(({ by }) => by !== 'past');
  if (ours?.by !== 'us' || more.length > 0 || story.onBusy !== 'wait') return undefined;
  if (hosting.statusOf(ours, endedAtMs) !== 'finished' || story.app.after.kind === 'broken') return undefined;
  return `failed with ${codeOf(trial)}, although ${ours.id} has finished and the app runs`;
}

/** The promises that a story broke. */
export function problemsOf(played: Played): string[] {
  const shared = brokenBy(played.trial, invariantNames).map(({ name, problem }) => `${name}: ${problem}`);
  const own = Object.entries({
    neverSendsMoreThanItsShare,
    comesToAVerdictOnceTheFaultsStop,
    passesWhenTheServiceDidWhatWasAsked,
  }).flatMap(([name, rule]) => {
    const problem = rule(played);
    return problem === undefined ? [] : [`${name}: ${problem}`];
  });
  return [...shared, ...own];
}

const postsOf = ({ served }: Trial) => served.filter(({ endpoint }) => endpoint === 'deploy');
const isLost = ({ trouble }: Trial['served'][number]): boolean => /reset|^500|page|hang/.test(trouble ?? '');
const passed = ({ run }: Trial): boolean => run.exitCode === 0 && run.outputs['skipped'] === '';

function postedAgainAfterMs(trial: Trial, isAfter: (trouble: string) => boolean): number {
  const [first, second] = postsOf(trial);
  if (first === undefined || second === undefined || !isAfter(first.trouble ?? '')) return 0;
  return second.atMs - (first.endedAtMs ?? second.atMs);
}

/** Places that only rare stories come to, each with the rule that recognises it. */
export const rarePlaces: Readonly<Record<string, (trial: Trial) => boolean>> = {
  'a lost request is found in the list and adopted': (trial) =>
    passed(trial) && claimedOf(trial)?.by === 'us' && postsOf(trial).every(isLost),
  'a deployment that nothing names is found in the list': (trial) =>
    passed(trial) &&
    claimedOf(trial)?.by === 'us' &&
    postsOf(trial).some((one) => one.trouble === undefined && one.named === undefined),
  'the request joins the deployment in progress': (trial) =>
    passed(trial) && postsOf(trial).some(({ named }) => named?.by === 'rival' && named === claimedOf(trial)),
  'two new deployments are ambiguous': (trial) => codeOf(trial) === 'ambiguous',
  'the outcome of a request stays unknown': (trial) => codeOf(trial) === 'unknown_outcome',
  'a cut request is posted again after 15 s': (trial) => {
    const ms = postedAgainAfterMs(trial, (trouble) => trouble === 'reset' || trouble === '500');
    return ms >= 15_000 && ms < 60_000;
  },
  'a request that a gateway lost is posted again after 90 s': (trial) =>
    postedAgainAfterMs(trial, (trouble) => trouble.endsWith('page')) >= 90_000,
  'a slow acceptance is waited for': (trial) =>
    passed(trial) &&
    postsOf(trial).some(({ atMs, endedAtMs = 0, named }) => named !== undefined && endedAtMs - atMs >= 20_000),
  'a busy resource is waited for': (trial) =>
    passed(trial) && postsOf(trial).some(({ trouble }) => trouble?.startsWith('busy')),
  'a busy resource is skipped': (trial) => trial.run.outputs['skipped'] === 'busy',
  'a busy resource fails the step': (trial) => codeOf(trial) === 'busy',
  'the rate limit is waited for': (trial) =>
    passed(trial) && postsOf(trial).some(({ trouble }) => trouble?.startsWith('rate limited')),
  'the deadline comes while the rate limit is waited for': (trial) => codeOf(trial) === 'rate_limited',
  'the status is taken from the list for lack of a detail': (trial) =>
    passed(trial) && trial.story.waits && !trial.served.some((one) => one.endpoint === 'deployment' && isReadable(one)),
  'the detail of another deployment is not taken for ours': (trial) =>
    passed(trial) && trial.served.some(({ endpoint, trouble }) => endpoint === 'deployment' && trouble === 'stale'),
  'the cause of a failure comes after the end': (trial) => {
    const ours = claimedOf(trial);
    const cause = ours?.lines.find(({ text }) => text.includes(CAUSE));
    return ours !== undefined && cause !== undefined && cause.atMs > ours.endsAtMs && trial.run.log.includes(CAUSE);
  },
  'a log without its middle is shown': (trial) => passed(trial) && trial.run.log.includes('lines removed'),
  'an unknown form of a log is reported': (trial) => passed(trial) && trial.run.log.includes('unknownBlocks'),
  'a failed build fails the step': (trial) => codeOf(trial) === 'deployment_failed',
  'a cancelled build fails the step': (trial) => codeOf(trial) === 'deployment_cancelled',
  'a crashed app fails the step': (trial) => codeOf(trial) === 'not_running',
  'a stopped app passes with a warning': (trial) => passed(trial) && trial.story.app.after.kind === 'down',
  'the step does not wait': (trial) => passed(trial) && !trial.story.waits && oursOf(trial).length === 1,
  'the deadline comes while it builds': (trial) => codeOf(trial) === 'timeout' && oursOf(trial).length === 1,
  'the run is cancelled while it builds': (trial) => codeOf(trial) === 'interrupted' && oursOf(trial).length === 1,
};

/** The rare places that a story came to. */
export function reachedBy({ trial }: Played): string[] {
  return Object.entries(rarePlaces).flatMap(([name, isReached]) => (isReached(trial) ? [name] : []));
}
