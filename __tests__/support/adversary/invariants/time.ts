// When requests are sent.
import type { Served } from '../service/service.ts';
import { type Invariant, isChange } from '../seen.ts';

const GRACE_MS = 2_000;

/** When the next request may be expected after this one. Polls spend at most half of the time receiving. */
function freeAtMs({ atMs, endedAtMs = 0, delivery }: Served): number {
  const askedMs = delivery?.kind === 'answered' ? (delivery.retryAfterS ?? 0) * 1_000 : 0;
  const waitMs = askedMs === 0 ? 0 : Math.max(1.2 * askedMs, askedMs + 1_000);
  return Math.max(endedAtMs + waitMs, 2 * endedAtMs - atMs);
}

export const obeysRetryAfter: Invariant = ({ served, run, story }) => {
  for (const [index, one] of served.entries()) {
    const { delivery, endedAtMs } = one;
    if (delivery?.kind !== 'answered' || delivery.retryAfterS === undefined || endedAtMs === undefined) continue;
    const askedMs = delivery.retryAfterS * 1_000;
    const later = served.slice(index + 1).filter(({ atMs, endpoint }) => atMs > endedAtMs && endpoint !== 'health');
    // The last poll before the deadline waits for the rate limit of the key only.
    if (
      one.endpoint !== 'deploy' &&
      delivery.status !== 429 &&
      endedAtMs + askedMs >= story.timeoutS * 1_000 - GRACE_MS
    )
      continue;
    // The rate limit of the key concerns every request; any other refusal concerns its endpoint only.
    const isOfTheKey = one.fault?.startsWith('rate limited') === true;
    const next = later.find(
      ({ endpoint, resourceId }) => isOfTheKey || (endpoint === one.endpoint && resourceId === one.resourceId),
    );
    // A read after a change does not repeat the read before it.
    const isBetween = (other: Served): boolean => other !== next && isChange(other) && other.atMs <= (next?.atMs ?? 0);
    if (!isOfTheKey && later.some(isBetween)) continue;
    if (next !== undefined && next.atMs - endedAtMs < askedMs) {
      return `${next.endpoint} came ${next.atMs - endedAtMs} ms after ${one.endpoint} was refused for ${askedMs} ms`;
    }
    const nextAtMs = served.slice(index + 1).find(({ atMs }) => atMs > endedAtMs)?.atMs ?? run.tookMs;
    // A key with several refusals is shared by other jobs: the step may wait longer than requested.
    const isShared = served.some(
      (other) => other !== one && /rate|quota/.test(other.fault ?? '') && (other.endedAtMs ?? Infinity) <= nextAtMs,
    );
    if (isShared) continue;
    // Requests of other resources may have been answered meanwhile, and have asked for a longer wait.
    const isBefore = (other: Served, at: number): boolean =>
      at <= index || (other.atMs <= endedAtMs && (other.endedAtMs ?? Infinity) <= nextAtMs);
    const limitMs = Math.max(...served.filter(isBefore).map(freeAtMs));
    if (nextAtMs > limitMs + 10 && limitMs < story.timeoutS * 1_000) {
      return `nothing came for ${nextAtMs - endedAtMs} ms, although ${askedMs} ms were asked for`;
    }
  }
  return undefined;
};

export const sendsARequestAtLeastEvery30Seconds: Invariant = ({ served }) => {
  const isAskedToWait = served.some(({ fault }) => /retry|rate|quota|busy/.test(fault ?? ''));
  if (isAskedToWait) return undefined;
  let quietSinceMs = 0;
  for (const { atMs, endedAtMs } of served) {
    if (atMs - quietSinceMs > 30_500) return `silent for ${atMs - quietSinceMs} ms`;
    quietSinceMs = Math.max(quietSinceMs, endedAtMs ?? Infinity);
  }
  return undefined;
};
