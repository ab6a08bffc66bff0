// From the signals of a cancelled run to one AbortSignal, and the promise that the process is gone soon after.
import { Stop } from '../clock.ts';
import type { Host } from './host.ts';

/** The runner kills 10 s after the first signal; users wait for none of it. */
const GONE_WITHIN_MS = 1_900;

/** Aborts the step at the first signal, ends the process at the second. The returned function stops listening. */
export function listenForCancel(
  host: Host,
  step: AbortController,
  options: { goneWithinMs?: number } = {},
): () => void {
  let signals = 0;
  return host.onCancel(() => {
    signals += 1;
    if (signals > 1) return host.exit(1);
    step.abort(new Stop('interrupted'));
    host.afterwards(options.goneWithinMs ?? GONE_WITHIN_MS, () => host.exit(1));
  });
}
