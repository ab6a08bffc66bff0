// Virtual time: it jumps when nothing else happens, stands still during requests, and lets held
// ones be overtaken.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { VirtualClock } from '../support/virtual-clock.ts';

let clock = new VirtualClock();
beforeEach(() => {
  clock = new VirtualClock();
});
afterEach(() => clock.dispose());

test('wakes sleepers in the order of their times', async () => {
  const woken: [string, number][] = [];
  const sleep = async (name: string, ms: number): Promise<void> => {
    await clock.sleep(ms);
    woken.push([name, clock.now()]);
  };
  await Promise.all([
    sleep('hour', 3_600_000),
    sleep('second', 1000),
    sleep('none', 0),
    sleep('also', 1000),
  ]);
  expect(woken).toEqual([
    ['none', 0],
    ['second', 1000],
    ['also', 1000],
    ['hour', 3_600_000],
  ]);
  expect(clock.wallTime()).toBe(Date.UTC(2026, 2, 2, 13));
});

test('rejects with the reason of a signal, before and during a sleep', async () => {
  const reason = new Error('enough');
  await expect(clock.sleep(1, AbortSignal.abort(reason))).rejects.toBe(reason);
  const controller = new AbortController();
  const sleeping = clock.sleep(60_000, controller.signal);
  void clock.sleep(1000).then(() => controller.abort(reason));
  await expect(sleeping).rejects.toBe(reason);
  expect([clock.now(), clock.sleeping]).toEqual([1000, 0]);
});

test('lets work with files end before it moves', async () => {
  const order: string[] = [];
  const reading = readFile(import.meta.filename).then(() => order.push('file'));
  await Promise.all([reading, clock.sleep(1).then(() => order.push('clock'))]);
  expect(order).toEqual(['file', 'clock']);
});

const clients: Record<string, (address: string) => Promise<void>> = {
  'node:http': async (address) => {
    await new Promise<void>((resolve) => {
      get(address, (response) => response.resume().once('end', () => resolve()));
    });
  },
  fetch: async (address) => void (await (await fetch(address)).text()),
};

test.each(Object.keys(clients))(
  'stands still during a request of %s, unless it is held',
  async (name) => {
    let release = (): void => undefined;
    const server = createServer((request, response) => {
      if (request.url === '/held') release = clock.hold(request.socket.remotePort ?? 0);
      setTimeout(() => response.end('slow'), 30); // in real time
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const order: string[] = [];
    const exchange = async (path: string): Promise<void> => {
      const requested = clients[name]?.(origin + path).then(() => order.push(path));
      await Promise.all([requested, clock.sleep(60_000).then(() => order.push('clock'))]);
    };
    await exchange('/plain');
    await exchange('/held');
    release();
    expect(order).toEqual(['/plain', 'clock', 'clock', '/held']);
    server.closeAllConnections();
    await once(server.close(), 'close');
  },
);
