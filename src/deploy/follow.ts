// Follows one deployment to its end: polls it, prints its log, and says when its status changes.
import { catchFailure, type Failure, isFailure } from '../failure.ts';
import { endUnconfirmed, endWork } from '../outcome.ts';
import { reads } from '../service/endpoints.ts';
import { endingOf, isKnownStatus } from '../service/statuses.ts';
import type { Step } from '../step.ts';
import { reportCommit } from './commit.ts';
import { confirm, confirmableFromMs, type Confirmation, tryConfirm } from './confirm.ts';
import { deletedFailure, endFailure, notShownFailure, unreadLogSentence } from './end.ts';
import { isInProgress } from './list.ts';
import { createLogView, type LogView, printUnreadLog } from './log-view.ts';
import { type Absence, createPoll, type Polled } from './poll.ts';

/** What is known about the deployment to follow, besides its id (`outcome`). */
interface Target {
  /** What it still needs to be certain that it is ours, if only the list has shown it. */
  readonly confirmation?: Confirmation | undefined;
  /** The list has shown it. */
  readonly isListed: boolean;
  /** It may have ended before this step; then no more of its log is expected. */
  readonly mayHaveEnded?: boolean;
}

/** The service has never shown the deployment. */
interface Absent {
  readonly kind: 'absent';
  readonly failure: Failure;
}

interface Finished {
  readonly kind: 'finished';
  /** It had ended before this step. */
  readonly hadEnded: boolean;
  /** The first poll has shown it in progress. */
  readonly wasInProgress: boolean;
  /** Reads the log once more, for lines that came late. */
  readonly showLateLines: () => Promise<void>;
}

/**
 * Polls until the deployment has finished and is certain to be the right one. Throws the failure of
 * one that ends otherwise or is deleted.
 */
export async function followDeployment(step: Step, target: Target): Promise<Finished | Absent> {
  const { clock, outcome, save, waits } = step;
  const view = createLogView(step);
  try {
    const end = await pollToEnd(step, target, view);
    if (end.kind === 'absent') return end;
    const { ending, first, polled, unconfirmed } = end;
    if (unconfirmed !== undefined) await confirm(step, unconfirmed);
    endWork(outcome, clock.now());
    save();
    const hadEnded = target.mayHaveEnded === true && polled === first;
    if (ending !== 'finished') throw await endFailure(step, { ending, polled, hadEnded, view });
    view.reportHidden();
    await printUnreadLog(step, polled);
    const { id = '', status } = first;
    return {
      kind: 'finished',
      hadEnded,
      wasInProgress: status !== undefined && isInProgress({ id, status }),
      showLateLines: async () => await showLateLines(step, polled, view),
    };
  } finally {
    for (const key of ['deployment', 'unseen', 'absent']) waits.leave(key);
    // An unfinished last line may be a question that the build asks.
    await view.showOpenLine();
  }
}

/** Polls until the status is final, or the deployment is absent. Throws if it was deleted. */
async function pollToEnd(step: Step, target: Target, view: LogView) {
  const { clock, outcome, service } = step;
  const poll = createPoll(step);
  const reportStatus = createStatusReport(step);
  const checkAbsence = createAbsenceCheck(step, target);
  let unconfirmed = target.confirmation;
  let first: Polled | undefined;
  for (;;) {
    const polled = await poll();
    first ??= polled;
    const absence = checkAbsence(polled);
    if (typeof absence === 'object') return absence;
    recordStatus(step, polled);
    await reportCommit(step, polled.commit);
    const { log, status = '' } = polled;
    const ending = endingOf(status);
    if (ending !== undefined) {
      if (unconfirmed === undefined) endWork(outcome, clock.now());
      else endUnconfirmed(outcome, clock.now());
      if (log !== undefined) await view.showEnd(log);
      return { kind: 'ended', ending, polled, first, unconfirmed } as const;
    }
    reportStatus(polled.status, absence === 'missing');
    if (log !== undefined) await view.show(log);
    if (await isConfirmed(step, unconfirmed)) unconfirmed = undefined;
    await service.pause();
  }
}

function recordStatus({ outcome }: Step, { status }: Polled): void {
  const { stage } = outcome;
  if (status !== undefined) outcome.status = status;
  if (stage.kind === 'working') outcome.stage = { ...stage, isSeen: status !== undefined };
}

async function isConfirmed(step: Step, confirmation: Confirmation | undefined): Promise<boolean> {
  if (confirmation === undefined) return true;
  const isDue = step.clock.now() >= confirmableFromMs(confirmation, step.outcome);
  return isDue && (await tryConfirm(step, confirmation));
}

/** A status that no read has shown for so long is not repeated. */
const UNSEEN_MS = 5_000;

/**
 * Creates the function that says when the status changes, and once a minute what it still is.
 * `isMissing`: another line says that the deployment is missing.
 */
function createStatusReport({ clock, deadlineMs, log, outcome, save, waits }: Step) {
  const id = outcome.deploymentId;
  let last: string | undefined;
  let unseenSinceMs: number | undefined;
  let isRepeated = false;

  function stopRepeating(): void {
    waits.leave('deployment');
    isRepeated = false;
  }

  function reportUnseen(): void {
    unseenSinceMs ??= clock.now();
    if (clock.now() - unseenSinceMs >= UNSEEN_MS) stopRepeating();
    waits.begin('unseen', {
      text: `No read shows the status of deployment ${id}; reading it again`,
      untilMs: deadlineMs,
      ended: () => `The status of deployment ${id} is shown again.`,
    });
  }

  return (status: string | undefined, isMissing: boolean): void => {
    if (status === undefined) return isMissing ? stopRepeating() : reportUnseen();
    unseenSinceMs = undefined;
    waits.end('unseen');
    if (status === last && isRepeated) return;
    const word = isKnownStatus(status) ? status : `"${status}", which this action does not know`;
    if (status !== last) log.info(`Deployment ${id} is ${word}.`);
    last = status;
    waits.leave('deployment');
    waits.begin('deployment', {
      text: `Deployment ${id} is still ${word}`,
      untilMs: deadlineMs,
      isTold: true,
    });
    isRepeated = true;
    save();
  };
}

/** A deployment is absent once so many polls over this time have not shown it. */
const ABSENT_POLLS = 3;
const ABSENT_AFTER_MS: Readonly<Record<Absence, number>> = {
  unlisted: 15_000,
  empty: 15_000,
  failing: 60_000,
};

/**
 * Creates the function that gets each poll. It says whether the deployment is `missing`, and returns
 * its failure once that is certain. Throws if the service showed it before.
 */
function createAbsenceCheck({ clock, outcome, waits }: Step, { isListed }: Target) {
  const { deploymentId = '' } = outcome;
  let isSeen = isListed;
  let count = 0;
  let sinceMs = 0;
  return ({ absence, failure, id, status }: Polled): Absent | 'missing' | undefined => {
    if (status !== undefined || id !== undefined) {
      isSeen = true;
      count = 0;
      waits.end('absent');
    }
    // After a fail-over, a list may be empty and a detail may fail for a while.
    if (absence === undefined || (isSeen && absence !== 'unlisted')) return undefined;
    const nowMs = clock.now();
    if (count === 0) sinceMs = nowMs;
    count += 1;
    const untilMs = sinceMs + ABSENT_AFTER_MS[absence];
    const text = `Neither its detail nor the list shows deployment ${deploymentId}; checking again`;
    waits.begin('absent', { text, untilMs });
    if (count < ABSENT_POLLS || nowMs < untilMs) return 'missing';
    if (isSeen) throw deletedFailure(outcome);
    return { kind: 'absent', failure: notShownFailure(outcome, deploymentId, failure) };
  };
}

/** Reads the log of a finished deployment once more. */
async function showLateLines(step: Step, { failure, isTooLarge }: Polled, view: LogView) {
  const { log, outcome, service } = step;
  const { deploymentId = '', resourceId } = outcome;
  if (isTooLarge === true) return;
  // A detail that has just failed would hardly be answered at once.
  if (failure !== undefined) await waitForDetail(step);
  const late = await service.tryRead(reads.deployment(resourceId, deploymentId));
  if (!isFailure(late)) await (late.log && view.showEnd(late.log));
  else if (failure !== undefined) log.info(unreadLogSentence(outcome, failure));
}

const LATE_READ_MS = 1_000;
/** A rate limit that ends later is not waited for: the verdict does not need the log. */
const LATE_LIMIT_MS = 10_000;

async function waitForDetail({ clock, service, signal }: Step): Promise<void> {
  await catchFailure(clock.sleep(LATE_READ_MS, signal));
  await catchFailure(service.ready(clock.now() + LATE_LIMIT_MS));
}
