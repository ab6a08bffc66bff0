// Polls one deployment to its end: status, new log lines, commit, and the last lines after a
// failure.
import type { Deployment } from '../api/deployments.ts';
import { linesNotIn, type LogText, newLines } from '../api/log.ts';
import { endingOf, type Ending, isKnownStatus } from '../api/status-words.ts';
import { catchFailure, type Failure, isFailure } from '../failure.ts';
import type { Step } from '../step.ts';
import { formatDuration, pluralize } from '../text.ts';
import { createNote } from './notes.ts';
import { BRIEF_MS, isFatal } from './resource.ts';

/** The deployment to poll. */
export interface Target {
  readonly deploymentId: string;
  /** Elapsed times count from here: the acceptance, or the beginning of a wait. */
  readonly sinceMs: number;
  /** Asks after each poll whether the deployment is really ours, where the list alone said so. */
  readonly confirm?: ((isEnded: boolean) => Promise<void>) | undefined;
  /**
   * One that has ended when first read may have ended long before: nothing more of its log is
   * expected.
   */
  readonly mayBeOld?: boolean;
}

/** How it ended. */
interface Ended {
  readonly kind: 'ended';
  readonly ending: Ending;
  /** What the service says about a failure beside the log. */
  readonly reasons: readonly string[];
  /** It was in progress at the first poll. */
  readonly wasInProgress: boolean;
  /** Reads the log once more, for lines that came late. */
  readonly showLateLines: () => Promise<void>;
}

/** One poll: what the detail shows, with the status of the list where it shows none. */
interface Poll extends Partial<Deployment> {
  readonly log?: LogText;
  /** Why the detail could not be read. */
  readonly failure?: Failure;
  readonly isUnread?: true;
}

/** An id that neither detail nor list shows within this time is not known. */
const ABSENT_MS = 15_000;
/** A detail that cannot be read is given up after this: the status comes from the list. */
const DETAIL_GIVE_UP_MS = 5_000;
/** After so long without the list the detail is tried again. */
const LIST_GIVE_UP_MS = 60_000;
/** After a failure the log is read again as long as it grows, and no longer than this. */
const GROWING_MS = { gap: 2_000, limit: 15_000 } as const;

/** Polls to the end. `absent`: the service does not know the id. */
export async function followDeployment(
  step: Step,
  target: Target,
): Promise<Ended | { readonly kind: 'absent' }> {
  const { api, clock, github, outcome, log } = step;
  const { deploymentId, sinceMs } = target;
  const poll = createPoller(step, deploymentId);
  const showLog = createLogView(step);
  const noteStatus = createNote(step);
  const state = (status: string): string =>
    `Deployment ${deploymentId}: ${status} after ${formatDuration(clock.now() - sinceMs)}`;
  const startedMs = clock.now();
  let wasInProgress = false;
  let lastLog: LogText | undefined;
  let hasNotedUnknown = false;

  async function show(polled: Poll, isEnded: boolean): Promise<void> {
    const { commit, status } = polled;
    if (commit !== undefined && commit !== outcome.commit && github.isCommit(commit)) {
      outcome.commit = commit;
      const isOurs = github.isOwnCommit(commit) || github.run.commits.length === 0;
      log.info(
        `The deployment builds commit ${commit}${isOurs ? '' : ', which is not a commit of this run'}.`,
      );
    }
    lastLog = polled.log ?? lastLog;
    await showLog(polled.log, isEnded);
    // What a failure is followed by, such as another attempt, is not its status.
    if (status === undefined || outcome.endedAtMs !== undefined) return;
    outcome.status = status;
    if (isEnded) return;
    const left = formatDuration(Math.max(0, step.deadlineMs - clock.now()));
    noteStatus(status, state(status), `${state(status)}, ${left} left`);
    if (isKnownStatus(status) || hasNotedUnknown) return;
    hasNotedUnknown = true;
    log.info(`The status "${status}" is not known to this action; it counts as in progress.`);
  }

  /** After a failure the last lines may come late, and they hold the cause. */
  async function readUntilQuiet(failed: Poll): Promise<Poll> {
    log.info('The deployment has failed; waiting for the last lines of its log.');
    const endMs = clock.now() + GROWING_MS.limit;
    let last = failed;
    for (let isGrowing = true; isGrowing && clock.now() < endMs;) {
      const next = await catchFailure(
        clock.sleep(GROWING_MS.gap, step.signal).then(() => poll({ waitsForLimit: false })),
      );
      // In progress again: what it shows now belongs to another attempt.
      if (isFailure(next) || endingOf(next.status ?? '') === undefined) break;
      await show(next, true);
      isGrowing = next.log?.text !== last.log?.text || next.log?.unread !== last.log?.unread;
      last = next;
    }
    return { ...last, reasons: [...(last.reasons ?? []), ...(failed.reasons ?? [])] };
  }

  /**
   * When the step ends before the deployment, its last line, such as a question, may say what it
   * waits for.
   */
  async function showUnfinishedLine(error: unknown): Promise<never> {
    await showLog(lastLog, true);
    throw error;
  }

  function warnOfMissingLog({ failure }: Poll): void {
    if (failure === undefined) return;
    log.warn(`The log of deployment ${deploymentId} could not be read: ${failure.message}`);
  }

  async function showLateLines(final: Poll): Promise<void> {
    // Where several jobs use the key, an optional request would take the place of theirs.
    const last = api.isShared ? final : await catchFailure(poll({ waitsForLimit: false }));
    if (isFailure(last)) return warnOfMissingLog(final);
    await showLog(last.log, true);
    if (last.failure !== undefined) warnOfMissingLog(final);
  }

  // One that was found in the list has been seen.
  for (let isSeen = target.confirm !== undefined; ;) {
    const polled = await poll({ waitsForLimit: true }).catch(showUnfinishedLine);
    const { status } = polled;
    isSeen ||= status !== undefined;
    if (!isSeen && polled.isUnread !== true && clock.now() - startedMs >= ABSENT_MS)
      return { kind: 'absent' };
    const ending = status === undefined ? undefined : endingOf(status);
    await show(polled, ending !== undefined);
    if (status !== undefined && ending !== undefined) {
      outcome.endedAtMs = clock.now();
      const isOld = target.mayBeOld === true && !wasInProgress;
      const end = isOld ? `Deployment ${deploymentId} had ended before: ${status}` : state(status);
      const last = ending === 'failed' && !isOld ? await readUntilQuiet(polled) : polled;
      if (ending === 'failed') warnOfMissingLog(last);
      log.info(end);
      await target.confirm?.(true);
      return {
        kind: 'ended',
        ending,
        reasons: last.reasons ?? [],
        wasInProgress,
        showLateLines: () => showLateLines(last),
      };
    }
    wasInProgress ||= isSeen;
    await target.confirm?.(false);
    step.save();
    await api.pause(0).catch(showUnfinishedLine);
  }
}

/**
 * Creates the read of a deployment: its detail; where that fails or shows no status, the list. One
 * that does not wait for a rate limit is optional, and given up soon.
 */
function createPoller(
  step: Step,
  deploymentId: string,
): (how: { waitsForLimit: boolean }) => Promise<Poll> {
  const { api, log, outcome } = step;
  const { resourceId } = outcome;
  let giveUpMs = DETAIL_GIVE_UP_MS;
  let isTooLarge = false;

  async function readDetail(waitsForLimit: boolean): Promise<Poll | Failure> {
    const detail = await catchFailure(
      api.readDeployment(resourceId, deploymentId, { giveUpMs, waitsForLimit }),
    );
    // The list has the status; until the detail can be read again, it is tried once.
    giveUpMs = isFailure(detail) ? 0 : DETAIL_GIVE_UP_MS;
    if (!isFailure(detail)) return detail;
    if (detail.code === 'rate_limited' || (detail.code !== 'not_found' && isFatal(step, detail)))
      throw detail;
    isTooLarge = detail.options.isTooLarge === true;
    if (isTooLarge)
      log.warn(
        `The log of deployment ${deploymentId} is too long to be read: no more of it is shown.`,
      );
    return detail;
  }

  return async ({ waitsForLimit }) => {
    const detail = isTooLarge ? {} : await readDetail(waitsForLimit);
    if (!isFailure(detail) && detail.status !== undefined) return detail;
    const limits = { giveUpMs: waitsForLimit ? LIST_GIVE_UP_MS : BRIEF_MS, waitsForLimit };
    const list = await catchFailure(api.listDeployments(resourceId, limits));
    if (isFailure(list)) {
      if (isFatal(step, list) || isFailure(list, 'unreadable_reply', 'rate_limited')) throw list;
      return { isUnread: true };
    }
    const listed = list.items.find(({ id }) => id === deploymentId);
    const isEnded = listed !== undefined && endingOf(listed.status) !== undefined;
    // The list may have come after an outage: then the detail can be read again, and its log is
    // wanted.
    const again =
      isFailure(detail) && isEnded && !isTooLarge
        ? await catchFailure(readDetail(waitsForLimit))
        : detail;
    if (!isFailure(again)) return { ...listed, ...again };
    return { ...listed, ...(again.code !== 'not_found' && !isTooLarge && { failure: again }) };
  };
}

/**
 * Creates the view of a log: prints what is new in each reading, and at the end what is not a line.
 */
function createLogView(step: Step) {
  const { log } = step;
  const note = createNote(step);
  let printed = '';
  let isRewritten = false;
  let shownUnread = '';
  return async (reading: LogText | undefined, isEnded: boolean): Promise<void> => {
    if (reading === undefined) return;
    const news = newLines(printed, reading.text, { ended: isEnded });
    // All of it is shown anew once.
    const isAgain = news.isRewritten && isRewritten;
    const lines = isAgain ? linesNotIn(printed, news.lines) : news.lines;
    if (news.isRewritten && !isAgain)
      log.info('The service has rewritten the log: all that it holds now is shown.');
    isRewritten ||= news.isRewritten;
    printed = news.printed;
    // The deadline cuts a long log, but not one that has ended: the verdict is known then.
    await log.lines('build', lines, { mayBeCut: !isEnded });
    if (!isEnded) return;
    const { unread = '', hiddenCount } = reading;
    const newUnread = linesNotIn(shownUnread, unread === '' ? '' : `${unread.trimEnd()}\n`);
    if (newUnread !== '') await log.lines('build', newUnread);
    shownUnread += newUnread;
    const hidden = `The service marks ${pluralize(hiddenCount, 'log line')} as hidden: not shown.`;
    if (hiddenCount > 0) note(hidden, hidden);
  };
}
