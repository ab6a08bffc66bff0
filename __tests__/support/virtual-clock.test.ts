// The virtual clock: time passes by itself, in order, and never while a request is in flight.
import { once } from 'node:events';
import { get } from 'node:http';
import { setImmediate as turn, setTimeout as realSleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createRawServers } from './raw-servers.ts';
import { keepWaiting, VirtualClock } from './virtual-clock.ts';

let clock: VirtualClock;
const servers = createRawServers();

beforeEach(() => {
  clock = new VirtualClock();
});

afterEach(async () => {
  clock.dispose();
  await servers.close();
});

test('ends a sleep of a year at once and moves both readings by exactly that', async () => {
  const yearMs = 365 * 24 * 3_600_000;
  const wallMs = clock.wallTime();
  await clock.sleep(yearMs);
  expect([clock.now(), clock.wallTime() - wallMs]).toEqual([yearMs, yearMs]);
});

test('wakes sleepers in the order of their times, and of their calls where these are equal', async () => {
  const woken: string[] = [];
  const sleep = async (name: string, ms: number): Promise<void> => {
    await clock.sleep(ms);
    woken.push(`${name} at ${clock.now()}`);
    if (name === 'early') await sleep('begun by early', 5);
  };
  const sleepers = [sleep('late', 30), sleep('early', 10), sleep('one', 20), sleep('two', 20)];
  await Promise.all(sleepers);
  expect(woken.join(', ')).toBe(
    'early at 10, begun by early at 15, one at 20, two at 20, late at 30',
  );
});

test('rejects an aborted sleep with the reason and forgets it', async () => {
  const controller = new AbortController();
  const sleep = clock.sleep(Infinity, controller.signal);
  controller.abort(new Error('enough'));
  await expect(sleep).rejects.toThrow('enough');
  await expect(clock.sleep(1, controller.signal)).rejects.toThrow('enough');
  expect(clock.sleeping).toBe(0);
});

test('stands still without a sleep that ends, and after disposal', async () => {
  void clock.sleep(Infinity);
  for (let count = 0; count < 50; count += 1) await turn();
  void clock.sleep(10);
  clock.dispose();
  for (let count = 0; count < 50; count += 1) await turn();
  expect([clock.now(), clock.sleeping]).toEqual([0, 0]);
});

test('watches the same request as any number of other clocks', async () => {
  const url = await servers.serve((_, response) => void response.end('done'));
  const others = Array.from({ length: 20 }, () => new VirtualClock());
  const request = get(url);
  // Above the limit Node warns of a leak, once in the life of a process.
  const mayListen = request.getMaxListeners() || Infinity;
  expect(request.listenerCount('close')).toBeLessThanOrEqual(mayListen);
  await Promise.all([once(request, 'close'), clock.sleep(1_000)]);
  for (const other of others) other.dispose();
});

test('stands still while a server works, and passes afterwards', async () => {
  const url = await servers.serve(
    (_, response) => void realSleep(60).then(() => response.end('done')),
  );
  const sleeping = clock.sleep(1_000);
  expect(await (await fetch(url)).text()).toBe('done');
  expect(clock.now()).toBe(0);
  await sleeping;
  expect(clock.now()).toBe(1_000);
});

test('passes while a server keeps a request waiting on purpose', async () => {
  const url = await servers.serve((request, response) => {
    void keepWaiting(request, clock, { ms: 60_000 }).then(() => response.end('late'));
  });
  const timer = clock.sleep(59_999).then(() => clock.now());
  expect(await (await fetch(url)).text()).toBe('late');
  expect([await timer, clock.now()]).toEqual([59_999, 60_000]);
});

test('passes again after a connection that broke and a request that was aborted', async () => {
  const broken = await servers.serve(({ socket }) => void socket.destroy());
  await expect(fetch(broken)).rejects.toThrow('fetch failed');
  const silent = await servers.serve(
    (request) => void keepWaiting(request, clock, { ms: 10 ** 9 }),
  );
  const limit = new AbortController();
  const fetching = fetch(silent, { signal: limit.signal });
  await clock.sleep(5_000);
  limit.abort();
  await expect(fetching).rejects.toMatchObject({ name: 'AbortError' });
  await clock.sleep(5_000);
  expect(clock.now()).toBe(10_000);
});
