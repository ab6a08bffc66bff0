// Polls one deployment to its end: status, new log lines, commit, and the cause of a failure.
import type { Deployment } from '../api/deployments.ts';
import { type LogText, newLines, NOTHING_PRINTED, type Printed } from '../api/log.ts';
import { endingOf, type Ending, isKnownStatus } from '../api/status-words.ts';
import { type Failure, isFailure } from '../failure.ts';
import type { Outcome } from '../outcome.ts';
import type { Step } from '../step.ts';
import { formatDuration, pluralize } from '../text.ts';
import { isStopping } from './resource.ts';

/** The deployment to poll. */
export interface Target {
  readonly deploymentId: string;
  /** Elapsed times count from here: the acceptance, or the beginning of a wait. */
  readonly sinceMs: number;
  /** The first poll is sent at once: nothing was just accepted. */
  readonly isAtOnce?: boolean;
  /** An id that neither detail nor list shows is given up after this time. */
  readonly absentMs: number;
  /** Called after each poll; asks whether the deployment is really ours, where the list alone said so. */
  readonly confirm?: (isEnded: boolean) => Promise<void>;
}

/** How it ended, with what the service says about a failure; or that the service does not know the id. */
export type Followed =
  | {
      readonly kind: 'ended';
      readonly ending: Ending;
      readonly reasons: readonly string[];
      /** It was in progress at the first poll. */
      readonly wasInProgress: boolean;
      readonly follower: Follower;
    }
  | { readonly kind: 'absent' };

/** One poll: what the detail shows, with the status of the list where it shows none. */
interface Poll extends Partial<Deployment> {
  readonly log?: LogText;
}

/** A detail that cannot be read is given up after this: the status comes from the list. */
const DETAIL_GIVE_UP_MS = 5_000;
/** The gap between polls is that of the pace. */
const POLL_MS = 0;
const FIRST_POLL_MS = 1_100;
/** A deployment that is silent for so long is reported to be still in progress. */
const SILENCE_MS = 60_000;
/** After a failure the log is read again as long as it grows, and no longer than this. */
const GROWING_MS = { gap: 2_000, limit: 15_000 } as const;

/** Polls to the end. */
export async function followDeployment(step: Step, outcome: Outcome, target: Target): Promise<Followed> {
  const follower = new Follower(step, outcome, target);
  const { clock, api } = step;
  let isSeen = false;
  let wasInProgress = false;
  if (target.isAtOnce !== true) await api.pause(FIRST_POLL_MS, { isQuick: true });
  for (;;) {
    const poll = await follower.poll();
    isSeen ||= poll.status !== undefined;
    if (!isSeen && clock.now() - target.sinceMs >= target.absentMs) return { kind: 'absent' };
    const ending = poll.status === undefined ? undefined : endingOf(poll.status);
    await follower.show(poll, { isEnded: ending !== undefined });
    if (ending !== undefined) {
      const reasons = ending === 'failed' ? await follower.readUntilQuiet(poll) : (poll.reasons ?? []);
      outcome.endedAtMs = clock.now();
      follower.reportEnd(poll.status ?? ending);
      await target.confirm?.(true);
      return { kind: 'ended', ending, reasons, wasInProgress, follower };
    }
    wasInProgress ||= poll.status !== undefined;
    await target.confirm?.(false);
    step.save();
    await api.pause(POLL_MS);
  }
}

/** What was shown of a deployment so far. */
export class Follower {
  readonly #step: Step;
  readonly #outcome: Outcome;
  readonly #target: Target;
  #printed: Printed = NOTHING_PRINTED;
  #rewrites = 0;
  #status: string | undefined;
  #lastLineMs: number;
  #isDetailTooLarge = false;
  #hasDetailFailed = false;
  #isUnknownStatusNoted = false;
  /** What the service sent beside the lines was shown: that happens once. */
  #isEndShown = false;

  constructor(step: Step, outcome: Outcome, target: Target) {
    this.#step = step;
    this.#outcome = outcome;
    this.#target = target;
    this.#lastLineMs = step.clock.now();
  }

  /** Reads the detail; where that fails or shows no status, the list. Rejects when neither can be read for good. */
  async poll(): Promise<Poll> {
    const detail = await this.#readDetail();
    if (!isFailure(detail) && detail?.status !== undefined) return detail;
    const { resourceId } = this.#outcome;
    const { items } = await this.#step.api.listDeployments(resourceId);
    const listed = items.find(({ id }) => id === this.#target.deploymentId);
    const isEnded = listed !== undefined && endingOf(listed.status) !== undefined;
    // What the list shows may have outlasted an outage: then the detail can be read again, and its log is wanted.
    const again = isFailure(detail) && isEnded ? await this.#readDetail() : detail;
    return { ...listed, ...(isFailure(again) ? {} : again) };
  }

  async #readDetail(): Promise<Poll | Failure | undefined> {
    if (this.#isDetailTooLarge) return undefined;
    const { api, log } = this.#step;
    const giveUpMs = this.#hasDetailFailed ? 0 : DETAIL_GIVE_UP_MS;
    try {
      const { hasStatus, status, ...rest } = await api.readDeployment(
        this.#outcome.resourceId,
        this.#target.deploymentId,
        { giveUpMs },
      );
      this.#hasDetailFailed = false;
      return hasStatus ? { ...rest, status } : rest;
    } catch (error) {
      if (!isFailure(error, 'not_found') && isStopping(this.#step, error)) throw error;
      if (!isFailure(error)) throw error;
      this.#hasDetailFailed = true;
      if (error.options.isTooLarge === true) {
        this.#isDetailTooLarge = true;
        log.warn(
          `The log of deployment ${this.#target.deploymentId} is too long to be read: nothing more of it is shown.`,
        );
      }
      return error;
    }
  }

  /** Prints what is new, and records what the poll shows. */
  async show(poll: Poll, { isEnded }: { isEnded: boolean }): Promise<void> {
    const { log, clock } = this.#step;
    this.#recordCommit(poll.commit);
    if (poll.log !== undefined) await this.#printLog(poll.log, isEnded);
    const { status } = poll;
    if (status === undefined || isEnded) return;
    this.#outcome.status = status;
    const elapsed = formatDuration(clock.now() - this.#target.sinceMs);
    if (status !== this.#status) {
      this.#log(`${status} after ${elapsed}`);
      if (!isKnownStatus(status) && !this.#isUnknownStatusNoted) {
        this.#isUnknownStatusNoted = true;
        log.info(`The status "${status}" is not known to this action; it counts as in progress.`);
      }
    } else if (clock.now() - this.#lastLineMs >= SILENCE_MS) {
      const left = formatDuration(Math.max(0, this.#step.deadlineMs - clock.now()));
      this.#log(`still ${status} after ${elapsed}, ${left} left`);
    }
    this.#status = status;
  }

  /** Logs the status in which the deployment ended. */
  reportEnd(status: string): void {
    this.#outcome.status = status;
    this.#log(`${status} after ${formatDuration(this.#step.clock.now() - this.#target.sinceMs)}`);
  }

  /**
   * After a failure: reads again until the log no longer grows, since its last lines hold the cause. Returns the reasons
   * that the service shows beside the log.
   */
  async readUntilQuiet(failed: Poll): Promise<readonly string[]> {
    const { clock, log, signal } = this.#step;
    let last = failed;
    if (failed.log === undefined) return failed.reasons ?? [];
    const endMs = clock.now() + GROWING_MS.limit;
    log.info('The deployment has failed; waiting for the last lines of its log.');
    try {
      while (clock.now() < endMs) {
        await clock.sleep(GROWING_MS.gap, signal);
        const poll = await this.poll();
        await this.show(poll, { isEnded: true });
        const hasGrown = poll.log?.text !== last.log?.text;
        last = poll;
        if (!hasGrown) break;
      }
    } catch (error) {
      // The verdict is known; only the rest of the log is not.
      if (!isFailure(error)) throw error;
    }
    return last.reasons ?? failed.reasons ?? [];
  }

  /** Reads the log once more after everything else, for lines that came late. */
  async showLateLines(): Promise<void> {
    try {
      const detail = await this.#readDetail();
      if (detail !== undefined && !isFailure(detail) && detail.log !== undefined)
        await this.#printLog(detail.log, true);
    } catch (error) {
      // The verdict stands without them.
      if (!isFailure(error)) throw error;
    }
  }

  async #printLog({ text, unread, hiddenCount }: LogText, isEnded: boolean): Promise<void> {
    const { log, clock } = this.#step;
    const news = newLines(this.#printed, text, { ended: isEnded });
    if (news.isRewritten) {
      this.#rewrites += 1;
      // One that is rewritten at each poll is shown again only at its end.
      if (this.#rewrites > 1 && !isEnded) return;
      log.info('The service has rewritten the log: it is shown from its beginning again.');
    }
    this.#printed = news.printed;
    if (news.lines !== '') {
      log.lines('build', news.lines);
      this.#lastLineMs = clock.now();
      await this.#step.flushed();
    }
    if (!isEnded || this.#isEndShown) return;
    this.#isEndShown = true;
    if (unread !== undefined && unread !== '') log.lines('build', `${unread.trimEnd()}\n`);
    if (hiddenCount > 0) log.info(`The service marks ${pluralize(hiddenCount, 'log line')} as hidden: not shown.`);
  }

  #recordCommit(commit: string | undefined): void {
    const { github, log } = this.#step;
    if (commit === undefined || this.#outcome.commit !== undefined) return;
    this.#outcome.commit = commit;
    const isOurs = github.run.commits.some((ours) => isSameCommit(ours, commit));
    const note = isOurs || github.run.commits.length === 0 ? '' : ', which is not a commit of this run';
    log.info(`The deployment builds commit ${commit}${note}.`);
  }

  #log(text: string): void {
    this.#lastLineMs = this.#step.clock.now();
    this.#step.log.info(`Deployment ${this.#target.deploymentId}: ${text}`);
  }
}

/** True for two spellings of one commit: one begins with the other. */
export function isSameCommit(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 7 && long.toLowerCase().startsWith(short.toLowerCase());
}
