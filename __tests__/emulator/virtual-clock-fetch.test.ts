// Requests of fetch on the virtual clock: seen while they are under way, and no longer.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { VirtualClock } from '../../emulator/index.ts';
import { originOf } from '../support/fake-github.ts';

let clock: VirtualClock;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => answer(request, response));

beforeEach(async () => {
  clock = new VirtualClock();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  clock.dispose();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

describe('fetch on the virtual clock', () => {
  test('time stands still while the server works, and passes afterwards', async () => {
    answer = (_, response) => void setTimeout(() => response.end('done'), 60);
    const sleeping = clock.sleep(1_000);
    const response = await fetch(originOf(server));
    expect(await response.text()).toBe('done');
    expect(clock.now()).toBe(0);
    await sleeping;
    expect(clock.now()).toBe(1_000);
  });

  test('time overtakes a request that the server holds back, until it is aborted', async () => {
    answer = ({ socket }) => void clock.hold(socket.remotePort ?? 0);
    const limit = new AbortController();
    const fetching = fetch(originOf(server), { signal: limit.signal });
    await clock.sleep(5_000);
    limit.abort();
    await expect(fetching).rejects.toMatchObject({ name: 'AbortError' });
    await clock.sleep(5_000);
    expect(clock.now()).toBe(10_000);
  });

  test('a connection that breaks is no request any more', async () => {
    answer = ({ socket }) => void socket.destroy();
    await expect(fetch(originOf(server))).rejects.toBeDefined();
    await clock.sleep(1_000);
    expect(clock.now()).toBe(1_000);
  });
});
