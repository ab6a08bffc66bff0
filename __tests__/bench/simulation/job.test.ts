// A simulated job sends what the action sends, and ends as the action does.
import { describe, expect, test } from '@jest/globals';
import { type Action, type Agent, type Outcome, playJob, type RequestKind } from '../../../bench/simulation/job.ts';

const deadlineMs = 600_000;

/** Sends at once and again 7 s after a refusal, or fails at the first one. */
function patient({ fails = false }: { fails?: boolean } = {}): Agent {
  let dueMs = 0;
  return {
    dueMs: () => dueMs,
    sent() {},
    answered({ kind, receivedMs }) {
      if (kind === 'poll') dueMs = receivedMs + 3000;
    },
    refused({ receivedMs }) {
      dueMs = receivedMs + 7000;
      return !fails;
    },
  };
}

/** Plays a job whose build takes 20 s against a service that refuses these requests; the time and kind of each request. */
function play(agent: Agent, refuses: (kind: RequestKind, nowMs: number, isPosted: boolean) => boolean) {
  const job = playJob(agent, { before: ['read', 'list'], startMs: 0, buildMs: 20_000, deadlineMs });
  const sent: [RequestKind, number][] = [];
  let nowMs = 0;
  let refused = false;
  const done = () => ({ nowMs, servedAtMs: nowMs, refused, retryAfterMs: undefined });
  let step: IteratorResult<Action, Outcome> = job.next();
  while (step.done !== true) {
    if ('sleepMs' in step.value) {
      nowMs += step.value.sleepMs;
      refused = false;
    } else {
      const isPosted = step.value.acceptedAtMs < Infinity;
      refused = refuses(step.value.send, nowMs, isPosted);
      sent.push([step.value.send, nowMs]);
      nowMs += 100;
    }
    step = job.next(done());
  }
  return { sent, outcome: step.value };
}

describe('a job', () => {
  test('reads resource and list, posts, polls until the build has ended, and reads the resource', () => {
    const { sent, outcome } = play(patient(), () => false);
    expect(sent.map(([kind]) => kind).join(' ')).toBe('read list post poll poll poll poll poll poll poll poll read');
    expect(outcome).toMatchObject({ failed: false, postWaitMs: 300 });
  });

  test('posts without having read the resource if that is refused for 10 s', () => {
    const { sent, outcome } = play(patient(), (kind, _nowMs, isPosted) => kind === 'read' && !isPosted);
    expect(sent.slice(0, 4).map(([kind]) => kind)).toEqual(['read', 'read', 'list', 'post']);
    expect(outcome.failed).toBe(false);
  });

  test('passes two minutes after the end was seen if the resource cannot be read', () => {
    const { sent, outcome } = play(patient(), (kind, _nowMs, isPosted) => kind === 'read' && isPosted);
    expect(sent.filter(([kind]) => kind === 'read').length).toBeGreaterThan(10);
    expect(outcome.failed).toBe(false);
    expect(outcome.failed ? Infinity : outcome.detectionMs).toBeLessThan(130_000);
  });

  test.each(['list', 'post', 'poll'] as const)('fails at the deadline if each %s is refused', (refusedKind) => {
    const { sent, outcome } = play(patient(), (kind) => kind === refusedKind);
    expect(outcome).toEqual({ failed: true });
    expect(sent.at(-1)?.[1]).toBeGreaterThan(deadlineMs);
  });

  test('fails over a refusal if its policy does', () => {
    const { sent, outcome } = play(patient({ fails: true }), (kind) => kind === 'read');
    expect(sent).toEqual([['read', 0]]);
    expect(outcome).toEqual({ failed: true });
  });
});
