// Responses that are not the service's, and incomplete lists, are reported.
import { type Invariant, hidesVariables } from '../seen.ts';
import { isPartial } from '../story.ts';

/** Responses that are not the service's, or that are broken. */
const UNREADABLE = new Set(['200 page', '403 page', '404 text', '405 page', 'empty', 'broken JSON']);

export const reportsEachUnreadableResponse: Invariant = (trial) => {
  const { served, endedAtMs, run } = trial;
  const unread = served.find(({ endpoint, fault, delivery, endedAtMs: atMs = Infinity }) => {
    if (delivery?.kind !== 'answered' || !UNREADABLE.has(fault ?? '') || atMs >= endedAtMs) return false;
    if (endpoint === 'health') return false;
    // The first read of the resource is aborted after 10 s; a later response is ignored.
    if (endpoint === 'resource' && /It was not read within 10s/.test(run.log)) return false;
    return !/answered \d{3} with|in a form that is not recognised|\| response: .+ \| differs/.test(run.log);
  });
  return unread === undefined ? undefined : `nothing is reported of the answer to ${unread.path}: ${unread.fault}`;
};

export const reportsAnIncompleteList: Invariant = (trial) => {
  const { story, run } = trial;
  const isIncomplete =
    (story.operation === 'list' && isPartial(story.resources.more)) ||
    (story.operation === 'env' && hidesVariables(story));
  if (run.exitCode !== 0 || !isIncomplete) return undefined;
  return /incomplete/i.test(`${run.summary}\n${run.log}`)
    ? undefined
    : 'a list is incomplete, and this is not reported';
};
