// The shapes that the API page leaves open, as data: lines of logs, domains, waits, refusals.
import { describe, expect, test } from '@jest/globals';
import { dialects } from '../../../../emulator/testing/dialects/dialects.ts';
import { refusalResponse, shapes } from '../../../../emulator/testing/dialects/shapes.ts';
import { busy, rateLimited, refuse } from '../../../../emulator/refusals.ts';
import { deployment } from '../../console/view.ts';

const NOW_MS = Date.UTC(2026, 0, 31, 12);

describe('a log as a list', () => {
  test.each([
    ['', []],
    ['\n', ['']],
    ['one', ['one']],
    ['one\n', ['one']],
    ['one\n\ntwo\n', ['one', '', 'two']],
  ])('of %j is %j', (log, lines) => {
    expect(shapes.logForm.lines(log)).toEqual(lines);
    expect(shapes.logForm.lineObjects(log)).toEqual(lines.map((line) => ({ line })));
  });

  test('may be numbered from 1, or have the time of each entry', () => {
    expect(shapes.logForm.textObjects('a\nb\n')).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: 'b' },
    ]);
    expect(shapes.logForm.messages('a\n', NOW_MS)).toEqual([{ message: 'a', timestamp: '2026-01-31T12:00:00.000Z' }]);
  });
});

describe('the domains of a resource', () => {
  test('as addresses have TLS except on this machine', () => {
    expect(shapes.domains.urls(['web.example.test', '127.0.0.1:4100', 'localhost'])).toEqual([
      'https://web.example.test',
      'http://127.0.0.1:4100',
      'http://localhost',
    ]);
  });

  test('have one primary, the first', () => {
    expect(shapes.domains.hosts(['a.test', 'b.test'])).toEqual([
      { host: 'a.test', primary: true },
      { host: 'b.test', primary: false },
    ]);
  });
});

describe('a deployment', () => {
  test('that has neither started nor ended has null in the place of those times', () => {
    const queued = deployment({ status: 'queued', startedAtMs: null, finishedAtMs: null });
    expect(shapes.deploymentFields.times(queued)).toMatchObject({ startedAt: null, finishedAt: null });
    expect(shapes.deploymentFields.snake(queued)).toMatchObject({ finished_at: null });
    expect(shapes.deploymentFields.epoch(queued)).toMatchObject({ startedAt: null, finishedAt: null });
  });
});

describe('Retry-After', () => {
  test.each([
    [1, '1'],
    [1000, '1'],
    [1001, '2'],
  ])('of %d ms is %s s, never too short', (waitMs, seconds) => {
    expect(shapes.retryAfter.seconds(waitMs)).toEqual({ 'retry-after': seconds });
  });

  test('as a date is not before the moment', () => {
    expect(shapes.retryAfter.date(1500, NOW_MS)).toEqual({ 'retry-after': 'Sat, 31 Jan 2026 12:00:02 GMT' });
  });
});

describe('a refusal', () => {
  test('has the status of its code, the error and its own headers', () => {
    const refusal = refuse('method_not_allowed', 'This path takes GET.', { headers: { allow: 'GET' } });
    expect(refusalResponse(dialects.plain, refusal, NOW_MS)).toEqual({
      status: 405,
      headers: { allow: 'GET' },
      body: { json: { ok: false, error: { code: 'method_not_allowed', message: 'This path takes GET.' } } },
    });
  });

  test('has Retry-After only where the wait is known and the dialect sends it', () => {
    expect(refusalResponse(dialects.wrapped, rateLimited(120, 2500), NOW_MS).headers).toEqual({ 'retry-after': '3' });
    expect(refusalResponse(dialects.wrapped, busy(), NOW_MS).headers).toEqual({});
    expect(refusalResponse(dialects.plain, rateLimited(120, 2500), NOW_MS).headers).toEqual({});
  });

  test('keeps code and message in a dialect with details', () => {
    expect(refusalResponse(dialects.snake, busy(), NOW_MS).body).toMatchObject({
      json: { ok: false, error: { code: 'busy', message: busy().message, details: [{ reason: 'busy' }] } },
    });
  });
});
