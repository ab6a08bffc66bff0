// Which failure may be tried again, after how long, and the loop round it, on a virtual clock.
import { describe, expect, test } from '@jest/globals';
import { VirtualClock } from '../../emulator/index.ts';
import {
  type ApiError,
  ConnectionLostError,
  type Endpoint,
  RedirectedError,
  RefusedError,
  ReplyTooLargeError,
  RequestTimeoutError,
  ServiceFailedError,
  UnreachableError,
  UnreadableReplyError,
} from '../../src/api/errors.ts';
import { createPace, type Refusal } from '../../src/api/pace.ts';
import {
  backoffMs,
  FIRST_CONTACT_MS,
  mayRetry,
  RATE_LIMIT_PATIENCE_MS,
  readRetryAfterMs,
  type RetryContext,
  type RetryNotice,
  withRetry,
} from '../../src/api/retry.ts';
import { Stop } from '../../src/clock.ts';

const endpoint: Endpoint = { verb: 'GET', path: '/resources' };

function refused(code: string, options: { status?: number; retryAfterMs?: number } = {}): RefusedError {
  const { status = 400, retryAfterMs } = options;
  return new RefusedError(endpoint, { status, code, serviceMessage: '', retryAfterMs });
}

function failed(status: number, retryAfterMs?: number): ServiceFailedError {
  return new ServiceFailedError(endpoint, { status, serviceMessage: '', retryAfterMs });
}

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
  requestDeadline: new RequestTimeoutError('no whole reply in time', endpoint),
  serviceFailed: failed(503),
  unreadable: new UnreadableReplyError('expected JSON', endpoint, 200),
  redirect: new RedirectedError(endpoint, 302, 'elsewhere.example'),
  tooLarge: new ReplyTooLargeError(endpoint, 10),
} as const satisfies Record<string, ApiError>;

type Failure = keyof typeof failures;

/** When the same request may be sent again, by verb: `always`, `never`, or what it takes. */
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
    { name, verb: 'GET' as const, rule: rule.GET },
    { name, verb: 'POST' as const, rule: rule.POST },
  ]);
  test.each(cases)('$verb, $name: $rule', ({ name, verb, rule }) => {
    const error = Object.entries(failures).find(([key]) => key === name)?.[1];
    expect(error).toBeDefined();
    if (error === undefined) return;
    expect(states.map((state) => mayRetry(error, { verb, ...state }))).toEqual(allowed[rule]);
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

describe('the loop', () => {
  interface Trying {
    readonly verb?: 'GET' | 'POST';
    readonly patienceMs?: number;
    readonly answeredBefore?: boolean;
    readonly stopAfterMs?: number;
  }

  /** Sends until `answer` returns; each failure is thrown as it is. */
  async function trying(answer: (attempt: number) => string | Error, options: Trying = {}) {
    const clock = new VirtualClock();
    // A step has done other things before: nothing may be counted from its beginning.
    await clock.sleep(3_600_000);
    const beganAtMs = clock.now();
    const stop = new AbortController();
    const notices: RetryNotice[] = [];
    const refusals: Refusal[] = [];
    const sentAtMs: number[] = [];
    const pace = createPace({ concurrentJobs: 1, random: () => 0.5 });
    if (options.stopAfterMs !== undefined) {
      void clock.sleep(options.stopAfterMs).then(() => stop.abort(new Stop('timeout')));
    }
    const context: RetryContext = {
      clock,
      signal: stop.signal,
      random: () => 0.5,
      pace: { ...pace, refused: (refusal) => (refusals.push(refusal), pace.refused(refusal)) },
      answeredBefore: () => options.answeredBefore ?? true,
      onRetry: (notice) => notices.push(notice),
      patienceMs: options.patienceMs ?? Infinity,
    };
    const send = async (): Promise<string> => {
      sentAtMs.push(clock.now() - beganAtMs);
      await Promise.resolve();
      const result = answer(sentAtMs.length);
      if (typeof result !== 'string') throw result;
      return result;
    };
    try {
      const ended: unknown = await withRetry(options.verb ?? 'GET', send, context).catch((error: unknown) => error);
      return { ended, notices, refusals, sentAtMs, beganAtMs, tookMs: clock.now() - beganAtMs };
    } finally {
      clock.dispose();
    }
  }

  test('a passing failure costs one wait, told before it begins', async () => {
    const { ended, notices, sentAtMs } = await trying((attempt) => (attempt === 1 ? failures.lost : 'answer'));
    expect(ended).toBe('answer');
    expect(notices).toEqual([{ error: failures.lost, afterMs: 1_000, attempt: 1 }]);
    expect(sentAtMs).toEqual([0, 1_000]);
  });

  test('a final refusal is thrown as it came, after one try', async () => {
    const { ended, sentAtMs, notices } = await trying(() => failures.unauthorized);
    expect(ended).toBe(failures.unauthorized);
    expect(sentAtMs).toHaveLength(1);
    expect(notices).toEqual([]);
  });

  test('a surprise is thrown as it came', async () => {
    const surprise = new TypeError('a fault of ours');
    expect((await trying(() => surprise)).ended).toBe(surprise);
  });

  test('without a first answer nobody waits longer than a minute for a connection', async () => {
    const { ended, tookMs } = await trying(() => failures.noConnection, { answeredBefore: false });
    expect(ended).toBe(failures.noConnection);
    expect(tookMs).toBeLessThanOrEqual(FIRST_CONTACT_MS);
    expect(tookMs).toBeGreaterThan(FIRST_CONTACT_MS / 2);
  });

  test('patience that runs out before the next try is not waited out', async () => {
    const { ended, tookMs, sentAtMs } = await trying(() => failures.serviceFailed, { patienceMs: 10_000 });
    expect(ended).toBe(failures.serviceFailed);
    expect(sentAtMs).toEqual([0, 1_000, 3_000, 7_000]);
    expect(tookMs).toBe(7_000);
  });

  test('patience that lasts until the next try, and not a millisecond longer, is enough for it', async () => {
    const answered = (attempt: number) => (attempt === 1 ? failures.serviceFailed : 'answer');
    expect((await trying(answered, { patienceMs: 1_000 })).ended).toBe('answer');
    expect((await trying(answered, { patienceMs: 999 })).ended).toBe(failures.serviceFailed);
  });

  test('Retry-After of a failing service is kept', async () => {
    const { sentAtMs } = await trying((attempt) => (attempt === 1 ? failed(503, 20_000) : 'answer'));
    expect(sentAtMs[1]).toBeGreaterThanOrEqual(20_000);
  });

  test.each(['GET', 'POST'] as const)('%s: Retry-After of the request limit is kept', async (verb) => {
    const limited = refused('rate_limited', { status: 429, retryAfterMs: 30_000 });
    const { ended, sentAtMs } = await trying((attempt) => (attempt < 3 ? limited : 'answer'), { verb });
    expect(ended).toBe('answer');
    expect(sentAtMs[1]).toBeGreaterThanOrEqual(30_000);
    expect((sentAtMs[2] ?? 0) - (sentAtMs[1] ?? 0)).toBeGreaterThanOrEqual(30_000);
  });

  test.each([
    ['GET', 'read'],
    ['POST', 'post'],
  ] as const)(
    '%s: the pace learns of a refusal as one of a %s, how many there were and what was asked for',
    async (verb, kind) => {
      const limited = refused('rate_limited', { status: 429, retryAfterMs: 30_000 });
      const { refusals, sentAtMs, beganAtMs } = await trying((attempt) => (attempt < 3 ? limited : 'answer'), { verb });
      expect(refusals).toEqual(
        [1, 2].map((attempt, index) => ({
          nowMs: beganAtMs + (sentAtMs[index] ?? Number.NaN),
          kind,
          attempt,
          retryAfterMs: 30_000,
        })),
      );
    },
  );

  test('the request limit is given two minutes even by those with little patience, and no more', async () => {
    const minute = refused('rate_limited', { status: 429, retryAfterMs: 60_000 });
    const patient = await trying((attempt) => (attempt === 1 ? minute : 'answer'), { patienceMs: 5_000 });
    expect(patient.ended).toBe('answer');
    const days = refused('rate_limited', { status: 429, retryAfterMs: RATE_LIMIT_PATIENCE_MS + 1 });
    const impatient = await trying(() => days, { patienceMs: 5_000 });
    expect(impatient.ended).toBe(days);
    expect(impatient.tookMs).toBe(0);
  });

  test('a stop during a wait names what was being waited out', async () => {
    const { ended, tookMs } = await trying(() => failures.serviceFailed, { stopAfterMs: 5_000 });
    expect(ended).toBeInstanceOf(Stop);
    expect(ended).toMatchObject({ reason: 'timeout', cause: failures.serviceFailed });
    expect(tookMs).toBe(5_000);
  });

  test('a stop during a read names the failure before it', async () => {
    const { ended } = await trying((attempt) => (attempt === 1 ? failures.serviceFailed : new Stop('timeout')));
    expect(ended).toMatchObject({ reason: 'timeout', cause: failures.serviceFailed });
  });

  test('a stop during a POST is not excused by a refusal before it: its fate is unknown', async () => {
    const stopped = new Stop('timeout');
    const { ended } = await trying((attempt) => (attempt === 1 ? failures.rateLimited : stopped), { verb: 'POST' });
    expect(ended).toBe(stopped);
    expect(stopped.cause).toBeUndefined();
  });
});
