// Polls one deployment to its end: status, new log lines, commit, and the last lines after a failure.
import type { Deployment } from '../api/deployments.ts';
import { type LogText, newLines } from '../api/log.ts';
import { endingOf, type Ending, isKnownStatus } from '../api/status-words.ts';
import { type Failure, isFailure, orFailure } from '../failure.ts';
import type { Step } from '../step.ts';
import { formatDuration, pluralize } from '../text.ts';
import { createNote } from './notes.ts';
import { isStopping } from './resource.ts';

/** The deployment to poll. */
export interface Target {
  readonly deploymentId: string;
  /** Elapsed times count from here: the acceptance, or the beginning of a wait. */
  readonly sinceMs: number;
  /** Asks after each poll whether the deployment is really ours, where the list alone said so. */
  readonly confirm?: (isEnded: boolean) => Promise<void>;
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
export async function followDeployment(step: Step, target: Target): Promise<Ended | { readonly kind: 'absent' }> {
  const { api, clock, outcome, log } = step;
  const { deploymentId, sinceMs } = target;
  const poll = createPoller(step, deploymentId);
  const showLog = createLogView(step);
  const noteStatus = createNote(step);
  const state = (status: string): string =>
    `Deployment ${deploymentId}: ${status} after ${formatDuration(clock.now() - sinceMs)}`;
  let wasInProgress = false;
  let hasNotedUnknown = false;

  async function show(polled: Poll, isEnded: boolean): Promise<void> {
    const { commit, status } = polled;
    if (commit !== undefined && commit !== outcome.commit && isCommit(step, commit)) {
      outcome.commit = commit;
      const isOurs = isOfThisRun(step, commit) || step.github.run.commits.length === 0;
      log.info(`The deployment builds commit ${commit}${isOurs ? '' : ', which is not a commit of this run'}.`);
    }
    await showLog(polled.log, isEnded);
    if (status === undefined) return;
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
    if (failed.log === undefined) return failed;
    log.info('The deployment has failed; waiting for the last lines of its log.');
    const endMs = clock.now() + GROWING_MS.limit;
    let last = failed;
    for (let isGrowing = true; isGrowing && clock.now() < endMs;) {
      const next = await orFailure(clock.sleep(GROWING_MS.gap, step.signal).then(poll));
      if (isFailure(next)) break;
      await show(next, true);
      isGrowing = next.log !== undefined && next.log.text !== last.log?.text;
      last = next;
    }
    return last;
  }

  async function showLateLines(): Promise<void> {
    const last = await orFailure(poll());
    if (!isFailure(last)) await showLog(last.log, true);
  }

  for (let isSeen = false; ;) {
    const polled = await poll();
    const { status } = polled;
    isSeen ||= status !== undefined;
    if (!isSeen && polled.isUnread !== true && clock.now() - sinceMs >= ABSENT_MS) return { kind: 'absent' };
    const ending = status === undefined ? undefined : endingOf(status);
    await show(polled, ending !== undefined);
    if (status !== undefined && ending !== undefined) {
      const { reasons = [] } = ending === 'failed' ? await readUntilQuiet(polled) : polled;
      outcome.endedAtMs = clock.now();
      log.info(state(status));
      await target.confirm?.(true);
      return { kind: 'ended', ending, reasons, wasInProgress, showLateLines };
    }
    wasInProgress ||= isSeen;
    await target.confirm?.(false);
    step.save();
    await api.pause(0);
  }
}

/** Creates the read of a deployment: its detail; where that fails or shows no status, the list. */
function createPoller(step: Step, deploymentId: string): () => Promise<Poll> {
  const { api, log, outcome } = step;
  const { resourceId } = outcome;
  let giveUpMs = DETAIL_GIVE_UP_MS;
  let isTooLarge = false;

  async function readDetail(): Promise<Poll | Failure> {
    const detail = await orFailure(api.readDeployment(resourceId, deploymentId, { giveUpMs }));
    // The list has the status; until the detail can be read again, it is tried once.
    giveUpMs = isFailure(detail) ? 0 : DETAIL_GIVE_UP_MS;
    if (!isFailure(detail)) {
      const { hasStatus, status, ...rest } = detail;
      return hasStatus ? { ...rest, status } : rest;
    }
    if (detail.code !== 'not_found' && isStopping(step, detail)) throw detail;
    isTooLarge = detail.options.isTooLarge === true;
    if (isTooLarge) log.warn(`The log of deployment ${deploymentId} is too long to be read: no more of it is shown.`);
    return detail;
  }

  return async () => {
    const detail = isTooLarge ? {} : await readDetail();
    if (!isFailure(detail) && detail.status !== undefined) return detail;
    const list = await orFailure(api.listDeployments(resourceId, { giveUpMs: LIST_GIVE_UP_MS }));
    if (isFailure(list)) {
      if (isStopping(step, list) || list.code === 'unreadable_reply') throw list;
      return { isUnread: true };
    }
    const listed = list.items.find(({ id }) => id === deploymentId);
    const isEnded = listed !== undefined && endingOf(listed.status) !== undefined;
    // The list may have come after an outage: then the detail can be read again, and its log is wanted.
    const again = isFailure(detail) && isEnded && !isTooLarge ? await orFailure(readDetail()) : detail;
    return isFailure(again) ? { ...listed } : { ...listed, ...again };
  };
}

/** Creates the view of a log: prints what is new in each reading, and at the end what is not a line. */
function createLogView({ log }: Step) {
  let printed = '';
  let isRewritten = false;
  let isEndShown = false;
  return async (reading: LogText | undefined, isEnded: boolean): Promise<void> => {
    if (reading === undefined) return;
    const news = newLines(printed, reading.text, { ended: isEnded });
    // One that is rewritten again and again is shown once more at its end.
    if (news.isRewritten && isRewritten && !isEnded) return;
    isRewritten ||= news.isRewritten;
    printed = news.printed;
    if (news.isRewritten) log.info('The service has rewritten the log: it is shown from its beginning again.');
    // The deadline cuts a long log, but not one that has ended: the verdict is known then.
    await log.lines('build', news.lines, { mayBeCut: !isEnded });
    if (!isEnded || isEndShown) return;
    isEndShown = true;
    const { unread = '', hiddenCount } = reading;
    if (unread !== '') await log.lines('build', `${unread.trimEnd()}\n`);
    if (hiddenCount > 0) log.info(`The service marks ${pluralize(hiddenCount, 'log line')} as hidden: not shown.`);
  };
}

/** True for a commit of this run; `commit` may be cut to its first digits. */
export function isOfThisRun({ github }: Step, commit: string): boolean {
  return github.run.commits.some((ours) => ours.startsWith(commit));
}

/** False for a short text that may be something else than a commit. */
export function isCommit(step: Step, commit: string): boolean {
  return commit.length === 40 || isOfThisRun(step, commit);
}
