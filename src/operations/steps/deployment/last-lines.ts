// The last lines in the log of a deployment that has ended: they may come late.
import { ApiError, orApiError, ResponseTooLargeError } from '../../../api/errors.ts';
import { withDeadline } from '../../../clock.ts';
import type { End, TextsRead } from '../../decisions/index.ts';
import type { Context } from '../../operation.ts';
import { describeError } from '../../failure.ts';
import type { Task } from '../../task.ts';
import type { BuildLog } from '../log/index.ts';
import { createNotes } from '../notes.ts';

/** A deployment that has ended. */
export interface EndedDeployment {
  readonly deploymentId: string;
  readonly end: End;
  /** This step saw it in progress, or has requested it. */
  readonly wasInProgress: boolean;
  /** Why its log was not read when it had ended. */
  readonly error: ApiError | undefined;
  /** What of its log was shown. */
  readonly buildLog: BuildLog;
  /** Called with what each read of it shows. */
  readonly onRead: (texts: TextsRead) => void;
}

/** When the log of a failed build is read again after its end. */
const LATE_READS_MS = [2_000, 6_000, 10_000, 14_000];
/** Limit of all these reads together. */
const FAILED_LIMIT_MS = 15_000;
/** Limit of a read that no verdict depends on. */
const OPTIONAL_LIMIT_MS = 5_000;

/** Shows the last lines of a log at the end of its deployment, or at that of the step. */
export interface LastLines {
  /** At the end of the deployment: reads the log of a failed build until it stops growing, any other log once. */
  readonly show: () => Promise<void>;
  /** At the end of the step: what has been added to the log of a build that finished. Never rejects because of a stop. */
  readonly showLate: () => Promise<void>;
}

export function createLastLines(task: Task, ended: EndedDeployment, context: Context): LastLines {
  const { deploymentId, end, wasInProgress, error: unread, buildLog } = ended;
  const note = createNotes(task, context.clock);
  const tooLarge = unread instanceof ResponseTooLargeError ? unread : undefined;
  const mayComeLate = end === 'finished' && wasInProgress && tooLarge === undefined;

  return {
    async show() {
      if (tooLarge !== undefined) await buildLog.showTail(tooLarge);
      else if (end === 'failed' && wasInProgress) await readNow(LATE_READS_MS);
      else if (buildLog.last === undefined) await readNow([0]);
      if (!mayComeLate) await buildLog.showEnd();
    },
    async showLate() {
      if (!mayComeLate) return;
      // A read that no verdict depends on would delay the jobs of a fleet.
      if (!context.client.isKeyShared()) await readWithin(OPTIONAL_LIMIT_MS, [0]);
      await buildLog.showEnd();
    },
  };

  async function readNow(timesMs: readonly number[]): Promise<void> {
    // The other half of the time is left for what follows: the state of the app and its runtime log.
    const error = await readWithin(Math.min(FAILED_LIMIT_MS, context.deadline.remainingMs() / 2), timesMs);
    if (end === 'failed') reportIncompleteLog(error);
  }

  /**
   * Reads the log at these times from now and shows what is new; the later ones only while it grows. Resolves with the error of
   * the last read. A stop is ignored here; the next request rejects with it.
   */
  async function readWithin(limitMs: number, timesMs: readonly number[]): Promise<ApiError | undefined> {
    const { clock, signal } = context;
    const startedMs = clock.now();
    const limit = withDeadline(clock, limitMs, { signal });
    const client = context.client.withLimits({ retryForMs: 0, signal: limit.signal });
    let error: ApiError | undefined;
    try {
      for (const [index, ms] of timesMs.entries()) {
        await clock.sleep(startedMs + ms - clock.now(), limit.signal);
        const before = buildLog.last?.text;
        const read = await orApiError(client.readDeployment(task.resourceId, deploymentId));
        if (read instanceof ApiError) {
          error = read;
          note(`the log could not be read. ${describeError(read)}`, { kind: read.message });
          continue;
        }
        error = undefined;
        ended.onRead({ remarks: read.remarks, fromList: false, hasEnded: true });
        await buildLog.show(read.log);
        if (index > 0 && read.log.text === before) break;
      }
    } catch (stop) {
      if (!limit.signal.aborted) throw stop;
    } finally {
      limit.clear();
    }
    return error;
  }

  /** `error`: why the last read of the log failed. */
  function reportIncompleteLog(error: ApiError | undefined): void {
    const { last, hasText } = buildLog;
    if (error !== undefined) {
      const text = `The log of deployment ${deploymentId} could not be read to its end. ${describeError(error)}`;
      task.emit({ kind: 'warning', text });
    } else if (last === undefined) {
      const text = `The log of deployment ${deploymentId} could not be read in time.`;
      task.emit({ kind: 'warning', text });
    } else if (!hasText && last.unread === undefined) {
      const where = last.path === undefined ? '' : ` under ${last.path}`;
      task.emit({ kind: 'note', text: `the service shows no build log of deployment ${deploymentId}${where}` });
    }
  }
}
