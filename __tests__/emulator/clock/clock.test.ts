// The machine's own clock: the one place in these tests where real milliseconds pass.
import { describe, expect, test } from '@jest/globals';
import { systemClock } from '../../../emulator/index.ts';

describe('the system clock', () => {
  test('a sleep takes its time, by both readings', async () => {
    const before = [systemClock.now(), systemClock.wallTime()] as const;
    await systemClock.sleep(30);
    // Timers and the calendar may each be off by a millisecond.
    expect(systemClock.now() - before[0]).toBeGreaterThanOrEqual(28);
    expect(systemClock.wallTime() - before[1]).toBeGreaterThanOrEqual(28);
  });

  test.each([
    ['a day', 86_400_000],
    ['more than a timer of Node can take', 2 ** 32],
    ['for ever', Infinity],
  ])('a sleep of %s lasts until it is aborted, with the reason', async (_what, ms) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const sleep = systemClock.sleep(ms, controller.signal);
    const first = await Promise.race([sleep.then(() => 'slept'), systemClock.sleep(20).then(() => 'still sleeping')]);
    controller.abort(reason);
    expect(first).toBe('still sleeping');
    await expect(sleep).rejects.toBe(reason);
  });

  test('a signal that is aborted already ends a sleep before it begins', async () => {
    await expect(systemClock.sleep(1e9, AbortSignal.abort(new Error('no')))).rejects.toThrow('no');
  });
});
