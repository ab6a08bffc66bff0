// What the wire does not understand, it says so: nothing is guessed, nothing of the response is quoted.
import { describe, expect, test } from '@jest/globals';
import {
  parseJson,
  readDeployment,
  readDeployments,
  readDescription,
  readEnvNames,
  readError,
  readResource,
  readResources,
  readRuntimeLog,
  WireError,
} from '../../../src/api/wire/index.ts';

const bodyReaders: readonly [string, (body: unknown) => unknown][] = [
  ['resources', readResources],
  ['resource', (body) => readResource(body, 'app_web')],
  ['deployments', readDeployments],
  ['deployment', (body) => readDeployment(body, 'dep_1')],
  ['runtime log', (body) => readRuntimeLog(JSON.stringify(body), 'application/json')],
  ['env', readEnvNames],
  ['description', readDescription],
];

const notUnderstood: readonly unknown[] = [
  null,
  true,
  7,
  {},
  { ok: true },
  { ok: true, data: null },
  { message: 'fine' },
  { __proto__: { resources: [], deployments: [], id: 'dep_1' } },
  JSON.parse(
    '{"__proto__":{"id":"dep_1","resources":[],"deployments":[],"env":[],"logs":"x","openapi":"3.1.0","paths":{}}}',
  ),
];

describe.each(bodyReaders)('a response that should be %s', (_, read) => {
  test.each(notUnderstood.map((body) => [JSON.stringify(body), body]))('but is %s is refused', (_text, body) => {
    expect(() => read(body)).toThrow(WireError);
  });

  test('but calls itself a failure is no success, whatever else it holds', () => {
    const rest = {
      id: 'dep_1',
      status: 'finished',
      type: 'app',
      resources: [{ id: 'app_web' }],
      deployments: [{ id: 'dep_1', status: 'finished' }],
      env: ['A'],
      logs: 'x',
    };
    for (const failure of [{ ok: false }, { success: false }]) {
      expect(() => read({ ...failure, ...rest })).toThrow(WireError);
      expect(() => read({ ...failure, data: rest })).toThrow(WireError);
      expect(() => read({ ...failure, env: { A: null } })).toThrow(WireError);
    }
  });

  test('is not quoted in the error', () => {
    const secret = 'sk-canary';
    const messages: string[] = [];
    for (const body of [
      { [secret]: secret },
      [{ name: { secret } }],
      { data: { id: secret } },
      { deployments: [secret] },
    ]) {
      try {
        read(body);
      } catch (error) {
        messages.push(String(error));
      }
    }
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.join('\n')).not.toContain(secret);
  });
});

describe('another thing than the one asked for', () => {
  test.each([
    { id: 'dep_2', status: 'finished' },
    { ok: true, deployment: { id: 'dep_2', status: 'finished' } },
    { data: { deployment: { id: 'dep_2', status: 'finished' } } },
    { deployment_id: 'dep_2', status: 'finished' },
    { deployment: { id: 2, status: 'finished' } },
    { deployment: { id: '../dep_1', status: 'finished' } },
    { id: {}, status: 'finished' },
    { id: 'DEP_1', status: 'finished' },
  ])('is not taken for the deployment: %j', (body) => {
    expect(() => readDeployment(body, 'dep_1')).toThrow('with the id that was asked for');
  });

  test.each([
    { id: 'app_api', type: 'app', status: 'running' },
    { resource: { id: 'app_api', type: 'app' } },
    { resource: { id: null, uuid: 'app_api', type: 'app' } },
  ])('is not taken for the resource: %j', (body) => {
    expect(() => readResource(body, 'app_web')).toThrow('with the id that was asked for');
  });

  test.each([
    { status: 'ok' },
    { status: 'success', data: { log: 'x' } },
    { deployment: { log: 'x' } },
    { log: 'finished' },
  ])('is not taken for a deployment when it has neither id nor one of the five words: %j', (body) => {
    expect(() => readDeployment(body, 'dep_1')).toThrow('expected a deployment');
  });

  test('is not taken for a resource when it has neither id nor a type', () => {
    expect(() => readResource({ ok: true, status: 'running', name: 'web' }, 'app_web')).toThrow('expected a resource');
    expect(() => readResource({ type: 'problem', status: 'running' }, 'app_web')).toThrow('expected a resource');
  });
});

describe('a list of nothing but unusable items', () => {
  test.each<[string, (body: unknown) => unknown, unknown]>([
    ['deployments', readDeployments, { deployments: [{ status: 'finished' }, null] }],
    ['resources', readResources, { resources: ['app_web'] }],
    ['names', readEnvNames, { env: [{ value: 'secret' }, 'not a name'] }],
  ])('is not an empty list of %s', (_, read, body) => {
    expect(() => read(body)).toThrow('got a list of other things');
  });
});

describe('text that is not JSON', () => {
  test.each([
    ['', 'expected JSON, got an empty body'],
    [' \r\n', 'expected JSON, got an empty body'],
    ['<!doctype html><title>Login</title>', 'expected JSON, got a page of markup'],
    ['{"deployments":[{"id":"dep_', 'expected JSON, got something else'],
    ['{"a":1}{"b":2}', 'expected JSON, got something else'],
    ['Service Unavailable', 'expected JSON, got something else'],
    ['\uFEFF', 'expected JSON, got an empty body'],
  ])('%j is named for what it is', (body, message) => {
    expect(() => parseJson(body)).toThrow(new WireError(message));
  });

  test('may begin with a byte order mark when it is JSON after all', () => {
    expect(parseJson('\uFEFF{"a":1}')).toStrictEqual({ a: 1 });
  });
});

describe('a runtime log', () => {
  test.each(['text/html', 'text/html; charset=utf-8', 'application/xhtml+xml', 'application/xml'])(
    'is never a page: %s',
    (type) => {
      expect(() => readRuntimeLog('<html>login</html>', type)).toThrow('expected a log, got a page of markup');
    },
  );

  test.each(['{"logs":', '', 'plain'])('called JSON must be JSON: %j', (body) => {
    expect(() => readRuntimeLog(body, 'application/json')).toThrow('expected JSON');
  });

  test('without a content type is no log when it says that it failed', () => {
    expect(() => readRuntimeLog('{"ok":false,"error":{"code":"busy","message":"x"}}', undefined)).toThrow(WireError);
  });
});

describe('an OpenAPI document', () => {
  test.each([
    { swagger: '2.0', paths: {} },
    { openapi: 3.1, paths: {} },
    { openapi: '3.1.0' },
    { openapi: '3.1.0', paths: [] },
    { openapi: '3\n1', paths: {} },
    { openapi: '', paths: {} },
  ])('needs a version and paths: %j', (body) => {
    expect(() => readDescription(body)).toThrow('expected an OpenAPI document');
  });
});

describe('the message of an error', () => {
  test('is cut far beyond what is shown, never inside of a character', () => {
    const { message } =
      readError(JSON.stringify({ ok: false, error: { code: 'busy', message: `${'x'.repeat(16_383)}😀 and more` } })) ??
      {};
    expect(message).toBe('x'.repeat(16_383));
  });

  test('is well-formed text', () => {
    expect(readError('{"ok":false,"error":{"message":"a\\ud800b"}}')).toStrictEqual({ message: 'a\uFFFDb' });
  });

  test('that is absurdly long costs no more than a short one', () => {
    const { message } = readError(JSON.stringify({ message: ' '.repeat(1_000_000) + 'late' })) ?? { message: '' };
    expect(message).toBe('');
  });
});
