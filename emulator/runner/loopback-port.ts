// Ports on the loopback interface: finding a free one, and waiting until one answers.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The only host that the emulator and its apps listen on. */
export const LOOPBACK = '127.0.0.1';

// Below the range from which systems take ports for outgoing connections (Linux from 32768, the
// others from 49152): a port of that range could be taken while its app restarts.
const FIRST_PORT = 20_000;
const END_PORT = 30_000;
const CHECK_EVERY_MS = 25;

/** Whether nobody listens on the port at the moment. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen({ port, host: LOOPBACK, exclusive: true }), 'listening');
    await once(server.close(), 'close');
    return true;
  } catch {
    return false;
  }
}

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  let port = randomInt(FIRST_PORT, END_PORT);
  while (!(await isFree(port))) port = randomInt(FIRST_PORT, END_PORT);
  return port;
}

/** Tries the port until it takes connections (true) or the signal is aborted (false). */
export async function untilAnswers(port: number, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const socket = connect({ port, host: LOOPBACK });
    try {
      await once(socket, 'connect', { signal });
      return true;
    } catch {
      await delay(CHECK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    } finally {
      socket.destroy();
    }
  }
  return false;
}
