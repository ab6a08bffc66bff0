// Why a request to GitHub failed, and whether and when it can be sent again.
import type { Clock } from '../../clock.ts';
import { formatDuration } from '../../duration.ts';
import { errorMessage } from '../../error-message.ts';
import { field } from '../field.ts';

/** Details of a failed request to GitHub. */
interface GithubErrorDetails {
  /** The HTTP status; undefined without a response. */
  readonly status?: number;
  /** The token may lack a permission. GitHub also answers 404 for what the token may not see. */
  readonly lacksPermission?: boolean;
  /** The same request may succeed later. */
  readonly isTransient?: boolean;
  /** GitHub may have carried out the request, or may still be working on it. */
  readonly mayHaveApplied?: boolean;
  /** The rate limit that the token has reached. */
  readonly rateLimit?: RateLimit | undefined;
  /** Clock time until which GitHub asks to send nothing. */
  readonly notBeforeMs?: number | undefined;
}

/** GitHub's limit of requests per hour, and the one that many requests within a short time reach. */
type RateLimit = 'primary' | 'secondary';

/** GitHub did not do what was requested; the message gives the reason and may quote GitHub. */
export class GithubError extends Error {
  override readonly name = 'GithubError';
  readonly details: GithubErrorDetails;

  constructor(message: string, details: GithubErrorDetails = {}) {
    super(message);
    this.details = details;
  }
}

/** The error of a request without a response; `what` such as `GitHub did not answer within 10s`. */
export function unanswered(what: string): GithubError {
  return new GithubError(what, { isTransient: true, mayHaveApplied: true });
}

/** The wait that GitHub documents for a rate limit whose response states none. */
const RATE_LIMIT_WAIT_MS = 60_000;

/**
 * Converts what Octokit throws. Without a response, Octokit invents a status 500, so only `response.status` is used.
 */
export function githubErrorOf(error: unknown, clock: Pick<Clock, 'now' | 'wallTime'>): GithubError {
  if (error instanceof GithubError) return error;
  const response = field(error, 'response');
  const status = field(response, 'status');
  if (typeof status !== 'number') return unanswered(`GitHub could not be reached (${errorMessage(error)})`);
  const headers = field(response, 'headers');
  const message = field(field(response, 'data'), 'message');
  const quoted = typeof message === 'string' ? message : '';
  const answer = `GitHub answered ${status}${quoted === '' ? '' : ` (${quoted})`}`;
  const rateLimit = rateLimitOf(status, quoted, headers);
  const waitMs = askedWaitMs(headers, { rateLimit, wallTimeMs: clock.wallTime() });
  const limited = rateLimit && `: the token has reached ${rateLimitNames[rateLimit]}`;
  const wait = waitMs === undefined ? '' : `; GitHub asks to wait ${formatDuration(waitMs)}`;
  return new GithubError(`${answer}${limited ?? ''}${wait}`, {
    status,
    rateLimit,
    lacksPermission: rateLimit === undefined && [401, 403, 404].includes(status),
    isTransient: rateLimit !== undefined || status >= 500,
    mayHaveApplied: status < 400 || status >= 500,
    notBeforeMs: waitMs === undefined ? undefined : clock.now() + waitMs,
  });
}

const rateLimitNames: Readonly<Record<RateLimit, string>> = {
  primary: 'its rate limit at GitHub',
  secondary: 'a secondary rate limit of GitHub',
};

/** A secondary limit has no sign of its own but its message, where there is one. */
function rateLimitOf(status: number, message: string, headers: unknown): RateLimit | undefined {
  if (status !== 403 && status !== 429) return undefined;
  if (/secondary rate limit|abuse detection/i.test(message)) return 'secondary';
  if (field(headers, 'x-ratelimit-remaining') === '0' || /rate limit exceeded/i.test(message)) return 'primary';
  return status === 429 || field(headers, 'retry-after') !== undefined ? 'secondary' : undefined;
}

/** How long GitHub asks to wait: `Retry-After` (seconds or a date), else when the rate limit is over. */
function askedWaitMs(
  headers: unknown,
  { rateLimit, wallTimeMs }: { rateLimit: RateLimit | undefined; wallTimeMs: number },
): number | undefined {
  const header = field(headers, 'retry-after');
  const retryAfter = typeof header === 'string' ? header : '';
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const dateMs = Date.parse(retryAfter);
  if (!Number.isNaN(dateMs)) return Math.max(0, dateMs - wallTimeMs);
  const resetMs = Number(field(headers, 'x-ratelimit-reset')) * 1000;
  if (rateLimit === 'primary' && resetMs > 0) return Math.max(0, resetMs - wallTimeMs);
  return rateLimit && RATE_LIMIT_WAIT_MS;
}
