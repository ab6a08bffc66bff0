// Requests of fetch on the virtual clock: seen while they are under way, and no longer.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { VirtualClock } from '../../../../emulator/index.ts';
import { createRawServers } from '../../../support/service/raw-server.ts';

let clock: VirtualClock;
const servers = createRawServers();

beforeEach(() => {
  clock = new VirtualClock();
});

afterEach(async () => {
  clock.dispose();
  await servers.close();
});

describe('fetch on the virtual clock', () => {
  test('time stands still while the server works, and passes afterwards', async () => {
    const url = await servers.serve((_, response) => void setTimeout(() => response.end('done'), 60));
    const sleeping = clock.sleep(1_000);
    const response = await fetch(url);
    expect(await response.text()).toBe('done');
    expect(clock.now()).toBe(0);
    await sleeping;
    expect(clock.now()).toBe(1_000);
  });

  test('time overtakes a request that the server holds back, until it is aborted', async () => {
    const url = await servers.serve(({ socket }) => void clock.hold(socket.remotePort ?? 0));
    const limit = new AbortController();
    const fetching = fetch(url, { signal: limit.signal });
    await clock.sleep(5_000);
    limit.abort();
    await expect(fetching).rejects.toMatchObject({ name: 'AbortError' });
    await clock.sleep(5_000);
    expect(clock.now()).toBe(10_000);
  });

  test('a connection that breaks is no request any more', async () => {
    const url = await servers.serve(({ socket }) => void socket.destroy());
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    await clock.sleep(1_000);
    expect(clock.now()).toBe(1_000);
  });
});
