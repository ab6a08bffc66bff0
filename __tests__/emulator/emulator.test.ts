// Starting and closing an emulator, what it records of requests, and how it checks its own responses.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startEmulator } from '../../emulator/index.ts';
import type { EmulatorOptions } from '../../emulator/index.ts';
import type { Answer } from './client.ts';
import { failure, refusalOf, send, stage } from './client.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emulator-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function portOf({ origin }: { readonly origin: string }): number {
  return Number(new URL(origin).port);
}

describe('starting and closing', () => {
  test('starts an empty service on a free loopback port without options', async () => {
    const emulator = await startEmulator();
    expect(emulator.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
    expect(emulator.view()).toMatchObject({ resources: [], keys: [], activity: [], wallet: 'funded' });
    await emulator.close();
  });

  test('a port that is taken is an error, and the next start still returns the values of new keys', async () => {
    const { emulator } = await stage();
    const options = { stateFile: join(folder, 'state.db'), keys: [{ name: 'ci' }] };
    const taken = startEmulator({ ...options, port: portOf(emulator) });
    await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const next = await startEmulator(options);
    expect(next.keys).toEqual({ ci: expect.any(String) });
    await next.close();
  });

  test('a start that fails after it began to listen frees its port and its state file', async () => {
    const stateFile = join(folder, 'state.db');
    const first = await startEmulator({ stateFile, keys: [{ name: 'a', value: 'key_of_both' }] });
    await first.close();
    const options = { stateFile, port: portOf(first) };
    const failed = startEmulator({ ...options, keys: [{ name: 'b', value: 'key_of_both' }] });
    await expect(failed).rejects.toThrow('The value of the key "b" is taken by another key.');
    await (await startEmulator(options)).close();
  });

  test('closing ends builds, breaks requests that hang, and frees the port', async () => {
    const { call, clock, emulator } = await stage({ faults: [{ on: 'listResources', kind: 'hang' }] });
    await call('POST', '/resources/app_web/deployments');
    const hanging = failure(call('GET', '/resources'));
    await clock.sleep(1000);
    await emulator.close();
    expect(await hanging).toBe('ECONNRESET');
    expect(clock.sleeping).toBe(0);
    expect(await failure(call('GET', '/resources'))).toBe('ECONNREFUSED');
  });

  test.each<[string, EmulatorOptions, RegExp]>([
    ['two resources of one id', { resources: [{ id: 'app_web' }, { id: 'app_web' }] }, /two resources/],
    ['a key without a name', { keys: [{ name: ' ' }] }, /name must be text that is not blank/],
    [
      'two keys of one value',
      {
        keys: [
          { name: 'a', value: 'key_value' },
          { name: 'b', value: 'key_value' },
        ],
      },
      /taken/,
    ],
    [
      'two keys of one name',
      {
        keys: [
          { name: 'a', value: 'key_value' },
          { name: 'a', value: 'key_other' },
        ],
      },
      /Two keys have the name "a"/,
    ],
    [
      'a fault aimed at an unknown resource',
      { faults: [{ kind: 'hang', on: { resourceId: 'app_none' } }] },
      /^fault \(hang\): it never hits: there is no resource "app_none"/,
    ],
  ])('%s is refused', async (_what, options, reason) => {
    await expect(startEmulator(options)).rejects.toThrow(reason);
  });
});

describe('the record of requests', () => {
  test('has every request to the API with its result, and without its key', async () => {
    const { call, clock, emulator } = await stage();
    await call('GET', '/resources/app_web/logs?lines=500');
    await clock.sleep(5000);
    await call('POST', '/resources/app_web/deployments', { body: { force: true } });
    await call('GET', '/nowhere', { key: 'key_unknown' });
    const facts = emulator.requests.map(({ endpoint, method, path, status, keyName, body }) => ({
      endpoint,
      method,
      path,
      status,
      keyName,
      body,
    }));
    expect(facts).toEqual([
      {
        endpoint: 'getLogs',
        method: 'GET',
        path: '/resources/app_web/logs?lines=500',
        status: 200,
        keyName: 'ci',
        body: '',
      },
      {
        endpoint: 'createDeployment',
        method: 'POST',
        path: '/resources/app_web/deployments',
        status: 202,
        keyName: 'ci',
        body: '{"force":true}',
      },
      { endpoint: null, method: 'GET', path: '/nowhere', status: 404, keyName: null, body: '' },
    ]);
    expect((emulator.requests[1]?.atMs ?? 0) - (emulator.requests[0]?.atMs ?? 0)).toBe(5000);
    expect(emulator.requests[0]?.headers.authorization).toBe('(a key)');
    expect(emulator.requests.filter(({ held }) => held)).toEqual([]);
  });

  test('a listener is called for each request at its end', async () => {
    const reported: string[] = [];
    const { call } = await stage({
      onRequest: ({ endpoint, status, fault }) => reported.push(`${endpoint} ${status} ${fault}`),
      faults: [{ on: 'getEnv', kind: 'refuse' }],
    });
    await call('GET', '/resources');
    await failure(call('GET', '/resources/app_web/env'));
    expect((await call('GET', '/resources')).status).toBe(200);
    expect(reported.slice(0, 2)).toEqual(['listResources 200 null', 'getEnv null refuse']);
  });
});

describe('responses that the document does not allow', () => {
  const unknownType: EmulatorOptions = { resources: [JSON.parse('{"id":"app_web","type":"castle"}')] };

  test('become a 500 and are recorded', async () => {
    const { call, emulator } = await stage(unknownType);
    expect(refusalOf(await call('GET', '/resources'))).toBe('500 internal_error');
    expect(emulator.violations).toEqual([expect.stringMatching(/^listResources 200: body \/resources\/0\/type /)]);
  });
});

test('answers what is not HTTP with 400', async () => {
  const { emulator, call } = await stage();
  const received = await new Promise<string>((resolve) => {
    const socket = connect(portOf(emulator), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('close', () => {
      resolve(text);
    });
    socket.write('HELLO\r\n\r\n');
  });
  expect(received).toMatch(/^HTTP\/1\.1 400 /);
  expect((await call('GET', '/resources')).status).toBe(200);
});

test('listens on 127.0.0.1 alone', async () => {
  const { emulator } = await stage();
  const answer = async (host: string): Promise<Answer> =>
    await send({ method: 'GET', url: `http://${host}:${portOf(emulator)}/api/v1/openapi.json` });
  expect((await answer('127.0.0.1')).status).toBe(200);
  expect(await failure(answer('[::1]'))).toBe('ECONNREFUSED');
});
