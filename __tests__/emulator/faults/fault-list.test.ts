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
    ['"hang"', /^fault: a fault is an object, not "hang"\.$/],
    ['{"on":"*","kind":"explode"}', /^fault: unknown fault "explode". Known are refuse, /],
    ['{"on":"*","kind":"reset_before"}', /unknown fault "reset_before"; did you mean "reset-before"\?/],
    ['{"on":"*"}', /^fault: it needs "kind", one of refuse, /],
    ['{"kind":"hang"}', /^fault \(hang\): it needs "on"\.$/],
    ['{"on":5,"kind":"hang"}', /on must be one of \*, listResources, .*, not 5/],
    ['{"on":"listDeployment","kind":"hang"}', /not "listDeployment"; did you mean "listDeployments"\?/],
    ['{"on":{"resource":"app_web"},"kind":"hang"}', /on has no "resource"; did you mean "resourceId"\?/],
    ['{"on":{"endpoint":"deploy"},"kind":"hang"}', /on\.endpoint must be one of/],
    ['{"on":{"method":"post"},"kind":"hang"}', /on\.method must be one of .*, not "post"; did you mean "POST"\?/],
    ['{"on":{},"kind":"hang"}', /^fault \(hang\): on must not be empty\.$/],
    ['{"on":{"keyName":""},"kind":"hang"}', /on\.keyName must not be empty/],
    ['{"on":"*","kind":"drip"}', /^fault \(drip\): it needs "intervalMs"\.$/],
    ['{"on":"*","kind":"drip","intervalMs":"1"}', /intervalMs must be a number, not "1"/],
    ['{"on":"*","kind":"drip","intervalMs":-1}', /intervalMs must be at least 0, not -1/],
    ['{"on":"*","kind":"drip","intervalMs":1,"interval":2}', /it has no "interval"; did you mean "intervalMs"\?$/],
    ['{"on":"*","kind":"hang","after":"yes"}', /after must be true or false, not "yes"/],
    ['{"on":"*","kind":"hang","times":"twice"}', /times must be a whole number or "always", not "twice"/],
    ['{"on":"*","kind":"hang","times":-1}', /times must be a whole number or "always", not -1/],
    ['{"on":"*","kind":"hang","times":1.5}', /times must be a whole number or "always", not 1\.5/],
    ['{"on":"*","kind":"hang","skip":"1"}', /skip must be a whole number, not "1"/],
    ['{"on":"*","kind":"hang","time":2}', /it has no "time"; did you mean "times"\?/],
    ['{"on":"*","kind":"status"}', /it needs "status"/],
    ['{"on":"*","kind":"status","status":99}', /status must be at least 200, not 99/],
    ['{"on":"*","kind":"status","status":"503"}', /status must be a whole number, not "503"/],
    [
      '{"on":"*","kind":"status","status":503,"headers":{"a b":"c"}}',
      /headers has the name "a b"; a name must be letters/,
    ],
    ['{"on":"*","kind":"status","status":503,"headers":{"a":5}}', /headers\.a must be text, not 5/],
    ['{"on":"*","kind":"status","status":503,"headers":{"a":"x\\n"}}', /headers\.a must be printable ASCII text/],
    ['{"on":"*","kind":"redirect","status":302,"location":"a\\nb"}', /location must be printable ASCII text, not "a/],
    ['{"on":"*","kind":"redirect","status":200,"location":"/"}', /status must be at least 300, not 200/],
    [
      '{"on":"*","kind":"rate-limited","retryAfter":"soon"}',
      /retryAfter must be a number of seconds or "date", not "soon"/,
    ],
    ['{"on":"*","kind":"html","page":"castle"}', /page must be one of sign-in, /],
    ['[{"on":"*","kind":"hang"},{"on":"*","kind":"hang","for":1}]', /^faults\[1\] \(hang\): it has no "for"/],
  ])('%s is refused with the reason', (text, reason) => {
    expect(() => parseFaults(text)).toThrow(reason);
  });

  test('are armed together or, where one of them is refused, not at all', async () => {
    const { emulator } = await stage();
    const good: Fault = { on: '*', kind: 'hang' };
    // @ts-expect-error -- as a program without types may write it: the interval is missing
    const bad: Fault = { on: '*', kind: 'drip' };
    expect(() => emulator.faults.add(good, bad)).toThrow('faults[1] (drip): it needs "intervalMs".');
    expect(emulator.faults.list()).toEqual([]);
  });

  test('what is aimed at an endpoint that does not exist is refused', () => {
    expect(() => parseFaults('{"on":"deploy","kind":"hang"}')).toThrow(
      /on must be one of \*, listResources, .*, not "deploy"/,
    );
  });
});

test('faults that have struck make room for new ones; more than a thousand at once are refused', async () => {
  const { emulator, call } = await stage();
  const fault: Fault = { on: 'listResources', kind: 'status', status: 418 };
  emulator.faults.add(...Array.from({ length: 1000 }, () => fault));
  expect(() => emulator.faults.add(fault)).toThrow(/^At most 1000 faults can be armed at once\. Clear/);
  await call('GET', '/resources');
  emulator.faults.add(fault);
  expect(emulator.faults.list()).toHaveLength(1000);
});
