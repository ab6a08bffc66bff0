// The health request: one look at an address of the app itself. It carries no key, follows no redirect and reads no body.
import type { Clock } from '../../clock.ts';
import { createExchanger, ExchangeError } from './exchange.ts';

/** What the app answered: an HTTP status, or why there was none. */
export type ProbeAnswer = { readonly status: number } | { readonly failure: string };

/** An app that needs longer than this for its first byte is not healthy yet; it is asked again. */
const ANSWER_WITHIN_MS = 10_000;

/** Asks once. Rejects only with the signal's reason. */
export async function probe(url: string, options: { clock: Clock; signal: AbortSignal }): Promise<ProbeAnswer> {
  const exchanger = createExchanger('deployment-service-action health check', options.clock);
  try {
    const { status } = await exchanger.exchange(
      {
        method: 'GET',
        url,
        headers: { accept: '*/*', 'accept-encoding': 'identity' },
        body: null,
        headersWithinMs: ANSWER_WITHIN_MS,
        wholeWithinMs: ANSWER_WITHIN_MS,
        maxBytes: 0,
      },
      options.signal,
    );
    return { status };
  } catch (error) {
    if (error instanceof ExchangeError) return { failure: error.message };
    throw error;
  } finally {
    exchanger.dispose();
  }
}
