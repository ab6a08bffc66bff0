// Which reads are sent again, how soon and for how long; and the lines of an outage.
import { describe, expect, test } from '@jest/globals';
import type { FailureKind } from '../../src/api/failure-kinds.ts';
import { createOutages, createSchedule } from '../../src/api/retries.ts';
import { Failure } from '../../src/failure.ts';

const failure = new Failure('unreachable', 'It failed.');

/** The wait after attempts that have failed for `sameMs`. */
function waitAfter(
  kind: FailureKind,
  { sameMs = 0, attempts = 1, isFirst = false, draw = 0.5, failed = failure } = {},
): number {
  const clock = { now: () => sameMs, sleep: () => Promise.resolve() };
  const schedule = createSchedule({ clock, random: () => draw });
  let waitMs = NaN;
  for (let count = 0; count < attempts; count += 1)
    ({ waitMs } = schedule({ kind, failure: failed }, { sentMs: 0, isFirst }));
  return waitMs;
}

describe('a read', () => {
  test.each([
    // result, for how long before the first answer, for how long after it
    ['refused', -1, -1],
    ['too-large', -1, -1],
    ['unsent', 59_000, Infinity],
    ['lost', 59_000, Infinity],
    ['rejected', -1, Infinity],
    ['protocol', -1, Infinity],
    ['notApi', 9_000, 59_000],
    ['doubtful', 9_000, 59_000],
    ['gateway', 59_000, Infinity],
    ['server', Infinity, Infinity],
  ] as const)(
    'with the result "%s" is sent again for %d ms, later for %d ms',
    (kind, first, later) => {
      for (const [isFirst, limitMs] of [
        [true, first],
        [false, later],
      ] as const) {
        const at = (sameMs: number) => waitAfter(kind, { sameMs, isFirst });
        expect(at(0)).toBe(limitMs < 0 ? Infinity : 1_000);
        expect(at(Math.min(Math.max(limitMs, 0), 1e9))).toBe(limitMs < 0 ? Infinity : 1_000);
        expect(at(limitMs + 1)).toBe(limitMs === Infinity ? 1_000 : Infinity);
      }
    },
  );

  test.each([
    [1, 0.5, 1_000],
    [4, 0.5, 8_000],
    [5, 0.5, 15_000],
    [2_000, 0.5, 15_000],
    [1, 0, 750],
    [1, 1, 1_250],
  ])('waits longer each time: attempt %d at %d waits %d ms', (attempts, draw, waitMs) => {
    expect(waitAfter('server', { attempts, draw })).toBe(waitMs);
  });

  test.each([
    [1, 0.5, 1_000],
    [3, 0.5, 4_000],
    [2_000, 0.5, 4_000],
    [2_000, 1, 5_000],
  ])('waits less before the first answer: %d at %d waits %d ms', (attempts, draw, waitMs) => {
    expect(waitAfter('server', { attempts, draw, isFirst: true })).toBe(waitMs);
  });

  test.each([
    [30_000, 30_000],
    [0, 1_000],
  ])('waits for a Retry-After of %d ms', (retryAfterMs, waitMs) => {
    const failed = new Failure('service_error', 'It failed.', { retryAfterMs });
    expect(waitAfter('server', { failed })).toBe(waitMs);
  });
});

describe('an outage', () => {
  function scene() {
    const lines: string[] = [];
    let nowMs = 0;
    const clock = { now: () => nowMs, sleep: () => Promise.resolve() };
    const outages = createOutages({ clock, info: (text) => void lines.push(text) });
    return { outages, lines, pass: (ms: number) => void (nowMs += ms) };
  }
  const [one, other] = [{ path: '/one' }, { path: '/other' }];
  const later = new Failure('service_error', 'It failed otherwise.');
  const NEXT = 'Trying again.';
  const LASTS = 'It failed. Trying again.';
  const ENDS = 'The service answers again after 0 s.';

  test('is one line when it lasts five seconds, and one when the last read is answered', () => {
    const { outages, lines, pass } = scene();
    outages.ended(one, true);
    outages.failed(one, failure, { sentMs: 0, waitMs: 1_000, untilMs: 60_000, next: NEXT });
    expect([lines, outages.current()]).toEqual([[], failure]);
    pass(2_000);
    outages.failed(one, failure, { sentMs: 2_000, waitMs: 4_000, untilMs: 60_000, next: NEXT });
    outages.failed(other, later, { sentMs: 2_000, waitMs: 4_000, untilMs: 60_000, next: NEXT });
    expect(outages.current()).toBe(later);
    outages.ended(one, true);
    expect([lines, outages.current()]).toEqual([[LASTS], later]);
    pass(4_000);
    outages.ended(other, true);
    outages.ended(other, true);
    expect(lines).toEqual([LASTS, 'The service answers again after 6 s.']);
    expect(outages.current()).toBeUndefined();
  });

  test('counts from the request that was not answered', () => {
    const { outages, lines, pass } = scene();
    pass(30_000);
    outages.failed(one, failure, { sentMs: 0, waitMs: 1_000, untilMs: 60_000, next: NEXT });
    expect(lines).toEqual([LASTS]);
    outages.ended(one, true);
    expect(lines).toHaveLength(2);
  });

  test.each([
    ['the next answer, without a line', false, other, []],
    ['the answer to another read that failed', true, other, [ENDS]],
    ['the answer to another read for its path', false, { path: '/one' }, [ENDS]],
  ])('whose read was given up ends with %s', (_title, hasFailed, answered, ends) => {
    const { outages, lines } = scene();
    outages.failed(one, failure, { sentMs: 0, waitMs: 9_000, untilMs: 60_000, next: NEXT });
    if (hasFailed)
      outages.failed(other, failure, { sentMs: 0, waitMs: 9_000, untilMs: 60_000, next: NEXT });
    outages.ended(one, false);
    expect(outages.current()).toBe(failure);
    outages.ended(answered, true);
    expect(lines).toEqual([LASTS, ...ends]);
    expect(outages.current()).toBeUndefined();
  });
});
