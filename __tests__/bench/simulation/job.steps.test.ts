// One job, played step by step: what it sends in which order, how long it waits, and when it gives up.

import { describe, expect, test } from '@jest/globals';
import { playJob } from '../../../bench/simulation/job.ts';
import type { Action, Agent, Done, JobOptions, Outcome, RequestKind } from '../../../bench/simulation/job.ts';

const eager: Agent = { dueMs: () => -Infinity, sent: () => undefined, answered: () => undefined, refused: () => true };
const plain: JobOptions = { before: [], startMs: 0, buildMs: 1000, deadlineMs: 60_000 };

/** Plays a job in a world where each request takes 100 ms and is handled half-way; `refuse` are those to refuse, from 1. */
function play(agent: Agent, options: Partial<JobOptions> = {}, refuse: readonly number[] = []) {
  const job = playJob(agent, { ...plain, ...options });
  const actions: string[] = [];
  let nowMs = options.startMs ?? 0;
  let sent = 0;
  let step: IteratorResult<Action, Outcome> = job.next();
  while (step.done !== true && actions.length < 1000) {
    const action = step.value;
    const isSent = 'send' in action;
    const startedMs = nowMs;
    nowMs += isSent ? 100 : action.sleepMs;
    if (isSent) sent += 1;
    actions.push(isSent ? `${action.send} at ${startedMs}` : `wait ${action.sleepMs}`);
    const refused = isSent && refuse.includes(sent);
    const done: Done = {
      nowMs,
      servedAtMs: isSent ? startedMs + 50 : nowMs,
      refused,
      retryAfterMs: refused ? 7 : undefined,
    };
    step = job.next(done);
  }
  return { actions, outcome: step.value, nowMs };
}

/** An agent that polls so long after each response, and sends everything else at once. */
function gap(ms: number): Agent {
  let dueMs = -Infinity;
  return {
    ...eager,
    dueMs: (kind) => (kind === 'poll' ? dueMs : -Infinity),
    answered: ({ receivedMs }) => {
      dueMs = receivedMs + ms;
    },
  };
}

describe('a job', () => {
  test('posts, and polls until a poll is handled after the end of the build', () => {
    const { actions, outcome } = play(gap(400));
    expect(actions).toEqual(['post at 0', 'wait 400', 'poll at 500', 'wait 400', 'poll at 1000']);
    // The build runs from 50 to 1050, when the second poll is handled; its response comes 50 ms later.
    expect(outcome).toEqual({ failed: false, postWaitMs: 50, detectionMs: 50 });
  });

  test('sends what comes before its POST, and then reads the resource at the end', () => {
    const { actions, outcome } = play(gap(1000), { before: ['read', 'list'] });
    expect(actions).toEqual(['read at 0', 'list at 100', 'post at 200', 'wait 1000', 'poll at 1300', 'read at 1400']);
    expect(outcome).toEqual({ failed: false, postWaitMs: 250, detectionMs: 250 });
  });

  test('reckons its waits from its own start', () => {
    expect(play(gap(1000), { startMs: 5000 }).outcome).toEqual({ failed: false, postWaitMs: 50, detectionMs: 150 });
  });

  test('sends again what was refused, and knows how long it should wait', () => {
    const refusals: (number | undefined)[] = [];
    const agent: Agent = {
      ...gap(1000),
      refused: ({ retryAfterMs }) => {
        refusals.push(retryAfterMs);
        return true;
      },
    };
    const { actions, outcome } = play(agent, {}, [1, 2]);
    expect(actions.slice(0, 3)).toEqual(['post at 0', 'post at 100', 'post at 200']);
    expect([refusals, outcome]).toEqual([[7, 7], { failed: false, postWaitMs: 250, detectionMs: 150 }]);
  });

  test('fails when its agent gives up over a refusal', () => {
    const { actions, outcome } = play({ ...eager, refused: () => false }, {}, [1]);
    expect([actions, outcome]).toEqual([['post at 0'], { failed: true }]);
  });

  test('fails once a response comes after its deadline', () => {
    const { outcome, nowMs } = play(gap(400), { buildMs: 1e9, deadlineMs: 3000 });
    expect(outcome).toEqual({ failed: true });
    expect(nowMs).toBeGreaterThan(3000);
    expect(nowMs).toBeLessThan(3500);
  });

  test('waits no longer than just beyond its deadline, however late its agent would send', () => {
    const never: Agent = { ...eager, dueMs: (kind) => (kind === 'poll' ? Infinity : -Infinity) };
    const { actions, outcome } = play(never, { deadlineMs: 3000 });
    expect(actions).toEqual(['post at 0', 'wait 2901', 'poll at 3001']);
    expect(outcome).toEqual({ failed: true });
  });

  test('waits whole milliseconds, never too short', () => {
    expect(play(gap(0.2)).actions.slice(0, 3)).toEqual(['post at 0', 'wait 1', 'poll at 101']);
  });

  test('reports to its agent when each request leaves', () => {
    const sent: [RequestKind, number][] = [];
    play({ ...gap(1000), sent: (kind, nowMs) => void sent.push([kind, nowMs]) });
    expect(sent).toEqual([
      ['post', 0],
      ['poll', 1100],
    ]);
  });
});
