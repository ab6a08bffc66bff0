// Ends the process soon after the first signal of a cancelled run, and soon after the result was published.
import { Stop } from '../clock.ts';
import type { Host } from './host.ts';

/** The documented limit is two seconds; the runner kills a process ten seconds after its first signal. */
const EXIT_WITHIN_MS = 1_900;
/** The documented limit is five seconds when a GitHub deployment record has to be closed. */
const EXIT_AFTER_CLOSING_MS = 4_900;

/**
 * Aborts the step at the first signal, and ends the process at the second or after the time limit. While `hasOpenRecord`
 * returns true, further signals are ignored, so that the GitHub record gets its final state. Returns a function that
 * stops listening.
 */
export function listenForCancel(
  host: Host,
  step: AbortController,
  { hasOpenRecord }: { hasOpenRecord: () => boolean },
): () => void {
  let signals = 0;
  return host.onCancel(() => {
    signals += 1;
    if (signals === 1) {
      step.abort(new Stop('interrupted'));
      host.setUnrefTimeout(() => host.exit(1), hasOpenRecord() ? EXIT_AFTER_CLOSING_MS : EXIT_WITHIN_MS);
    } else if (!hasOpenRecord()) {
      host.exit(1);
    }
  });
}

/** Ends the process within two seconds with the exit code that was set, even if a DNS query or an unread pipe hangs. */
export function endProcessSoon(host: Host): void {
  host.setUnrefTimeout(() => host.exit(), EXIT_WITHIN_MS);
}
