// Awaits the end of one deployment: polls it, reports its progress, and after a failure reads the
// last lines of its log, which hold the cause.
import { endingOf, type Ending, isKnownStatus, normalizeStatus } from '../api/status-words.ts';
import { catchFailure, isFailure } from '../failure.ts';
import { buildingPhase, endPhase, hasEnded } from '../phase.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import type { Confirm } from './find.ts';
import { createLogView, type LogView } from './log-view.ts';
import { createNote, type Note, reportCommit } from './notes.ts';
import { createWaitReport } from './poll-until.ts';
import { createPoll, type Polled, type PollOptions } from './poll-deployment.ts';
import { BEST_EFFORT_MS, tryResource } from './resource.ts';

/** The deployment to await. */
export interface Target {
  readonly deploymentId: string;
  /** Elapsed times count from here, on the clock of the step: the acceptance, or the first poll. */
  readonly sinceMs: number;
  /** Called after each poll, if only the list has shown that the deployment is ours. */
  readonly confirm?: Confirm | undefined;
  /** It may have ended before this step; then no more of its log is expected. */
  readonly mayBeOld?: boolean;
}

/** How the deployment ended. `absent`: the service does not know the id, or no longer does. */
export type Awaited =
  | { readonly kind: 'absent'; readonly wasSeen: boolean }
  | {
      readonly kind: 'ended';
      readonly ending: Ending;
      /** What the service says about a failure besides the log. */
      readonly reasons: readonly string[];
      /** It was in progress at the first poll. */
      readonly wasInProgress: boolean;
      /** `unread`: not to its end. `empty`: no log is recognised. */
      readonly log: 'read' | 'unread' | 'empty';
      /** Reads the log once more, for lines that came late. */
      readonly showLateLines: () => Promise<void>;
    };

/** What the polls of one deployment share. */
interface Watch {
  readonly step: Step;
  readonly target: Target;
  readonly poll: (options?: PollOptions) => Promise<Polled>;
  readonly logView: LogView;
  readonly noteStatus: Note;
  readonly buildingSince: ReturnType<typeof createBuildTimer>;
  /** Logs only its first text. */
  readonly noteUnknown: (text: string) => void;
}

/** Absent: neither detail nor list has shown it for this long, in at least this many polls. */
const ABSENT_AFTER_MS = 15_000;
const ABSENT_POLLS = 3;

/** Polls until the deployment has ended. Throws a `Failure` that ends the step. */
export async function awaitDeployment(step: Step, target: Target): Promise<Awaited> {
  const { api, clock, outcome } = step;
  const watch = createWatch(step, target);
  const reportWait = createWaitReport(step);
  const notShown = `The service does not show deployment ${target.deploymentId}; it is read again`;
  // The list has already shown a candidate.
  let isSeen = target.confirm !== undefined;
  let wasInProgress = false;
  let absent = { polls: 0, sinceMs: clock.now() };
  for (;;) {
    const polled = await orUnfinishedLine(watch, watch.poll());
    const { absence, status } = polled;
    isSeen ||= status !== undefined;
    const isAbsent = absence !== undefined;
    if (!isAbsent || absent.polls === 0) absent = { polls: 0, sinceMs: clock.now() };
    if (isAbsent) absent.polls += 1;
    const isCertain = absence === 'certain' || !isSeen;
    const lookUntilMs = absent.sinceMs + ABSENT_AFTER_MS;
    const untilMs = isCertain ? lookUntilMs : Infinity;
    if (isAbsent) reportWait({ key: 'absent', text: notShown, untilMs });
    if (absent.polls >= ABSENT_POLLS && clock.now() >= lookUntilMs) {
      if (isCertain) return { kind: 'absent', wasSeen: isSeen };
      // Throws if the resource is gone, too.
      await tryResource(step, { giveUpMs: BEST_EFFORT_MS });
    }
    const ending = status === undefined ? undefined : endingOf(status);
    outcome.phase = buildingPhase(outcome.phase, watch.buildingSince(status));
    await reportPoll(watch, polled, ending !== undefined);
    if (ending !== undefined) {
      outcome.phase = endPhase(outcome.phase, clock.now());
      return await concludeEnd(watch, { polled, ending, wasInProgress });
    }
    wasInProgress ||= isSeen;
    await target.confirm?.(false);
    step.save();
    await orUnfinishedLine(watch, api.pause(0));
  }
}

function createWatch(step: Step, target: Target): Watch {
  let hasNotedUnknown = false;
  return {
    step,
    target,
    poll: createPoll(step, target.deploymentId),
    logView: createLogView(step),
    noteStatus: createNote(step),
    buildingSince: createBuildTimer(step, target),
    noteUnknown(text) {
      if (!hasNotedUnknown) step.log.info(text);
      hasNotedUnknown = true;
    },
  };
}

/** If polls are further apart than this, they do not show when the build began. */
const MAX_POLL_GAP_MS = 10_000;

/**
 * Creates a function that gets the status of each poll and returns when the build began: at the
 * first such poll, or at `sinceMs` if it was never queued. Undefined if polls were too far apart.
 */
function createBuildTimer({ clock }: Step, { sinceMs }: Target) {
  let lastPollMs = sinceMs;
  let wasQueued = false;
  let isTooCoarse = false;
  let buildingSinceMs: number | undefined;
  return (status = ''): number | undefined => {
    const nowMs = clock.now();
    isTooCoarse ||= nowMs - lastPollMs > MAX_POLL_GAP_MS;
    lastPollMs = nowMs;
    const word = normalizeStatus(status);
    wasQueued ||= word === 'queued';
    if (word === 'building') buildingSinceMs ??= wasQueued ? nowMs : sinceMs;
    return isTooCoarse ? undefined : buildingSinceMs;
  };
}

/** If `work` rejects, prints the unfinished last line: it may be a question that the build asks. */
async function orUnfinishedLine<T>({ logView }: Watch, work: Promise<T>): Promise<T> {
  return await work.catch(async (error: unknown) => {
    await logView.showUnfinished();
    throw error;
  });
}

/** Reports what a poll has shown: the commit, new lines of the log, and the status. */
async function reportPoll(watch: Watch, polled: Polled, isEnded: boolean): Promise<void> {
  const { step, logView } = watch;
  reportCommit(step, polled.commit);
  await logView.show(polled.log, { isEnded });
  // After the end, another status belongs to another attempt.
  if (polled.status === undefined || hasEnded(step.outcome.phase)) return;
  step.outcome.status = polled.status;
  if (!isEnded) reportProgress(watch, polled.status);
}

function reportProgress(watch: Watch, status: string): void {
  const { step, noteStatus, noteUnknown } = watch;
  const state = stateText(watch, status);
  const left = formatDuration(Math.max(0, step.deadlineMs - step.clock.now()));
  noteStatus(status, `${state}, ${left} left`);
  if (isKnownStatus(status)) return;
  noteUnknown(`The status "${status}" is not known to this action; it counts as in progress.`);
}

function stateText({ step: { clock }, target }: Watch, status: string): string {
  const elapsed = formatDuration(clock.now() - target.sinceMs);
  return `Deployment ${target.deploymentId}: ${status} after ${elapsed}`;
}

/**
 * After a failure, reads the last lines of the log. Reports the end, and confirms that the
 * deployment is ours before the end counts.
 */
async function concludeEnd(
  watch: Watch,
  end: { polled: Polled; ending: Ending; wasInProgress: boolean },
): Promise<Awaited> {
  const { step, target } = watch;
  const { polled, ending, wasInProgress } = end;
  const { status = '' } = polled;
  const isOld = target.mayBeOld === true && !wasInProgress;
  const text = isOld
    ? `Deployment ${target.deploymentId} had ended before: ${status}`
    : stateText(watch, status);
  const last = ending === 'failed' && !isOld ? await readLastLines(watch, polled) : polled;
  if (ending === 'failed') warnOfMissingLog(watch, last);
  step.log.info(text);
  await target.confirm?.(true);
  return {
    kind: 'ended',
    ending,
    reasons: last.reasons ?? [],
    log: logState(last),
    wasInProgress,
    showLateLines: () => showLateLines(watch, last),
  };
}

/** After a failure the detail is read again: first after 1 s, and then every 2 s. */
const FIRST_REREAD_MS = 1_000;
const REREAD_GAP_MS = 2_000;
/** For how long: while no cause is named, and while the log grows or can no longer be read. */
const CAUSE_TIMEOUT_MS = 5_000;
const LAST_LINES_TIMEOUT_MS = 15_000;

/** Reads the last lines of the log of a failed deployment, which hold the cause. */
async function readLastLines(watch: Watch, failed: Polled): Promise<Polled> {
  const { clock, log, signal } = watch.step;
  const within = formatDuration(LAST_LINES_TIMEOUT_MS);
  log.info(`The deployment has failed; reading the last lines of its log for at most ${within}.`);
  const failedMs = clock.now();
  const reasons = new Set(failed.reasons);
  let last = failed;
  for (let gapMs = FIRST_REREAD_MS; ; gapMs = REREAD_GAP_MS) {
    const next = await catchFailure(
      clock.sleep(gapMs, signal).then(() => watch.poll({ isOptional: true })),
    );
    // A deployment that is in progress again shows the log of another attempt.
    if (isFailure(next) || endingOf(next.status ?? '') === undefined) break;
    await reportPoll(watch, next, true);
    for (const reason of next.reasons ?? []) reasons.add(reason);
    const timeoutMs = timeForMore(watch.step, { last, next, hasReason: reasons.size > 0 });
    last = next;
    if (clock.now() + REREAD_GAP_MS > failedMs + timeoutMs) break;
  }
  return { ...last, reasons: [...reasons] };
}

/** For how long after the failure the log is read again. */
function timeForMore(
  { inputs, log }: Step,
  { last, next, hasReason }: { last: Polled; next: Polled; hasReason: boolean },
): number {
  const isGrowing = next.log?.text !== last.log?.text || next.log?.unread !== last.log?.unread;
  const isLost = next.failure !== undefined && next.wasRead;
  if (isGrowing || isLost) return LAST_LINES_TIMEOUT_MS;
  // Without logs, no cause is shown, so none is awaited.
  const hasCause = hasReason || log.errorLine('build') !== undefined || !inputs.buildLog;
  return hasCause ? 0 : CAUSE_TIMEOUT_MS;
}

/** What is known about the log at the end. */
function logState({ failure, log }: Polled): 'read' | 'unread' | 'empty' {
  if (failure !== undefined) return 'unread';
  return log === undefined || (log.text === '' && log.unread === undefined) ? 'empty' : 'read';
}

/** A detail that shows no log yet is read again for this long. */
const LATE_LOG_TIMEOUT_MS = 5_000;

async function showLateLines(watch: Watch, final: Polled): Promise<void> {
  const { api, clock, signal } = watch.step;
  // With other jobs on the key, an optional request would leave them fewer requests.
  if (api.hasConcurrentJobs && final.log !== undefined) return;
  const endMs = clock.now() + LATE_LOG_TIMEOUT_MS;
  let last = final;
  do {
    if (last.log === undefined) await clock.sleep(FIRST_REREAD_MS, signal).catch(() => undefined);
    const next = await catchFailure(watch.poll({ isOptional: true }));
    if (isFailure(next)) return warnOfMissingLog(watch, final);
    last = next;
  } while (last.log === undefined && last.wasRead && clock.now() < endMs && !signal.aborted);
  await watch.logView.show(last.log, { isEnded: true });
  if (last.failure !== undefined) warnOfMissingLog(watch, final);
}

function warnOfMissingLog({ step: { log }, target }: Watch, { failure }: Polled): void {
  if (failure === undefined) return;
  const what = `The log of deployment ${target.deploymentId} could not be read to its end`;
  log.warn(`${what}: ${failure.message}`);
}
