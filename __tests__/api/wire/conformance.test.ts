// What a response shows of the open parts: judged by the readers, by its shape only.
import { describe, expect, test } from '@jest/globals';
import { findingsOf } from '../../../src/api/wire/conformance.ts';
import { contentOf } from '../../support/service/readers.ts';

const find = async (
  endpoint: string,
  body: unknown,
  more: { status?: number; headers?: Record<string, string> } = {},
) =>
  Object.fromEntries(
    (
      await findingsOf(endpoint, {
        status: 200,
        headers: { 'content-type': 'application/json' },
        ids: ['app_web', 'dep_1'],
        ...contentOf(typeof body === 'string' ? body : JSON.stringify(body)),
        ...more,
      })
    ).map(({ part, shape, isExpected }) => [part, isExpected ? shape : `! ${shape}`]),
  );

describe('a list of resources', () => {
  test('shows every status and whether there are more pages', async () => {
    const one = { id: 'app_web', status: 'running (healthy)' };
    expect(await find('GET /resources', [one])).toEqual({
      'pages of a list': '[1 × {id: string, status: string}]',
      'status of a resource': '{status: string}',
    });
    const found = await find('GET /resources', { resources: [one, { id: 'b', status: 'wibble' }], hasMore: true });
    expect(found['pages of a list']).toMatch(/^! /);
    expect(found['status of a resource']).toBe('! {status: string}');
    const paged = await find('GET /resources', [one], { headers: { 'x-total-count': '9' } });
    expect(paged['pages of a list']).toMatch(/^! /);
  });

  test('that is empty shows no status, and one that cannot be read shows nothing else', async () => {
    expect(await find('GET /resources', [])).toEqual({ 'pages of a list': '[]' });
    expect(await find('GET /resources', { ok: false })).toEqual({ 'pages of a list': '! {ok: boolean}' });
    expect(await find('GET /resources', '<html>')).toEqual({ 'pages of a list': '! an HTML page' });
  });
});

test('shows the domains of a resource only where there are some', async () => {
  const body = { id: 'app_web', status: 'running', domains: [] as unknown[] };
  expect(Object.keys(await find('GET /resources/{}', body))).toEqual([
    'response for one resource',
    'status of a resource',
  ]);
  expect((await find('GET /resources/{}', { ...body, domains: ['a.test'] }))['domains of a resource']).toBe(
    '{domains: [1 × string]}',
  );
  const mixed = await find('GET /resources/{}', { ...body, domains: ['a.test/path', 'b.test'] });
  expect(mixed['domains of a resource']).toBe('! {domains: [2 × string]}');
  expect(mixed['response for one resource']).not.toContain('!');
  expect((await find('GET /resources/{}', { ...body, domains: [{ at: 1 }] }))['domains of a resource']).toBe(
    '! {domains: [1 × {at: number}]}',
  );
  expect(await find('GET /resources/{}', { id: 'another' })).toEqual({ 'response for one resource': '! {id: string}' });
});

test('shows the fields of the deployments in a list, and an id that cannot be read differs', async () => {
  const endpoint = 'GET /resources/{}/deployments';
  expect(await find(endpoint, { deployments: [{ id: 'a', status: 'finished', by: 'x' }] })).toEqual({
    'other fields of a deployment': '{id: string, status: string, by: string}',
    'status of a deployment': '{status: string}',
    'pages of a list': '{deployments: [1 × {id: string, status: string, by: string}]}',
  });
  expect(await find(endpoint, { deployments: [] })).toEqual({ 'pages of a list': '{deployments: []}' });
  const odd = await find(endpoint, {
    deployments: [
      { id: 'b', status: 'live' },
      { id: {}, status: 'failed' },
    ],
  });
  expect(odd['other fields of a deployment']).toMatch(/^! /);
  expect(odd['status of a deployment']).toBe('! {status: string}');
});

test('shows the log of a deployment: one that is read, one that is not recognised, or none', async () => {
  const endpoint = 'GET /resources/{}/deployments/{}';
  const log = async (fields: object) =>
    (await find(endpoint, { id: 'dep_1', status: 'failed', ...fields }))['build log'];
  expect(await log({ output: 'a\n' })).toBe('{output: string}');
  expect(await log({ log: { chunks: 7 } })).toBe('! {log: {chunks: number}}');
  expect(await log({})).toBeUndefined();
  expect(await log({ log: ['a', { code: 7 }] })).toBe('! {log: [2 × string]}');
});

test.each([
  ['GET /resources/{}/logs', { logs: 'a' }, { 'runtime log': '{logs: string}' }],
  ['GET /resources/{}/logs', { blocks: 1 }, { 'runtime log': '! {blocks: number}' }],
  ['GET /resources/{}/env', ['A'], { 'names of environment variables': '[1 × string]' }],
  ['GET /resources/{}/env', { env: [1] }, { 'names of environment variables': '! {env: [1 × number]}' }],
  ['POST /resources/{}/deployments', { id: 'dep_2' }, { 'response to a deploy': '{id: string}' }],
  ['POST /resources/{}/deployments', '<p>', { 'response to a deploy': '! a page of markup' }],
  ['POST /resources/{}/start', '<html>', { 'response to start, stop, restart': '! an HTML page' }],
  ['POST /resources/{}/stop', 'Accepted', { 'response to start, stop, restart': '! plain text' }],
  ['POST /resources/{}/stop', { ok: true }, { 'response to start, stop, restart': '{ok: boolean}' }],
  ['GET /openapi.json', {}, {}],
])('judges %s with %j', async (endpoint, body, findings) => {
  expect(await find(endpoint, body)).toEqual(findings);
});

test.each([
  ['POST /resources/{}/deployments', '', { 'response to a deploy': 'an empty body' }],
  ['POST /resources/{}/stop', 'Accepted', { 'response to start, stop, restart': 'plain text' }],
  ['POST /resources/{}/start', '', { 'response to start, stop, restart': 'an empty body' }],
])('judges a 202 to %s with %j', async (endpoint, body, findings) => {
  expect(await find(endpoint, body, { status: 202 })).toEqual(findings);
});

test.each([
  [
    404,
    { ok: false, error: { code: 'not_found', message: 'x' } },
    '{ok: boolean, error: {code: string, message: string}}',
  ],
  [422, { error: 'x' }, '{error: string}'],
  [422, { wibble: 1 }, '! {wibble: number}'],
  [404, 'default backend', undefined],
  [401, { ok: false, error: { code: 'unauthorized', message: 'x' } }, undefined],
  [302, {}, undefined],
])('judges an error %i with %j', async (status, body, shape) => {
  const findings = await find('GET /resources', body, { status });
  expect(findings).toEqual(shape === undefined ? {} : { 'codes of other errors': shape });
});
