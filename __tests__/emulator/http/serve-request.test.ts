// One request to the API from its arrival to its end: the headers that change what it meets, and its record.
import { describe, expect, test } from '@jest/globals';
import { refusalOf, stage } from '../client.ts';

describe('a fault in a header', () => {
  test('works only with a key, so that nobody without one can use it', async () => {
    const { call } = await stage();
    const headers = { 'x-emulator-fault': '{"on":"*","kind":"status","status":503}' };
    expect(refusalOf(await call('GET', '/resources', { key: undefined, headers }))).toBe('401 unauthorized');
    expect(refusalOf(await call('GET', '/openapi.json', { key: 'key_unknown', headers }))).toBe('401 unauthorized');
    expect((await call('GET', '/resources', { headers })).status).toBe(503);
  });
});

describe('the headers for one request alone', () => {
  test('select a dialect and a fault, and leave those of the emulator as they are', async () => {
    const { call, emulator } = await stage({ faults: [{ on: '*', kind: 'status', status: 503 }] });
    const headers = { 'x-emulator-dialect': 'bare', 'x-emulator-fault': '[]' };
    expect((await call('GET', '/resources/app_web', { headers })).json).toMatchObject({ id: 'app_web' });
    expect(emulator.faults.list()).toHaveLength(1);
    expect((await call('GET', '/resources/app_web')).status).toBe(503);
    expect((await call('GET', '/resources/app_web')).json).toMatchObject({ ok: true, resource: { id: 'app_web' } });
  });

  test.each([
    ['x-emulator-dialect', 'klingon', /Unknown dialect/],
    ['x-emulator-fault', '{', /Faults are written in JSON/],
    ['x-emulator-fault', '{"on":"*","kind":"gremlin"}', /unknown fault/],
  ])('%s: %s is refused with the reason, and no work is done', async (name, value, reason) => {
    const { call, emulator } = await stage();
    const answer = await call('POST', '/resources/app_web/deployments', { headers: { [name]: value } });
    expect([refusalOf(answer), answer.text]).toEqual(['400 invalid_input', expect.stringMatching(reason)]);
    expect(emulator.deployments('app_web')).toEqual([]);
  });
});

describe('the record of a request', () => {
  test('names the endpoint and the key, or neither, and the fault that hit', async () => {
    const { call, emulator } = await stage({ faults: [{ on: 'getEnv', kind: 'status', status: 503 }] });
    await call('GET', '/resources/app_web/env?x=1');
    await call('PATCH', '/resources', { key: 'key_unknown' });
    expect(emulator.requests).toMatchObject([
      {
        endpoint: 'getEnv',
        keyName: 'ci',
        path: '/resources/app_web/env?x=1',
        status: 503,
        fault: 'status',
        held: false,
      },
      { endpoint: null, keyName: null, path: '/resources', method: 'PATCH', status: 405, fault: null },
    ]);
  });

  test('has the body as it came, also where it is refused', async () => {
    const { call, emulator } = await stage();
    await call('POST', '/resources/app_web/deployments', { rawBody: '{"force":' });
    expect(emulator.requests[0]).toMatchObject({ body: '{"force":', status: 400 });
  });

  test('reports that a fault kept the request waiting', async () => {
    const { call, emulator } = await stage({ faults: [{ on: '*', kind: 'delay', ms: 1000 }] });
    await call('GET', '/resources');
    expect(emulator.requests[0]).toMatchObject({ held: true, fault: 'delay', status: 200 });
  });
});

describe('a slow acceptance', () => {
  test('holds back the 202 of a deploy alone, not a refusal and no other endpoint', async () => {
    const { call, clock } = await stage({ dialect: 'slow' });
    await call('GET', '/resources');
    expect(clock.now()).toBe(0);
    expect((await call('POST', '/resources/app_web/deployments')).status).toBe(202);
    expect(clock.now()).toBe(50_000);
    expect((await call('POST', '/resources/app_none/deployments')).status).toBe(404);
    expect((await call('POST', '/resources/app_web/stop')).status).toBe(202);
    expect(clock.now()).toBe(50_000);
  });
});
