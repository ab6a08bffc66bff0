// Random requests, over HTTP and as raw bytes: never a 500, never a crash, never a response that the document does not allow.
import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { dialects } from '../../../emulator/index.ts';
import { forDrawn } from '../../support/drawn.ts';
import { fuzzTimeoutMs } from '../../support/random.ts';
import { outcomeOf, withStage } from '../client.ts';

/** Real time after which a request counts as not answered, long enough for a busy machine. */
const ANSWERED_WITHIN_MS = 5_000;
const SHRINK_MS = 120_000;
/** Deployments that there are at first. */
const HISTORY = 2;
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
const PATHS = [
  '/api/v1/resources',
  '/api/v1/resources/app_web',
  '/api/v1/resources/app_web/logs',
  '/api/v1/resources/app_web/deployments',
  '/api/v1/resources/app_web/env',
  '/api/v1/openapi.json',
] as const;
const PREFIXES = ['/api/v1', '/api/v1', '/api/v1', '/api', '', '/api/v1//', '/__emulator', '/api/v2'] as const;
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
/** Bodies by a name that is short enough for a report. */
const BODIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
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
    ].map((text) => [text, text]),
  ),
  '100,000 times x': 'x'.repeat(100_000),
  '5000 open lists': '['.repeat(5000),
  '3000 open objects': '{"a":'.repeat(3000),
};
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/json/x',
  '',
  'multipart/form-data; boundary=x',
] as const;
const KEYS = ['ci', 'ci', 'ci', 'reader', 'admin', 'unknown'] as const;
/** Faults, and what may come of them where a request is hit; of everything else a sensible answer. */
const FAULTS: Readonly<Record<string, RegExp>> = {
  '{': /^sensible$/,
  '[]': /^sensible$/,
  '{"on":"*","kind":"gzip"}': /^sensible$/,
  '{"on":"*","kind":"status","status":503}': /^(503|sensible)$/,
  '{"on":"*","kind":"refuse"}': /^(ECONNRESET|EPIPE|sensible)$/,
};

const anyPath = fc
  .tuple(fc.constantFrom(...PREFIXES), fc.array(fc.constantFrom(...SEGMENTS), { maxLength: 4, size: 'max' }))
  .map(([prefix, segments]) => encodeURI(`${prefix}/${segments.join('/')}`).replaceAll('%25', '%'));

/** One request; what is left out has its plainest form. */
const requests = fc.record(
  {
    method: fc.constantFrom(...METHODS),
    path: fc.oneof({ withCrossShrink: true }, fc.constantFrom(...PATHS), anyPath),
    query: fc.constantFrom(...QUERIES),
    key: fc.constantFrom(...KEYS),
    body: fc.constantFrom(...Object.keys(BODIES)),
    type: fc.constantFrom(...TYPES),
    dialect: fc.constantFrom(...Object.keys(dialects), 'ids=', 'plain,bare', ''),
    fault: fc.constantFrom(...Object.keys(FAULTS)),
    thenSleepsMs: fc.constantFrom(0, 0, 0, 1, 1_000, 20_000),
  },
  { requiredKeys: ['method', 'path'], noNullPrototype: true },
);
const stories = fc.record(
  {
    requestsPerMinute: fc.constantFrom(120, 120, 5),
    requests: fc.array(requests, { maxLength: 40, size: 'max' }),
  },
  { noNullPrototype: true },
);

/** What raw bytes are made of. */
const PIECES = [
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
] as const;
const bursts = fc.array(fc.constantFrom(...PIECES), { maxLength: 12, size: 'max' });

/** Sends bytes, and waits until their connection is closed. */
async function sendBytes(port: number, bytes: string): Promise<void> {
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

describe('random input', () => {
  test(
    'is answered without an error of the server when it is a request',
    async () => {
      await forDrawn(stories, { rounds: 60, shrinkMs: SHRINK_MS }, async ({ requestsPerMinute, requests: drawn }) => {
        const options = {
          requestsPerMinute,
          keys: [{ name: 'ci', scopes: ['deploy'] }, { name: 'reader' }, { name: 'admin', scopes: ['admin'] }],
          resources: [
            { id: 'app_web', history: HISTORY },
            { id: 'db_main', type: 'database' },
          ],
        } as const;
        await withStage(options, async ({ emulator, clock, call }) => {
          for (const request of drawn) {
            const { method, path, query = '', key = 'ci', body = '', type, dialect, fault, thenSleepsMs = 0 } = request;
            const outcome = await outcomeOf(
              call(method, '', {
                signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
                rawPath: `${path}${query}`,
                key: emulator.keys[key] ?? 'key_unknown',
                rawBody: BODIES[body] ?? '',
                headers: {
                  ...(type === undefined ? {} : { 'content-type': type }),
                  ...(dialect === undefined ? {} : { 'x-emulator-dialect': dialect }),
                  ...(fault === undefined ? {} : { 'x-emulator-fault': fault }),
                },
              }),
            );
            const result =
              typeof outcome === 'string' ? outcome : outcome.status < 500 ? 'sensible' : String(outcome.status);
            const expected = FAULTS[fault ?? ''] ?? /^sensible$/;
            expect({ request, result }).toEqual({ request, result: expect.stringMatching(expected) });
            await clock.sleep(thenSleepsMs);
          }
          const accepted = emulator.requests.filter((one) => one.endpoint === 'createDeployment' && one.status === 202);
          expect(emulator.deployments('app_web')).toHaveLength(HISTORY + accepted.length);
          expect(emulator.violations).toEqual([]);
        });
      });
    },
    fuzzTimeoutMs,
  );

  test(
    'leaves a server that still answers when it is bytes',
    async () => {
      const drawn = fc.array(bursts, { maxLength: 10, size: 'max' });
      await forDrawn(drawn, { rounds: 100, shrinkMs: SHRINK_MS }, async (each) => {
        await withStage({}, async ({ emulator, call }) => {
          for (const pieces of each) await sendBytes(Number(new URL(emulator.origin).port), pieces.join(''));
          const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
          expect((await call('GET', '/resources', { signal })).status).toBe(200);
          expect(emulator.violations).toEqual([]);
        });
      });
    },
    fuzzTimeoutMs,
  );
});
