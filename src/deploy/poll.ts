// One poll of a deployment: its detail, or else the list.
import type { Failure } from '../failure.ts';
import type { Failed } from '../service/answer.ts';
import { reads } from '../service/endpoints.ts';
import type { DeploymentDetail } from '../service/replies.ts';
import type { Step } from '../step.ts';
import { attemptList, type DeploymentList } from './list.ts';

/** What a poll has shown. It has no status if neither detail nor list has shown one. */
export interface Polled extends Partial<DeploymentDetail> {
  /** Why the detail, which holds the log, could not be read. */
  readonly failure?: Failure | undefined;
  readonly absence?: Absence | undefined;
  /** The detail is too large to be read. */
  readonly isTooLarge?: boolean;
}

/**
 * How neither detail nor list shows the deployment: `unlisted` by answers of the API; the same, but
 * the list is `empty`; or the detail is `failing`, as an error of the API or a page.
 */
export type Absence = 'unlisted' | 'empty' | 'failing';

/** Creates the poll of the deployment in the outcome. */
export function createPoll(step: Step): () => Promise<Polled> {
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
    const list = await attemptList(step);
    if (list === undefined || list.kind === 'unknown') return detail;
    const listed = list.items.find(({ id }) => id === deploymentId);
    if (listed !== undefined) return { ...listed, ...detail, id: listed.id };
    const isShown = detail.id !== undefined || isTooLarge;
    return { ...detail, absence: isShown ? undefined : absenceFrom(answer, list) };
  };
}

/** `answer`: why there is no detail; undefined for a reply that is not about the deployment. */
function absenceFrom(answer: Failed | undefined, list: DeploymentList): Absence | undefined {
  if (answer !== undefined && answer.kind !== 'refused')
    return answer.isFromApi === true || answer.kind === 'page' ? 'failing' : undefined;
  const isEmpty = list.kind === 'read' && list.items.length === 0;
  return isEmpty ? 'empty' : 'unlisted';
}
