// The health request to an address of the app itself. It carries no key, follows no redirect and reads the body only when
// that is asked for.
import type { Clock } from '../../clock.ts';
import { createExchanger, ExchangeError } from './exchange.ts';

/** What the app answered: an HTTP status, its `Location` and the beginning of its body, or why there was no answer. */
export type ProbeAnswer =
  | { readonly status: number; readonly location: string | undefined; readonly body: string }
  | { readonly failure: string };

/** An app that needs longer than this for its first byte is not healthy yet; it is asked again. */
const ANSWER_WITHIN_MS = 10_000;

/** So much of the body is read. */
const SAMPLE_BYTES = 64 * 1024;

/** Asks once. Rejects only with the signal's reason. `readBody`: else `body` is empty. */
export async function probe(
  url: string,
  options: { clock: Clock; signal: AbortSignal; readBody: boolean },
): Promise<ProbeAnswer> {
  const exchanger = createExchanger('deployment-service-action health check', options.clock);
  try {
    const { status, location, body } = await exchanger.exchange(
      {
        method: 'GET',
        url,
        headers: { accept: '*/*', 'accept-encoding': 'identity' },
        body: null,
        headersWithinMs: ANSWER_WITHIN_MS,
        wholeWithinMs: ANSWER_WITHIN_MS,
        maxBytes: options.readBody ? SAMPLE_BYTES : 0,
        isSample: true,
      },
      options.signal,
    );
    return { status, location, body };
  } catch (error) {
    if (error instanceof ExchangeError) return { failure: error.message };
    throw error;
  } finally {
    exchanger.dispose();
  }
}
