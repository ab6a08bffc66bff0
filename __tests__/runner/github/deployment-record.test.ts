// The deployment record when requests fail: one record, with the right final state, in limited time.
import { describe, expect, test } from '@jest/globals';
import type { Outcome, Report } from '../../../src/operations/operation.ts';
import type { GithubAnswer } from '../../support/github/fake-github.ts';
import { type RecordTrialOptions, tryRecord } from '../../support/github/record-trial.ts';
import { following, outcomeOf } from '../../support/runner/outcome-of.ts';

function reportOf(outcome: Partial<Outcome>): Report {
  const { errorCode } = outcome;
  return {
    headline: 'What happened',
    outcomes: [outcomeOf({ resourceId: 'app_web', ...outcome })],
    ...(errorCode === undefined ? {} : { errorCode }),
  };
}

interface Ending extends Pick<RecordTrialOptions, 'report' | 'endsAtMs' | 'timeoutMs'> {
  readonly ending: string;
  readonly state: string;
}

const interrupted = reportOf({ errorCode: 'interrupted', phase: following, stillRunning: true });
const deployed: Ending = {
  ending: 'a deployment that finished',
  report: reportOf({ phase: following, status: 'finished' }),
  endsAtMs: 90_000,
  state: 'success',
};
const endings: readonly Ending[] = [
  deployed,
  {
    ending: 'a build that failed soon',
    report: reportOf({ phase: following, errorCode: 'deployment_failed' }),
    endsAtMs: 8_000,
    state: 'failure',
  },
  {
    ending: 'a resource that was skipped at once',
    report: reportOf({ skipped: 'busy' }),
    endsAtMs: 0,
    state: 'inactive',
  },
  {
    ending: 'the deadline',
    report: reportOf({ errorCode: 'timeout', phase: following, stillRunning: true }),
    endsAtMs: Infinity,
    timeoutMs: 60_000,
    state: 'error',
  },
];

interface Fault {
  readonly fault: string;
  readonly answer: GithubAnswer;
}

/** Faults that concern one request. */
const oneFault: readonly Fault[] = [
  { fault: 'whose answer is lost', answer: { breaks: true } },
  { fault: 'whose answer breaks off', answer: { stalls: true } },
  { fault: 'answered after 11 s', answer: { delayMs: 11_000 } },
  { fault: 'that takes effect after 11 s', answer: { delayMs: 11_000, applies: 'late' } },
  { fault: 'answered 502', answer: { status: 502 } },
  { fault: 'answered 502 that takes effect all the same', answer: { status: 502, applies: 'at once' } },
  { fault: 'that is never answered', answer: { delayMs: Infinity, applies: 'never' } },
];

/** Faults that do not end. */
const lastingFaults: readonly Fault[] = [
  ...[403, 422, 429, 502].map((status) => ({ fault: `answered ${status}`, answer: { status } })),
  { fault: 'never answered', answer: { delayMs: Infinity, applies: 'never' } },
  { fault: 'whose answers are lost', answer: { breaks: true } },
  { fault: 'answered after 11 s', answer: { delayMs: 11_000 } },
];

function appliesNever({ applies, status }: GithubAnswer): boolean {
  return applies === 'never' || (applies === undefined && status !== undefined);
}

/** The requests that may fail; `last` is the request for the final state. */
const requests = ['create', 'in_progress', 'last'] as const;

function isRequest(name: string, request: (typeof requests)[number]): boolean {
  return request === 'last' ? ['success', 'failure', 'error', 'inactive'].includes(name) : name === request;
}

describe.each(endings)('after $ending, the record', ({ report, endsAtMs, timeoutMs, state }) => {
  const ending = { report, endsAtMs, ...(timeoutMs === undefined ? {} : { timeoutMs }) };

  test('has the right state', async () => {
    const { states, errors, closedAfterMs } = await tryRecord(ending);
    expect({ states, errors }).toEqual({ states: [state], errors: [] });
    expect(closedAfterMs).toBeLessThan(1_500);
  });

  describe.each(requests)('when a request for %s fails once', (request) => {
    test.each(oneFault)(
      '($fault) has the right state if it exists, and no error is reported then',
      async ({ answer }) => {
        let failures = 0;
        const { states, errors, created, closedAfterMs } = await tryRecord({
          ...ending,
          onCall: ({ name }) => (isRequest(name, request) && ++failures === 1 ? answer : undefined),
        });
        // A record that does not exist by then is not created after the work.
        const isAbsent = request === 'create' && endsAtMs < 10_000 && appliesNever(answer);
        const message = expect.stringContaining('GitHub');
        expect({ states, errors }).toEqual(
          isAbsent ? { states: [], errors: [{ part: 'creation', message }] } : { states: [state], errors: [] },
        );
        expect(created).toEqual(isAbsent ? [] : ['4200000001']);
        expect(closedAfterMs).toBeLessThanOrEqual(timeoutMs === undefined ? 25_000 : 4_500);
      },
    );
  });
});

describe.each(endings.filter(({ endsAtMs }) => endsAtMs > 10_000))(
  'when GitHub fails permanently after $ending',
  ({ report, endsAtMs, timeoutMs, state }) => {
    const ending = { report, endsAtMs, ...(timeoutMs === undefined ? {} : { timeoutMs }) };

    describe.each([
      { which: 'create requests', matches: (name: string) => name === 'create' },
      { which: 'lists', matches: (name: string) => name === 'create' || name === 'list' },
      { which: 'statuses', matches: (name: string) => name !== 'create' && name !== 'list' },
      { which: 'requests of any kind', matches: () => true },
    ])('for all $which', ({ which, matches }) => {
      test.each(lastingFaults)(
        '($fault) the record is not left in progress, and closing ends in time',
        async ({ answer }) => {
          const { states, errors, closedAfterMs } = await tryRecord({
            ...ending,
            onCall: ({ name }) => (matches(name) ? answer : undefined),
          });
          // Requests that take effect need no response, as long as the list can be read.
          const takesEffect = answer.applies === undefined && answer.status === undefined;
          const isHarmless = takesEffect && which === 'create requests';
          expect([[state], ...(isHarmless ? [] : [[], [undefined]])]).toContainEqual(states);
          expect(errors.length > 0 || takesEffect).toBe(true);
          // After a rate limit, GitHub gets the minute that it asks for.
          const longestMs = answer.status === 429 ? 75_000 : 25_000;
          expect(closedAfterMs).toBeLessThanOrEqual(timeoutMs === undefined ? longestMs : 4_500);
        },
      );
    });
  },
);

describe('a run that is cancelled at any point', () => {
  /** Before, during and after each request; GitHub takes 0.3 s to answer, and a request times out after 10 s. */
  const pointsMs = [0, 150, 450, 700, 2_000, 5_000, 9_900, 10_100, 11_200, 14_000, 16_000, 40_000];
  const cancelled = { report: interrupted, endsAtMs: Infinity };

  async function cancelAt(cancelledAtMs: number, options: Partial<RecordTrialOptions> = {}) {
    const trial = await tryRecord({ ...cancelled, cancelledAtMs, ...options });
    expect(trial.closedAfterMs).toBeLessThanOrEqual(4_500);
    return trial;
  }

  test('has a record that shows the cancellation', async () => {
    for (const atMs of pointsMs) {
      const { states, errors } = await cancelAt(atMs);
      expect({ atMs, states, errors }).toEqual({ atMs, states: ['error'], errors: [] });
    }
  });

  describe.each(requests)('when a request for %s fails once', (request) => {
    // Faults that take effect after the process has ended are left out: nothing can correct them.
    test.each(oneFault.filter(({ answer }) => answer.applies !== 'late'))(
      '($fault) has at most one record, and never one in progress',
      async ({ answer }) => {
        for (const atMs of pointsMs) {
          let failures = 0;
          const { states } = await cancelAt(atMs, {
            onCall: ({ name }) => (isRequest(name, request) && ++failures === 1 ? answer : undefined),
          });
          // A create request that has not taken effect is not sent again within the five seconds.
          const wasLost = request === 'create' && appliesNever(answer);
          expect([['error'], ...(wasLost ? [[]] : [])]).toContainEqual(states);
        }
      },
    );
  });

  test('ends within five seconds even if the record of a finished deployment is being closed', async () => {
    for (const request of requests) {
      let failures = 0;
      const { states, closedAfterMs } = await tryRecord({
        report: deployed.report,
        endsAtMs: 5_000,
        cancelledAtMs: 6_000,
        onCall: ({ name }) =>
          isRequest(name, request) && ++failures === 1 ? { delayMs: Infinity, applies: 'never' } : undefined,
      });
      expect([[], ['success']]).toContainEqual(states);
      expect(closedAfterMs).toBeLessThanOrEqual(4_500);
    }
  });
});

describe('the record', () => {
  test('is not open, and is closed at once, when GitHub refused to create it', async () => {
    const { wasOpen, closedAfterMs, calls } = await tryRecord({
      ...deployed,
      onCall: () => ({ status: 403, message: 'Resource not accessible by integration' }),
    });
    expect({ wasOpen, closedAfterMs, calls }).toEqual({ wasOpen: false, closedAfterMs: 0, calls: ['create'] });
  });

  test.each([
    { fault: 'answers 502', answer: { status: 502 }, message: 'GitHub answered 502' },
    { fault: 'does not answer', answer: { delayMs: Infinity }, message: 'GitHub did not answer' },
  ])(
    'reports an error with the reason when GitHub $fault until the time for closing is over',
    async ({ answer, message }) => {
      const { errors } = await tryRecord({
        report: interrupted,
        endsAtMs: Infinity,
        cancelledAtMs: 20_000,
        onCall: ({ name }) => (name === 'error' ? answer : undefined),
      });
      expect(errors).toEqual([{ part: 'end', message: expect.stringContaining(message) }]);
    },
  );

  test.each([
    { when: 'the work has ended', cancelledAtMs: undefined, endsAtMs: 2_000, effectsMs: [3_000, 5_000, 11_000] },
    { when: 'the run was cancelled', cancelledAtMs: 2_000, endsAtMs: Infinity, effectsMs: [3_000, 4_000, 5_000] },
    { when: 'the work, and then the run', cancelledAtMs: 4_500, endsAtMs: 2_000, effectsMs: [3_000, 7_000] },
  ])('overwrites an in_progress that takes effect after $when', async ({ cancelledAtMs, endsAtMs, effectsMs }) => {
    for (const effectAtMs of effectsMs) {
      const { states, errors, closedAfterMs } = await tryRecord({
        report: interrupted,
        endsAtMs,
        ...(cancelledAtMs === undefined ? {} : { cancelledAtMs }),
        onCall: ({ name, atMs }) =>
          name === 'in_progress' ? { delayMs: effectAtMs - atMs, applies: 'late', breaks: true } : undefined,
      });
      expect({ effectAtMs, states, errors }).toEqual({ effectAtMs, states: ['error'], errors: [] });
      expect(closedAfterMs).toBeLessThanOrEqual(cancelledAtMs === undefined ? 16_000 : 4_500);
    }
  });

  test('is not created twice when the list cannot be read for a while', async () => {
    const { states, calls } = await tryRecord({
      ...deployed,
      onCall: ({ name, atMs }) => {
        if (name === 'create') return { delayMs: 5_000, applies: 'late' };
        return name === 'list' && atMs < 60_000 ? { status: 503 } : undefined;
      },
    });
    expect(states).toEqual(['success']);
    expect(calls.filter((name) => name === 'create')).toHaveLength(1);
  });
});

describe('a rate limit of GitHub', () => {
  /** Noon of 2 March 2026, when the virtual clock starts, in seconds. */
  const STARTED_S = Date.UTC(2026, 2, 2, 12) / 1_000;
  const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
  const limits: readonly { limit: string; answer: GithubAnswer; waitMs: number; name: string }[] = [
    {
      limit: 'with Retry-After',
      answer: { status: 403, message, headers: { 'retry-after': '20' } },
      waitMs: 20_000,
      name: 'a secondary rate limit of GitHub; GitHub asks to wait 20s',
    },
    {
      limit: 'known by its message alone',
      answer: { status: 403, message },
      waitMs: 60_000,
      name: 'a secondary rate limit of GitHub; GitHub asks to wait 1m',
    },
    {
      limit: 'known by its status alone',
      answer: { status: 429 },
      waitMs: 60_000,
      name: 'a secondary rate limit of GitHub; GitHub asks to wait 1m',
    },
    {
      limit: 'per hour',
      answer: {
        status: 403,
        message: 'API rate limit exceeded',
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(STARTED_S + 45) },
      },
      waitMs: 44_000,
      name: 'its rate limit at GitHub; GitHub asks to wait 4',
    },
  ];

  describe.each(limits)('($limit)', ({ answer, waitMs, name: named }) => {
    test.each(requests)('that %s meets is waited out, and the record gets its state', async (request) => {
      let limitedAtMs = -1;
      const { github, states, errors } = await tryRecord({
        ...deployed,
        endsAtMs: request === 'create' ? 90_000 : 2_000,
        onCall: ({ name, nth, atMs }) => {
          if (!isRequest(name, request) || nth > 1) return undefined;
          limitedAtMs = atMs;
          return answer;
        },
      });
      expect({ states, errors }).toEqual({ states: ['success'], errors: [] });
      const nextAtMs = github.calls.find(({ atMs }) => atMs > limitedAtMs)?.atMs ?? 0;
      expect(nextAtMs - limitedAtMs).toBeGreaterThanOrEqual(waitMs - 1_000);
      expect(nextAtMs - limitedAtMs).toBeLessThan(waitMs + 2_000);
    });

    test('that a cancelled run meets is named, and no further request is sent', async () => {
      const { calls, errors, closedAfterMs } = await tryRecord({
        report: interrupted,
        endsAtMs: Infinity,
        cancelledAtMs: 2_000,
        onCall: ({ name }) => (name === 'error' ? answer : undefined),
      });
      expect(calls).toEqual(['create', 'in_progress', 'error']);
      expect(errors).toEqual([{ part: 'end', message: expect.stringContaining(named) }]);
      expect(closedAfterMs).toBeLessThan(1_000);
    });
  });

  test('that the creation meets is not waited out after the work, and leaves nothing to close', async () => {
    const { calls, errors, wasOpen, closedAfterMs } = await tryRecord({
      ...deployed,
      endsAtMs: 10_000,
      onCall: () => ({ status: 429, headers: { 'retry-after': '60' } }),
    });
    expect({ calls, wasOpen, closedAfterMs }).toEqual({ calls: ['create'], wasOpen: false, closedAfterMs: 0 });
    expect(errors).toEqual([{ part: 'creation', message: expect.stringContaining('a secondary rate limit') }]);
  });

  test('is not the only error whose Retry-After is obeyed', async () => {
    const { github, states } = await tryRecord({
      ...deployed,
      onCall: ({ name, nth }) =>
        name === 'success' && nth === 1 ? { status: 503, headers: { 'retry-after': '12' } } : undefined,
    });
    expect(states).toEqual(['success']);
    const [first, second] = github.calls.slice(-2);
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(12_000);
  });
});
