// What a step must come to where the contract leaves no doubt: no false red, no needless warning,
// no needless wait.
import { isLoss, isRetried, PASSING_FAULTS, REFUSALS } from './draw.ts';
import { isFirstDeployment, lastApp } from './promises.ts';
import { PLAIN_SHAPES } from './shapes.ts';
import { isLifecycle, type Story } from './story.ts';
import type { Trial } from './trial.ts';

/**
 * What is expected: the error codes that are right (empty: it passes), and whether a warning has a
 * reason.
 */
interface Expected {
  readonly codes: readonly string[];
  readonly mayWarn: boolean;
}

const isAmple = ({ timeoutS, cancelS }: Story): boolean => timeoutS === 600 && cancelS === 0;

/** Every obstacle passes, and the service is understood. */
function isClear(story: Story): boolean {
  const isLate = story.faults.some(({ answer, fromS }) => answer === 'hang' && fromS < 2);
  const isPassing = story.faults.every(({ answer, times, on, fromS }) => {
    if (!PASSING_FAULTS.includes(answer) || times === 0) return false;
    // Before the service has answered at all, pages and silence are given up sooner.
    const isFirst = (fromS < 2 || isLate) && ['list', 'resource', 'resources', 'env'].includes(on);
    return !(isFirst && /page|tr$|hang/.test(answer) && times > 1);
  });
  return (
    isAmple(story) &&
    isPassing &&
    PLAIN_SHAPES.includes(story.shape) &&
    story.rivals.length === 0 &&
    story.slideS === 0
  );
}

/**
 * What the app makes of a finished deployment; undefined where it depends on what was seen when.
 */
function expectedOfApp(story: Story): Expected | undefined {
  const last = lastApp(story);
  const [first] = story.after;
  // The status of before is shown a little longer: if it is fine, it may be all that is seen.
  if (first !== undefined && first.afterS > 0) return undefined;
  if (story.faults.some(({ on }) => on === 'resource')) return undefined;
  // A list of the latest entries alone may not show the one that has finished.
  if (story.cap > 0 && story.past.includes('failed')) return undefined;
  const isNews = last.isNew || isFirstDeployment(story);
  const mayWarn = isNews || story.after.length > 1;
  const outcomes: Readonly<Record<typeof last.kind, Expected>> = {
    up: { codes: [''], mayWarn: false },
    none: { codes: [''], mayWarn: false },
    exited: isNews ? { codes: ['not_running'], mayWarn: false } : { codes: [''], mayWarn: true },
    crashed: { codes: ['not_running'], mayWarn: false },
    restarting: { codes: ['not_running'], mayWarn: false },
    asleep: { codes: [''], mayWarn },
    unknown: { codes: [''], mayWarn },
    unhealthy: { codes: [''], mayWarn },
    moving: { codes: [''], mayWarn: true },
  };
  return outcomes[last.kind];
}

function withHealth(expected: Expected | undefined, { health }: Story): Expected | undefined {
  if (health !== 'bad' || expected?.codes.join() !== '') return expected;
  return { ...expected, codes: ['unhealthy'] };
}

function expectedOfDeploy(story: Story): Expected | undefined {
  if (story.requiredEnv === 'NOT_THERE') return { codes: ['missing_env'], mayWarn: false };
  const refusal = story.attempts.findIndex(({ answer }) => !isRetried(answer));
  const [lostOrRefused] = refusal < 0 ? [] : [story.attempts[refusal]];
  const isBusy = story.attempts
    .slice(0, refusal < 0 ? undefined : refusal)
    .some(({ answer }) => answer.startsWith('409'));
  if (isBusy && story.onBusy !== 'wait') return { codes: ['busy'], mayWarn: false };
  if (lostOrRefused !== undefined) {
    const code = REFUSALS[lostOrRefused.answer];
    return code === undefined ? undefined : { codes: [code], mayWarn: false };
  }
  if (!story.waits) return { codes: [''], mayWarn: true };
  if (story.endKind !== 'finished')
    return { codes: [`deployment_${story.endKind}`], mayWarn: false };
  return withHealth(expectedOfApp(story), story);
}

function expectedOfLifecycle(story: Story): Expected | undefined {
  const { operation, before, after, attempts } = story;
  if (attempts.some(({ answer }) => !isRetried(answer)) || story.onBusy !== 'wait' || !story.waits)
    return undefined;
  const last = lastApp(story);
  // An app that had crashed before is stopped, as far as it can be.
  const isStopped =
    ['asleep', 'exited'].includes(last.kind) || (last.kind === 'crashed' && !last.isNew);
  if (operation === 'stop' && last.kind === 'crashed' && last.isNew) return undefined;
  const isGoal = operation === 'stop' ? isStopped : last.kind === 'up';
  // A status that is shown for a moment may be missed, or may hold long enough.
  const passing = after.slice(0, -1);
  if (passing.some(({ kind }) => kind !== 'moving' && kind !== 'restarting')) return undefined;
  if ((after[0]?.afterS ?? 0) > 2 || ['moving', 'restarting'].includes(last.kind)) return undefined;
  if (isGoal && after.length === 0 && operation === 'restart')
    return withHealth({ codes: [''], mayWarn: false }, story);
  if (isGoal) return withHealth({ codes: [''], mayWarn: before.kind === 'none' }, story);
  if (last.kind === 'none') return withHealth({ codes: [''], mayWarn: true }, story);
  if (last.kind === 'unknown') {
    const isFine = operation === 'restart' || last.isNew;
    return isFine ? withHealth({ codes: [''], mayWarn: true }, story) : undefined;
  }
  return { codes: ['not_running'], mayWarn: false };
}

/** What a clear story must come to; undefined where the contract leaves it open. */
function expectedOf(story: Story): Expected | undefined {
  if (!isClear(story)) return undefined;
  const { operation, requiredEnv } = story;
  if (operation === 'deploy') return expectedOfDeploy(story);
  if (isLifecycle(story)) return expectedOfLifecycle(story);
  if (operation === 'check' && requiredEnv === 'NOT_THERE')
    return { codes: ['missing_env'], mayWarn: true };
  if (operation !== 'follow') return { codes: [''], mayWarn: operation === 'check' };
  // A short one may have ended before the list could be read.
  if (story.buildS < 10 && story.faults.some(({ on }) => on === 'list')) return undefined;
  if (story.endKind !== 'finished')
    return { codes: [`deployment_${story.endKind}`], mayWarn: false };
  return withHealth(expectedOfApp(story), story);
}

/**
 * The time from the end of everything that the step had to wait for; undefined where that is not
 * known.
 */
function needlessMs({ story, claimed, run, served }: Trial): number | undefined {
  const isSimple =
    story.faults.length === 0 && story.attempts.length === 0 && story.after.length === 0;
  if (story.operation !== 'deploy' || !isSimple || claimed?.by !== 'us' || story.health !== 'none')
    return undefined;
  if (story.endKind !== 'finished' || story.before.kind !== 'up' || !story.waits) return undefined;
  // An id that nobody knows costs 15 s before the search begins.
  if (/id":"(?:dep_1|job_7)/i.test(story.accepts)) return undefined;
  // A deployment that was found in the list is judged no sooner than 15 s after the answer.
  const isFound = served.filter(({ name }) => name === 'list').length > 1;
  const dueMs = Math.max(
    claimed.endMs,
    isFound ? 15_000 : 0,
    story.accepts.includes('{id}') ? 0 : 15_000,
  );
  return run.tookMs - dueMs;
}

/** True if no read of the detail after the end was answered as it should be. */
function isLogCut({ story, served, claimed }: Trial): boolean {
  const reads = served.filter(({ name }) => name === claimed?.id);
  const faulty = story.faults.flatMap(({ on, fromS, times }) => {
    const affected = reads.filter(({ atMs }) => on === 'detail' && atMs >= fromS * 1_000);
    return affected.slice(0, times || Infinity);
  });
  const bad = new Set(faulty);
  const lastMs = reads.findLast((read) => !bad.has(read))?.atMs ?? -Infinity;
  return reads.length > 0 && lastMs < (claimed?.endMs ?? 0);
}

/** A poll may just have missed the end: 2.4 s and a fifth. */
const SOON_MS = 3_200;

/** Where a trial did not come to what was expected, or was noisy. */
export function unexpectedIn(trial: Trial): string[] {
  const { story, code, warnings, passed, hasLoss, error } = trial;
  const expected = expectedOf(story);
  const isWrong = expected !== undefined && !expected.codes.includes(code);
  const hasReason = expected === undefined || expected.mayWarn || hasLoss || isLogCut(trial);
  const lateMs = expected === undefined ? undefined : needlessMs(trial);
  return [
    isWrong ? `ended as "${code}", not as "${expected.codes.join('" or "')}": ${error}` : '',
    !hasReason && passed && warnings.length > 0
      ? `warned without a reason: ${warnings.join(' | ')}`
      : '',
    lateMs !== undefined && lateMs > SOON_MS ? `ended ${lateMs} ms late` : '',
    code === 'internal' ? `internal error: ${error}` : '',
    // After a loss that was not taken, or was taken in time, the step must come to the end of ours.
    isSafeLoss(trial) &&
    !['', 'not_running', 'unhealthy', `deployment_${story.endKind}`, 'unknown_outcome'].includes(
      code,
    )
      ? `ended as "${code}" after a lost request: ${error}`
      : '',
  ].filter(Boolean);
}

function isSafeLoss({ story, hasLoss }: Trial): boolean {
  const isRefused = story.attempts.some(({ answer }) => !isLoss(answer) && !isRetried(answer));
  const isWaiting = story.onBusy === 'wait' && story.requiredEnv !== 'NOT_THERE';
  return (
    story.operation === 'deploy' &&
    hasLoss &&
    isClear(story) &&
    !isRefused &&
    isWaiting &&
    story.cap === 0
  );
}
