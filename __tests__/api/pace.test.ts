// The pace's promises, with times and randomness handed in.

import { describe, expect, test } from '@jest/globals';
import { createPace, type Pace } from '../../src/api/pace.ts';
import { answerInMinute, look, paceOf, refusal } from '../support/pacing.ts';
import { seededRandom } from '../support/random.ts';

const seed = 9;
/** One step that looks for ever at a key of its own little limit; requests are answered at once. */
function createStep(pace: Pace, admits: (nowMs: number) => boolean) {
  const poller = pace.poller();
  const answeredAtMs: number[] = [];
  let attempt = 0;
  return {
    answeredAtMs,
    /** Sends a look, and says how long to wait for the next. */
    look(nowMs: number): number {
      if (admits(nowMs)) {
        attempt = 0;
        pace.answered(nowMs);
        answeredAtMs.push(nowMs);
        return poller.gapMs(look(nowMs));
      }
      attempt += 1;
      return pace.refused(refusal(nowMs, { attempt }));
    },
  };
}

function keyOf(perMinute: number) {
  let takenAtMs: number[] = [];
  return (nowMs: number) => {
    takenAtMs = takenAtMs.filter((atMs) => atMs > nowMs - 60_000);
    const admitted = takenAtMs.length < perMinute;
    if (admitted) takenAtMs.push(nowMs);
    return admitted;
  };
}

/** Lets steps look in turn of time, each from its start. */
function play(steps: readonly { step: ReturnType<typeof createStep>; startMs: number }[], untilMs: number): void {
  const due = steps.map(({ step, startMs }) => ({ step, atMs: startMs }));
  for (;;) {
    const next = due.reduce((a, b) => (b.atMs < a.atMs ? b : a));
    if (next.atMs > untilMs) return;
    next.atMs += next.step.look(next.atMs);
  }
}

describe('a quiet key', () => {
  test.each([0, 0.5, 0.999])('is looked at every 2.5 to 3.7 s, whatever the dice say (%d)', (drawn) => {
    const poller = paceOf(1, () => drawn).poller();
    for (const nowMs of [5000, 60_000, 3_600_000]) {
      expect(poller.gapMs(look(nowMs))).toBeGreaterThan(2500);
      expect(poller.gapMs(look(nowMs))).toBeLessThan(3700);
    }
  });

  test('gets its first look a little later: hardly any build ends at once', () => {
    expect(paceOf().poller().gapMs(look(0))).toBe(4500);
  });

  test('is not looked at more often for having been quiet for long', () => {
    const pace = paceOf();
    const poller = pace.poller();
    for (let nowMs = 0; nowMs < 3_600_000; nowMs += 3000) pace.answered(nowMs);
    expect(poller.gapMs(look(3_600_000))).toBeGreaterThan(2500);
  });
});

describe('the share', () => {
  test('begins where all jobs of the matrix together stay within the published limit', () => {
    for (const jobs of [10, 30, 100]) {
      const gapMs = paceOf(jobs).poller().gapMs(look(30_000));
      expect((jobs * 60_000) / gapMs).toBeLessThanOrEqual(120);
      expect((jobs * 60_000) / gapMs).toBeGreaterThan(90);
    }
  });

  test.each([4, 8, 12])('is learnt from one refusal: %d of ours in a full window', (count) => {
    const pace = paceOf();
    const poller = pace.poller();
    answerInMinute(pace, count, 60_000);
    pace.refused(refusal(60_000));
    const gapMs = poller.gapMs(look(121_000));
    expect(gapMs).toBeGreaterThan(60_000 / count);
    expect(gapMs).toBeLessThan((1.3 * 60_000) / count);
  });

  test('shrinks a little, not to nothing, when refused again soon', () => {
    const pace = paceOf();
    const poller = pace.poller();
    answerInMinute(pace, 10, 60_000);
    pace.refused(refusal(60_000));
    const onceMs = poller.gapMs(look(125_000));
    pace.refused(refusal(125_000));
    const twiceMs = poller.gapMs(look(190_000));
    expect(twiceMs / onceMs).toBeGreaterThan(1.1);
    expect(twiceMs / onceMs).toBeLessThan(1.5);
  });

  test('never asks for gaps of more than 52 s after single refusals, however few of the requests are ours', () => {
    const pace = paceOf(1, () => 0.999);
    const poller = pace.poller();
    for (let nowMs = 60_000; nowMs < 3_600_000; nowMs += 60_000) {
      expect(pace.refused(refusal(nowMs))).toBeLessThan(52_000);
      expect(poller.gapMs(look(nowMs + 1000))).toBeLessThan(52_000);
      pace.answered(nowMs + 30_000);
    }
  });

  test('grows back to the quiet gap within seven minutes once the budget is free', () => {
    const pace = paceOf();
    const poller = pace.poller();
    pace.answered(60_000);
    pace.refused(refusal(60_000));
    expect(poller.gapMs(look(125_000))).toBeGreaterThan(30_000);
    let nowMs = 125_000;
    const reachesQuiet = () => {
      pace.answered(nowMs);
      const gapMs = poller.gapMs(look(nowMs));
      nowMs += gapMs;
      return gapMs < 3700;
    };
    while (!reachesQuiet()) expect(nowMs).toBeLessThan(125_000 + 7 * 60_000);
  });

  test.each([0, 1, 2, 3, 4].map((n) => seed + n))('of two steps that meet becomes about equal (seed %d)', (runSeed) => {
    const random = seededRandom(runSeed);
    const admits = keyOf(20);
    const [first, second] = [createStep(paceOf(1, random), admits), createStep(paceOf(1, random), admits)];
    const untilMs = 40 * 60_000;
    play(
      [
        { step: first, startMs: 0 },
        { step: second, startMs: 3 * 60_000 },
      ],
      untilMs,
    );
    const late = ({ answeredAtMs }: typeof first) => answeredAtMs.filter((atMs) => atMs > untilMs / 4).length;
    expect(late(first) / late(second)).toBeGreaterThan(2 / 3);
    expect(late(first) / late(second)).toBeLessThan(3 / 2);
    expect(late(first) + late(second)).toBeGreaterThan(0.7 * 20 * 30);
  });

  test('is one for all pollers of a step', () => {
    const pace = paceOf(10);
    const pollers = Array.from({ length: 5 }, () => pace.poller());
    const ofFiveMs = pollers[0]?.gapMs(look(30_000)) ?? 0;
    for (const poller of pollers.slice(1)) poller.leave();
    const aloneMs = pollers[0]?.gapMs(look(30_000)) ?? 0;
    expect(ofFiveMs / aloneMs).toBeCloseTo(5);
  });
});

describe('a refused request', () => {
  test.each([
    [20, 50_000],
    [1, 30_000],
  ])(
    'is not repeated before our own requests leave the window; blindly for half a minute at most (%d jobs told)',
    (jobs, leastMs) => {
      const pace = paceOf(jobs, seededRandom(seed));
      pace.poller();
      pace.answered(2000);
      pace.answered(3000);
      const waitMs = pace.refused(refusal(12_000));
      expect(waitMs).toBeGreaterThanOrEqual(leastMs);
      expect(waitMs).toBeLessThan(1.2 * leastMs);
    },
  );

  test('is never repeated at once, not even where Retry-After is 0', () => {
    const pace = paceOf(1, () => 0);
    pace.poller();
    expect(pace.refused(refusal(60_000, { retryAfterMs: 0 }))).toBeGreaterThanOrEqual(1000);
  });

  test.each(['read', 'post'] as const)('waits Retry-After out and comes back spread over a gap (%s)', (kind) => {
    const random = seededRandom(seed);
    const waitsMs = Array.from({ length: 200 }, () => {
      const pace = paceOf(1, random);
      pace.poller();
      answerInMinute(pace, 10, 60_000);
      return pace.refused(refusal(60_000, { kind, retryAfterMs: 20_000 }));
    });
    expect(Math.min(...waitsMs)).toBeGreaterThanOrEqual(20_000);
    expect(Math.max(...waitsMs)).toBeLessThan(30_000);
    expect(Math.max(...waitsMs) - Math.min(...waitsMs)).toBeGreaterThan(4000);
  });

  test('with Retry-After keeps every other request of the step back as well', () => {
    const pace = paceOf();
    const [one, other] = [pace.poller(), pace.poller()];
    pace.refused(refusal(60_000, { retryAfterMs: 25_000 }));
    expect(one.gapMs(look(60_000))).toBeGreaterThanOrEqual(25_000);
    expect(other.gapMs(look(70_000))).toBeGreaterThanOrEqual(15_000);
    expect(other.gapMs(look(70_000))).toBeLessThan(60_000);
  });

  test('is a POST: sent again sooner than a look, and looks hold back until then', () => {
    const pace = paceOf();
    const poller = pace.poller();
    answerInMinute(pace, 2, 60_000);
    const postMs = pace.refused(refusal(60_000, { kind: 'post' }));
    const readMs = pace.refused(refusal(60_000));
    expect(postMs).toBeLessThan(10_000);
    expect(readMs).toBeGreaterThan(postMs);
    expect(poller.gapMs(look(60_000))).toBeGreaterThan(postMs);
  });

  test('is a list before the POST: as urgent as the POST, for it holds up the build too', () => {
    expect(paceOf().refused(refusal(1000))).toBe(paceOf().refused(refusal(1000, { kind: 'post' })));
  });

  test('waits ever longer, up to four to six minutes, where a key stays closed whatever is tried', () => {
    const pace = paceOf();
    const waitsMs: number[] = [];
    for (let nowMs = 0, attempt = 1; attempt <= 15; attempt += 1) {
      const waitMs = pace.refused(refusal(nowMs, { kind: 'post', attempt }));
      waitsMs.push(waitMs);
      nowMs += waitMs;
    }
    expect(waitsMs).toEqual(waitsMs.toSorted((a, b) => a - b));
    expect(waitsMs[0]).toBe(4000);
    expect(waitsMs.at(-1)).toBe(240_000);
  });
});

describe('receiving', () => {
  test.each([400, 3000, 60_000])('takes at most a tenth of the time (%d ms an answer)', (receivingMs) => {
    const poller = paceOf(1, seededRandom(seed)).poller();
    const gapMs = poller.gapMs(look(30_000, { receivingMs }));
    expect(receivingMs / (receivingMs + gapMs)).toBeLessThanOrEqual(0.1 + 1e-9);
  });
});

describe('past durations', () => {
  const sixtyOne = [58_000, 64_000, 61_000, 59_000, 63_000];

  test('say when not to look, but never for more than 17 s', () => {
    const poller = paceOf(1, () => 0.999).poller({ pastDurationsMs: sixtyOne });
    expect(poller.gapMs(look(0))).toBeGreaterThan(10_000);
    for (let elapsedMs = 0; elapsedMs < 600_000; elapsedMs += 1000) {
      expect(poller.gapMs(look(elapsedMs))).toBeLessThan(17_000);
    }
  });

  test('leave looks as dense as ever where builds end', () => {
    const poller = paceOf().poller({ pastDurationsMs: sixtyOne });
    for (const elapsedMs of [56_000, 61_000, 70_000, 300_000]) expect(poller.gapMs(look(elapsedMs))).toBe(3100);
  });

  test('that mean nothing are as good as none', () => {
    const poller = paceOf().poller({ pastDurationsMs: [0, -1, Number.NaN, Infinity] });
    expect(poller.gapMs(look(0))).toBe(paceOf().poller().gapMs(look(0)));
  });
});

describe('nonsense', () => {
  const numbers = [Number.NaN, Infinity, -Infinity, -1, 0, 1e300, 1000];

  test(`never makes a wait that is no time, or shorter than a second (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const any = () => numbers[Math.floor(random() * numbers.length)] ?? 0;
    for (let run = 0; run < 300; run += 1) {
      const pace = createPace({ concurrentJobs: any(), random: any });
      const poller = pace.poller({ pastDurationsMs: [any(), any()] });
      for (let turn = 0; turn < 10; turn += 1) {
        const gapMs = poller.gapMs({ nowMs: any(), elapsedMs: any(), receivingMs: any() });
        const kind = random() < 0.5 ? 'post' : 'read';
        const waitMs = pace.refused({ nowMs: any(), kind, attempt: any(), retryAfterMs: any() });
        pace.answered(any());
        expect([run, Number.isFinite(gapMs), gapMs >= 1000]).toEqual([run, true, true]);
        expect([run, Number.isFinite(waitMs), waitMs >= 1000]).toEqual([run, true, true]);
      }
    }
  });
});
