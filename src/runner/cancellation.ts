// From the signals of a cancelled run to one AbortSignal, and the promise that the process is gone soon after.
import { Stop } from '../clock.ts';
import type { Host } from './host.ts';

/** The runner kills 10 s after the first signal; users wait for none of it. */
const GONE_WITHIN_MS = 1_900;
/** The same where GitHub must still be told how it ended. */
const GONE_AFTER_LAST_CALL_MS = 4_900;

/**
 * Aborts the step at the first signal, ends the process at the second. `hasLastCall` says whether something must still
 * be told to somebody outside. The returned function stops listening.
 */
export function listenForCancel(
  host: Host,
  step: AbortController,
  options: { hasLastCall?: () => boolean } = {},
): () => void {
  let signals = 0;
  return host.onCancel(() => {
    signals += 1;
    if (signals > 1) return host.exit(1);
    step.abort(new Stop('interrupted'));
    const withinMs = options.hasLastCall?.() === true ? GONE_AFTER_LAST_CALL_MS : GONE_WITHIN_MS;
    host.afterwards(withinMs, () => host.exit(1));
  });
}
