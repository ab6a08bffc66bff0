// The retry loop of a request: how often it is sent, when, and how it ends, on a virtual clock.
import { describe, expect, test } from '@jest/globals';
import { VirtualClock } from '../../emulator/index.ts';
import { ConnectionLostError, UnreachableError, UnreadableResponseError } from '../../src/api/errors.ts';
import { createPace } from '../../src/api/pacing/index.ts';
import {
  FIRST_CONTACT_MS,
  RATE_LIMIT_RETRY_MS,
  type RetryContext,
  retryAfterOf,
  type RetryNotice,
  sendOnce,
  withRetry,
} from '../../src/api/retry.ts';
import { Stop } from '../../src/clock.ts';
import { endpoint, failed, refused } from '../support/service/refusals.ts';

const failures = {
  rateLimited: refused('rate_limited', { status: 429 }),
  unauthorized: refused('unauthorized', { status: 401 }),
  noConnection: new UnreachableError('no connection', endpoint),
  lost: new ConnectionLostError('lost', endpoint),
  serviceFailed: failed(503),
  page: new UnreadableResponseError('a page', endpoint, { status: 200 }),
} as const;

describe('the retry loop', () => {
  interface Trying {
    readonly method?: 'GET' | 'POST';
    readonly retryForMs?: number;
    readonly timeoutMs?: number;
    /** Requests of the same step that wait for their turn before this one. */
    readonly queued?: number;
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
    const sentAtMs: number[] = [];
    const leftMs: number[] = [];
    const common = { clock, signal: stop.signal, random: () => 0.5 };
    if (options.stopAfterMs !== undefined) {
      void clock.sleep(options.stopAfterMs).then(() => stop.abort(new Stop('timeout')));
    }
    const context: RetryContext = {
      ...common,
      pace: createPace({ ...common, concurrentJobs: 1, deadlineMs: Infinity }),
      answeredBefore: () => options.answeredBefore ?? true,
      onRetry: (notice) => notices.push(notice),
      retryForMs: options.retryForMs ?? Infinity,
      timeoutMs: options.timeoutMs ?? Infinity,
    };
    for (let n = 0; n < (options.queued ?? 0); n += 1) context.pace.turn('read').catch(() => undefined);
    const send = async ({ timeoutMs }: { timeoutMs: number }): Promise<string> => {
      leftMs.push(timeoutMs);
      sentAtMs.push(clock.now() - beganAtMs);
      await Promise.resolve();
      const result = answer(sentAtMs.length);
      if (typeof result !== 'string') throw result;
      return result;
    };
    try {
      const ended: unknown = await withRetry(options.method ?? 'GET', send, context).catch((error: unknown) => error);
      return { ended, notices, sentAtMs, leftMs, tookMs: clock.now() - beganAtMs };
    } finally {
      clock.dispose();
    }
  }

  test('waits once after a transient failure, and reports a short wait when it is over', async () => {
    const { ended, notices, sentAtMs } = await trying((attempt) => (attempt === 1 ? failures.lost : 'answer'));
    expect(ended).toBe('answer');
    expect(notices).toEqual([{ error: failures.lost, afterMs: 0, attempt: 1 }]);
    expect(sentAtMs).toEqual([0, 1_000]);
  });

  test('rethrows a final refusal unchanged after one attempt', async () => {
    const { ended, sentAtMs, notices } = await trying(() => failures.unauthorized);
    expect(ended).toBe(failures.unauthorized);
    expect(sentAtMs).toHaveLength(1);
    expect(notices).toEqual([]);
  });

  test('rethrows an unexpected error unchanged', async () => {
    const unexpectedError = new TypeError('a bug');
    expect((await trying(() => unexpectedError)).ended).toBe(unexpectedError);
  });

  test('gives up on a connection after a minute when nothing has answered before', async () => {
    const { ended, tookMs } = await trying(() => failures.noConnection, { answeredBefore: false });
    expect(ended).toBe(failures.noConnection);
    expect(tookMs).toBeLessThanOrEqual(FIRST_CONTACT_MS);
    expect(tookMs).toBeGreaterThan(FIRST_CONTACT_MS / 2);
  });

  test('gives up immediately when its time limit ends before the next attempt', async () => {
    const { ended, tookMs, sentAtMs } = await trying(() => failures.serviceFailed, { retryForMs: 10_000 });
    expect(ended).toBe(failures.serviceFailed);
    expect(sentAtMs).toEqual([0, 1_000, 3_000, 7_000]);
    expect(tookMs).toBe(7_000);
  });

  test('makes an attempt that falls exactly at its time limit, and none a millisecond later', async () => {
    const answered = (attempt: number) => (attempt === 1 ? failures.serviceFailed : 'answer');
    expect((await trying(answered, { retryForMs: 1_000 })).ended).toBe('answer');
    expect((await trying(answered, { retryForMs: 999 })).ended).toBe(failures.serviceFailed);
  });

  test('gives up on a page a minute after the first one, whatever failed before', async () => {
    const page = (attempt: number) => (attempt <= 5 ? failures.lost : failures.page);
    const { ended, sentAtMs } = await trying(page);
    const [firstPageMs = 0] = sentAtMs.slice(5);
    expect(ended).toBe(failures.page);
    expect((sentAtMs.at(-1) ?? 0) - firstPageMs).toBeGreaterThan(30_000);
    expect((sentAtMs.at(-1) ?? 0) - firstPageMs).toBeLessThanOrEqual(60_000);
  });

  test('reports a wait of more than three seconds when it begins', async () => {
    const { notices } = await trying((attempt) => (attempt === 1 ? failed(503, 3_000) : 'answer'));
    expect(notices).toMatchObject([{ afterMs: 3_250 }]);
  });

  test('waits for its turn no longer than until it is aborted', async () => {
    const { ended, tookMs } = await trying(() => 'answer', { queued: 60, stopAfterMs: 5_000 });
    expect(ended).toMatchObject({ reason: 'timeout' });
    expect(tookMs).toBe(5_000);
  });

  test('waits for the Retry-After of a failing service', async () => {
    const { sentAtMs } = await trying((attempt) => (attempt === 1 ? failed(503, 20_000) : 'answer'));
    expect(sentAtMs[1]).toBeGreaterThanOrEqual(20_000);
  });

  test.each(['GET', 'POST'] as const)('(%s) waits for the Retry-After of the rate limit', async (method) => {
    const limited = refused('rate_limited', { status: 429, retryAfterMs: 30_000 });
    const { ended, sentAtMs } = await trying((attempt) => (attempt < 3 ? limited : 'answer'), { method });
    expect(ended).toBe('answer');
    expect(sentAtMs[1]).toBeGreaterThanOrEqual(30_000);
    expect((sentAtMs[2] ?? 0) - (sentAtMs[1] ?? 0)).toBeGreaterThanOrEqual(30_000);
  });

  test('reports the wait that the pace requires', async () => {
    const { rateLimited } = failures;
    const { notices, sentAtMs } = await trying((attempt) => (attempt === 1 ? rateLimited : 'answer'));
    expect(sentAtMs[1]).toBeGreaterThanOrEqual(6_500);
    expect(notices).toEqual([{ error: rateLimited, afterMs: sentAtMs[1], attempt: 1 }]);
  });

  test('sends a POST before the reads of the step that wait for their turn', async () => {
    expect((await trying(() => 'answer', { method: 'POST', queued: 60 })).sentAtMs).toEqual([0]);
  });

  test('waits up to two minutes for the rate limit, even with a short time limit, and no longer', async () => {
    const minute = refused('rate_limited', { status: 429, retryAfterMs: 60_000 });
    const patient = await trying((attempt) => (attempt === 1 ? minute : 'answer'), { retryForMs: 5_000 });
    expect(patient.ended).toBe('answer');
    const days = refused('rate_limited', { status: 429, retryAfterMs: RATE_LIMIT_RETRY_MS + 1 });
    const impatient = await trying(() => days, { retryForMs: 5_000 });
    expect(impatient.ended).toBe(days);
    expect(impatient.tookMs).toBe(0);
  });

  test('leaves each attempt of a read the rest of its timeout, and ends with the failure of the last one', async () => {
    const { ended, sentAtMs, leftMs } = await trying(() => failures.lost, { timeoutMs: 10_000 });
    expect(ended).toBe(failures.lost);
    expect(leftMs).toEqual(sentAtMs.map((atMs) => 10_000 - atMs));
    expect(sentAtMs.length).toBeGreaterThan(2);
  });

  test('gives up immediately when Retry-After is longer than the timeout of the read', async () => {
    const minute = refused('rate_limited', { status: 429, retryAfterMs: 60_000 });
    const { ended, tookMs } = await trying(() => minute, { timeoutMs: 10_000 });
    expect(ended).toBe(minute);
    expect(tookMs).toBe(0);
  });

  test('does not count the wait for other requests of the step towards the timeout of a read', async () => {
    const { sentAtMs, leftMs } = await trying(() => 'answer', { timeoutMs: 10_000, queued: 60 });
    expect(sentAtMs[0]).toBeGreaterThan(15_000);
    expect(leftMs).toEqual([10_000]);
  });

  test('includes the failure before the wait when it is aborted during the wait', async () => {
    const { ended, tookMs } = await trying(() => failures.serviceFailed, { stopAfterMs: 5_000 });
    expect(ended).toBeInstanceOf(Stop);
    expect(ended).toMatchObject({ reason: 'timeout', cause: failures.serviceFailed });
    expect(tookMs).toBe(5_000);
  });

  test('includes the failure before a read when it is aborted during the read', async () => {
    const { ended } = await trying((attempt) => (attempt === 1 ? failures.serviceFailed : new Stop('timeout')));
    expect(ended).toMatchObject({ reason: 'timeout', cause: failures.serviceFailed });
  });

  test('leaves the fate of a POST unknown when it is aborted, even after a refusal', async () => {
    const stopped = new Stop('timeout');
    const { ended } = await trying((attempt) => (attempt === 1 ? failures.rateLimited : stopped), { method: 'POST' });
    expect(ended).toBe(stopped);
    expect(stopped.cause).toBeUndefined();
  });
});

describe('a request that is sent once', () => {
  /** What is reported to the pace of a request with this result. */
  async function reported(result: Error | undefined): Promise<string[]> {
    const reports: string[] = [];
    const report = (name: string) => (retryAfterMs?: number) => void reports.push(`${name} ${retryAfterMs}`);
    const turn = { sentMs: 0, waitMs: () => 0, ended: report('ended'), refused: report('refused') };
    const send = async (): Promise<void> => await (result === undefined ? Promise.resolve() : Promise.reject(result));
    await sendOnce(turn, send).catch(() => undefined);
    return reports;
  }

  test.each([
    ['an answer', undefined, ['ended undefined']],
    ['the rate limit', refused('rate_limited', { status: 429, retryAfterMs: 2_000 }), ['refused 2000']],
    ['another refusal', failures.unauthorized, ['ended undefined']],
    ['a failing service', failed(503, 3_000), ['ended 3000']],
    ['a lost connection', failures.lost, ['ended undefined']],
    ['an unexpected error', new TypeError('a bug'), []],
  ])('reports %s to the pace', async (_, result, reports) => {
    expect(await reported(result)).toEqual(reports);
  });
});

test.each([
  ['a 5xx', failed(503, 3_000), 3_000],
  ['a 429 with another code', refused('quota_exceeded', { status: 429, retryAfterMs: 3_000 }), 3_000],
  ['busy, which is retried elsewhere', refused('busy', { status: 409, retryAfterMs: 3_000 }), undefined],
  ['a lost connection', failures.lost, undefined],
])('the time that %s asks to wait', (_, error, retryAfterMs) => {
  expect(retryAfterOf(error)).toBe(retryAfterMs);
});
