// Why a request to GitHub failed, and whether it can be retried.
import { errorMessage } from '../../error-message.ts';
import { field } from '../field.ts';

/** Details of a failed request to GitHub. */
interface GithubErrorDetails {
  /** The HTTP status; undefined without a response. */
  readonly status?: number;
  /** The token may lack a permission. GitHub also answers 404 for what the token may not see. */
  readonly lacksPermission?: boolean;
  /** The same request may succeed a moment later. */
  readonly isTransient?: boolean;
  /** GitHub may have carried out the request, or may still be working on it. */
  readonly mayHaveApplied?: boolean;
}

/** GitHub did not do what was requested; the message gives the reason and may quote GitHub. */
export class GithubError extends Error {
  override readonly name = 'GithubError';
  readonly status: number | undefined;
  readonly lacksPermission: boolean;
  readonly isTransient: boolean;
  readonly mayHaveApplied: boolean;

  constructor(message: string, details: GithubErrorDetails = {}) {
    super(message);
    this.status = details.status;
    this.lacksPermission = details.lacksPermission ?? false;
    this.isTransient = details.isTransient ?? false;
    this.mayHaveApplied = details.mayHaveApplied ?? false;
  }
}

/** The error of a request that timed out; `within` such as `within 10 s`. */
export function noResponse(within: string): GithubError {
  return new GithubError(`GitHub did not answer ${within}`, { isTransient: true, mayHaveApplied: true });
}

/**
 * Converts what Octokit throws. Without a response, Octokit invents a status 500, so only `response.status` is used.
 */
export function githubErrorOf(error: unknown): GithubError {
  if (error instanceof GithubError) return error;
  const response = field(error, 'response');
  const status = field(response, 'status');
  if (typeof status !== 'number') {
    const message = `GitHub could not be reached (${errorMessage(error)})`;
    return new GithubError(message, { isTransient: true, mayHaveApplied: true });
  }
  const quoted = field(field(response, 'data'), 'message');
  const answer = `GitHub answered ${status}${typeof quoted === 'string' ? ` (${quoted})` : ''}`;
  const headers = field(response, 'headers');
  const isLimit = field(headers, 'x-ratelimit-remaining') === '0' || field(headers, 'retry-after') !== undefined;
  if (status === 429 || (status === 403 && isLimit)) {
    return new GithubError(`${answer}: the token has used up its requests`, { status, isTransient: true });
  }
  return new GithubError(answer, {
    status,
    lacksPermission: [401, 403, 404].includes(status),
    isTransient: status >= 500,
    mayHaveApplied: status < 400 || status >= 500,
  });
}
