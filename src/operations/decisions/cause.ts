// Which of the texts beside a log says why a deployment failed. Pure.
import { type Deployment, isUnsuccessful, type Remark } from '../../api/model.ts';

/** What was seen of a deployment that failed. */
export interface FailureSeen {
  /** Its texts at the end. */
  readonly remarks: readonly Remark[];
  /** Those of each read while it was in progress; empty if it was never seen so. */
  readonly earlier: readonly (readonly Remark[])[];
  /** The deployments before it. */
  readonly predecessors: readonly Deployment[];
}

/**
 * The text that explains a failure. Names with `error` or `failure` always do. Any other text does unless it was there
 * before the end: then it is the message of a commit or a trigger. For a deployment that was never seen in progress,
 * the predecessors that did not fail show the names of such texts.
 */
export function causeOf({ remarks, earlier, predecessors }: FailureSeen): string | undefined {
  const error = remarks.find(({ isError }) => isError);
  if (error !== undefined) return error.text;
  const usual = predecessors.filter(({ status }) => !isUnsuccessful(status)).flatMap((one) => one.remarks);
  return remarks.find(({ name, text }) => {
    const isSameText = (other: Remark): boolean => other.name === name && other.text === text;
    if (/commit/i.test(name) || usual.some(isSameText)) return false;
    if (earlier.length > 0) return !earlier.flat().some(isSameText);
    return usual.every((other) => other.name !== name);
  })?.text;
}
