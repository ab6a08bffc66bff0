// The health check request: one request to the app itself, without the key and without following redirects.
import type { Clock } from '../../clock.ts';
import { createExchanger } from './exchange.ts';
import { ExchangeError } from './exchange-error.ts';
import { explain } from './transport.ts';

/** The app's response, or why there was none. Every text is untrusted. */
export type ProbeAnswer =
  | {
      readonly status: number;
      /** The `Location` header of a redirect. */
      readonly location: string | undefined;
      /** The part of the first 64 KiB of the body that arrived in time; empty without `readBody`. */
      readonly body: string;
      /** The content encoding of a body that cannot be decoded. */
      readonly undecoded: string | undefined;
    }
  | { readonly failure: string };

/** For headers and body each. */
const TIMEOUT_MS = 10_000;

/** How much of the body `health-check-contains` searches. */
const MAX_BODY_BYTES = 64 * 1024;

/** Sends one request. Rejects only with the signal's reason. */
export async function probe(
  url: string,
  { clock, signal, readBody }: { clock: Clock; signal: AbortSignal; readBody: boolean },
): Promise<ProbeAnswer> {
  const exchanger = createExchanger('deployment-service-action health check', clock);
  try {
    const { status, headers, body, undecoded } = await exchanger.exchange(
      {
        method: 'GET',
        url,
        headers: { accept: '*/*', 'accept-encoding': 'identity' },
        body: null,
        idleTimeoutMs: TIMEOUT_MS,
        bodyTimeoutMs: TIMEOUT_MS,
        maxBytes: readBody ? MAX_BODY_BYTES : 0,
        partial: true,
      },
      signal,
    );
    return { status, location: headers.location, body, undecoded };
  } catch (error) {
    if (error instanceof ExchangeError) return { failure: explain(error.message) };
    throw error;
  } finally {
    exchanger.dispose();
  }
}
