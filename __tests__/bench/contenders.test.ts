// The policies that compete: what each does with an answer and with a refusal.

import { describe, expect, test } from '@jest/globals';
import { ownPace, rivals } from '../../bench/contenders.ts';
import { burst } from '../../bench/simulation/fleet.ts';
import type { Agent, RequestKind } from '../../bench/simulation/job.ts';
import { seededRandom } from '../../bench/simulation/random.ts';

/** An agent of the rival whose name begins so; draws are the same in every test. */
function agentOf(name: string): Agent {
  const rival = rivals.find((one) => one.name.startsWith(name));
  if (rival === undefined) throw new Error(`there is no rival ${name}`);
  return rival.enter(burst).agent(seededRandom(1));
}

const answer = (agent: Agent, kind: RequestKind, receivedMs: number): void =>
  agent.answered({ kind, sentMs: receivedMs - 80, receivedMs });
const refuse = (agent: Agent, kind: RequestKind, receivedMs: number, retryAfterMs?: number): boolean =>
  agent.refused({ kind, sentMs: receivedMs - 80, receivedMs, retryAfterMs });

test('the contenders have names of their own', () => {
  const names = [...rivals, ownPace.known, ownPace.unknown].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

describe('a fixed gap', () => {
  test('lies between a response and the next poll, and before nothing else', () => {
    const agent = agentOf('fixed 5 s');
    answer(agent, 'post', 1000);
    expect([agent.dueMs('poll'), agent.dueMs('read')]).toEqual([6000, -Infinity]);
    answer(agent, 'poll', 6100);
    expect(agent.dueMs('poll')).toBe(11_100);
  });

  test('fails at the tenth refused poll of all, and at once at another refusal', () => {
    const agent = agentOf('fixed 5 s');
    const stillRunning = Array.from({ length: 10 }, (_, count) => refuse(agent, 'poll', 1000 * count));
    expect(stillRunning).toEqual([...Array.from({ length: 9 }, () => true), false]);
    expect(refuse(agentOf('fixed 5 s'), 'post', 0)).toBe(false);
  });

  test('without an error fails at the first refusal, with endless retries never', () => {
    expect(refuse(agentOf('fixed 10 s, no error'), 'poll', 0)).toBe(false);
    const endless = agentOf('fixed 10 s, endless');
    expect(Array.from({ length: 100 }, () => refuse(endless, 'post', 0)).every(Boolean)).toBe(true);
  });

  test('waits for everything after a refusal, and as long as Retry-After where that is longer', () => {
    const agent = agentOf('fixed 10 s, endless');
    refuse(agent, 'list', 1000);
    expect([agent.dueMs('list'), agent.dueMs('post')]).toEqual([11_000, 11_000]);
    refuse(agent, 'list', 20_000, 30_000);
    expect(agent.dueMs('list')).toBe(50_000);
    answer(agent, 'list', 51_000);
    expect(agent.dueMs('post')).toBe(-Infinity);
  });
});

test('an exponential gap doubles from 2 s to 30 s', () => {
  const agent = agentOf('exponential');
  const gaps = Array.from({ length: 6 }, (_, count) => {
    answer(agent, 'poll', 100_000 * count);
    return agent.dueMs('poll') - 100_000 * count;
  });
  expect(gaps).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('additive increase halves its rate when refused, down to one request a minute, and raises it when answered', () => {
  const agent = agentOf('additive');
  const gapAfter = (react: () => void, atMs: number): number => {
    react();
    return agent.dueMs('poll') - atMs;
  };
  const first = gapAfter(() => answer(agent, 'poll', 0), 0);
  expect(first).toBeGreaterThanOrEqual(1600);
  expect(first).toBeLessThanOrEqual(2400);
  let longest = 0;
  for (let count = 0; count < 20; count += 1) longest = gapAfter(() => refuse(agent, 'poll', 0), 0);
  expect(longest).toBeGreaterThanOrEqual(48_000);
  expect(longest).toBeLessThanOrEqual(72_000);
  for (let count = 0; count < 10; count += 1) answer(agent, 'poll', 0);
  expect(gapAfter(() => answer(agent, 'poll', 0), 0)).toBeLessThan(10_000);
});

describe('the adaptive token bucket', () => {
  test('has one token at first, and the next a while later', () => {
    const agent = agentOf('adaptive');
    expect(agent.dueMs('read')).toBeLessThanOrEqual(0);
    agent.sent('read', 0);
    expect(agent.dueMs('read')).toBe(5000);
    answer(agent, 'read', 80);
    expect(agent.dueMs('read')).toBeLessThan(5000);
  });

  test('waits at least as long as Retry-After, and longer after each refusal', () => {
    const agent = agentOf('adaptive');
    agent.sent('post', 0);
    refuse(agent, 'post', 80, 30_000);
    expect(agent.dueMs('post')).toBeGreaterThanOrEqual(30_080);
    const waits = Array.from({ length: 3 }, () => {
      refuse(agent, 'post', 100_000);
      return agent.dueMs('post') - 100_000;
    });
    expect(waits[0]).toBeGreaterThan(10_000);
    expect(Math.max(...waits)).toBeLessThan(30_000);
  });

  test('polls no sooner than the schedule of the product', () => {
    const agent = agentOf('adaptive');
    const own = ownPace.unknown.enter(burst).agent(seededRandom(1));
    for (const one of [agent, own]) {
      one.sent('post', 0);
      answer(one, 'post', 80);
    }
    expect(agent.dueMs('poll')).toBeGreaterThanOrEqual(80);
    expect(agent.dueMs('poll')).toBeGreaterThan(agent.dueMs('read') - 1);
  });
});

describe('the own pace', () => {
  const agentFor = (jobs: number): Agent => ownPace.known.enter({ ...burst, jobs }).agent(seededRandom(1));

  test('polls nothing before the POST was accepted, and more rarely where many share the key', () => {
    const gapOf = (jobs: number): number => {
      const agent = agentFor(jobs);
      agent.sent('post', 0);
      answer(agent, 'post', 80);
      return agent.dueMs('poll');
    };
    expect(gapOf(1)).toBeGreaterThan(80);
    expect(gapOf(300)).toBeGreaterThan(gapOf(1));
  });

  test('never gives up over a refusal, and obeys Retry-After', () => {
    const agent = agentFor(1);
    agent.sent('post', 0);
    expect(refuse(agent, 'post', 80, 45_000)).toBe(true);
    expect(agent.dueMs('post')).toBeGreaterThanOrEqual(45_080);
  });

  test('polls once just before the deadline, however late its share would be', () => {
    const agent = ownPace.known.enter({ ...burst, jobs: 5000, deadlineMs: 60_000 }).agent(seededRandom(1));
    agent.sent('post', 0);
    answer(agent, 'post', 80);
    const lastMs = agent.dueMs('poll');
    expect(lastMs).toBeGreaterThan(50_000);
    expect(lastMs).toBeLessThan(60_000);
    agent.sent('poll', lastMs);
    answer(agent, 'poll', lastMs + 80);
    expect(agent.dueMs('poll')).toBeGreaterThan(60_000);
  });
});
