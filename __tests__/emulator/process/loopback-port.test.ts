// Ports on the loopback interface: free ones, and waiting until one answers.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { anyPort, freePort, isFree, untilAnswers } from '../../../emulator/process/loopback-port.ts';

const servers: Server[] = [];
const never = new AbortController().signal;

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close();
    await once(server, 'close');
  }
});

/** Listens on a port; returns it. */
async function listenOn(port: number): Promise<number> {
  const server = createServer((socket) => void socket.on('error', () => undefined).end());
  servers.push(server);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  return (server.address() as AddressInfo).port;
}

describe('a port', () => {
  test('that somebody listens on is not free, and is left as it was', async () => {
    const port = await listenOn(0);
    expect(await isFree(port)).toBe(false);
    expect(await untilAnswers(port, never)).toBe(true);
  });

  test('that was found free can be listened on at once', async () => {
    const port = await freePort();
    expect(await listenOn(port)).toBe(port);
  });

  test('to try lies below those that systems take for outgoing connections', () => {
    const ports = Array.from({ length: 1000 }, anyPort);
    expect(ports.filter((port) => port < 20_000 || port >= 30_000 || !Number.isInteger(port))).toEqual([]);
    expect(new Set(ports).size).toBeGreaterThan(500);
  });
});

describe('waiting for a port', () => {
  test('ends when somebody begins to listen', async () => {
    const port = await freePort();
    const waiting = untilAnswers(port, never);
    await listenOn(port);
    expect(await waiting).toBe(true);
  });

  test('ends when it is aborted, before or meanwhile', async () => {
    const port = await freePort();
    expect(await untilAnswers(port, AbortSignal.abort())).toBe(false);
    const limit = new AbortController();
    const waiting = untilAnswers(port, limit.signal);
    limit.abort();
    expect(await waiting).toBe(false);
  });
});
