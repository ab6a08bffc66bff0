// What holds for every step, whatever the service does: it is never wrong.
import { brokenPromises } from '../timeline.ts';
import { PLAIN_SHAPES } from './shapes.ts';
import {
  CAUSE,
  type AppStatus,
  isLifecycle,
  type StatusKind,
  stepOf,
  type Story,
} from './story.ts';
import type { Trial } from './trial.ts';

/** Returns what is wrong, or nothing. */
type Promised = (trial: Trial) => string | undefined;

const isWaitingDeploy = ({ story, passed }: Trial): boolean =>
  story.operation === 'deploy' && story.waits && passed;

/** Nothing that went wrong could have hidden a part of the truth for long. */
const isUndisturbed = ({ story }: Trial): boolean =>
  story.faults.length === 0 && PLAIN_SHAPES.includes(story.shape);

/** The detail of the deployment was read after it could be found. */
const wasRead = ({ story, served, claimed }: Trial): boolean =>
  served.filter(({ name }) => name === claimed?.id).length > story.detailMisses;

/** The last status that the app shows, and whether it differs from before. */
export function lastApp({ before, after }: Story): AppStatus & { readonly isNew: boolean } {
  const last = after.at(-1) ?? before;
  // `Exited (1)` and `exited` are one status.
  const lettersOf = (word: string): string =>
    word
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, ' ')
      .trim();
  return { ...last, isNew: lettersOf(last.word) !== lettersOf(before.word) };
}

/** The step has read a list that shows nothing finished: no status is the same as before. */
export function isFirstDeployment({ past, operation, target }: Story): boolean {
  return !past.includes('finished') && (operation === 'deploy' || target !== 'dep_9');
}

/** Kinds of a status that is what the operation asks for. */
const GOALS: Readonly<Record<string, readonly StatusKind[]>> = {
  start: ['up'],
  restart: ['up'],
  stop: ['asleep', 'exited'],
};

const promises: Readonly<Record<string, Promised>> = {
  'keeps what every step promises': (trial) =>
    brokenPromises(stepOf(trial.story), trial).join('; ') || undefined,

  'deploys at most once': ({ made }) => {
    const ours = made.filter(({ id, by }) => by === 'us' && id !== 'dep_9');
    return ours.length > 1 ? `${ours.length} deployments were started` : undefined;
  },

  'passes only on its own finished deployment': (trial) => {
    const { story, claimed, run, hasLoss, warnings } = trial;
    if (!isWaitingDeploy(trial)) return undefined;
    if (claimed === undefined)
      return `passed on ${run.outputs['deployment-id'] || 'no deployment'}`;
    if (claimed.end !== 'finished' || claimed.endMs > run.tookMs)
      return `passed on ${claimed.id}, which is ${claimed.end}`;
    if (run.outputs['status'] !== 'finished') return `passed with status=${run.outputs['status']}`;
    if (claimed.by === 'us') return undefined;
    // After a lost request, one that somebody else started then cannot be told from ours: the
    // warning says so.
    const isAdopted =
      hasLoss && claimed.by === 'rival' && claimed.createdMs >= 0 && warnings.length > 0;
    return isAdopted ? undefined : `passed on ${claimed.id} by ${claimed.by} (${story.accepts})`;
  },

  'never claims an end that was none': ({ story, claimed, run, code }) => {
    const status = run.outputs['status'] ?? '';
    const isEnd = ['finished', 'failed', 'cancelled'].includes(status);
    if (story.operation === 'list' || (!isEnd && !code.startsWith('deployment_'))) return undefined;
    if (claimed === undefined) return `status=${status} of no deployment`;
    if (claimed.endMs > run.tookMs)
      return `status=${status}, error-code=${code} of one in progress`;
    if (isEnd && status !== claimed.end) return `status=${status}, but it is ${claimed.end}`;
    const expected = claimed.end === 'finished' ? '' : `deployment_${claimed.end}`;
    return code.startsWith('deployment_') && code !== expected
      ? `error-code=${code}, but it is ${claimed.end}`
      : undefined;
  },

  'never passes with an app that is broken': (trial) => {
    const { story, served, claimed } = trial;
    const last = lastApp(story);
    const isBroken =
      ((last.isNew || isFirstDeployment(story)) && last.kind === 'exited') ||
      last.kind === 'crashed' ||
      last.kind === 'restarting';
    // The app shows its states after our deployment, not after one that somebody else started.
    if (!isWaitingDeploy(trial) || !isBroken || claimed?.by !== 'us') return undefined;
    const read = served.find(({ name, atMs }) => name === 'resource' && atMs >= claimed.endMs);
    // What it saw first may have been enough: the status of before, shown a little longer.
    const sawOnlyTheEnd =
      (read?.atMs ?? 0) - claimed.endMs >= (story.after.at(-1)?.afterS ?? 0) * 1_000;
    const isSeen = story.after.length <= 1 ? sawOnlyTheEnd : (story.after[0]?.afterS ?? 0) === 0;
    const isCut = trial.run.tookMs >= story.timeoutS * 1_000 - 2_000;
    return isSeen && !isCut && isUndisturbed(trial)
      ? `passed with an app that is ${last.word}`
      : undefined;
  },

  'passes a start, stop or restart only in the state that was asked for': (trial) => {
    const { story, passed, run, warnings } = trial;
    if (!isLifecycle(story) || !passed || !story.waits) return undefined;
    // The status could not be read, or work of somebody else hid that nothing was done: a warning
    // says so.
    const isHidden = story.faults.some(({ on, times }) => on === 'resource' && times === 0);
    const isUnseen = warnings.some((text) => text.includes('has shown no change since'));
    if ((isHidden && warnings.length > 0) || isUnseen) return undefined;
    const last = lastApp(story);
    const goals = GOALS[story.operation] ?? [];
    const isAsAsked = ({ kind, word }: AppStatus): boolean => {
      if (goals.includes(kind) || kind === 'unknown') return true;
      // An app that had crashed before, or was killed, is stopped as far as it can be.
      const isKilled = /^\s*kill/i.test(word) || story.before.kind === 'crashed';
      return story.operation === 'stop' && kind === 'crashed' && isKilled;
    };
    if (isAsAsked(last) || last.kind === 'none') return undefined;
    // It may have seen an earlier moment only.
    const couldSee = [story.before, ...story.after].some(isAsAsked);
    return couldSee && story.operation !== 'restart'
      ? undefined
      : `passed as ${run.outputs['resource-status']}, the app is ${last.word}`;
  },

  'waits only for the deployment that was asked for': ({ story, passed, run, claimed }) => {
    if (story.operation !== 'follow' || !passed) return undefined;
    if (claimed?.id !== 'dep_9') return `passed on ${run.outputs['deployment-id']}`;
    return claimed.end === 'finished' && claimed.endMs <= run.tookMs
      ? undefined
      : `passed on one that is ${claimed.end}`;
  },

  'never says that nothing was requested after a request that may have been taken': (trial) => {
    const { error, requestedMs, story, made } = trial;
    const isTaken =
      made.some(({ id, by }) => by === 'us' && id !== 'dep_9') ||
      (isLifecycle(story) && requestedMs.length > story.attempts.length);
    return isTaken && /nothing was (requested|sent|started|changed)/i.test(error)
      ? error
      : undefined;
  },

  'never hides a request that may have been taken behind another code': (trial) => {
    const { made, run, code, story } = trial;
    const isTaken = story.operation === 'deploy' && made.some(({ by }) => by === 'us');
    const hides = /^(?:rate_limited|busy|quota_exceeded|timeout|unreachable|no_deployment)$/.test(
      code,
    );
    return isTaken && hides && run.outputs['deployment-id'] === ''
      ? `error-code=${code}`
      : undefined;
  },

  'shows the cause of a failure': (trial) => {
    const { story, run, code, claimed } = trial;
    const isOurs = code === 'deployment_failed' && claimed?.by === 'us';
    if (!isOurs || story.lines === 0 || !story.showsLogs) return undefined;
    const isInTime =
      run.tookMs < story.timeoutS * 1_000 - 8_000 && story.cancelS === 0 && story.lateS < 2;
    return isInTime && wasRead(trial) && isUndisturbed(trial) && !run.log.includes(CAUSE)
      ? 'the cause of the failure is not shown'
      : undefined;
  },

  'prints each line of the log once and in order': (trial) => {
    const { story, run, claimed } = trial;
    if (
      claimed?.by !== 'us' ||
      !['deploy', 'follow'].includes(story.operation) ||
      !PLAIN_SHAPES.includes(story.shape)
    )
      return undefined;
    const printed = run.log
      .split('\n')
      .flatMap((line) => /^ {2}\| <dep_\w+\.(\d+)>/.exec(line)?.[1] ?? []);
    if (!story.showsLogs) return printed.length === 0 ? undefined : 'the log is shown';
    if (printed.some((number, index) => Number(number) !== index))
      return `the lines were printed as ${printed.join(' ')}`;
    const isWhole =
      trial.passed &&
      story.waits &&
      isUndisturbed(trial) &&
      story.lateS === 0 &&
      wasRead(trial) &&
      story.operation === 'deploy';
    return isWhole && printed.length !== story.lines
      ? `${printed.length} of ${story.lines} lines were printed`
      : undefined;
  },

  'sends the key to the service alone': ({ served }) => {
    const wrong = served.find(
      ({ name, headers }) =>
        (headers.authorization !== undefined) === ['health', 'openapi'].includes(name),
    );
    return wrong === undefined
      ? undefined
      : `${wrong.name} ${wrong.headers.authorization === undefined ? 'without' : 'with'} the key`;
  },

  'waits as long as the rate limit says': ({ story, served }) => {
    const limits = story.attempts.flatMap(({ answer }, number) => {
      const [, seconds] = /^429 .*\(retry-after (\d+)\)/.exec(answer) ?? [];
      const request = served.filter(
        ({ name }) => name === (isLifecycle(story) ? story.operation : 'POST'),
      )[number];
      return seconds === undefined || request === undefined
        ? []
        : [{ fromMs: request.atMs, untilMs: request.atMs + Number(seconds) * 1_000 }];
    });
    const early = served.find(
      ({ atMs, name }) =>
        name !== 'health' && limits.some(({ fromMs, untilMs }) => atMs > fromMs && atMs < untilMs),
    );
    return early === undefined
      ? undefined
      : `${early.name} was requested at ${early.atMs} ms, before the rate limit allowed it`;
  },

  'leaves the service in peace': ({ served }) => {
    const times = served.filter(({ name }) => name !== 'health').map(({ atMs }) => atMs);
    const inMinute = (from: number): number =>
      times.filter((atMs) => atMs >= from && atMs < from + 60_000).length;
    const most = Math.max(0, ...times.map(inMinute));
    return most > 75 ? `${most} requests within a minute` : undefined;
  },
};

/** The promises that a trial broke, each with how. */
export function wrongIn(trial: Trial): string[] {
  return Object.entries(promises).flatMap(([promise, isBroken]) => {
    const problem = isBroken(trial);
    return problem === undefined ? [] : [`${promise}: ${problem}`];
  });
}
