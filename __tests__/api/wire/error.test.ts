// Responses that are not recognised are refused: nothing is guessed, nothing of the response is quoted.
import { describe, expect, test } from '@jest/globals';
import { readDescription, WireError } from '../../../src/api/wire/index.ts';
import {
  readError,
  readDeployment,
  readDeployments,
  readEnvNames,
  readResource,
  readResources,
  readRuntimeLog,
} from '../../support/service/readers.ts';

const bodyReaders: readonly [string, (body: unknown) => Promise<unknown>][] = [
  ['resources', async (body) => readResources(body)],
  ['resource', async (body) => readResource(body, 'app_web')],
  ['deployments', async (body) => readDeployments(body)],
  ['deployment', (body) => readDeployment(body, 'dep_1')],
  ['env', async (body) => readEnvNames(body)],
  ['description', async (body) => readDescription(body)],
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
  test.each(notUnderstood.map((body) => [JSON.stringify(body), body]))('but is %s is refused', async (_text, body) => {
    await expect(read(body)).rejects.toThrow(WireError);
  });

  test('but reports a failure is a failure, whatever else it holds', async () => {
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
      await expect(read({ ...failure, ...rest })).rejects.toThrow(WireError);
      await expect(read({ ...failure, data: rest })).rejects.toThrow(WireError);
      await expect(read({ ...failure, env: { A: null } })).rejects.toThrow(WireError);
    }
  });

  test('is not quoted in the error', async () => {
    const secret = 'sk-canary';
    const messages: string[] = [];
    for (const body of [
      { [secret]: secret },
      [{ name: { secret } }],
      { data: { id: secret } },
      { deployments: secret },
    ]) {
      try {
        await read(body);
      } catch (error) {
        messages.push(String(error));
      }
    }
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.join('\n')).not.toContain(secret);
  });
});

describe('a response about something else than the request', () => {
  test.each([
    { id: 'dep_2', status: 'finished' },
    { ok: true, deployment: { id: 'dep_2', status: 'finished' } },
    { data: { deployment: { id: 'dep_2', status: 'finished' } } },
    { deployment_id: 'dep_2', status: 'finished' },
    { deployment: { id: 2, status: 'finished' } },
    { deployment: { id: '../dep_1', status: 'finished' } },
    { id: {}, status: 'finished' },
    { id: 'DEP_1', status: 'finished' },
  ])('is not taken for the deployment: %j', async (body) => {
    await expect(readDeployment(body, 'dep_1')).rejects.toThrow('with the requested id');
  });

  test.each([
    { id: 'app_api', type: 'app', status: 'running' },
    { resource: { id: 'app_api', type: 'app' } },
    { resource: { id: null, uuid: 'app_api', type: 'app' } },
  ])('is not taken for the resource: %j', (body) => {
    expect(() => readResource(body, 'app_web')).toThrow('with the requested id');
  });

  test.each([
    { status: 'ok' },
    { status: 'success', data: { log: 'x' } },
    { deployment: { log: 'x' } },
    { log: 'finished' },
  ])('is not taken for a deployment without an id or one of the five statuses: %j', async (body) => {
    await expect(readDeployment(body, 'dep_1')).rejects.toThrow('expected a deployment');
  });

  test('is not taken for a resource without an id or a type', () => {
    expect(() => readResource({ ok: true, status: 'running', name: 'web' }, 'app_web')).toThrow('expected a resource');
    expect(() => readResource({ type: 'problem', status: 'running' }, 'app_web')).toThrow('expected a resource');
  });
});

describe('a runtime log', () => {
  test.each(['text/html', 'text/html; charset=utf-8', 'application/xhtml+xml', 'application/xml'])(
    'is never an HTML page: %s',
    async (type) => {
      await expect(readRuntimeLog('<html>login</html>', type)).rejects.toThrow('expected a log, got an HTML page');
    },
  );

  test.each(['text/plain', undefined])('is never an HTML page, also where it is called %s', async (type) => {
    await expect(readRuntimeLog('<!DOCTYPE html><p>login', type)).rejects.toThrow('expected a log, got an HTML page');
  });

  test('is no markup that is called so, and any other text or JSON that is', async () => {
    await expect(readRuntimeLog('<error/>', 'text/xml')).rejects.toThrow('expected a log, got a page of markup');
    expect(await readRuntimeLog('<info> one\n', 'text/plain')).toBe('<info> one\n');
    expect(await readRuntimeLog('one\n', 'text/html')).toBe('one\n');
    expect(await readRuntimeLog('{"ok":true,"logs":["one"]}', 'text/html')).toBe('one');
    expect(await readRuntimeLog('{"ok":true,"logs":["one"]}\n', 'text/plain; charset=utf-8')).toBe('one');
    await expect(readRuntimeLog('{"ok":false}', 'text/html')).rejects.toThrow('expected a log');
  });

  test.each(['{"logs":', '', 'plain', '\n\n <html>'])('with a JSON content type must be JSON: %j', async (body) => {
    await expect(readRuntimeLog(body, 'application/json')).rejects.toThrow('expected JSON');
  });

  test('without a content type is not read when it reports a failure', async () => {
    const failure = '{"ok":false,"error":{"code":"busy","message":"x"}}';
    await expect(readRuntimeLog(failure, undefined)).rejects.toThrow(WireError);
    await expect(readRuntimeLog(failure, 'application/json')).rejects.toThrow(WireError);
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
  test('is shortened to a safe length, never inside a character', () => {
    const { message } =
      readError(JSON.stringify({ ok: false, error: { code: 'busy', message: `${'x'.repeat(16_383)}😀 and more` } })) ??
      {};
    expect(message).toBe('x'.repeat(16_383));
  });

  test('is well-formed text', () => {
    expect(readError('{"ok":false,"error":{"message":"a\\ud800b"}}')).toStrictEqual({ message: 'a\uFFFDb' });
  });

  test('costs no more to read when it is extremely long', () => {
    const { message } = readError(JSON.stringify({ message: ' '.repeat(1_000_000) + 'late' })) ?? { message: '' };
    expect(message).toBe('');
  });
});
