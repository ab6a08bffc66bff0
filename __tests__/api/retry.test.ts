// Which failure may be tried again, and after how long.
import { describe, expect, test } from '@jest/globals';
import {
  type ApiError,
  ConnectionLostError,
  RedirectedError,
  ResponseTooLargeError,
  RequestTimeoutError,
  UnreachableError,
  UnreadableResponseError,
} from '../../src/api/errors.ts';
import { backoffMs, FIRST_CONTACT_MS, mayRetry, readRetryAfterMs } from '../../src/api/retry.ts';
import { endpoint, failed, refused } from '../support/refusals.ts';

const failures = {
  rateLimited: refused('rate_limited', { status: 429 }),
  busy: refused('busy', { status: 409 }),
  createLimit: refused('create_limit', { status: 429 }),
  billing: refused('billing', { status: 402 }),
  unauthorized: refused('unauthorized', { status: 401 }),
  forbidden: refused('forbidden', { status: 403 }),
  notFound: refused('not_found', { status: 404 }),
  invalidInput: refused('invalid_input'),
  unknownCode: refused('internal_error', { status: 200 }),
  noConnection: new UnreachableError('no connection', endpoint),
  lost: new ConnectionLostError('lost', endpoint),
  requestDeadline: new RequestTimeoutError('no whole response in time', endpoint),
  serviceFailed: failed(503),
  unreadable: new UnreadableResponseError('expected JSON', endpoint, 200),
  redirect: new RedirectedError(endpoint, 302, 'elsewhere.example'),
  tooLarge: new ResponseTooLargeError(endpoint, 10),
} as const satisfies Record<string, ApiError>;

type Failure = keyof typeof failures;

/** When the same request may be sent again, by method: `always`, `never`, or what it takes. */
type Rule = 'always' | 'never' | 'first contact' | 'answered';

const rules: Record<Failure, { GET: Rule; POST: Rule }> = {
  rateLimited: { GET: 'always', POST: 'always' },
  busy: { GET: 'never', POST: 'never' },
  createLimit: { GET: 'never', POST: 'never' },
  billing: { GET: 'never', POST: 'never' },
  unauthorized: { GET: 'never', POST: 'never' },
  forbidden: { GET: 'never', POST: 'never' },
  notFound: { GET: 'never', POST: 'never' },
  invalidInput: { GET: 'never', POST: 'never' },
  unknownCode: { GET: 'never', POST: 'never' },
  noConnection: { GET: 'first contact', POST: 'first contact' },
  lost: { GET: 'always', POST: 'never' },
  requestDeadline: { GET: 'always', POST: 'never' },
  serviceFailed: { GET: 'always', POST: 'never' },
  unreadable: { GET: 'first contact', POST: 'never' },
  redirect: { GET: 'answered', POST: 'never' },
  tooLarge: { GET: 'never', POST: 'never' },
};

const states = [
  { answeredBefore: false, nextTryAfterMs: 1_000 },
  { answeredBefore: false, nextTryAfterMs: FIRST_CONTACT_MS },
  { answeredBefore: false, nextTryAfterMs: FIRST_CONTACT_MS + 1 },
  { answeredBefore: true, nextTryAfterMs: 1_000 },
  { answeredBefore: true, nextTryAfterMs: 10 * FIRST_CONTACT_MS },
] as const;

const allowed: Record<Rule, readonly boolean[]> = {
  always: [true, true, true, true, true],
  never: [false, false, false, false, false],
  'first contact': [true, true, false, true, true],
  answered: [false, false, false, true, true],
};

describe('which failure may be tried again', () => {
  const cases = Object.entries(rules).flatMap(([name, rule]) => [
    { name, method: 'GET' as const, rule: rule.GET },
    { name, method: 'POST' as const, rule: rule.POST },
  ]);
  test.each(cases)('$method, $name: $rule', ({ name, method, rule }) => {
    const error = Object.entries(failures).find(([key]) => key === name)?.[1];
    expect(error).toBeDefined();
    if (error === undefined) return;
    expect(states.map((state) => mayRetry(error, { method, ...state }))).toEqual(allowed[rule]);
  });
});

describe('how long to wait before another try', () => {
  const spread = (attempt: number, retryAfterMs?: number): [number, number] => [
    backoffMs(attempt, { random: () => 0, retryAfterMs }),
    backoffMs(attempt, { random: () => 1, retryAfterMs }),
  ];

  test('it doubles from one second to fifteen, give or take a quarter', () => {
    expect(spread(1)).toEqual([750, 1_250]);
    expect(spread(2)).toEqual([1_500, 2_500]);
    expect(spread(4)).toEqual([6_000, 10_000]);
    expect(spread(5)).toEqual([11_250, 18_750]);
    expect(spread(50)).toEqual([11_250, 18_750]);
    expect(spread(5_000)).toEqual([11_250, 18_750]);
  });

  test('what the service asks for is never cut short, and not everybody comes back at once', () => {
    for (const random of [0, 0.25, 0.5, 0.75, 0.999]) {
      expect(backoffMs(1, { random: () => random, retryAfterMs: 7_000 })).toBeGreaterThanOrEqual(7_000);
    }
    expect(backoffMs(1, { random: () => 0, retryAfterMs: 7_000 })).toBe(7_500);
    expect(backoffMs(1, { random: () => 0, retryAfterMs: 0 })).toBe(500);
  });
});

describe('Retry-After', () => {
  const nowMs = Date.UTC(2026, 2, 2, 12);
  test.each([
    ['0', 0],
    ['7', 7_000],
    [' 120 ', 120_000],
    ['9999999999', 9_999_999_999_000],
    ['Mon, 02 Mar 2026 12:00:30 GMT', 30_000],
    ['Monday, 02-Mar-26 12:00:30 GMT', 30_000],
    ['Mon, 02 Mar 2026 11:59:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', Date.UTC(9999, 11, 31, 23, 59, 59) - nowMs],
  ])('%j is %d ms', (header, ms) => {
    expect(readRetryAfterMs(header, nowMs)).toBe(ms);
  });

  test.each([
    [undefined],
    [''],
    ['soon'],
    ['-5'],
    ['1.5'],
    ['1e3'],
    ['0x10'],
    ['12345678901'],
    ['2026-03-02T12:00:30Z'],
    ['NaN GMT'],
    ['7, 9'],
  ])('%j is as good as none', (header) => {
    expect(readRetryAfterMs(header, nowMs)).toBeUndefined();
  });
});
