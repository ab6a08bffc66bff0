// Virtual time for stand-in services that share nothing else with the emulator: its clock observes this process from
// outside and knows of no service.
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../emulator/index.ts';

export type { Clock } from '../../emulator/index.ts';
export { VirtualClock } from '../../emulator/testing/virtual-time/index.ts';

/**
 * Sleeps in a service that answers late on purpose: an open request otherwise stops virtual time. Rejects with the signal's
 * reason when it is aborted first.
 */
export async function keepWaiting(
  { socket }: Pick<IncomingMessage, 'socket'>,
  clock: Clock,
  { ms, signal }: { ms: number; signal?: AbortSignal },
): Promise<void> {
  const release = clock.hold?.(socket.remotePort ?? 0);
  try {
    await clock.sleep(ms, signal);
  } finally {
    release?.();
  }
}
