// Random requests, over HTTP and as raw bytes: never a 500, never a crash, never a response that the document does not allow.
import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { createChance, fuzzSeeds } from '../../support/random.ts';
import type { CallOptions } from '../client.ts';
import { outcomeOf, send, stage } from '../client.ts';

const METHODS = [
  'GET',
  'GET',
  'GET',
  'POST',
  'POST',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
] as const;
const SEGMENTS = [
  'resources',
  'app_web',
  'db_main',
  'deployments',
  'dep_000001',
  'start',
  'stop',
  'restart',
  'logs',
  'env',
  'openapi.json',
  '',
  '.',
  '..',
  '%00',
  '%',
  '%zz',
  '__proto__',
  'constructor',
  '😀'.repeat(3),
  'a'.repeat(500),
  '{id}',
  '*',
  ';',
  ':',
  '[::1',
] as const;
const QUERIES = [
  '',
  '',
  '?',
  '?lines=100',
  '?lines=',
  '?lines[]=100',
  '?lines=100&lines=500',
  '?lines=%',
  '?__proto__=1',
  '?=',
  '?lines=NaN',
  '?lines=1e999',
] as const;
const BODIES = [
  '',
  '',
  '{}',
  '{"force":true}',
  '{"force":"no"}',
  '{"__proto__":{"force":true}}',
  '[]',
  'null',
  '0',
  '"',
  '{"force":',
  '\u0000\u0001',
  'x'.repeat(100_000),
  '['.repeat(5000),
  '{"a":'.repeat(3000),
] as const;
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/json/x',
  '',
  'multipart/form-data; boundary=x',
] as const;
const KEYS = ['ci', 'ci', 'ci', 'reader', 'admin', 'unknown'] as const;
const PREFIXES = [
  '/api/v1',
  '/api/v1',
  '/api/v1',
  '/api/v1',
  '/api',
  '',
  '/api/v1//',
  '/__emulator',
  '/api/v2',
] as const;
const UNAVAILABLE = '{"on":"*","kind":"status","status":503}';
const BROKEN = '{"on":"*","kind":"refuse"}';
const NO_FAULT = '';
const FAULTS = [
  NO_FAULT,
  NO_FAULT,
  NO_FAULT,
  NO_FAULT,
  '{',
  '[]',
  '{"on":"*","kind":"gzip"}',
  UNAVAILABLE,
  BROKEN,
] as const;
/** What may come of a fault; of everything else a sensible answer. */
const EXPECTED: Readonly<Record<string, RegExp>> = {
  [UNAVAILABLE]: /^(503|sensible)$/,
  [BROKEN]: /^(ECONNRESET|EPIPE|sensible)$/,
};
const PATHS = [
  '/resources',
  '/resources/app_web',
  '/resources/app_web/logs',
  '/resources/app_web/deployments',
  '/resources/app_web/env',
  '/openapi.json',
] as const;

describe.each(fuzzSeeds(4))('whatever comes (FUZZ_SEED=%i)', (seed) => {
  test('300 random requests are all answered sensibly', async () => {
    const { below, pick } = createChance(seed);
    const { emulator, clock } = await stage({
      keys: [{ name: 'ci', scopes: ['deploy'] }, { name: 'reader' }, { name: 'admin', scopes: ['admin'] }],
      resources: [
        { id: 'app_web', history: 2 },
        { id: 'db_main', type: 'database' },
      ],
    });
    for (let count = 0; count < 300; count += 1) {
      const path =
        below(2) === 0 ? pick(PATHS) : `/${Array.from({ length: below(5) }, () => pick(SEGMENTS)).join('/')}`;
      const method = pick(METHODS);
      const fault = pick(FAULTS);
      const type = pick(TYPES);
      const options: CallOptions = {
        key: emulator.keys[pick(KEYS)] ?? 'key_unknown',
        rawBody: ['GET', 'HEAD', 'TRACE'].includes(method) ? '' : pick(BODIES),
        headers: { 'content-type': type, ...(fault === NO_FAULT ? {} : { 'x-emulator-fault': fault }) },
      };
      const url = encodeURI(`${emulator.origin}${pick(PREFIXES)}${path}`).replaceAll('%25', '%') + pick(QUERIES);
      const what = `${method} ${url} ${options.rawBody?.slice(0, 40)} ${fault} (seed ${seed}, request ${count})`;
      const outcome = await outcomeOf(send({ ...options, method, url }));
      const result = typeof outcome === 'string' ? outcome : outcome.status < 500 ? 'sensible' : String(outcome.status);
      expect({ what, result }).toEqual({ what, result: expect.stringMatching(EXPECTED[fault] ?? /^sensible$/) });
      if (below(10) === 0) await clock.sleep(below(20_000));
    }
    expect([seed, ...emulator.violations]).toEqual([seed]);
  });

  test('100 bursts of random bytes leave a server that still answers', async () => {
    const { below, pick } = createChance(seed);
    const { emulator, call } = await stage();
    const port = Number(new URL(emulator.origin).port);
    const pieces = [
      'GET ',
      'POST ',
      '/api/v1/resources',
      '/api/v1/resources/app_web/deployments',
      ' HTTP/1.1\r\n',
      ' HTTP/9.9\r\n',
      'Host: x\r\n',
      'Content-Length: 5\r\n',
      'Content-Length: -1\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Expect: 100-continue\r\n',
      'Upgrade: websocket\r\nConnection: Upgrade\r\n',
      '\r\n',
      '\r\n\r\n',
      'ffff\r\n',
      '{"force":',
      '\u0000',
      'CONNECT a:1',
    ];
    for (let count = 0; count < 100; count += 1) {
      const bytes = Array.from({ length: 1 + below(12) }, () => pick(pieces)).join('');
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(bytes);
          setImmediate(() => socket.end());
        });
        socket.on('error', () => undefined);
        socket.on('close', () => {
          resolve();
        });
        socket.resume();
        socket.setTimeout(200, () => socket.destroy());
      });
    }
    expect([seed, (await call('GET', '/resources')).status]).toEqual([seed, 200]);
    expect([seed, ...emulator.violations]).toEqual([seed]);
  });
});
