// Follows one deployment to its end: polls it, prints its log, and says when its status changes.
import { type Failure, isFailure } from '../failure.ts';
import { endWork, type Outcome } from '../outcome.ts';
import { reads } from '../service/client.ts';
import { type Ending, endingOf, isKnownStatus } from '../service/statuses.ts';
import type { Step } from '../step.ts';
import { reportCommit } from './commit.ts';
import {
  deletedFailure,
  endFailure,
  lastWords,
  notShownFailure,
  unreadLogSentence,
} from './end.ts';
import { confirm, type Confirmation, mayConfirm, tryConfirm } from './find.ts';
import { createLogView, type LogView, printUnread } from './log-view.ts';
import { createPoll, type Poll, type Polled } from './poll.ts';

/** What is known about the deployment to follow, besides its id (`outcome`). */
export interface Target {
  /** Since when it is worked on, on the clock of the step. */
  readonly sinceMs: number;
  /** What it still needs to be certain that it is ours, if only the list has shown it. */
  readonly confirmation?: Confirmation | undefined;
  /** There were deployments before it, so a list without any is not to be believed. */
  readonly hadOthers: boolean;
  /** The list has shown it. */
  readonly isListed: boolean;
  /** It may have ended before this step; then no more of its log is expected. */
  readonly mayHaveEnded?: boolean;
}

/** How a deployment was followed. `absent`: the service has never shown it. */
export type Followed =
  | { readonly kind: 'absent'; readonly failure: Failure }
  | {
      readonly kind: 'finished';
      /** It had ended before this step. */
      readonly hadEnded: boolean;
      /** The first poll has shown it in progress. */
      readonly wasInProgress: boolean;
      /** Reads the log once more, for lines that came late. */
      readonly showLateLines: () => Promise<void>;
    };

/**
 * Polls until the deployment has finished and is certain to be the right one. Throws the failure of
 * one that ends otherwise or is deleted.
 */
export async function followDeployment(step: Step, target: Target): Promise<Followed> {
  const { clock, log, outcome, save, waits } = step;
  const poll = createPoll(step);
  const view = createLogView(step);
  try {
    const end = await pollToEnd(step, target, { poll, view });
    if (end.kind === 'absent') return end;
    const { atFirst, ending, polled } = end;
    const hadEnded = target.mayHaveEnded === true && atFirst === 'ended';
    if (target.confirmation !== undefined && !end.isConfirmed)
      await confirm(step, target.confirmation);
    endWork(outcome, clock.now());
    save();
    const last = ending === 'failed' && !hadEnded ? await lastWords(step, polled, view) : polled;
    view.reportHidden();
    // What is printed in the place of a log names no cause.
    const failure =
      ending === 'finished' ? undefined : await endFailure(step, { ending, last, hadEnded });
    await printUnknownLog(step, ending, last);
    if (failure !== undefined) throw failure;
    const showLateLines = async (): Promise<void> => {
      if (polled.isTooLarge === true) return;
      // A detail that has just failed would hardly be answered at once.
      if (polled.failure !== undefined) await sleepUnlessAborted(step, LATE_READ_MS);
      const late = await step.service.tryRead(
        reads.deployment(outcome.resourceId, outcome.deploymentId ?? ''),
      );
      if (!isFailure(late)) await (late.log && view.showEnd(late.log));
      else if (polled.failure !== undefined) log.warn(unreadLogSentence(outcome, polled.failure));
    };
    return { kind: 'finished', hadEnded, wasInProgress: atFirst === 'in progress', showLateLines };
  } finally {
    for (const key of ['deployment', 'absent']) waits.end(key);
    // An unfinished last line may be a question that the build asks.
    await view.showOpenLine();
  }
}

/** How long after a detail that failed the log is read again. */
const LATE_READ_MS = 1_000;

async function sleepUnlessAborted({ clock, signal }: Step, ms: number): Promise<void> {
  await clock.sleep(ms, signal).catch(() => undefined);
}

/** Prints what a deployment shows in the place of a log, once it has ended. */
async function printUnknownLog(step: Step, ending: Ending, polled: Polled): Promise<void> {
  const { id, log, json, unreadLog } = polled;
  if (log !== undefined || id === undefined) return;
  const name = `deployment ${id}`;
  if (unreadLog !== undefined) await printUnread(step, `The log of ${name}`, unreadLog);
  else if (ending === 'failed' && json !== undefined)
    await printUnread(step, `A log of ${name}`, json);
}

interface Readers {
  readonly poll: Poll;
  readonly view: LogView;
}

/** Polls until the status is final, or the deployment is absent. Throws if it was deleted. */
async function pollToEnd(step: Step, target: Target, { poll, view }: Readers) {
  const { clock, outcome, service } = step;
  const reportStatus = createStatusReport(step);
  const absence = createAbsence(step, target);
  let isConfirmed = false;
  let atFirst: 'in progress' | 'ended' | 'not read' | undefined;
  for (;;) {
    const polled = await poll();
    const absent = absence(polled);
    if (absent !== undefined) return absent;
    const { log, status } = polled;
    const ending = endingOf(status ?? '');
    atFirst ??= status === undefined ? 'not read' : ending === undefined ? 'in progress' : 'ended';
    if (status !== undefined) outcome.status = status;
    markShown(outcome, status !== undefined);
    await reportCommit(step, polled.commit);
    if (ending !== undefined) outcome.stage = endedStage(outcome, clock.now(), target, isConfirmed);
    if (log !== undefined) await (ending === undefined ? view.show(log) : view.showEnd(log));
    if (ending !== undefined)
      return { kind: 'ended', ending, polled, atFirst, isConfirmed } as const;
    reportStatus(status);
    if (needsConfirming(target, isConfirmed, clock.now()))
      isConfirmed = await tryConfirm(step, target.confirmation);
    await service.pause();
  }
}

function needsConfirming(
  target: Target,
  isConfirmed: boolean,
  nowMs: number,
): target is Target & { confirmation: Confirmation } {
  const { confirmation } = target;
  return confirmation !== undefined && !isConfirmed && mayConfirm(confirmation, nowMs, false);
}

/** The end counts only once it is certain whose deployment this is. */
function endedStage(
  { stage }: Outcome,
  endedAtMs: number,
  { confirmation, sinceMs }: Target,
  isConfirmed: boolean,
): Outcome['stage'] {
  const isUncertain = confirmation !== undefined && !isConfirmed;
  if (stage.kind === 'accepted' && stage.endedAtMs !== undefined && isUncertain) return stage;
  return isUncertain
    ? { kind: 'accepted', sinceMs, endedAtMs }
    : { kind: 'ended', sinceMs, endedAtMs };
}

function markShown(outcome: Outcome, isShown: boolean): void {
  const { stage } = outcome;
  if (stage.kind === 'working') outcome.stage = { ...stage, isNotShown: !isShown };
}

/** Creates the function that says when the status changes, and once a minute what it still is. */
function createStatusReport({ deadlineMs, log, outcome, save, waits }: Step) {
  const { deploymentId } = outcome;
  let last: string | undefined;

  /** The line of the next minute says this; what changes is told at once, by itself. */
  function sayNext(text: string): void {
    const isTold = last !== undefined;
    waits.begin('deployment', { text, untilMs: deadlineMs, reason: 'status', isTold });
  }

  return (status: string | undefined): void => {
    if (status === undefined) {
      const known = last === undefined ? '' : ` (last: ${last})`;
      return sayNext(
        `No read shows the status of deployment ${deploymentId}${known}; reading it again`,
      );
    }
    const word = isKnownStatus(status) ? status : `"${status}", which this action does not know`;
    if (status !== last) {
      log.info(`Deployment ${deploymentId} is ${word}.`);
      save();
      waits.end('deployment');
    }
    last = status;
    sayNext(`Deployment ${deploymentId} is still ${word}`);
  };
}

/** A deployment is absent once so many polls over this time have not shown it. */
const ABSENT_POLLS = 3;
const ABSENT_AFTER_MS = 15_000;
/** The same for an id that was never shown, and whose detail fails each time. */
const FAILING_AFTER_MS = 60_000;

/**
 * Creates the function that gets each poll, and returns once it is certain that the service does
 * not know the deployment. Throws if the service showed it before.
 */
function createAbsence(step: Step, { isListed, hadOthers }: Target) {
  const { clock, outcome, waits } = step;
  const { deploymentId = '' } = outcome;
  let isSeen = isListed;
  let absentAtMs: readonly number[] = [];
  return (polled: Polled): Extract<Followed, { kind: 'absent' }> | undefined => {
    if (polled.status !== undefined || polled.id !== undefined) {
      isSeen = true;
      absentAtMs = [];
      waits.end('absent');
    }
    // After a fail-over a list may be empty for a while.
    const isDoubtful = polled.isListEmpty === true && (hadOthers || isSeen);
    const isAbsent = polled.isAbsent === true || (polled.isFailing === true && !isSeen);
    if (!isAbsent || isDoubtful) return undefined;
    const nowMs = clock.now();
    absentAtMs = [...absentAtMs, nowMs];
    const afterMs = polled.isAbsent === true ? ABSENT_AFTER_MS : FAILING_AFTER_MS;
    const untilMs = Math.min(...absentAtMs) + afterMs;
    const text = `Neither its detail nor the list shows deployment ${deploymentId}; checking again`;
    waits.begin('absent', { text, untilMs });
    if (absentAtMs.length < ABSENT_POLLS || nowMs < untilMs) return undefined;
    if (isSeen) throw deletedFailure(outcome);
    return {
      kind: 'absent',
      failure: notShownFailure(
        outcome,
        deploymentId,
        polled.isFailing ? polled.failure : undefined,
      ),
    };
  };
}
