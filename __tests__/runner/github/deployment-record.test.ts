// The record of a deployment, whatever happens to single requests: one record, with the right last state.
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
  ...[401, 403, 404, 409, 422, 429, 502].map((status) => ({ fault: `answered ${status}`, answer: { status } })),
  { fault: 'never answered', answer: { delayMs: Infinity, applies: 'never' } },
  { fault: 'whose answers are lost', answer: { breaks: true } },
  { fault: 'answered after 11 s', answer: { delayMs: 11_000 } },
];

/** The requests that may fail; `last` is the request for the last state. */
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
    test.each(oneFault)('($fault) exists once with the right state, and no error is reported', async ({ answer }) => {
      let failures = 0;
      const { states, errors, created, closedAfterMs } = await tryRecord({
        ...ending,
        onCall: ({ name }) => (isRequest(name, request) && ++failures === 1 ? answer : undefined),
      });
      expect({ states, errors }).toEqual({ states: [state], errors: [] });
      expect(created).toEqual(['4200000001']);
      expect(closedAfterMs).toBeLessThanOrEqual(timeoutMs === undefined ? 25_000 : 4_500);
    });
  });
});

describe.each(endings)('when GitHub fails permanently after $ending', ({ report, endsAtMs, timeoutMs, state }) => {
  const ending = { report, endsAtMs, ...(timeoutMs === undefined ? {} : { timeoutMs }) };

  describe.each([
    { which: 'create requests', matches: (name: string) => name === 'create' },
    { which: 'lists', matches: (name: string) => name === 'create' || name === 'list' },
    { which: 'statuses', matches: (name: string) => name !== 'create' && name !== 'list' },
    { which: 'requests of any kind', matches: () => true },
  ])('for all $which', ({ which, matches }) => {
    test.each(lastingFaults)(
      '($fault) the record is not left in progress, and the time is limited',
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
        expect(closedAfterMs).toBeLessThanOrEqual(timeoutMs === undefined ? 25_000 : 4_500);
      },
    );
  });
});

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
          const wasLost = request === 'create' && (answer.applies === 'never' || answer.status !== undefined);
          expect([['error'], ...(wasLost ? [[]] : [])]).toContainEqual(states);
        }
      },
    );
  });

  test('ends within five seconds while the record of a finished deployment is being closed', async () => {
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
  test('is not open and takes no time at the end when GitHub refused to create it', async () => {
    const { wasOpen, closedAfterMs, calls } = await tryRecord({
      ...deployed,
      onCall: () => ({ status: 403, message: 'Resource not accessible by integration' }),
    });
    expect({ wasOpen, closedAfterMs, calls }).toEqual({ wasOpen: false, closedAfterMs: 0, calls: ['create'] });
  });

  test.each([
    { fault: 'answers 502', answer: { status: 502 }, message: 'GitHub answered 502' },
    { fault: 'does not answer', answer: { delayMs: Infinity }, message: 'GitHub did not answer' },
  ])('causes an error with the reason when GitHub $fault until its time is over', async ({ answer, message }) => {
    const { errors } = await tryRecord({
      report: interrupted,
      endsAtMs: Infinity,
      cancelledAtMs: 20_000,
      onCall: ({ name }) => (name === 'error' ? answer : undefined),
    });
    expect(errors).toEqual([{ part: 'end', message: expect.stringContaining(message) }]);
  });

  test('delays the deployment by one request at most', async () => {
    let openedAtMs = -1;
    const { github } = await tryRecord({
      ...deployed,
      endsAtMs: 0,
      report: reportOf({ skipped: 'busy' }),
      onCall: ({ name, atMs }) => {
        if (name === 'list' && openedAtMs < 0) openedAtMs = atMs;
        return { delayMs: Infinity };
      },
    });
    expect(openedAtMs - (github.calls[0]?.atMs ?? 0)).toBe(10_000);
  });
});
