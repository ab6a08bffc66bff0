// Requests of one exchange, and how one that must fail has failed.
import type { ExchangeRequest } from '../../../src/api/http/exchange.ts';
import { ExchangeError } from '../../../src/api/http/exchange-error.ts';

/** How long {@link exchangeRequest} gives the head of a response, unless a test sets another limit. */
export const IDLE_TIMEOUT_MS = 15_000;
/** The same for the whole response; shorter, so that a test can tell which of the two limits it was. */
export const BODY_TIMEOUT_MS = 10_000;

/** A signal that nobody aborts. */
export const never = new AbortController().signal;

/** A plain GET with room for a small response. */
export function exchangeRequest(url: string, more: Partial<ExchangeRequest> = {}): ExchangeRequest {
  return {
    method: 'GET',
    url,
    headers: {},
    body: null,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    bodyTimeoutMs: BODY_TIMEOUT_MS,
    maxBytes: 1_000,
    ...more,
  };
}

/** How an exchange failed; a whole response is a failure of the test. */
export async function exchangeFailure(exchanged: Promise<unknown>): Promise<ExchangeError> {
  const ended: unknown = await exchanged.catch((error: unknown) => error);
  if (!(ended instanceof ExchangeError)) throw new Error('The exchange did not fail as it should.', { cause: ended });
  return ended;
}
