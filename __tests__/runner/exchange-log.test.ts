// One line of debug output per request.
import { expect, test } from '@jest/globals';
import { createExchangeLog } from '../../src/runner/exchange-log.ts';
import { createSanitizers } from '../../src/runner/sanitize/sanitizers.ts';
import { recordHost } from '../support/runner/recording-host.ts';

const endpoint = { method: 'GET', path: '/resources/app_web' } as const;
const sanitizers = createSanitizers({ secrets: [] });

test('logs the request, its response, its size and the shape of the response', () => {
  const recording = recordHost({ debug: true });
  const log = createExchangeLog(recording.host, sanitizers);
  log.exchange({ endpoint, status: 200, tookMs: 120, bytes: 340, shape: () => '{ok: boolean}' });
  log.exchange({ endpoint, status: 0, tookMs: 15_000, bytes: 0, shape: () => '{ok: boolean}' });
  expect(recording.debug).toEqual([
    'GET /resources/app_web: 200, 0.1s, 340 bytes; {ok: boolean}',
    'GET /resources/app_web: no response, 15s, 0 bytes; {ok: boolean}',
  ]);
});

test('logs nothing without debug logging, and does not parse the response for it', () => {
  const recording = recordHost();
  const log = createExchangeLog(recording.host, sanitizers);
  let parsed = 0;
  log.exchange({ endpoint, status: 200, tookMs: 120, bytes: 340, shape: () => `${(parsed += 1)}` });
  expect(recording.debug).toEqual([]);
  expect(parsed).toBe(0);
});

test('logs what was not recognised, with debug logging only', () => {
  const part = { part: 'build log', request: 'GET /resources/app_web', shape: '{chunks: number}' };
  const quiet = recordHost();
  createExchangeLog(quiet.host, sanitizers).unrecognised(part);
  expect(quiet.debug).toEqual([]);
  const recording = recordHost({ debug: true });
  createExchangeLog(recording.host, sanitizers).unrecognised(part);
  expect(recording.debug).toEqual([expect.stringContaining('{chunks: number}')]);
});
