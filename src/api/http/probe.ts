// The health request: one request to an address of the app itself. It carries no key and follows no redirect.
import type { Clock } from '../../clock.ts';
import { createExchanger, ExchangeError } from './exchange.ts';

/** What the app answered, or why there was no answer. Every text is untrusted. */
export type ProbeAnswer =
  | {
      readonly status: number;
      /** The `Location` header of a redirect. */
      readonly location: string | undefined;
      /** The first 64 KiB of the body, as far as it came in time; empty when it was not asked for. */
      readonly body: string;
    }
  | { readonly failure: string };

/** An app that needs longer than this is not healthy yet; it is asked again. */
const ANSWER_WITHIN_MS = 10_000;

/** How much of a body is searched for a text (contract, `health-check-contains`). */
const MAX_BODY_BYTES = 64 * 1024;

/** Asks once. Rejects only with the signal's reason. */
export async function probe(
  url: string,
  { clock, signal, readBody }: { clock: Clock; signal: AbortSignal; readBody: boolean },
): Promise<ProbeAnswer> {
  const exchanger = createExchanger('deployment-service-action health check', clock);
  try {
    const { status, location, body } = await exchanger.exchange(
      {
        method: 'GET',
        url,
        headers: { accept: '*/*', 'accept-encoding': 'identity' },
        body: null,
        headersWithinMs: ANSWER_WITHIN_MS,
        wholeWithinMs: ANSWER_WITHIN_MS,
        maxBytes: readBody ? MAX_BODY_BYTES : 0,
        partial: true,
      },
      signal,
    );
    return { status, location, body };
  } catch (error) {
    if (error instanceof ExchangeError) return { failure: error.message };
    throw error;
  } finally {
    exchanger.dispose();
  }
}
