// When the process ends: soon after a cancelled run's first signal, and soon after the result was published.
import { Stop } from '../clock.ts';
import type { Host } from './host.ts';

/** Two seconds are promised; the runner ends a process by force ten seconds after its first signal. */
const GONE_WITHIN_MS = 1_900;
/** Five seconds are promised where a record at GitHub is closed last. */
const GONE_AFTER_CLOSING_MS = 4_900;

/**
 * Aborts the step at the first signal and ends the process at the second, or when the promised time is over. While
 * `isClosing` returns true, a further signal ends nothing early: a record would keep a state that is not true.
 * The returned function stops listening.
 */
export function listenForCancel(
  host: Host,
  step: AbortController,
  { isClosing = () => false }: { isClosing?: () => boolean } = {},
): () => void {
  let signals = 0;
  return host.onCancel(() => {
    signals += 1;
    if (signals === 1) {
      step.abort(new Stop('interrupted'));
      host.afterwards(isClosing() ? GONE_AFTER_CLOSING_MS : GONE_WITHIN_MS, () => host.exit(1));
    } else if (!isClosing()) {
      host.exit(1);
    }
  });
}

/** Ends the process within two seconds, with the exit code that was set, whatever hangs: a DNS query, an unread pipe. */
export function endProcessSoon(host: Host): void {
  host.afterwards(GONE_WITHIN_MS, () => host.exit());
}
