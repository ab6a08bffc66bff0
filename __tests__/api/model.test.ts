// What ids and statuses mean.
import { describe, expect, test } from '@jest/globals';
import { isId, isServiceId, normalizeStatus, resourceStateOf } from '../../src/api/model.ts';

describe('the status of a resource', () => {
  test.each([
    ['up', ['running', 'Running', 'running (healthy)', 'running:healthy', 'running (unhealthy)', 'ACTIVE', 'deployed']],
    ['down', ['stopped', 'Stopped', 'exited (0)', 'paused', 'off']],
    ['broken', ['dead', 'crashed', 'crashing', 'CrashLoopBackOff', 'failed', 'error', 'errored', 'unhealthy']],
    ['transition', ['pending', 'queued', 'starting', 'shutting down', 'deploying']],
    ['unknown', ['', '42', 'degraded', 'no idea', undefined]],
  ] as const)('is %s: %j', (state, statuses) => {
    for (const status of statuses) expect(resourceStateOf(status)).toBe(state);
  });
});

describe('the status of a deployment', () => {
  test.each([
    ['FINISHED', 'finished'],
    [' Queued ', 'queued'],
    ['canceled', 'cancelled'],
    ['Cancelled', 'cancelled'],
    ['Success', 'Success'],
    ['deploying', 'deploying'],
  ])('%j is written %s', (sent, written) => {
    expect(normalizeStatus(sent)).toBe(written);
  });
});

describe('an id', () => {
  test.each(['a', '_V1St', '-x9', 'a/b==', '{a}', 'é', '...', '.a', 'x'.repeat(256)])('may be %j', (id) => {
    expect(isId(id)).toBe(true);
    expect(isServiceId(id)).toBe(true);
  });

  test.each(['', '.', '..'])('is not %j', (id) => {
    expect(isId(id)).toBe(false);
    expect(isServiceId(id)).toBe(false);
  });

  test.each(['a b', 'a,b', 'a\nb', 'a\u0000b', 'x'.repeat(257)])('may be %j where the service sends it', (id) => {
    expect(isId(id)).toBe(false);
    expect(isServiceId(id)).toBe(true);
  });
});
