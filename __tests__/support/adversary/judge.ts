// The four promises, judged by what a user saw and what really happened. Nothing else is judged: a
// step may be slow, wordy or pessimistic here.
import { leaksIn } from '../leaks.ts';
import type { StepRun } from '../run-step.ts';
import { commandsIn } from '../runner-parsers.ts';
import { PLAIN_LISTS } from './forms.ts';
import type { Served, startService } from './service.ts';
import { FOLLOW, isLifecycle, kindOf, type Story } from './story.ts';
import { LIMITS, LOSSES, OUTAGES } from './troubles.ts';
import type { Deployment } from './world.ts';

/** A story that has been played: what the user saw, and what really happened. */
export interface Trial {
  readonly story: Story;
  readonly run: StepRun;
  readonly truth: Awaited<ReturnType<typeof startService>>['truth'];
}

/** What is wrong with a trial; empty if nothing is. */
export const wrongIn = (trial: Trial): string[] => [
  ...secondDeployment(trial),
  ...(trial.run.exitCode === 0 ? greenWithoutVerdict(trial) : []),
  ...waitWithoutWordOrEnd(trial),
  ...leaksAndCommands(trial),
  ...contradiction(trial),
];

const when = (isWrong: boolean, problem: string): string[] => (isWrong ? [problem] : []);

// 1: never a second deployment by accident

/** For so long reads have to deny a lost request before it is repeated: 90 s less a slow poll. */
const HIDDEN_MS = 77_000;

function secondDeployment({ story, truth }: Trial): string[] {
  const count = new Set(truth.carriedOut.map(({ id }) => id)).size;
  if (story.operation === FOLLOW) return when(count > 0, 'it changes what it follows');
  const isDeleted = story.deletedS > 0 && !isShown(truth, truth.carriedOut[0]?.id);
  const isExcused = count === 2 && (isHidden({ story, truth }) || isDeleted);
  return when(count > 1 && !isExcused && !isLifecycle(story), `${count} deployments were started`);
}

/** True if a list has shown this deployment. */
const isShown = ({ served }: Trial['truth'], sought?: string): boolean =>
  served.some((read) => idsIn(read).some((id) => id === sought));

/** True if the first request was lost, and all that could be read then denied it for long enough. */
function isHidden({ story, truth }: Pick<Trial, 'story' | 'truth'>): boolean {
  const { served } = truth;
  const [fromMs = 0, toMs = 0] = truth.carriedOut.map(({ atMs }) => atMs);
  const untilChange = served.slice(0, served.findIndex(isLoss));
  const before = idsIn(untilChange.findLast(({ name }) => name === 'list'));
  // Where nothing was there before, an empty list is as good as any.
  const isBad = ({ trouble }: Served): boolean =>
    trouble !== undefined && !(trouble === 'empty list' && before.length === 0);
  const reads = served.filter(({ atMs }) => atMs > fromMs && atMs < toMs);
  const since = reads.slice(reads.findLastIndex(isBad) + 1).filter(({ name }) => name === 'list');
  const denies = (read: Served): boolean => {
    const ids = idsIn(read);
    const isGood = before.length === 0 || ids.some((id) => before.includes(id));
    const isNew = ids.some((id) => !before.includes(id)) || read.shown?.[0]?.inProgress === true;
    return isGood && !isNew;
  };
  const isLost = served.some((one) => one.atMs === fromMs && isLoss(one));
  const isLong = toMs - (since[0]?.atMs ?? toMs) >= HIDDEN_MS;
  return isLost && isLong && PLAIN_LISTS.includes(story.listForm) && since.every(denies);
}

const idsIn = (read?: Served): string[] => read?.shown?.map(({ id }) => id) ?? [];

const isLoss = ({ name, trouble }: Served): boolean =>
  name === 'change' && trouble !== undefined && LOSSES.includes(trouble);

// 2: never green without a verdict about the right deployment

function greenWithoutVerdict(trial: Trial): string[] {
  const { story, truth } = trial;
  if (isLifecycle(story)) return greenLifecycle(trial);
  const claimed = truth.deployments.find(({ id }) => id === trial.run.outputs['deployment-id']);
  const wrongOne = story.operation === FOLLOW ? notFollowed : notOurs;
  return [
    ...wrongOne(trial, claimed),
    ...(story.waits || story.operation === FOLLOW ? unfinished(trial, claimed) : []),
    ...when(isBroken(trial, claimed), `it passes although the app is ${story.app.at(-1)?.word}`),
  ];
}

const hasWarned = ({ run }: Trial): boolean =>
  run.annotations.some(({ kind }) => kind === 'warning');

function notOurs(trial: Trial, claimed: Deployment | undefined): string[] {
  const { story, truth } = trial;
  const isOurs = truth.carriedOut.some(({ id }) => id === claimed?.id);
  // After a lost answer ours cannot be told from one that somebody else starts then: it warns.
  const isAdopted = truth.served.some(isLoss) && claimed?.by === 'rival' && hasWarned(trial);
  if (isOurs || isAdopted) return [];
  if (truth.carriedOut.length === 0) return ['it passes although nothing was requested'];
  const isUnnamed = claimed === undefined || hasWarned(trial);
  return when(story.waits || !isUnnamed, `it passes on ${claimed?.id}, which is not its own`);
}

function notFollowed({ story, truth }: Trial, claimed: Deployment | undefined): string[] {
  // A list that lags may show one in progress that has ended.
  const hasShown = truth.served.some(({ shown = [] }) =>
    shown.some(({ id, inProgress }) => inProgress && id === claimed?.id),
  );
  const isRight = {
    ours: claimed?.id === '201',
    latest: truth.served.some(({ shown }) => shown?.[0]?.id === claimed?.id),
    '': claimed !== undefined && (claimed.endMs > 0 || hasShown),
  }[story.target];
  return when(!isRight, `it follows ${claimed?.id}`);
}

function unfinished({ run }: Trial, claimed: Deployment | undefined): string[] {
  const hasFinished = claimed?.end === 'finished' && claimed.endMs <= run.tookMs;
  return when(!hasFinished, `it passes on ${claimed?.id}: ${claimed?.end} at ${claimed?.endMs} ms`);
}

function greenLifecycle(trial: Trial): string[] {
  const { story, truth } = trial;
  const { operation, before, app, waits } = story;
  const isSent = truth.carriedOut.length > 0;
  const kinds = [before, ...(isSent ? app : []).map(({ word }) => word)].map(kindOf);
  const isMet = kinds.some((kind) => (kind === 'up') === (operation !== 'stop'));
  const isNeeded = operation === 'restart' || !waits || !isMet;
  const neverStops = operation === 'stop' && kinds.every((one) => one === 'up' || one === 'moving');
  const isDown = operation === 'stop' ? neverStops : isSent && isBroken(trial, undefined);
  return [
    ...when(!isSent && isNeeded && !hasWarned(trial), 'it passes although nothing was requested'),
    ...when(waits && isDown, `it passes although the app is ${app.at(-1)?.word ?? before}`),
  ];
}

/** How late the card of an app may follow its deployment, in seconds. */
const LATE_CARD_S = 6;
/** A step that ends so shortly before its deadline may have been cut short. */
const CUT_MS = 3_000;
/** What ended so soon may have ended before the first read. */
const FIRST_READ_MS = 2_000;

/**
 * True if the app, since the work that the step waits for, was never anything but down, crashed or
 * on its way to that, and nothing kept the step from seeing it.
 */
function isBroken(trial: Trial, claimed: Deployment | undefined): boolean {
  const { story, run, truth } = trial;
  const { app, before, operation, target } = story;
  const kinds = app.map(({ word }) => kindOf(word));
  const isBad = kinds.includes('bad') && kinds.every((kind) => kind === 'bad' || kind === 'moving');
  const lateS = app[0]?.afterS ?? 0;
  const wasUp = lateS > 0 && (kindOf(before) === 'up' || lateS > LATE_CARD_S);
  // What was down before, and is down in the same way, passes with a warning.
  const isAsBefore = before === app.at(-1)?.word && hasWarned(trial);
  // One that shows no status, and was deployed before, has none to wait for.
  const isWithout = before === '-' && lateS > 0 && story.past.includes('finished');
  const isBlind = story.spells.length > 0 || run.tookMs > story.timeoutS * 1_000 - CUT_MS;
  // The app follows the first of ours; a `latest` that had ended before is not judged by its app.
  const isOfOurs = claimed?.by === 'us' && truth.carriedOut.length < 2;
  const hadEnded =
    operation === FOLLOW && target !== 'ours' && (claimed?.endMs ?? 0) < FIRST_READ_MS;
  const isJudged = isLifecycle(story) || (isOfOurs && !hadEnded && story.waits);
  const isForGood = isBad && (story.loops || kinds.at(-1) === 'bad');
  return isForGood && isJudged && !wasUp && !isAsBefore && !isWithout && !isBlind;
}

// 3: never a wait without a word or an end

/** The end, after the deadline or a cancelled run. */
const END_GRACE_MS = 2_000;
const CANCEL_GRACE_MS = 5_000;
/** Longest silence: a minute, and what a poll and a slow answer may add. */
const SILENCE_MS = 66_000;
/** A wait for trouble that lasts so long has a line after 5 s and a little. */
const TROUBLE_MS = 12_000;
const LINE_WITHIN_MS = 8_000;
/** A line so shortly before may be about it, where one good answer came in between. */
const LINE_BEFORE_MS = 3_500;

function waitWithoutWordOrEnd({ story, run, truth }: Trial): string[] {
  const { timeoutS, cancelS } = story;
  const cancelledMs = (cancelS || Infinity) * 1_000 + CANCEL_GRACE_MS;
  const endMs = Math.min(timeoutS * 1_000 + END_GRACE_MS, cancelledMs);
  const lines = run.writtenAtMs;
  const times = [...lines, run.tookMs];
  const silenceMs = Math.max(...times.map((ms, index) => ms - (times[index - 1] ?? 0)));
  // What comes while nobody listens is not served: trouble may have begun before, and have its line.
  const isUnseen = story.spells.some(({ trouble }) => trouble === 'refused');
  const silent = troublesIn(truth.served, run.tookMs).filter(
    ([fromMs, toMs]) =>
      !isUnseen &&
      toMs - fromMs > TROUBLE_MS &&
      !lines.some((ms) => ms >= fromMs - LINE_BEFORE_MS && ms <= fromMs + LINE_WITHIN_MS),
  );
  return [
    ...when(run.tookMs > endMs || run.forcedExit, `it ends at ${run.tookMs} ms, not by ${endMs}`),
    ...when(silenceMs > SILENCE_MS, `it is silent for ${silenceMs} ms`),
    ...silent.map(([fromMs, toMs]) => `it waits from ${fromMs} to ${toMs} ms without a line`),
  ];
}

/** From when to when nothing but trouble was answered. */
function troublesIn(served: readonly Served[], endMs: number): [number, number][] {
  const isTrouble = (one?: Served): boolean =>
    one?.trouble !== undefined && [...OUTAGES, ...LIMITS].includes(one.trouble);
  return served.flatMap((one, index): [number, number][] => {
    if (!isTrouble(one) || isTrouble(served[index - 1])) return [];
    const next = served.slice(index).find((later) => !isTrouble(later));
    return [[one.atMs, next?.atMs ?? endMs]];
  });
}

// 4: the key in no text and at no other host, no command from untrusted text

/** The commands of a step; all others could only come from what others wrote. */
const OWN_COMMANDS = new Set('group endgroup stop-commands error warning notice debug'.split(' '));
const MIN_TOKEN_CHARS = 16;

function leaksAndCommands({ story, run, truth }: Trial): string[] {
  const commands = commandsIn(run.log);
  const foreign = commands.filter(
    ({ name, data }) =>
      !OWN_COMMANDS.has(name) || (name === 'stop-commands' && data.length < MIN_TOKEN_CHARS),
  );
  const isForged = (['error', 'warning'] as const).some(
    (kind) =>
      commands.filter(({ name }) => name === kind).length !==
      run.annotations.filter((one) => one.kind === kind).length,
  );
  const elsewhere = truth.served.filter(
    ({ name, hasKey }) => hasKey && (name === 'health' || name === 'other'),
  );
  return [
    ...leaksIn(run, story.key),
    ...elsewhere.map(({ path }) => `the key is sent to ${path}`),
    ...foreign.map(({ line }) => `a command of others: ${JSON.stringify(line)}`),
    ...when(isForged, 'an annotation of others'),
  ];
}

/** The exit code and the annotations say the same. */
function contradiction({ run }: Trial): string[] {
  const errors = run.annotations.filter(({ kind }) => kind === 'error').length;
  const code = run.outputs['error-code'] ?? '';
  const isOne = errors === run.exitCode && (run.exitCode === 0) === (code === '');
  return when(!isOne, `exit code ${run.exitCode}, ${errors} errors, error-code "${code}"`);
}
