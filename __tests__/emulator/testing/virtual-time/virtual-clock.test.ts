// The promises of the virtual clock: time passes by itself, never overtakes a request, and leaves nothing behind.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { setImmediate as turn, setTimeout as realSleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { VirtualClock } from '../../../../emulator/index.ts';
import type { Fault } from '../../../../emulator/index.ts';
import { forDrawn } from '../../../support/drawn.ts';
import { fuzzTimeoutMs } from '../../../support/random.ts';
import { createRawServers } from '../../../support/service/raw-server.ts';
import { failure, outcomeOf, send, stage, withStage } from '../../client.ts';

const HOUR_MS = 3_600_000;
/** After so long a client under random faults hangs up. */
const DEADLINE_MS = 10_000;
/** Real time after which a case counts as stuck, long enough for a busy machine. */
const STUCK_AFTER_MS = 10_000;
const SHRINK_MS = 180_000;
const clocks: VirtualClock[] = [];

function newClock(): VirtualClock {
  const clock = new VirtualClock();
  clocks.push(clock);
  return clock;
}

afterEach(() => {
  for (const clock of clocks.splice(0)) clock.dispose();
});

describe('sleeping', () => {
  test('a sleep of a year ends within this test and moves both readings by exactly that', async () => {
    const clock = newClock();
    const wall = clock.wallTime();
    await clock.sleep(365 * 24 * HOUR_MS);
    expect(clock.now()).toBe(365 * 24 * HOUR_MS);
    expect(clock.wallTime() - wall).toBe(365 * 24 * HOUR_MS);
  });

  test('sleepers wake in the order of their times, and of their calls where these are equal', async () => {
    const clock = newClock();
    const woken: string[] = [];
    const sleep = async (name: string, ms: number): Promise<void> => {
      await clock.sleep(ms);
      woken.push(`${name} at ${clock.now()}`);
    };
    await Promise.all([sleep('late', 30), sleep('early', 10), sleep('first of two', 20), sleep('second of two', 20)]);
    expect(woken).toEqual(['early at 10', 'first of two at 20', 'second of two at 20', 'late at 30']);
  });

  test('a sleep begun by one that woke is reached before a later one', async () => {
    const clock = newClock();
    const woken: number[] = [];
    const chain = async (): Promise<void> => {
      for (let step = 0; step < 5; step += 1) {
        await clock.sleep(10);
        woken.push(clock.now());
      }
    };
    await Promise.all([chain(), clock.sleep(45).then(() => woken.push(clock.now()))]);
    expect(woken).toEqual([10, 20, 30, 40, 45, 50]);
  });

  test('negative time is no time', async () => {
    const clock = newClock();
    await clock.sleep(-5);
    expect(clock.now()).toBe(0);
  });

  test('an aborted sleep rejects with the reason and leaves no sleeper behind', async () => {
    const clock = newClock();
    const controller = new AbortController();
    const reason = new Error('enough');
    const sleep = clock.sleep(Infinity, controller.signal);
    controller.abort(reason);
    await expect(sleep).rejects.toBe(reason);
    await expect(clock.sleep(1, controller.signal)).rejects.toBe(reason);
    expect(clock.sleeping).toBe(0);
  });

  test('time stands still while there is no sleep that ends', async () => {
    const clock = newClock();
    void clock.sleep(Infinity);
    for (let count = 0; count < 50; count += 1) await turn();
    expect(clock.now()).toBe(0);
  });

  test('after disposal time stands still', async () => {
    const clock = newClock();
    void clock.sleep(10);
    clock.dispose();
    for (let count = 0; count < 50; count += 1) await turn();
    expect(clock.now()).toBe(0);
    expect(clock.sleeping).toBe(0);
  });
});

describe('requests', () => {
  const servers = createRawServers();
  afterEach(async () => {
    await servers.close();
  });

  const serve = async (answer: (response: ServerResponse) => void): Promise<string> =>
    await servers.serve((_request, response) => answer(response));

  test('time waits for an answer, however long that takes in real time', async () => {
    const clock = newClock();
    const url = await serve((response) => void realSleep(150).then(() => response.end('done')));
    const answer = send({ method: 'GET', url }).then(() => clock.now());
    const deadline = clock.sleep(1).then(() => 'overtaken');
    expect(await Promise.race([answer, deadline])).toBe(0);
    expect(await deadline).toBe('overtaken');
  });

  test('time waits for a request whose connection is refused', async () => {
    const clock = newClock();
    const url = await serve((response) => response.end());
    await servers.close();
    const outcome = failure(send({ method: 'GET', url })).then((code) => `${code} at ${clock.now()}`);
    void clock.sleep(1);
    expect(await outcome).toBe('ECONNREFUSED at 0');
  });

  test('time waits for a file that is being read between two requests', async () => {
    const clock = newClock();
    let finishedAt: number | undefined;
    const work = async (): Promise<void> => {
      await readFile(new URL(import.meta.url));
      finishedAt = clock.now();
    };
    await Promise.all([work(), clock.sleep(1)]);
    expect(finishedAt).toBe(0);
  });

  test('a held request is overtaken, and no longer once it is released', async () => {
    const clock = newClock();
    const url = await serve((response) => {
      const release = clock.hold(response.socket?.remotePort ?? 0);
      const answerLate = async (): Promise<void> => {
        await clock.sleep(60_000);
        release();
        await realSleep(50);
        response.end('late');
      };
      void answerLate();
    });
    const answer = send({ method: 'GET', url }).then(({ text }) => `${text} at ${clock.now()}`);
    const later = clock.sleep(60_001);
    expect(await answer).toBe('late at 60000');
    await later;
  });

  test('one request that is not held stops time for all', async () => {
    const clock = newClock();
    const held = await serve((response) => void clock.hold(response.socket?.remotePort ?? 0));
    const slow = await serve((response) => void realSleep(100).then(() => response.end('done')));
    const hanging = failure(send({ method: 'GET', url: held }));
    const answer = send({ method: 'GET', url: slow }).then(() => clock.now());
    void clock.sleep(5);
    expect(await answer).toBe(0);
    await servers.close();
    expect(await hanging).toBe('ECONNRESET');
  });

  test('an hour of polling against the emulator ends within this test, and not one poll is lost', async () => {
    const { call, clock, emulator } = await stage({
      resources: [{ id: 'app_web', script: { buildMs: HOUR_MS, log: ['a line'] } }],
    });
    await call('POST', '/resources/app_web/deployments');
    let polls = 0;
    while (!(await call('GET', '/resources/app_web/deployments')).text.includes('finished')) {
      polls += 1;
      await clock.sleep(20_000);
    }
    expect(polls).toBe(180);
    expect(clock.now()).toBe(HOUR_MS);
    expect(emulator.requests.every(({ status }) => status !== null && status < 300)).toBe(true);
  });

  test.each([1, 2, 3])('many clients at once see time in one order (round %i)', async (round) => {
    const { call, clock } = await stage({
      keys: Array.from({ length: 5 }, (_, index) => ({ name: index === 0 ? 'ci' : `k${index}` })),
    });
    const seen: number[] = [];
    const poll = async (gapMs: number): Promise<void> => {
      for (let count = 0; count < 20; count += 1) {
        const before = clock.now();
        await call('GET', '/resources');
        expect(clock.now()).toBe(before);
        seen.push(clock.now());
        await clock.sleep(gapMs);
      }
    };
    await Promise.all([1000, 1700 * round, 2300, 5000].map(poll));
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });
});

/** The faults that one request may bring, by a name for a report. */
const FAULTS: Readonly<Record<string, Fault>> = {
  'delay of 0.7 s': { on: '*', kind: 'delay', ms: 700 },
  'delay of 90 s': { on: '*', kind: 'delay', ms: 90_000 },
  drip: { on: '*', kind: 'drip', intervalMs: 13 },
  hang: { on: '*', kind: 'hang' },
  refuse: { on: '*', kind: 'refuse' },
  'reset-after': { on: '*', kind: 'reset-after' },
  'cut-body': { on: '*', kind: 'cut-body' },
  gzip: { on: '*', kind: 'gzip' },
};
/** Real time in which the event loop is quiet for long enough that time would move. */
const PAUSE_MS = 5;
/** What one client sends, one request after the other; without a fault the request is answered as usual. */
const requests = fc.array(
  fc.record(
    {
      method: fc.constantFrom('GET', 'POST'),
      pausesBeforeBody: fc.constant(true),
      fault: fc.constantFrom(...Object.keys(FAULTS)),
      thenSleepsMs: fc.nat(2_999),
    },
    { requiredKeys: ['method'], noNullPrototype: true },
  ),
  { maxLength: 20, size: 'max' },
);

describe('under random faults', () => {
  test(
    'time passes within a request only while a fault holds it, and stops at the deadline of its client',
    async () => {
      const clients = fc.array(requests, { maxLength: 4, size: 'max' });
      await forDrawn(clients, { rounds: 25, shrinkMs: SHRINK_MS }, async (drawn) => {
        const options = { keys: [{ name: 'ci', scopes: ['deploy'] }], requestsPerMinute: Infinity } as const;
        await withStage(options, async ({ call, clock, emulator }) => {
          const spans: { id: string; elapsedMs: number }[] = [];
          const play = async (sent: (typeof drawn)[number], client: number): Promise<void> => {
            for (const [index, { method, pausesBeforeBody = false, fault, thenSleepsMs = 0 }] of sent.entries()) {
              const id = `request ${index} of client ${client}`;
              const headers = {
                'x-id': id,
                ...(fault === undefined ? {} : { 'x-emulator-fault': JSON.stringify(FAULTS[fault]) }),
              };
              const leave = new AbortController();
              const done = new AbortController();
              const startedAt = clock.now();
              const deadline = leaveAt(clock.sleep(DEADLINE_MS, done.signal), leave);
              await outcomeOf(
                call(method, '/resources/app_web/deployments', {
                  headers,
                  rawBody: '{}',
                  ...(pausesBeforeBody ? { bodyAfterMs: PAUSE_MS } : {}),
                  signal: leave.signal,
                }),
              );
              spans.push({ id, elapsedMs: clock.now() - startedAt });
              done.abort();
              await deadline;
              await clock.sleep(thenSleepsMs);
            }
          };
          const all = Promise.all(drawn.map(play)).then(() => 'moves');
          const stuck = once(AbortSignal.timeout(STUCK_AFTER_MS), 'abort').then(() => 'stands still');
          expect(`time ${await Promise.race([all, stuck])}`).toBe('time moves');
          const held = new Set(emulator.requests.filter((one) => one.held).map(({ headers }) => headers['x-id']));
          const wrong = spans.filter(({ id, elapsedMs }) =>
            held.has(id) ? elapsedMs > DEADLINE_MS || elapsedMs === 0 : elapsedMs > 0,
          );
          expect(wrong).toEqual([]);
          expect(spans).toHaveLength(drawn.flat().length);
          expect(emulator.violations).toEqual([]);
        });
      });
    },
    fuzzTimeoutMs,
  );
});

/** Makes a client leave at its deadline, unless it was done before. */
async function leaveAt(deadline: Promise<void>, leave: AbortController): Promise<void> {
  try {
    await deadline;
    leave.abort();
  } catch {
    // Done in time.
  }
}
