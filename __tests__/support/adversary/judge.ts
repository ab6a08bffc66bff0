// The four promises, judged by what a user saw and what really happened. Nothing else is judged: a
// step may be slow, wordy or pessimistic here.
import { leaksIn } from '../leaks.ts';
import { commandsIn } from '../runner-parsers.ts';
import { isReadable } from './forms.ts';
import type { Trial } from './play.ts';
import type { Deployment, Served } from './service.ts';
import { FOLLOW, isLifecycle, kindOf, type Story } from './story.ts';
import { LIMITS, LOSSES, OUTAGES } from './troubles.ts';

/** What is wrong with a trial; empty if nothing is. */
export function wrongIn(trial: Trial): string[] {
  return [
    ...secondDeployment(trial),
    ...greenWithoutVerdict(trial),
    ...waitWithoutWordOrEnd(trial),
    ...leaksOrCommands(trial),
    ...contradiction(trial),
  ];
}

const when = (isWrong: boolean, problem: string): string[] => (isWrong ? [problem] : []);

// 1: never a second deployment by accident

/** For so long reads have to show nothing before a lost request is repeated; 90 s less a poll. */
const HIDDEN_MS = 85_000;

function secondDeployment({ story, truth }: Trial): string[] {
  const [first, second] = truth.carriedOut;
  if (first !== undefined && story.operation === FOLLOW) return ['it changes what it follows'];
  if (isLifecycle(story) || first === undefined || second?.id === undefined) return [];
  const count = new Set(truth.carriedOut.map(({ id }) => id)).size;
  const isExcused = count === 2 && isHidden(story, truth.served, [first.atMs, second.atMs]);
  return when(count > 1 && !isExcused, `${count} deployments were started`);
}

/** True if the first request was lost, and all that could be read then denied it for long enough. */
function isHidden(story: Story, served: readonly Served[], [fromMs, toMs]: [number, number]) {
  const request = served.find(({ name, atMs }) => name === 'change' && atMs === fromMs);
  const reads = served.filter(({ atMs }) => atMs > fromMs && atMs < toMs);
  const lists = reads.filter(({ name }) => name === 'list');
  const before = idsIn(served.findLast(({ name, atMs }) => name === 'list' && atMs < fromMs));
  const isGood = (read: Served): boolean => {
    const ids = idsIn(read);
    const isOfBefore = before.length === 0 || ids.some((id) => before.includes(id));
    const isNew = ids.some((id) => !before.includes(id)) || read.shown?.[0]?.inProgress === true;
    return read.trouble === undefined && isOfBefore && !isNew;
  };
  const lastBadMs = reads.findLast(({ trouble }) => trouble !== undefined)?.atMs ?? fromMs;
  const since = lists.filter(({ atMs }) => atMs > lastBadMs);
  return (
    isLoss(request) &&
    isReadable(story.listForm) &&
    since.every(isGood) &&
    toMs - (since[0]?.atMs ?? toMs) >= HIDDEN_MS
  );
}

const idsIn = (read: Served | undefined): string[] => read?.shown?.map(({ id }) => id) ?? [];

const isLoss = (request: Served | undefined): boolean =>
  request?.trouble !== undefined && LOSSES.includes(request.trouble);

// 2: never green without a verdict about the right deployment

function greenWithoutVerdict(trial: Trial): string[] {
  const { story, run } = trial;
  if (run.exitCode !== 0) return [];
  if (isLifecycle(story)) return greenLifecycle(trial);
  return [
    ...(story.operation === FOLLOW ? greenFollow(trial) : greenDeploy(trial)),
    ...when(isBroken(trial), `it passes with an app that is ${story.app.at(-1)?.word}`),
  ];
}

const hasWarned = ({ run }: Trial): boolean =>
  run.annotations.some(({ kind }) => kind === 'warning');

const claimedBy = ({ run, truth }: Trial): Deployment | undefined =>
  truth.deployments.find(({ id }) => id === run.outputs['deployment-id']);

function greenDeploy(trial: Trial): string[] {
  const { story, run, truth } = trial;
  const claimed = claimedBy(trial);
  const id = run.outputs['deployment-id'] ?? '';
  const isOurs = truth.carriedOut.some((request) => request.id === id);
  // After a lost answer ours cannot be told from one that somebody else starts then: it warns.
  const isAdopted =
    truth.served.some((one) => one.name === 'change' && isLoss(one)) &&
    claimed?.by === 'rival' &&
    hasWarned(trial);
  if (isAdopted) return story.waits ? unfinished(trial, claimed) : [];
  if (truth.carriedOut.length === 0) return ['it passes although nothing was requested'];
  if (!story.waits)
    return when(claimed !== undefined && !isOurs && !hasWarned(trial), `it names ${id} as its own`);
  return isOurs ? unfinished(trial, claimed) : [`it passes on "${id}", which is not its own`];
}

function unfinished({ run }: Trial, claimed: Deployment | undefined): string[] {
  const hasFinished = claimed?.end === 'finished' && claimed.endMs <= run.tookMs;
  return when(!hasFinished, `it passes on ${claimed?.id}: ${claimed?.end} at ${claimed?.endMs} ms`);
}

function greenFollow(trial: Trial): string[] {
  const { story, truth } = trial;
  const claimed = claimedBy(trial);
  const isRight = {
    ours: claimed?.id === '201',
    latest: truth.served.some(({ shown }) => shown?.[0]?.id === claimed?.id),
    '': claimed !== undefined && claimed.endMs > 0,
  }[story.target];
  return isRight ? unfinished(trial, claimed) : [`it follows ${claimed?.id ?? 'nothing'}`];
}

function greenLifecycle(trial: Trial): string[] {
  const { story, truth } = trial;
  const { operation, before, app, waits } = story;
  const isSent = truth.carriedOut.length > 0;
  const words = [before, ...(isSent ? app : []).map(({ word }) => word)];
  const isMet = words.some((word) => (kindOf(word) === 'up') === (operation !== 'stop'));
  const isUnsent = !isSent && (operation === 'restart' || !waits || !isMet);
  const neverStops =
    waits && operation === 'stop' && words.every((word) => /up|moving/.test(kindOf(word)));
  return [
    ...when(isUnsent && !hasWarned(trial), 'it passes although nothing was requested'),
    ...when(neverStops, `it passes although the app is ${words.at(-1)}`),
    ...when(
      operation !== 'stop' && isSent && isBroken(trial),
      `it passes, the app is ${words.at(-1)}`,
    ),
  ];
}

/** How late the card of an app may follow its deployment, in seconds. */
const LATE_CARD_S = 6;
/** A step that ends so shortly before its deadline may have been cut short. */
const CUT_MS = 3_000;

/**
 * True if the app, since the work that the step waits for, was never anything but down, crashed or
 * on its way to that, and nothing kept the step from seeing it.
 */
function isBroken(trial: Trial): boolean {
  const { story, run, truth } = trial;
  const { app, before, operation, waits, spells } = story;
  const kinds = app.map(({ word }) => kindOf(word));
  const isBad = kinds.every((kind) => kind === 'bad' || kind === 'moving') && kinds.includes('bad');
  const isForGood = isBad && (story.loops || kinds.at(-1) === 'bad');
  const lateS = app[0]?.afterS ?? 0;
  const showsBefore = lateS > 0 && (kindOf(before) === 'up' || lateS > LATE_CARD_S);
  // What was down before, and is down in the same way, passes with a warning.
  const isAsBefore = before === app.at(-1)?.word && hasWarned(trial);
  const isBlind = spells.length > 0 || run.tookMs > story.timeoutS * 1_000 - CUT_MS;
  const isOfOthers = !isLifecycle(story) && claimedBy(trial)?.by !== 'us';
  // A `latest` that had ended before is not judged by its app.
  const hadEnded = operation === FOLLOW && (claimedBy(trial)?.endMs ?? 0) <= 2_000;
  const isSeveral = truth.deployments.filter(({ by }) => by === 'us').length > 1;
  const isExempt = !waits || isAsBefore || isBlind || isOfOthers || hadEnded || isSeveral;
  return isForGood && !showsBefore && !isExempt;
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

function waitWithoutWordOrEnd({ story, run, truth }: Trial): string[] {
  const endMs = Math.min(
    story.timeoutS * 1_000 + END_GRACE_MS,
    (story.cancelS || Infinity) * 1_000 + CANCEL_GRACE_MS,
  );
  const linesMs = [0, ...run.writtenAtMs, run.tookMs];
  const silenceMs = Math.max(...linesMs.map((ms, index) => ms - (linesMs[index - 1] ?? 0)));
  const silent = troublesIn(truth.served, run.tookMs).filter(
    ([fromMs, toMs]) =>
      toMs - fromMs > TROUBLE_MS &&
      !run.writtenAtMs.some((ms) => ms >= fromMs && ms <= fromMs + LINE_WITHIN_MS),
  );
  return [
    ...when(run.tookMs > endMs, `it ends at ${run.tookMs} ms, not by ${endMs}`),
    ...when(run.forcedExit, 'it is ended by force'),
    ...when(silenceMs > SILENCE_MS, `it is silent for ${silenceMs} ms`),
    ...silent.map(([fromMs, toMs]) => `it waits from ${fromMs} to ${toMs} ms without a line`),
  ];
}

/** From when to when nothing but trouble was answered. */
function troublesIn(served: readonly Served[], endMs: number): [number, number][] {
  const isTrouble = ({ trouble }: Served): boolean =>
    trouble !== undefined && [...OUTAGES, ...LIMITS].includes(trouble);
  const spells: [number, number][] = [];
  let fromMs: number | undefined;
  for (const one of served) {
    if (isTrouble(one)) fromMs ??= one.atMs;
    else if (fromMs !== undefined) {
      spells.push([fromMs, one.atMs]);
      fromMs = undefined;
    }
  }
  return fromMs === undefined ? spells : [...spells, [fromMs, endMs]];
}

// 4: no leak, no command from untrusted text

/** The commands of a step; all others could only come from what others wrote. */
const OWN_COMMANDS = new Set('group endgroup stop-commands error warning notice debug'.split(' '));
const MIN_TOKEN_CHARS = 16;

function leaksOrCommands({ story, run, truth }: Trial): string[] {
  const commands = commandsIn(run.log);
  const isForeign = ({ name, data }: { name: string; data: string }): boolean =>
    !OWN_COMMANDS.has(name) || (name === 'stop-commands' && data.length < MIN_TOKEN_CHARS);
  const isForged = (['error', 'warning'] as const).some(
    (kind) =>
      commands.filter(({ name }) => name === kind).length !==
      run.annotations.filter((one) => one.kind === kind).length,
  );
  return [
    ...leaksIn(run, story.key),
    ...truth.served
      .filter(({ name, hasKey }) => hasKey && ['health', 'other'].includes(name))
      .map(({ path }) => `the key is sent to ${path}`),
    ...commands.filter(isForeign).map(({ line }) => `a command of others: ${JSON.stringify(line)}`),
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
