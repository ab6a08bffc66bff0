// The request of the health check: to the app itself, without the key, without following redirects.
import type { Clock } from '../clock.ts';
import { ExchangeError } from './connection-errors.ts';
import { createHttp } from './http.ts';

/** The answer of the app, or why there was none. Every text is untrusted. */
export type ProbeAnswer =
  | {
      readonly status: number;
      /** The `Location` header of a redirect. */
      readonly location: string | undefined;
      /** The part of the first 64 KiB of the body that arrived in time. */
      readonly body: string;
    }
  | { readonly failure: string };

const TIMEOUT_MS = 10_000;
/** How much of the body `health-check-contains` searches. */
const MAX_BODY_BYTES = 64 * 1024;

/** Sends one request. Rejects only with the signal's reason. */
export async function probe(
  url: string,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<ProbeAnswer> {
  const http = createHttp('deployment-service-action health check', clock);
  try {
    const { status, headers, body } = await http.exchange(
      {
        method: 'GET',
        url,
        headers: { accept: '*/*' },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BODY_BYTES,
        isPartEnough: true,
      },
      signal,
    );
    return { status, location: headers.location, body };
  } catch (error) {
    if (error instanceof ExchangeError) return { failure: error.message };
    throw error;
  } finally {
    http.dispose();
  }
}
