// Which requests a fault hits and how often.
import { describe, expect, test } from '@jest/globals';
import type { Fault } from '../../../emulator/index.ts';
import { refusalOf, stage } from '../client.ts';

const DEPLOYMENTS = '/resources/app_web/deployments';

describe('a fault', () => {
  test.each<[string, Fault['on'], string]>([
    ['an endpoint', 'listDeployments', 'ok hit ok'],
    ['all', '*', 'hit hit hit'],
    ['a method', { method: 'POST' }, 'ok ok hit'],
    ['a resource', { resourceId: 'app_web' }, 'ok hit hit'],
    ['another resource', { resourceId: 'app_other' }, 'ok ok ok'],
    ['a key', { keyName: 'ci', endpoint: 'createDeployment' }, 'ok ok hit'],
    ['another key', { keyName: 'other' }, 'ok ok ok'],
  ])('aimed at %s (%j) hits list, deployments and deploy: %s', async (_what, on, expected) => {
    const resources = [{ id: 'app_web' }, { id: 'app_other' }];
    const { call } = await stage({ resources, faults: [{ on, kind: 'status', status: 418, times: 'always' }] });
    const hits: string[] = [];
    for (const [method, path] of [
      ['GET', '/resources'],
      ['GET', DEPLOYMENTS],
      ['POST', DEPLOYMENTS],
    ] as const) {
      hits.push((await call(method, path)).status === 418 ? 'hit' : 'ok');
    }
    expect(hits.join(' ')).toBe(expected);
  });

  test.each([
    [{}, '500 200 200 200'],
    [{ times: 2 }, '500 500 200 200'],
    [{ skip: 1 }, '200 500 200 200'],
    [{ skip: 1, times: 2 }, '200 500 500 200'],
    [{ times: Infinity }, '500 500 500 500'],
    [{ times: 'always', skip: 3 }, '200 200 200 500'],
  ] as const)('with %j lets four requests be answered with %s', async (counts, expected) => {
    const { call } = await stage({ faults: [{ on: '*', kind: 'status', status: 500, ...counts }] });
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await call('GET', '/resources')).status);
    expect(statuses.join(' ')).toBe(expected);
  });

  test('hits after those armed before it, until all are cleared', async () => {
    const { call, emulator } = await stage();
    emulator.faults.add(
      { on: '*', kind: 'status', status: 500 },
      { on: '*', kind: 'status', status: 502 },
      { on: '*', kind: 'status', status: 503 },
    );
    expect((await call('GET', '/resources')).status).toBe(500);
    expect((await call('GET', '/resources')).status).toBe(502);
    expect(emulator.faults.list()).toHaveLength(1);
    emulator.faults.clear();
    expect((await call('GET', '/resources')).status).toBe(200);
  });

  test('in a header hits that request alone', async () => {
    const { call } = await stage();
    const own: Fault = { on: '*', kind: 'status', status: 418 };
    expect((await call('GET', '/resources', { headers: { 'x-emulator-fault': JSON.stringify(own) } })).status).toBe(
      418,
    );
    expect((await call('GET', '/resources')).status).toBe(200);
    expect(refusalOf(await call('GET', '/resources', { headers: { 'x-emulator-fault': '{"kind":"nonsense"}' } }))).toBe(
      '400 invalid_input',
    );
  });
});

test('refuses more than a thousand armed faults, not counting those that have hit', async () => {
  const { emulator, call } = await stage();
  const fault: Fault = { on: 'listResources', kind: 'status', status: 418 };
  emulator.faults.add(...Array.from({ length: 1000 }, () => fault));
  expect(() => emulator.faults.add(fault)).toThrow(/^At most 1000 faults can be armed at once\. Clear/);
  await call('GET', '/resources');
  emulator.faults.add(fault);
  expect(emulator.faults.list()).toHaveLength(1000);
});

test('arms all faults or, where one of them is refused, none', async () => {
  const { emulator } = await stage();
  const good: Fault = { on: '*', kind: 'hang' };
  // @ts-expect-error -- as a program without types may write it: the interval is missing
  const bad: Fault = { on: '*', kind: 'drip' };
  expect(() => emulator.faults.add(good, bad)).toThrow('faults[1] (drip): it needs "intervalMs".');
  expect(emulator.faults.list()).toEqual([]);
});
