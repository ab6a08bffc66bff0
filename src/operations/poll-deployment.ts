// One poll of a deployment: its detail, and the list where the detail fails or shows no status.
import type { Deployment } from '../api/deployments.ts';
import type { LogText } from '../api/log.ts';
import { endingOf } from '../api/status-words.ts';
import { catchFailure, type Failure, isFailure } from '../failure.ts';
import type { Step } from '../step.ts';
import { BEST_EFFORT_MS, isFatal } from './resource.ts';

/** What a poll has shown. Without a status, neither detail nor list shows the deployment. */
export interface Polled extends Partial<Deployment> {
  readonly log?: LogText;
  /** Why the detail, which holds the log, could not be read. */
  readonly failure?: Failure;
  /** Nothing could be read, so that nothing follows from a missing status. */
  readonly isUnread?: true;
}

/** A poll that need not succeed is given up soon, and does not wait for a rate limit. */
export interface PollOptions {
  readonly isOptional?: boolean;
}

/** How long a detail that cannot be read is retried, and a list that is needed in its place. */
const DETAIL_GIVE_UP_MS = 5_000;
const LIST_GIVE_UP_MS = 60_000;

/** Creates the poll of one deployment. It rejects with a `Failure` that ends the step. */
export function createPoll(step: Step, deploymentId: string) {
  const { api, log } = step;
  const { resourceId } = step.outcome;
  // A detail that could not be read is tried once per poll, since the list has the status.
  let isDetailFailing = false;
  let isTooLarge = false;

  async function readDetail(waitsForLimit: boolean): Promise<Polled> {
    if (isTooLarge) return {};
    const giveUpMs = isDetailFailing ? 0 : DETAIL_GIVE_UP_MS;
    const limits = { giveUpMs, waitsForLimit };
    const detail = await catchFailure(api.readDeployment(resourceId, deploymentId, limits));
    isDetailFailing = isFailure(detail);
    if (!isFailure(detail)) return detail;
    if (detail.code === 'not_found') return {};
    if (detail.code === 'rate_limited' || isFatal(step, detail)) throw detail;
    isTooLarge = detail.options.isTooLarge === true;
    if (!isTooLarge) return { failure: detail };
    log.warn(
      `The log of deployment ${deploymentId} is too long to be read: no more of it is shown.`,
    );
    return {};
  }

  return async ({ isOptional = false }: PollOptions = {}): Promise<Polled> => {
    const waitsForLimit = !isOptional;
    const detail = await readDetail(waitsForLimit);
    if (detail.status !== undefined) return detail;
    const limits = { giveUpMs: isOptional ? BEST_EFFORT_MS : LIST_GIVE_UP_MS, waitsForLimit };
    const list = await catchFailure(api.listDeployments(resourceId, limits));
    if (isFailure(list)) {
      if (isFatal(step, list) || isFailure(list, 'unreadable_reply', 'rate_limited')) throw list;
      return { isUnread: true };
    }
    const listed = list.items.find(({ id }) => id === deploymentId);
    const hasEnded = listed !== undefined && endingOf(listed.status) !== undefined;
    // The list may have come after an outage: then the detail, with the log, can be read again.
    if (!hasEnded || !isDetailFailing || isTooLarge) return { ...listed, ...detail };
    const again = await catchFailure(readDetail(waitsForLimit));
    return { ...listed, ...(isFailure(again) ? { failure: again } : again) };
  };
}
