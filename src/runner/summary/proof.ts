// What has been proven about the app: where it is live, and what its health check has shown. Pure; does not sanitize.
import { isUpAndHealthy } from '../../api/model.ts';
import type { Outcome } from '../../operations/operation.ts';
import { onlyResource } from './progress.ts';
import type { SummaryData } from './summary-data.ts';

/** Whole commits are shown as short as everywhere else. */
const COMMIT = /^[0-9a-f]{40}$/;
const SHORT_COMMIT_CHARS = 7;

/**
 * Where the app is proven to be live: the address of a resource that is up, or the host that passed the health check.
 * Undefined for a resource that the service calls down or unhealthy as before.
 */
export function liveAddress({ url, resourceStatus, proof, isAsBefore }: Outcome): string | undefined {
  if (isAsBefore === true) return undefined;
  if (url !== undefined && isUpAndHealthy(resourceStatus)) return url;
  return proof && URL.parse(proof.url)?.origin;
}

/** Where the app of the only resource is live, if this step's request has brought it up; else undefined. */
export function liveAt({ report, progress }: Pick<SummaryData, 'report' | 'progress'>): string | undefined {
  const only = onlyResource(progress);
  if (only?.ours !== true || report === undefined || report.errorCode !== undefined) return undefined;
  const { outcome, isReread } = only;
  if (outcome.stillRunning === true) return undefined;
  // A status that was not read again is the one from before the request.
  return liveAddress(isReread ? outcome : { ...outcome, resourceStatus: undefined });
}

/** What the health check has shown, such as `/version answers with 4f6c21d`; `code` formats a value. */
export function proofText({ proof, url = '' }: Outcome, code: (value: string) => string): string | undefined {
  if (proof === undefined) return undefined;
  const checked = URL.parse(proof.url);
  const isOwn = checked !== null && checked.origin === URL.parse(url)?.origin;
  const address = code(isOwn ? checked.pathname + checked.search : proof.url);
  if (proof.contains === undefined) return `${address} answers ${proof.status}`;
  const isCommit = COMMIT.test(proof.contains);
  return `${address} answers with ${code(isCommit ? proof.contains.slice(0, SHORT_COMMIT_CHARS) : proof.contains)}`;
}
