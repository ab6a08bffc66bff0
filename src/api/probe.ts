// Sends the request of the health check to the app: without the key, and without redirects.
import type { Clock } from '../clock.ts';
import { ExchangeError } from './connection-errors.ts';
import { createHttp, type HttpReply } from './http.ts';

const TIMEOUT_MS = 10_000;
/** How much of the body `health-check-contains` searches. */
const MAX_BODY_BYTES = 64 * 1024;

/** What the app answered. */
export interface Probed extends HttpReply {
  /** The body. If only a part has arrived, its end is left out: it may hold part of a secret. */
  readonly quotable: string;
}

/** How to request the app. */
export interface ProbeOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Which bodies are read; any other is empty. */
  readonly body: 'all' | 'of errors' | 'none';
  /** The longest form of a secret, in characters. */
  readonly longestSecretChars: number;
}

/**
 * Sends one request. `failure` says why there was no answer. All texts are untrusted. Rejects only
 * with the signal's reason.
 */
export async function probe(
  url: string,
  { clock, signal, body, longestSecretChars }: ProbeOptions,
): Promise<Probed | { readonly failure: string }> {
  const http = createHttp('deployment-service-action health check', clock);
  try {
    const reply = await http.exchange(
      {
        method: 'GET',
        url,
        headers: { accept: '*/*' },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BODY_BYTES,
        readsPart: (status) => body === 'all' || (body === 'of errors' && status >= 400),
      },
      signal,
    );
    const end = reply.body.length - (reply.isPart === true ? longestSecretChars : 0);
    return { ...reply, quotable: reply.body.slice(0, Math.max(0, end)) };
  } catch (error) {
    if (error instanceof ExchangeError) return { failure: error.message };
    throw error;
  } finally {
    http.dispose();
  }
}
