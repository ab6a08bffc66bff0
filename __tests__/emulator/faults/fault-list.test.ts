// Which requests a fault hits and how often, and how faults travel as data.
import { describe, expect, test } from '@jest/globals';
import type { Fault } from '../../../emulator/index.ts';
import { parseFaults } from '../../../emulator/index.ts';
import { refusalOf, stage } from '../client.ts';

const DEPLOYMENTS = '/resources/app_web/deployments';

describe('a fault', () => {
  test.each<[string, Fault['on'], string]>([
    ['an endpoint', 'listDeployments', 'ok hit ok'],
    ['all', '*', 'hit hit hit'],
    ['a method', { method: 'POST' }, 'ok ok hit'],
    ['a resource', { resourceId: 'app_web' }, 'ok hit hit'],
    ['another resource', { resourceId: 'app_none' }, 'ok ok ok'],
    ['a key', { keyName: 'ci', endpoint: 'createDeployment' }, 'ok ok hit'],
    ['another key', { keyName: 'other' }, 'ok ok ok'],
  ])('aimed at %s (%j) strikes list, deployments and deploy so: %s', async (_what, on, expected) => {
    const { call } = await stage({ faults: [{ on, kind: 'status', status: 418, times: 'always' }] });
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
  ] as const)('with %j strikes four requests so: %s', async (counts, expected) => {
    const { call } = await stage({ faults: [{ on: '*', kind: 'status', status: 500, ...counts }] });
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await call('GET', '/resources')).status);
    expect(statuses.join(' ')).toBe(expected);
  });

  test('waits its turn behind those armed before it, until all are cleared', async () => {
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

  test('may come with a request, for that one alone', async () => {
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

describe('faults as data', () => {
  test('come back from JSON as they were', () => {
    const faults: Fault[] = [
      { on: 'getLogs', kind: 'drip', intervalMs: 5, times: 'always' },
      { on: { method: 'POST' }, kind: 'hang', after: true, skip: 2 },
    ];
    expect(parseFaults(JSON.stringify(faults))).toEqual(faults);
    expect(parseFaults(JSON.stringify(faults[0]))).toEqual([faults[0]]);
  });

  test.each([
    ['{', /JSON/],
    ['"hang"', /is an object/],
    ['{"on":"*","kind":"explode"}', /Unknown fault "explode". Known are refuse/],
    ['{"kind":"hang"}', /needs "on"/],
    ['{"on":"*","kind":"drip"}', /drip needs intervalMs/],
    ['{"on":"*","kind":"drip","intervalMs":1,"pace":2}', /drip has no pace/],
    ['{"on":"*","kind":"hang","times":"twice"}', /"times"/],
  ])('%s is refused with the reason', (text, reason) => {
    expect(() => parseFaults(text)).toThrow(reason);
  });

  test('are armed together or, where one of them is refused, not at all', async () => {
    const { emulator } = await stage();
    const good: Fault = { on: '*', kind: 'hang' };
    // @ts-expect-error -- as a program without types may write it: the interval is missing
    const bad: Fault = { on: '*', kind: 'drip' };
    expect(() => emulator.faults.add(good, bad)).toThrow(/drip needs intervalMs/);
    expect(emulator.faults.list()).toEqual([]);
  });

  test('what is aimed at an endpoint that does not exist is refused', () => {
    expect(() => parseFaults('{"on":"deploy","kind":"hang"}')).toThrow(
      /Unknown endpoint "deploy". Known are \*, listResources/,
    );
  });
});
