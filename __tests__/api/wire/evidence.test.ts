// Evidence of the open parts: where it comes from, and what a description is worth.
import { describe, expect, test } from '@jest/globals';
import { evidenceOf } from '../../../src/api/wire/index.ts';
import { contentOf } from '../../support/service/readers.ts';

const respond = (route: string, body: unknown, ids: readonly string[] = []) =>
  evidenceOf(
    { method: 'GET', route, ids },
    { status: 200, headers: { 'content-type': 'application/json' }, ...contentOf(JSON.stringify(body)) },
  );

type Schemas = Readonly<Record<string, unknown>>;

/** What a description with these operations shows, by part; `!` stands before what differs. */
async function described(operations: Schemas, more: Schemas = {}): Promise<Record<string, string>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [endpoint, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = endpoint.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  const evidence = await respond('/openapi.json', { openapi: '3.1.0', paths, ...more });
  expect(evidence.every(({ source }) => source === 'description')).toBe(true);
  return Object.fromEntries(evidence.map(({ part, shape, isExpected }) => [part, isExpected ? shape : `! ${shape}`]));
}

const returns = (schema: unknown, type = 'application/json') => ({
  responses: { 200: { content: { [type]: { schema } } } },
});
const text = { type: 'string' };
const deployment = { properties: { id: text, status: { enum: ['queued', 'finished'] }, log: text } };

test('recognises a response by its route', async () => {
  const ids = ['deployments', 'a/b'];
  const evidence = await respond('/resources/{}/deployments/{}', { id: 'a/b', status: 'failed', log: 'x' }, ids);
  expect(evidence).toEqual([
    {
      part: 'response for one deployment',
      source: 'response',
      shape: '{id: string, status: string, log: string}',
      isExpected: true,
    },
    { part: 'build log', source: 'response', shape: '{log: string}', isExpected: true },
    { part: 'status of a deployment', source: 'response', shape: '{status: string}', isExpected: true },
  ]);
  expect(await respond('/resources/{}/logs', { logs: 'x' }, ['app_web'])).toHaveLength(1);
});

describe('an OpenAPI description', () => {
  test('is judged by the same readers as the responses', async () => {
    expect(
      await described({
        'GET /resources/{id}': returns({ properties: { id: text, status: text, domains: { items: text } } }),
        'GET /api/v1/resources/{id}/deployments/{deployment}': returns(deployment),
        'GET /resources/{id}/logs': returns(text, 'text/plain'),
        'POST /resources/{id}/deployments': { responses: { 202: { description: 'Accepted' } } },
      }),
    ).toEqual({
      'response for one resource': '{id: string, status: string, domains: [1 × string]}',
      'domains of a resource': '{domains: [1 × string]}',
      'status of a resource': '{status: string}',
      'response for one deployment': '{id: string, status: string, log: string}',
      'build log': '{log: string}',
      'status of a deployment': '{status: string}',
      'runtime log': 'plain text',
      'response to a deploy': 'an empty body',
      events: 'no webhooks',
      deprecation: 'nothing is marked',
    });
  });

  test('differs where one of its alternatives could not be read', async () => {
    const found = await described({
      'GET /resources/{id}/deployments/{deployment}': returns({
        properties: { ...deployment.properties, status: { enum: ['queued', 'live'] } },
      }),
      'GET /resources/{id}/env': returns({ anyOf: [{ items: text }, { properties: { total: { type: 'integer' } } }] }),
    });
    expect(found['status of a deployment']).toBe('! {status: string}');
    expect(found['names of environment variables']).toBe('! {total: number}');
  });

  test('may have numeric ids, and shows up to three forms of a response', async () => {
    const one = (name: string) => ({ properties: { [name]: { type: 'integer' } } });
    const found = await described({
      'GET /resources/{id}': returns({ properties: { id: { type: 'integer' }, type: { const: 'app' } } }),
      'POST /resources/{id}/start': {
        responses: { 202: returns({ oneOf: ['a', 'b', 'c', 'd'].map(one) }).responses[200] },
      },
    });
    expect(found['response for one resource']).toBe('{id: number, type: string}');
    expect(found['response to start, stop, restart']).toBe('{a: number} or {b: number} or {c: number} or …');
  });

  test('is no evidence where it is vague', async () => {
    const found = await described({
      'GET /resources/{id}': returns({ type: 'object' }),
      'GET /resources/{id}/env': returns({ properties: { things: {} } }),
      'GET /resources/{id}/logs': { responses: { 200: { description: 'The log.' } } },
    });
    expect(Object.keys(found)).toEqual(['events', 'deprecation']);
  });

  test('shows errors beyond those of the API page, and Retry-After', async () => {
    const error = { properties: { error: { properties: { code: text } } } };
    const content = { 'application/problem+json': { schema: error } };
    const responses = { 401: { content }, '4XX': { content }, 429: { headers: { 'Retry-After': {} } } };
    const found = await described({ 'GET /resources': { responses } });
    expect(found['codes of other errors']).toBe('{error: {code: string}}');
    expect(found['pause before a retry']).toBe('Retry-After');
  });

  test.each([
    [{ enum: [100, 500, 2000], default: 100 }, 'number'],
    [{ type: 'integer' }, 'none'],
    [{ enum: [100, 500] }, '! none'],
  ])('must allow the requested number of lines: %j', async (schema, shape) => {
    const parameters = [{ $ref: '#/components/parameters/lines' }];
    const components = { parameters: { lines: { name: 'lines', in: 'query', schema } } };
    const found = await described({ 'GET /resources/{id}/logs': { parameters } }, { components });
    expect(found['default of lines']).toBe(shape);
  });

  test('differs when it has webhooks, or when something needed is deprecated', async () => {
    const operations = { 'GET /resources': { deprecated: true }, 'GET /other': { deprecated: true } };
    const found = await described(operations, { webhooks: { deployed: {} } });
    expect(found).toEqual({ events: '! 1 webhooks', deprecation: '! GET /resources' });
  });

  test.each([[null], [[]], ['x'], [{}], [{ paths: 1 }]])('that is not one gives no evidence: %j', async (body) => {
    expect(await respond('/openapi.json', body)).toEqual([]);
  });

  test('may have unusual parts', async () => {
    const odd = {
      'GET /resources': { responses: { 200: 7, wibble: null, 404: { content: { 'application/json': [] } } } },
    };
    expect(Object.keys(await described(odd, { paths: { '/resources': null } }))).toEqual(['events', 'deprecation']);
    expect(Object.keys(await described(odd))).toEqual(['events', 'deprecation']);
  });
});
