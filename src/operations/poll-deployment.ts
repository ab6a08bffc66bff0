// One poll of a deployment: its detail, and the list where the detail fails or shows no status.
import type { Deployment } from '../api/deployments.ts';
import type { ReadOptions } from '../api/requests.ts';
import { type LogText, NO_LOG } from '../api/log.ts';
import type { List } from '../api/records.ts';
import { catchFailure, type Failure, isFailure } from '../failure.ts';
import type { Step } from '../step.ts';
import { BEST_EFFORT_MS, endsWork } from './resource.ts';

/** What a poll has shown. It has no status if neither detail nor list has shown one. */
export interface Polled extends Partial<Deployment> {
  readonly log?: LogText;
  /** Why the detail, which holds the log, could not be read. */
  readonly failure?: Failure;
  /** The detail was answered at this poll or at an earlier one, even if too large to be read. */
  readonly wasRead: boolean;
  /** Neither detail nor list shows the deployment. */
  readonly absence?: Absence;
}

/**
 * `certain`: both were read, and the list is recognised and complete. `likely`: it is not, or the
 * detail is refused. `possible`: the detail could not be read, and may still show the deployment.
 */
type Absence = 'certain' | 'likely' | 'possible';

/** An optional poll is given up soon, and does not wait for a rate limit. */
export interface PollOptions {
  readonly isOptional?: boolean;
}

/**
 * How long the list is retried. The detail is read once per poll, since the list shows the status,
 * too.
 */
const LIST_GIVE_UP_MS = 60_000;

/** A log that was not read, since its reply is too large; unlike `NO_LOG`, there is one. */
const UNREAD_LOG: LogText = { ...NO_LOG };

export type Poll = ReturnType<typeof createPoll>;

/** Creates the poll of one deployment. It rejects with a `Failure` that ends the step. */
export function createPoll(step: Step, deploymentId: string) {
  const { api, log } = step;
  const { resourceId } = step.outcome;
  let wasRead = false;
  let isTooLarge = false;

  async function readDetail(limits: ReadOptions): Promise<Polled> {
    if (isTooLarge) return { log: UNREAD_LOG, wasRead };
    const once = { ...limits, giveUpMs: 0 };
    const detail = await catchFailure(api.readDeployment(resourceId, deploymentId, once));
    if (!isFailure(detail)) {
      wasRead = true;
      return { ...detail, wasRead };
    }
    // Once it could be read, a 404 means that the log is lost.
    if (detail.code === 'not_found') return wasRead ? { failure: detail, wasRead } : { wasRead };
    if (detail.code === 'rate_limited' || endsWork(step, detail)) throw detail;
    isTooLarge = detail.options.isTooLarge === true;
    if (!isTooLarge) return { failure: detail, wasRead };
    const what = `The log of deployment ${deploymentId} is too long to be read`;
    log.warn(`${what}: no more of it is shown.`);
    wasRead = true;
    return { log: UNREAD_LOG, wasRead };
  }

  return async ({ isOptional = false }: PollOptions = {}): Promise<Polled> => {
    const giveUpMs = isOptional ? BEST_EFFORT_MS : LIST_GIVE_UP_MS;
    const limits = { giveUpMs, waitsForLimit: !isOptional, isPoll: !isOptional };
    const detail = await readDetail(limits);
    if (detail.status !== undefined) return detail;
    const list = await catchFailure(api.listDeployments(resourceId, limits));
    if (isFailure(list)) {
      if (isFinal(step, list)) throw list;
      return detail;
    }
    const listed = list.items.find(({ id }) => id === deploymentId);
    if (listed === undefined) return { ...detail, absence: absenceFrom(detail, list) };
    return { ...listed, ...detail, reasons: [...(detail.reasons ?? []), ...listed.reasons] };
  };
}

/** How certain it is that the service has no such deployment, if the list does not show it. */
function absenceFrom({ failure }: Polled, { isRecognised, isCut }: List<Deployment>): Absence {
  if (failure !== undefined && !failure.isLasting) return 'possible';
  const wasAnswered = failure === undefined || failure.code === 'not_found';
  return wasAnswered && isRecognised && !isCut ? 'certain' : 'likely';
}

/** True for a failure of the list that does not pass on its own, such as an error sent with 2xx. */
function isFinal(step: Step, failure: Failure): boolean {
  const { httpStatus = 500 } = failure.options;
  const isUnusable = isFailure(failure, 'unreadable_reply', 'rate_limited') || httpStatus < 400;
  return endsWork(step, failure) || failure.isLasting || isUnusable;
}

/** True if the log has grown since the last poll, or could be read before and now cannot. */
export function mayGrow(last: Polled, next: Polled): boolean {
  const isLost = next.failure !== undefined && next.wasRead;
  return (
    isLost || next.log?.text !== last.log?.text || next.log?.unrecognised !== last.log?.unrecognised
  );
}
