// Ports on the loopback interface: finding a free one, and waiting until one answers.

import { randomInt } from 'node:crypto';
import { createServer, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { LOOPBACK } from '../addresses.ts';

// Below the range from which systems take ports for outgoing connections (Linux from 32768, the others from 49152):
// a port out of that range could be taken while its app restarts, and a connection to it can even reach itself.
const FIRST_PORT = 20_000;
const END_PORT = 30_000;
const CHECK_EVERY_MS = 25;

/** Whether nobody listens on the port at the moment. */
export async function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen({ port, host: LOOPBACK, exclusive: true }, () => server.close(() => resolve(true)));
  return await promise;
}

/** A port to try, anywhere in the range. */
export function anyPort(): number {
  return randomInt(FIRST_PORT, END_PORT);
}

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  let port = anyPort();
  while (!(await isFree(port))) port = anyPort();
  return port;
}

async function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ port, host: LOOPBACK });
  socket.once('connect', () => resolve(true));
  socket.once('error', () => resolve(false));
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}

/** Tries the port until it takes connections (true) or the signal is aborted (false). */
export async function untilAnswers(port: number, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    if (await answers(port)) return true;
    await delay(CHECK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  return false;
}
