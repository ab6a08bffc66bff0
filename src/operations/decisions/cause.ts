// Which of the texts beside a log says why a deployment failed. Pure.
import { type Deployment, isUnsuccessful, type Remark } from '../../api/model.ts';

/** The texts that one read of the deployment showed. */
export interface TextsRead {
  readonly remarks: readonly Remark[];
  /** The list was read for them, which may show other texts than the deployment itself. */
  readonly fromList: boolean;
  readonly hasEnded: boolean;
}

/** What was seen of a deployment that failed. */
export interface FailureSeen {
  /** In their order. */
  readonly reads: readonly TextsRead[];
  /** The deployments before it. */
  readonly predecessors: readonly Deployment[];
}

/**
 * The text that explains a failure. Names with `error` or `failure` always do. Any other text does unless it was there
 * before the end: then it is the message of a commit or a trigger. Where nothing of the same kind was read before the end,
 * the predecessors that did not fail show the names of such texts.
 */
export function causeOf({ reads, predecessors }: FailureSeen): string | undefined {
  // The last read knows most.
  const ends = reads.filter(({ hasEnded }) => hasEnded).toReversed();
  const earlier = reads.filter(({ hasEnded }) => !hasEnded);
  const error = ends.flatMap(({ remarks }) => remarks).find(({ isError }) => isError);
  if (error !== undefined) return error.text;
  const usual = predecessors.filter(({ status }) => !isUnsuccessful(status)).flatMap(({ remarks }) => remarks);
  const known = [...usual, ...earlier.flatMap(({ remarks }) => remarks)];

  function isNews({ name, text }: Remark, fromList: boolean): boolean {
    if (/commit/i.test(name) || known.some((other) => other.name === name && other.text === text)) return false;
    return earlier.some((read) => read.fromList === fromList) || usual.every((other) => other.name !== name);
  }
  return ends.flatMap(({ remarks, fromList }) => remarks.filter((remark) => isNews(remark, fromList)))[0]?.text;
}
