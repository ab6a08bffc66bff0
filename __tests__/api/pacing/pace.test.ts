// The wait before each request and the schedule of polls, on a virtual clock.
import { afterEach, describe, expect, test } from '@jest/globals';
import { VirtualClock } from '../../../emulator/index.ts';
import { createPace, type Pace } from '../../../src/api/pacing/index.ts';

const clocks: VirtualClock[] = [];
afterEach(() => {
  for (const clock of clocks.splice(0)) clock.dispose();
});

interface PaceSettings {
  readonly deadlineAfterMs?: number;
  readonly concurrentJobs?: number;
}

/** A pace that draws no jitter, an hour after the clock began: nothing may be counted from its beginning. */
async function paceOf({ deadlineAfterMs = Infinity, concurrentJobs = 1 }: PaceSettings = {}) {
  const clock = new VirtualClock();
  clocks.push(clock);
  await clock.sleep(3_600_000);
  const beganMs = clock.now();
  const stop = new AbortController();
  const pace = createPace({
    concurrentJobs,
    clock,
    signal: stop.signal,
    random: () => 0,
    deadlineMs: beganMs + deadlineAfterMs,
  });
  return { clock, pace, stop, sinceBeginningMs: () => clock.now() - beganMs, beganMs };
}

type Setting = Awaited<ReturnType<typeof paceOf>>;

/** The times of so many polls, each answered after `receivingMs`. */
async function pollTimes(setting: Setting, { polls = 3, receivingMs = 0, atOnce = false }) {
  const { clock, pace, sinceBeginningMs } = setting;
  const poller = pace.poller({ startedAtMs: clock.now(), atOnce });
  const sentAtMs: number[] = [];
  while (sentAtMs.length < polls) {
    const turn = await poller.turn();
    sentAtMs.push(sinceBeginningMs());
    await clock.sleep(receivingMs);
    turn.ended();
  }
  return sentAtMs;
}

describe('polls of a build', () => {
  test('come after all reads that wait for their turn', async () => {
    const { clock, pace, sinceBeginningMs } = await paceOf();
    const pollers = [0, 1, 2].map(() => pace.poller({ startedAtMs: clock.now(), atOnce: true }));
    const sent: string[] = [];
    async function send(kind: string, turn: Promise<{ ended: () => void }>): Promise<void> {
      (await turn).ended();
      sent.push(kind);
    }
    await Promise.all([
      ...Array.from({ length: 30 }, () => send('read', pace.turn('read'))),
      ...pollers.map((poller) => send('poll', poller.turn())),
      ...Array.from({ length: 5 }, () => send('post', pace.turn('post'))),
    ]);
    expect(sent.lastIndexOf('read')).toBeLessThan(sent.indexOf('poll'));
    expect(sent.filter((kind) => kind === 'poll')).toHaveLength(3);
    expect(sinceBeginningMs()).toBeLessThan(25_000);
  });

  test('begin 1.1 s after it was accepted, then come every 2.4 s', async () => {
    expect(await pollTimes(await paceOf(), { polls: 11 })).toEqual([
      1_100, 3_500, 5_900, 8_300, 10_700, 13_100, 15_500, 17_900, 20_300, 22_700, 25_100,
    ]);
  });

  test('begin immediately when the build may have ended long ago', async () => {
    expect(await pollTimes(await paceOf(), { atOnce: true })).toEqual([0, 2_400, 4_800]);
  });

  test('are timed from when they were sent, and pause for as long as receiving took, up to 26 s', async () => {
    expect(await pollTimes(await paceOf(), { receivingMs: 1_000 })).toEqual([1_100, 3_500, 5_900]);
    expect(await pollTimes(await paceOf(), { receivingMs: 12_000 })).toEqual([1_100, 25_100, 49_100]);
    expect(await pollTimes(await paceOf(), { receivingMs: 60_000 })).toEqual([1_100, 87_100, 173_100]);
  });

  test('pause for the whole Retry-After of a failure or a refusal, however long', async () => {
    for (const end of ['ended', 'refused'] as const) {
      const { pace, clock, sinceBeginningMs } = await paceOf();
      const poller = pace.poller({ startedAtMs: clock.now() });
      (await poller.turn())[end](300_000);
      poller.delay(300_000);
      await poller.turn();
      expect(sinceBeginningMs()).toBe(301_100);
    }
  });

  test.each([
    [[0], 3_500],
    [[300_000, 0], 301_100],
    [[300_000, 1_000], 301_100],
    [[1_000, 300_000], 301_100],
  ])('are not sent earlier because of a shorter Retry-After (%j)', async (delays, againMs) => {
    const { pace, clock, sinceBeginningMs } = await paceOf();
    const poller = pace.poller({ startedAtMs: clock.now() });
    (await poller.turn()).ended();
    for (const ms of delays) poller.delay(ms);
    await poller.turn();
    expect(sinceBeginningMs()).toBe(againMs);
  });

  test.each([
    [1_000, 2_120],
    [undefined, 7_620],
  ])('continue as soon as the wait after a refusal is over (Retry-After %s)', async (retryAfterMs, againMs) => {
    const { pace, clock, sinceBeginningMs } = await paceOf();
    const poller = pace.poller({ startedAtMs: clock.now() });
    (await poller.turn()).refused(retryAfterMs);
    await poller.turn();
    expect(sinceBeginningMs()).toBe(againMs);
  });

  test('of several builds share one schedule', async () => {
    const setting = await paceOf({ concurrentJobs: 10 });
    const [one, two] = await Promise.all([pollTimes(setting, {}), pollTimes(setting, {})]);
    const all = [...(one ?? []), ...(two ?? [])].toSorted((a, b) => a - b);
    expect((all.at(-1) ?? 0) - (all[0] ?? 0)).toBeGreaterThanOrEqual(4 * 6_000);
  });

  test('of two resources take turns, also while those of one are always refused', async () => {
    const { clock, pace, sinceBeginningMs } = await paceOf();
    const sent: string[] = [];
    async function poll(name: string, end: 'ended' | 'refused'): Promise<void> {
      const poller = pace.poller({ startedAtMs: clock.now() });
      while (sinceBeginningMs() < 600_000) {
        const turn = await poller.turn();
        sent.push(name);
        await clock.sleep(10);
        turn[end]();
      }
    }
    await Promise.all([poll('answered', 'ended'), poll('refused', 'refused')]);
    expect(sent.length).toBeGreaterThan(10);
    expect(sent.join(' ')).not.toMatch(/refused( refused){2}/);
  });

  test('come once more just before the deadline, however large the gap', async () => {
    const setting = await paceOf({ concurrentJobs: 50, deadlineAfterMs: 45_000 });
    expect(await pollTimes(setting, {})).toEqual([1_100, 31_100, 43_500]);
  });

  test('come only once just before the deadline', async () => {
    const setting = await paceOf({ deadlineAfterMs: 10_000 });
    const sentAtMs = await pollTimes(setting, { polls: 6 });
    expect(sentAtMs).toEqual([1_100, 3_500, 5_900, 8_300, 8_500, 10_900]);
  });

  test('come just before the deadline even if the first one is scheduled after it', async () => {
    expect(await pollTimes(await paceOf({ deadlineAfterMs: 2_000 }), { polls: 1 })).toEqual([500]);
  });

  test('come just before the deadline after a refusal, but not earlier than Retry-After', async () => {
    for (const [retryAfterMs, lastMs] of [
      [undefined, 8_500],
      [9_000, 10_100],
    ] as const) {
      const { pace, clock, sinceBeginningMs } = await paceOf({ deadlineAfterMs: 10_000, concurrentJobs: 30 });
      const poller = pace.poller({ startedAtMs: clock.now() });
      (await poller.turn()).refused(retryAfterMs);
      await poller.turn();
      expect(sinceBeginningMs()).toBe(lastMs);
    }
  });
});

describe('a turn', () => {
  const refuse = async (pace: Pace, retryAfterMs?: number) => (await pace.turn('post')).refused(retryAfterMs);

  test('reports how long the next request of its kind has to wait', async () => {
    const { pace, clock } = await paceOf();
    const quiet = await pace.turn('read');
    quiet.ended();
    expect(quiet.waitMs()).toBe(0);
    const refused = await pace.turn('post');
    refused.refused(20_000);
    expect(refused.waitMs()).toBe(20_000);
    await clock.sleep(5_000);
    expect(refused.waitMs()).toBe(15_000);
    const poller = pace.poller({ startedAtMs: clock.now() });
    const poll = await poller.turn();
    poll.ended();
    expect(poll.waitMs()).toBeGreaterThanOrEqual(2_400);
  });

  test('is postponed while it waits, when another request is refused', async () => {
    const { pace, clock, sinceBeginningMs } = await paceOf();
    const underWay = await pace.turn('read');
    await refuse(pace, 2_000);
    const waiting = pace.turn('post');
    await clock.sleep(1_000);
    underWay.refused(30_000);
    await waiting;
    expect(sinceBeginningMs()).toBe(31_000);
  });

  test.each(['post', 'read', 'poll'] as const)(
    'to send a %s waits for the Retry-After of another request that failed',
    async (kind) => {
      const { pace, clock, sinceBeginningMs } = await paceOf();
      (await pace.turn('read')).ended(10_000);
      if (kind === 'poll') await pace.poller({ startedAtMs: clock.now(), atOnce: true }).turn();
      else await pace.turn(kind);
      expect(sinceBeginningMs()).toBeGreaterThanOrEqual(10_000);
      expect(sinceBeginningMs()).toBeLessThan(10_100);
    },
  );

  test('for a poll comes within 30 s after an early refusal and a lost POST', async () => {
    for (const [refusals, reads] of [
      [1, 4],
      [1, 19],
      [2, 19],
    ] as const) {
      const { pace, clock } = await paceOf();
      for (let n = 0; n < refusals; n += 1) {
        (await pace.turn('read')).ended();
        (await pace.turn('read')).refused(5_000);
      }
      (await pace.turn('post')).ended();
      for (let n = 0; n < reads; n += 1) {
        await clock.sleep(5_000);
        (await pace.turn('read')).ended();
      }
      const readAtMs = clock.now();
      await pace.poller({ startedAtMs: readAtMs }).turn();
      expect(clock.now() - readAtMs).toBeLessThanOrEqual(30_000);
    }
  });

  test('rejects with the reason of an abort', async () => {
    const { pace, stop } = await paceOf();
    await refuse(pace);
    const reason = new Error('stopped');
    const waiting = pace.turn('read');
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });
});
