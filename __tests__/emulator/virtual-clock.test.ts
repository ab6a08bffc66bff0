// Virtual time over the emulator's ways of waiting: it stands still during requests and work with
// files, and lets held requests be overtaken. Sleeping itself is tested beside the clock.
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
