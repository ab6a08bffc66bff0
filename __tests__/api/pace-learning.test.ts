// What the pace makes of what it has seen: how a share grows and shrinks, who holds back for whom, and what it does
// before a key that stays closed. Mostly bounds rather than figures, so that it can be tuned.
import { describe, expect, test } from '@jest/globals';
import { answerInMinute, look, paceOf, refusal } from '../support/pacing.ts';

const HOUR_MS = 3_600_000;

describe('the share', () => {
  test('is learnt from the requests of the last minute alone', () => {
    const pace = paceOf();
    const poller = pace.poller();
    for (let minute = 1; minute < 10; minute += 1) answerInMinute(pace, 19, minute * 60_000);
    answerInMinute(pace, 6, 600_000);
    pace.refused(refusal(600_000));
    expect(poller.gapMs(look(661_000))).toBeGreaterThan(60_000 / 6);
  });

  test('grows slowly: after a minute without a refusal it is still far from the quiet one', () => {
    const pace = paceOf();
    const poller = pace.poller();
    answerInMinute(pace, 4, 60_000);
    pace.refused(refusal(60_000));
    const learntMs = poller.gapMs(look(121_000));
    for (let nowMs = 120_000; nowMs <= 180_000; nowMs += 10_000) pace.answered(nowMs);
    const gapMs = poller.gapMs(look(241_000));
    expect(gapMs).toBeLessThan(learntMs);
    expect(gapMs).toBeGreaterThan(learntMs / 2);
  });

  test('shrinks once for several refusals of one moment', () => {
    const pace = paceOf();
    const poller = pace.poller();
    answerInMinute(pace, 10, 60_000);
    pace.refused(refusal(60_000));
    const onceMs = poller.gapMs(look(125_000));
    for (const nowMs of [125_000, 125_500, 126_000]) pace.refused(refusal(nowMs));
    expect(poller.gapMs(look(190_000)) / onceMs).toBeLessThan(1.5);
  });

  test('may be used at once where the end of a build is near, and is spread evenly otherwise', () => {
    const gapMs = (pastDurationsMs: readonly number[]) => {
      const pace = paceOf(30);
      const poller = pace.poller({ pastDurationsMs });
      pace.answered(59_000);
      return poller.gapMs(look(60_000));
    };
    expect(gapMs([60_000, 61_000, 62_000])).toBeLessThan(18_000);
    expect(gapMs([])).toBeGreaterThan(20_000);
  });
});

describe('past durations', () => {
  const gapMs = (elapsedMs: number, pastDurationsMs: readonly number[]) =>
    paceOf().poller({ pastDurationsMs }).gapMs(look(elapsedMs));

  test('that differ a little still spare the looks long before the end', () => {
    expect(gapMs(30_000, [80_000, 120_000, 180_000])).toBeGreaterThan(10_000);
  });

  test('that differ much spare none: the build may end at any time', () => {
    expect(gapMs(30_000, [15_000, 60_000, 240_000])).toBeLessThan(3700);
    expect(gapMs(30_000, [60_000, 60_000, 60_000])).toBeGreaterThan(10_000);
  });
});

describe('while the service has asked to wait', () => {
  const asked = () => {
    const pace = paceOf();
    const poller = pace.poller();
    answerInMinute(pace, 19, 60_000);
    pace.refused(refusal(60_000, { retryAfterMs: 25_000 }));
    return poller;
  };

  test('every look holds back, and a little longer, so that not all come back at once', () => {
    expect(asked().gapMs(look(60_000))).toBeGreaterThan(26_000);
    expect(asked().gapMs(look(60_000))).toBeLessThan(29_000);
    expect(asked().gapMs(look(80_000))).toBeGreaterThan(6_000);
  });

  test('and no longer: then looks are as frequent as the share allows', () => {
    expect(asked().gapMs(look(86_000))).toBeLessThan(4000);
  });

  test.each(['read', 'post'] as const)(
    'an hour for one request (%s) holds the others back for less than three minutes',
    (kind) => {
      const pace = paceOf();
      const poller = pace.poller();
      expect(pace.refused(refusal(60_000, { kind, retryAfterMs: HOUR_MS }))).toBeGreaterThanOrEqual(HOUR_MS);
      expect(poller.gapMs(look(60_000))).toBeGreaterThan(120_000);
      expect(poller.gapMs(look(60_000))).toBeLessThan(180_000);
    },
  );

  test('a look comes back soon after, however seldom looks are', () => {
    const pace = paceOf();
    pace.poller();
    const waitMs = pace.refused(refusal(60_000, { retryAfterMs: 5_000 }));
    expect(waitMs).toBeGreaterThan(5_000);
    expect(waitMs).toBeLessThan(40_000);
  });

  test('a POST comes back no sooner than without being asked, and spread over a whole gap', () => {
    const waitMs = (retryAfterMs: number | undefined, drawn: number) => {
      const pace = paceOf(1, () => drawn);
      pace.poller();
      answerInMinute(pace, 10, 60_000);
      return pace.refused(refusal(60_000, { kind: 'post', retryAfterMs }));
    };
    expect(waitMs(1_000, 0.1)).toBeGreaterThanOrEqual(waitMs(undefined, 0.1));
    expect(waitMs(20_000, 0)).toBe(20_000);
    expect(waitMs(20_000, 0.999)).toBeGreaterThan(26_000);
  });
});

describe('a refused POST', () => {
  test('goes before the looks of the step', () => {
    const pace = paceOf();
    const poller = pace.poller();
    answerInMinute(pace, 19, 60_000);
    const usualMs = poller.gapMs(look(60_000));
    const postMs = pace.refused(refusal(60_000, { kind: 'post' }));
    expect(poller.gapMs(look(60_000))).toBeGreaterThan(Math.max(usualMs, postMs));
  });

  test.each([
    [30, 15_000, 30_000],
    [100, 60_000, 90_000],
    [1000, 90_000, 90_000],
  ])('of %d jobs that begin together waits until the window has turned, no longer', (jobs, leastMs, mostMs) => {
    const waitMs = paceOf(jobs).refused(refusal(1000, { kind: 'post' }));
    expect(waitMs).toBeGreaterThanOrEqual(leastMs);
    expect(waitMs).toBeLessThanOrEqual(mostMs);
  });
});

test('a look that is refused again is repeated sooner than the next would be due', () => {
  const pace = paceOf(2);
  pace.poller();
  pace.answered(58_000);
  pace.answered(59_000);
  expect(pace.refused(refusal(60_000))).toBeGreaterThan(50_000);
  expect(pace.refused(refusal(61_000, { attempt: 2 }))).toBeLessThan(30_000);
});

describe('a key that stays closed', () => {
  interface Closed {
    readonly answers?: number;
    readonly kind?: 'read' | 'post';
    readonly afterMs: number;
    readonly attempt: number;
    readonly retryAfterMs?: number;
  }

  /** The wait of a request that was refused for the first time an hour after the start, and now again. */
  function closed({ answers = 0, kind = 'post', afterMs, attempt, retryAfterMs }: Closed) {
    const pace = paceOf();
    const poller = pace.poller();
    for (let n = 0; n < answers; n += 1) pace.answered(HOUR_MS - 600_000);
    pace.refused(refusal(HOUR_MS, { kind }));
    const waitMs = pace.refused(refusal(HOUR_MS + afterMs, { kind, attempt, retryAfterMs }));
    return { pace, poller, waitMs, untilMs: HOUR_MS + afterMs + waitMs };
  }

  test('is asked half as often for each window that it stays so', () => {
    expect(closed({ afterMs: 59_000, attempt: 9 }).waitMs).toBe(30_000);
    expect(closed({ afterMs: 90_000, attempt: 9 }).waitMs).toBe(60_000);
    expect(closed({ afterMs: 150_000, attempt: 9 }).waitMs).toBe(120_000);
    expect(closed({ afterMs: 600_000, attempt: 99 }).waitMs).toBe(240_000);
  });

  test('is not thought closed after few tries, nor by whoever has just had answers', () => {
    expect(closed({ afterMs: 150_000, attempt: 2 }).waitMs).toBeLessThan(30_000);
    expect(closed({ afterMs: 150_000, attempt: 4 }).waitMs).toBe(120_000);
    expect(closed({ afterMs: 150_000, attempt: 4, answers: 3 }).waitMs).toBeLessThan(30_000);
    expect(closed({ afterMs: 150_000, attempt: 9, answers: 99 }).waitMs).toBe(120_000);
  });

  test('is not asked sooner for a short Retry-After', () => {
    const read = { kind: 'read', afterMs: 150_000, attempt: 6 } as const;
    expect(closed(read).waitMs).toBeGreaterThan(100_000);
    expect(closed({ ...read, retryAfterMs: 5_000 }).waitMs).toBeGreaterThan(100_000);
  });

  test('is asked about as seldom for a while once it has opened: that wait was enough', () => {
    const { pace, poller, untilMs } = closed({ afterMs: 150_000, attempt: 9 });
    pace.answered(untilMs);
    const gapMs = poller.gapMs(look(untilMs));
    expect(gapMs).toBeGreaterThan(60_000);
    expect(gapMs).toBeLessThan(120_000);
  });

  test('and has opened is thought open: the next refusal is the first again', () => {
    const { pace, untilMs } = closed({ afterMs: 150_000, attempt: 9 });
    pace.answered(untilMs);
    expect(pace.refused(refusal(untilMs + 1000, { kind: 'post', attempt: 9 }))).toBeLessThan(60_000);
  });
});
