// Sends the request of the health check to the app: without the key, and without redirects.
import type { Clock } from '../clock.ts';
import { ExchangeError } from './connection-errors.ts';
import { createHttp, type HttpReply } from './http.ts';

const TIMEOUT_MS = 10_000;
/** How much of the body `health-check-contains` searches. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Sends one request. The body is empty without `readBody`. If it is received in part, the end may
 * hold a part of a secret, so `longestForm` characters are dropped. `failure` says why there was no
 * answer. All texts are untrusted. Rejects only with the signal's reason.
 */
export async function probe(
  url: string,
  options: { clock: Clock; signal: AbortSignal; readBody: boolean; longestForm: number },
): Promise<HttpReply | { readonly failure: string }> {
  const { clock, signal, readBody, longestForm: dropBytes } = options;
  const http = createHttp('deployment-service-action health check', clock);
  try {
    return await http.exchange(
      {
        method: 'GET',
        url,
        headers: { accept: '*/*' },
        timeoutMs: TIMEOUT_MS,
        maxBytes: readBody ? MAX_BODY_BYTES + dropBytes : 0,
        part: { dropBytes },
      },
      signal,
    );
  } catch (error) {
    if (error instanceof ExchangeError) return { failure: error.message };
    throw error;
  } finally {
    http.dispose();
  }
}
