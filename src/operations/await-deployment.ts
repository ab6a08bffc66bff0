// Awaits the end of one deployment: polls it, reports its progress, and after a failure reads the
// last lines of its log, which hold the cause.
import { endingOf, isKnownStatus } from '../api/status-words.ts';
import { raceWithSignal, withTimeLimit } from '../clock.ts';
import { catchFailure, Failure, isFailure } from '../failure.ts';
import { endPhase } from '../phase.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { createAbsenceCheck } from './absence.ts';
import { endFailure } from './deployment-end.ts';
import type { Confirm } from './find.ts';
import { createLogView, type LogView } from './log-view.ts';
import { createNote, reportCommit } from './notes.ts';
import { createPoll, mayGrow, type Poll, type Polled } from './poll-deployment.ts';

/** What is known about the deployment to await, besides its id and its start (`outcome`). */
export interface Target {
  /** Called after each poll, if only the list has shown that the deployment is ours. */
  readonly confirm?: Confirm | undefined;
  /** The list has shown it before. */
  readonly isListed: boolean;
  /** It may have ended before this step; then no more of its log is expected. */
  readonly mayHaveEnded?: boolean;
}

/** A deployment that has finished. */
export interface Finished {
  /** It had ended before this step: it `mayHaveEnded`, and no poll has shown it in progress. */
  readonly hadEnded: boolean;
  /** Reads the log once more, for lines that came late. */
  readonly showLateLines: () => Promise<void>;
}

/**
 * Polls until the deployment has finished. Returns a failure if the service has never shown it, and
 * throws that of a deployment that ends otherwise or is no longer known.
 */
export async function awaitDeployment(step: Step, target: Target): Promise<Finished | Failure> {
  const { clock, log, outcome, signal } = step;
  const { deploymentId = '' } = outcome;
  const poll = createPoll(step, deploymentId);
  const logView = createLogView(step);
  const end = await pollToEnd(step, target, { poll, logView }).catch(async (error: unknown) => {
    // An unfinished last line may be a question that the build asks.
    await logView.showUnfinished();
    throw error;
  });
  if (isFailure(end)) return end;
  const { ending, hadEnded, polled } = end;
  const isGrowing = ending === 'failed' && !hadEnded;
  const { last, reason } = isGrowing
    ? await readLastLines(step, polled, { poll, logView })
    : { last: polled, reason: polled.reasons?.[0] };
  const missing =
    last.failure &&
    `The log of deployment ${deploymentId} could not be read to its end: ${last.failure.message}`;
  if (ending === 'failed' && missing !== undefined) log.warn(missing);
  if (ending !== 'finished') throw await endFailure(step, { ending, last, reason, hadEnded });
  /** True if the log could be read. */
  async function showLate(): Promise<boolean> {
    if (last.log === undefined) await clock.sleep(FIRST_REREAD_MS, signal).catch(() => undefined);
    const late = await catchFailure(poll({ isOptional: true }));
    if (isFailure(late)) return false;
    await logView.show(late.log, { isEnded: true });
    return late.failure === undefined;
  }
  return {
    hadEnded,
    async showLateLines(): Promise<void> {
      if (!(await showLate()) && missing !== undefined) log.warn(missing);
    },
  };
}

/** What reads the deployment, and prints its log. */
interface Readers {
  readonly poll: Poll;
  readonly logView: LogView;
}

/** Polls until the status is final; a failure if the service has never shown the deployment. */
async function pollToEnd(step: Step, target: Target, { poll, logView }: Readers) {
  const { api, clock, log, outcome } = step;
  const { deploymentId = '', phase: start } = outcome;
  const { sinceMs = clock.now() } = start;
  const { confirm, mayHaveEnded = false } = target;
  const reportProgress = createProgressReport(step, sinceMs);
  const checkAbsence = createAbsenceCheck(step, target.isListed);
  let wasInProgress = false;
  for (;;) {
    const polled = await poll();
    const absent = await checkAbsence(polled);
    if (absent !== undefined) return absent;
    const { status = '' } = polled;
    const ending = endingOf(status);
    reportCommit(step, polled.commit);
    await logView.show(polled.log, { isEnded: ending !== undefined });
    if (status !== '') outcome.status = status;
    if (ending !== undefined) {
      // While the detail could not be read, it may have been in progress.
      const hadEnded = mayHaveEnded && !wasInProgress && polled.failure === undefined;
      const after = `: ${status} after ${formatDuration(clock.now() - sinceMs)}`;
      const how = hadEnded ? ` had ended before: ${status}` : after;
      log.info(`Deployment ${deploymentId}${how}`);
      outcome.phase = endPhase(outcome.phase, clock.now());
      await confirm?.(true);
      step.save();
      return { polled, ending, hadEnded };
    }
    const { phase } = outcome;
    if (phase.kind === 'working') outcome.phase = { ...phase, isNotShown: status === '' };
    wasInProgress ||= status !== '';
    reportProgress(polled);
    await confirm?.(false);
    step.save();
    await api.pause(0);
  }
}

/** Creates the function that logs what a poll of a deployment in progress has shown. */
function createProgressReport(step: Step, sinceMs: number) {
  const { clock, deadlineMs } = step;
  const { deploymentId } = step.outcome;
  const note = createNote(step);
  let unknown = ' (unknown status, taken as in progress)';
  return ({ status, failure, absence }: Polled): void => {
    const nowMs = clock.now();
    if (status !== undefined) {
      const elapsed = formatDuration(nowMs - sinceMs);
      const left = formatDuration(Math.max(0, deadlineMs - nowMs));
      const known = isKnownStatus(status) ? status : `"${status}"${unknown}`;
      if (known !== status) unknown = '';
      note(status, `Deployment ${deploymentId}: ${known} after ${elapsed}, ${left} left`);
    } else if (failure !== undefined && absence === undefined)
      note('unread', `Deployment ${deploymentId} cannot be read; trying again`, Infinity);
  };
}

/** After a failure the detail is read again: first after 1 s, and then every 2 s. */
const FIRST_REREAD_MS = 1_000;
const REREAD_GAP_MS = 2_000;
/** For how long: while no cause is named, and while the log grows or can no longer be read. */
const CAUSE_TIMEOUT_MS = 5_000;
const LAST_LINES_TIMEOUT_MS = 15_000;

/** Reads the last lines of the log of a failed deployment, which hold the cause. */
async function readLastLines(step: Step, failed: Polled, { poll, logView }: Readers) {
  const { clock, inputs, log, signal } = step;
  const within = formatDuration(LAST_LINES_TIMEOUT_MS);
  log.info(`Reading the last lines of its log, for at most ${within}.`);
  const failedMs = clock.now();
  let reason = failed.reasons?.[0];
  let last = failed;
  const late = new Failure('timeout', `The log was not read within ${within}.`);
  // The last read may take a second.
  const longestMs = LAST_LINES_TIMEOUT_MS + FIRST_REREAD_MS;
  const limit = withTimeLimit(clock, longestMs, { signal, reason: late });
  for (let gapMs = FIRST_REREAD_MS; ; gapMs = REREAD_GAP_MS) {
    const reading = clock.sleep(gapMs, signal).then(() => poll({ isOptional: true }));
    const next = await catchFailure(raceWithSignal(reading, limit.signal));
    if (next === late) return { last: { failure: late, ...last }, reason };
    if (isFailure(next)) break;
    // A deployment that is in progress again shows the log of another attempt. During an outage no
    // status is shown.
    if (next.status !== undefined && endingOf(next.status) === undefined) break;
    await logView.show(next.log, { isEnded: true });
    reason ??= next.reasons?.[0];
    // Without logs, no cause is shown, so none is awaited.
    const hasCause = !inputs.buildLog || (reason ?? log.errorLine('build')) !== undefined;
    let timeoutMs = hasCause ? 0 : CAUSE_TIMEOUT_MS;
    if (mayGrow(last, next)) timeoutMs = LAST_LINES_TIMEOUT_MS;
    last = next;
    if (clock.now() + REREAD_GAP_MS > failedMs + timeoutMs) break;
  }
  limit.clear();
  return { last, reason };
}
