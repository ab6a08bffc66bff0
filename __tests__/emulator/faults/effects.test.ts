// Each fault does what its name promises, to the requests it is aimed at and to no others, and survives JSON.
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { Fault } from '../../../emulator/index.ts';
import type { Answer, Stage } from '../client.ts';
import { failure, outcomeOf, refusalOf, send, stage } from '../client.ts';

const DEPLOYMENTS = '/resources/app_web/deployments';

/** Posts a deployment under a fault; what came back, and how many deployments there are then. */
async function deployUnder(fault: Fault): Promise<{ staged: Stage; outcome: Answer | string; deployed: number }> {
  const staged = await stage({ faults: [fault] });
  const outcome = await outcomeOf(staged.call('POST', DEPLOYMENTS));
  return { staged, outcome, deployed: staged.emulator.deployments('app_web').length };
}

function answered(outcome: Answer | string): Answer {
  if (typeof outcome === 'string') throw new Error(`no answer: ${outcome}`);
  return outcome;
}

describe('broken connections', () => {
  test.each([
    ['refuse', 0],
    ['reset-before', 0],
    ['reset-after', 1],
    ['cut-body', 1],
  ] as const)('%s ends in ECONNRESET with %i deployment done', async (kind, expected) => {
    const { staged, outcome, deployed } = await deployUnder({ on: 'createDeployment', kind });
    expect([outcome, deployed]).toEqual(['ECONNRESET', expected]);
    expect(staged.emulator.requests).toEqual([
      expect.objectContaining({ fault: kind, status: kind === 'cut-body' ? 202 : null }),
    ]);
    expect((await staged.call('GET', '/resources')).status).toBe(200);
  });

  test.each([
    [false, 0],
    [true, 1],
  ])(
    'downtime with work %s: nobody listens for its time, then somebody does on the same port',
    async (work, expected) => {
      const { staged, outcome, deployed } = await deployUnder({ on: '*', kind: 'downtime', ms: 5000, work });
      expect([outcome, deployed]).toEqual(['ECONNRESET', expected]);
      await staged.clock.sleep(4999);
      expect(await failure(staged.call('GET', '/resources'))).toBe('ECONNREFUSED');
      await staged.clock.sleep(2);
      expect(await failure(staged.call('GET', '/resources'))).toBe('answered 200');
    },
  );

  test('an emulator that is down can be closed', async () => {
    const { emulator, call } = await stage({ faults: [{ on: '*', kind: 'downtime', ms: 5000 }] });
    await failure(call('GET', '/resources'));
    await expect(emulator.close()).resolves.toBeUndefined();
  });
});

describe('answers that take their time', () => {
  test.each([
    [false, 0],
    [true, 1],
  ])('hang with after %s never answers, while time passes', async (after, expected) => {
    const { clock, call, emulator } = await stage({ faults: [{ on: 'createDeployment', kind: 'hang', after }] });
    const controller = new AbortController();
    const outcome = failure(call('POST', DEPLOYMENTS, { signal: controller.signal }));
    await clock.sleep(3_600_000);
    controller.abort();
    expect(await outcome).toBe('ABORT_ERR');
    expect(emulator.deployments('app_web')).toHaveLength(expected);
    expect(emulator.requests).toEqual([expect.objectContaining({ held: true, status: null })]);
  });

  test.each([
    [false, 30_000],
    [true, 0],
  ])('delay with after %s answers late and does the work after %i ms', async (after, createdAfterMs) => {
    const { clock, call, emulator } = await stage({
      faults: [{ on: 'createDeployment', kind: 'delay', ms: 30_000, after }],
    });
    const startedAt = clock.wallTime();
    expect((await call('POST', DEPLOYMENTS)).status).toBe(202);
    expect(clock.wallTime() - startedAt).toBe(30_000);
    expect(emulator.deployments('app_web')[0]?.createdAtMs).toBe(startedAt + createdAfterMs);
  });

  test('drip sends a byte per interval', async () => {
    const { clock, call } = await stage({ faults: [{ on: 'createDeployment', kind: 'drip', intervalMs: 1000 }] });
    const { text, status } = await call('POST', DEPLOYMENTS);
    expect([status, text]).toEqual([202, '{"ok":true,"deployment":{"id":"dep_000001","status":"queued"}}']);
    expect(clock.now()).toBe(text.length * 1000);
  });

  test('a client that leaves ends the wait of its request', async () => {
    const { clock, call, emulator } = await stage({ faults: [{ on: '*', kind: 'delay', ms: 60_000 }] });
    const outcome = failure(call('POST', DEPLOYMENTS, { signal: AbortSignal.abort() }));
    expect(await outcome).toBe('ABORT_ERR');
    await clock.sleep(120_000);
    expect(emulator.deployments('app_web')).toEqual([]);
    expect(clock.sleeping).toBe(0);
  });

  test('endless sends until the client hangs up', async () => {
    const { call } = await stage({ faults: [{ on: 'getLogs', kind: 'endless' }] });
    await expect(call('GET', '/resources/app_web/logs', { byteCap: 3_000_000 })).rejects.toThrow('too long');
    expect((await call('GET', '/resources')).status).toBe(200);
  });
});

describe('answers that cannot be used', () => {
  test.each<[string, Fault, number, string | RegExp, number]>([
    ['garbage', { on: '*', kind: 'garbage' }, 200, '{"ok":true,"deployments":[{"id":"dep_', 1],
    [
      'garbage without work',
      { on: '*', kind: 'garbage', work: false },
      200,
      '{"ok":true,"deployments":[{"id":"dep_',
      0,
    ],
    ['html', { on: '*', kind: 'html' }, 200, /^<!doctype html>/, 0],
    ['html after work', { on: '*', kind: 'html', work: true, status: 502 }, 502, /^<!doctype html>/, 1],
    ['empty', { on: '*', kind: 'empty' }, 202, '', 1],
    ['empty without work', { on: '*', kind: 'empty', work: false }, 200, '', 0],
    ['wrong types', { on: '*', kind: 'wrong-types' }, 202, '{"ok":"yes","deployment":{"id":42,"status":42}}', 1],
    [
      'ok false',
      { on: '*', kind: 'ok-false' },
      200,
      '{"ok":false,"error":{"code":"internal_error","message":"Something went wrong."}}',
      0,
    ],
    [
      'ok false after work',
      { on: '*', kind: 'ok-false', code: 'odd', message: 'Odd.', work: true },
      200,
      '{"ok":false,"error":{"code":"odd","message":"Odd."}}',
      1,
    ],
    [
      'status',
      { on: '*', kind: 'status', status: 503 },
      503,
      '{"ok":false,"error":{"code":"internal_error","message":"An injected 503."}}',
      0,
    ],
    [
      'status with code',
      { on: '*', kind: 'status', status: 404, code: 'gone', message: 'Gone.', work: true },
      404,
      '{"ok":false,"error":{"code":"gone","message":"Gone."}}',
      1,
    ],
    ['status with text', { on: '*', kind: 'status', status: 500, body: 'Oops' }, 500, 'Oops', 0],
  ])('%s (%j) answers %i with %s, and %i deployment is made', async (_what, fault, status, body, expected) => {
    const { outcome, deployed } = await deployUnder(fault);
    const answer = answered(outcome);
    expect([answer.status, deployed]).toEqual([status, expected]);
    expect(typeof body === 'string' ? answer.text === body : body.test(answer.text)).toBe(true);
  });

  test('gzip compresses the answer, with the header for it', async () => {
    const { outcome } = await deployUnder({ on: '*', kind: 'gzip' });
    const { headers, bytes } = answered(outcome);
    expect(headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ deployment: { id: 'dep_000001' } });
  });

  test('redirect points away and does no work', async () => {
    const { outcome, deployed } = await deployUnder({
      on: '*',
      kind: 'redirect',
      status: 307,
      location: 'https://elsewhere.test/',
    });
    expect([answered(outcome).status, answered(outcome).headers.location, deployed]).toEqual([
      307,
      'https://elsewhere.test/',
      0,
    ]);
  });
});

describe('refusals on demand', () => {
  test.each<[Fault, string, string | undefined]>([
    [{ on: '*', kind: 'rate-limited' }, '429 rate_limited', undefined],
    [{ on: '*', kind: 'rate-limited', retryAfter: 7 }, '429 rate_limited', '7'],
    [
      { on: '*', kind: 'rate-limited', retryAfter: 'date', retryAfterMs: 90_000 },
      '429 rate_limited',
      'Mon, 02 Mar 2026 12:01:30 GMT',
    ],
    [{ on: '*', kind: 'busy' }, '409 busy', undefined],
    [{ on: '*', kind: 'busy', retryAfter: 3 }, '409 busy', '3'],
    [{ on: '*', kind: 'create-limit' }, '429 create_limit', undefined],
    [{ on: '*', kind: 'status', status: 503, headers: { 'retry-after': '11' } }, '503 internal_error', '11'],
  ])('%j is %s with Retry-After %s, and no work', async (fault, refusal, retryAfter) => {
    const { outcome, deployed } = await deployUnder(fault);
    const answer = answered(outcome);
    expect([refusalOf(answer), answer.headers['retry-after'], deployed]).toEqual([refusal, retryAfter, 0]);
  });
});

test('faults are not recorded as violations of the document', async () => {
  const { emulator, call } = await stage({
    faults: [
      { on: '*', kind: 'wrong-types' },
      { on: '*', kind: 'echo', canary: 'x', everywhere: true },
    ],
  });
  await call('GET', '/resources');
  expect(emulator.violations).toEqual([]);
  expect(await send({ method: 'GET', url: `${emulator.baseUrl}/openapi.json` })).toMatchObject({ status: 200 });
});
