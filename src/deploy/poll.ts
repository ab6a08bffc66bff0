// One poll of a deployment: its detail, or else the list.
import type { Failure } from '../failure.ts';
import type { Failed } from '../service/answer.ts';
import { reads } from '../service/client.ts';
import type { DeploymentDetail } from '../service/replies.ts';
import type { Step } from '../step.ts';
import { attemptList } from './find.ts';
import { itemsOf } from './ours.ts';

/** What a poll has shown. It has no status if neither detail nor list has shown one. */
export interface Polled extends Partial<DeploymentDetail> {
  /** Why the detail, which holds the log, could not be read. */
  readonly failure?: Failure | undefined;
  /** The API has answered, and neither detail nor list shows the deployment. */
  readonly isAbsent?: boolean;
  /** The same, but the detail is a failure of the API, or a page. */
  readonly isFailing?: boolean;
  /** The list shows no deployment at all. */
  readonly isListEmpty?: boolean;
  /** The detail is too large to be read. */
  readonly isTooLarge?: boolean;
}

export type Poll = () => Promise<Polled>;

/** Creates the poll of the deployment in the outcome: its detail, and else the list. */
export function createPoll(step: Step): Poll {
  const { log, outcome, service } = step;
  const { resourceId, deploymentId = '' } = outcome;
  let isTooLarge = false;

  async function readDetail(): Promise<{ detail: Polled; answer?: Failed }> {
    if (isTooLarge) return { detail: { isTooLarge } };
    const answer = await service.attempt(reads.deployment(resourceId, deploymentId));
    if (answer.kind === 'ok') return { detail: answer.value };
    if (answer.kind !== 'too-large') return { detail: { failure: answer.failure }, answer };
    isTooLarge = true;
    log.warn(
      `The log of deployment ${deploymentId} is too long to be read: no more of it is shown.`,
    );
    return { detail: { isTooLarge } };
  }

  return async () => {
    const { detail, answer } = await readDetail();
    if (detail.status !== undefined) return detail;
    const read = await attemptList(step);
    if (read?.list === undefined) return detail;
    const listed = itemsOf(read.list).find(({ id }) => id === deploymentId);
    if (listed !== undefined) return { ...listed, ...detail, id: listed.id };
    const isListEmpty = Array.isArray(read.list) && read.list.length === 0;
    const isShown = detail.id !== undefined;
    const isAbsent = !isShown && (answer === undefined ? !isTooLarge : answer.kind === 'refused');
    const isFailing = answer?.isFromApi === true || answer?.kind === 'page';
    return { ...detail, isListEmpty, isAbsent, isFailing };
  };
}
