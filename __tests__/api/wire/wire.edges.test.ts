// The limits of what is read: the last form that is still accepted, and the first that is not.
import { describe, expect, test } from '@jest/globals';
import { parseIfJson, readDeclaredError, readDescription, WireError } from '../../../src/api/wire/index.ts';
import {
  readAcceptance,
  readError,
  readDeployment,
  readDeployments,
  readEnvNames,
  readResource,
  readResources,
  readRuntimeLog,
  textOf,
} from '../../support/service/readers.ts';

const logOf = async (fields: object) =>
  textOf((await readDeployment({ id: 'dep_1', status: 'building', ...fields }, 'dep_1')).log);

describe('a field', () => {
  test('is read under its first spelling that has a value', () => {
    const resource = { id: 'app_web', type: 'app', name: null, Name: 'first', NAME: 'second' };
    expect(readResource(resource, 'app_web').name).toBe('first');
  });

  test('that is null counts as missing', async () => {
    expect(await readDeployment({ id: null, status: 'finished' }, 'dep_1')).toStrictEqual({
      id: 'dep_1',
      status: 'finished',
      log: { kind: 'absent' },
    });
  });

  test('of an unexpected type counts as missing', () => {
    expect(readResources([{ id: 'app_web', name: 7, type: ['app'], status: ['running'] }])[0]).toStrictEqual({
      id: 'app_web',
      domains: [],
      fields: { id: 'app_web', name: 7 },
    });
    expect(readError('{"ok":false,"code":["busy"],"message":7}')).toStrictEqual({ message: '' });
  });

  test('that would change the prototype of an object is ignored', () => {
    const body: unknown = JSON.parse('{"id":"app_web","type":"app","__proto__":"x"}');
    expect(Object.getOwnPropertyNames(readResource(body, 'app_web').fields)).toStrictEqual(['id', 'type']);
  });
});

describe('an error', () => {
  test.each([
    ['{"code":"busy"}', { code: 'busy', message: '' }],
    ['{"ok":false,"error":{"code":"busy"},"message":"Wait."}', { code: 'busy', message: 'Wait.' }],
    ['{"ok":false,"error":{"message":"Wait."},"code":"busy"}', { code: 'busy', message: 'Wait.' }],
  ])('may have only a code or only a message, or both apart: %s', (body, error) => {
    expect(readError(body)).toStrictEqual(error);
  });

  test.each([
    ['{"ok":false,"error":{"code":"busy","message":"Wait."}}', { code: 'busy', message: 'Wait.' }],
    ['{"success":false}', { message: '' }],
    ['{"message":"Wait."}', undefined],
    ['{"id":"dep_1","checks":{"ok":false}}', undefined],
    ['{"ok":true,"error":{"code":"busy"}}', undefined],
    ['[{"ok":false}]', undefined],
    ['not JSON, "ok":false', undefined],
  ])('with a success status is an error only when its top level reports it: %s', (body, error) => {
    expect(readDeclaredError(parseIfJson(body), { isPost: false })).toStrictEqual(error);
  });
});

test.each([
  ['{"error":{"code":"locked","message":"Locked."}}', { code: { serviceCode: 'locked' }, message: 'Locked.' }],
  ['{"errors":[{"message":"Locked."}]}', { message: 'Locked.' }],
  ['{"error":"Locked."}', { message: 'Locked.' }],
  ['{"status":"error","message":"Locked."}', { message: 'Locked.' }],
  ['{"error":null,"message":"Accepted."}', undefined],
  ['{"errors":[]}', undefined],
  ['{"error":false,"message":"Accepted."}', undefined],
  ['{"errors":{}}', undefined],
  ['{"error":{"code":"","message":null}}', undefined],
  ['{"status":"error"}', undefined],
  ['{"ok":true,"error":"none"}', undefined],
  ['{"id":"dep_1","error":{"message":"Slow."}}', undefined],
  ['{"deployment":{"id":"dep_1"},"errors":[{"message":"Slow."}]}', undefined],
  ['{"deployment_uuid":"dep_1","error":{"message":"Slow."}}', undefined],
  ['{"uuid":"dep_1","error":{"message":"Slow."}}', undefined],
  ['{"payload":{"id":"dep_1"},"error":{"message":"Slow."}}', undefined],
])('an accepted POST reports an error, if it returns nothing else: %s', (body, error) => {
  expect(readDeclaredError(parseIfJson(body), { isPost: true })).toStrictEqual(error);
});

describe('the response to a deploy request', () => {
  test.each([
    ['{"deployments":[7]}'],
    ['{"deployments":[null]}'],
    ['{"deployments":[{"id":"app_web"}]}'],
    ['{"deployments":[{"id":"dep_1"},{"id":"dep_2"}]}'],
  ])('%s names no deployment', (body) => {
    expect(readAcceptance(body, 'app_web')).toStrictEqual({});
  });
});

describe('a log', () => {
  test('is the first one that is not empty, wherever it stands', async () => {
    expect(await logOf({ log: '', output: 'x\n' })).toBe('x\n');
    const around = { deployment: { id: 'dep_1', status: 'building', log: [] }, log: 'x\n' };
    expect(textOf((await readDeployment(around, 'dep_1')).log)).toBe('x\n');
    expect(await logOf({ log: '', output: [] })).toBe('');
  });

  test.each(['application/json', 'application/json ; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.logs+json'])(
    'with the content type %s is found in the JSON',
    async (type) => {
      expect(await readRuntimeLog('{"logs":["a","b"]}', type)).toBe('a\nb');
      expect(await readRuntimeLog('{"data":{"logs":null}}', type)).toBe('');
      expect(await readRuntimeLog('{"a":1}', type)).toBeUndefined();
    },
  );

  test.each(['application/x-ndjson', 'application/jsonl', 'application/json-seq', 'application/jsonlines'])(
    'called %s is read line by line',
    async (type) => {
      expect(await readRuntimeLog('{"message":"a"}\nplain\n{"line":"b"}', type)).toBe('a\nplain\nb');
    },
  );

  test('called application/json-seq may have a record separator before each line', async () => {
    expect(await readRuntimeLog('\u001e{"message":"a"}\n\u001e{"line":"b"}', 'application/json-seq')).toBe('a\nb');
  });

  test.each([
    'text/plain',
    'application/json5',
    'application/ndjson-like',
    'application/jsonl.gz',
    'application/json-sequence',
    'application/jsonlines2',
    'text/html5',
    'text/xml-fragment',
  ])('with the content type %s is the text itself', async (type) => {
    const text = '{"logs":"a","message":"b"}\n';
    expect(await readRuntimeLog(text, type)).toBe(text);
  });

  test('without a content type is not read when it reports a failure', async () => {
    await expect(readRuntimeLog('{"ok":false}', undefined)).rejects.toThrow('expected a log');
  });
});

/** The ids that are read, or the name of the error. */
function idsOf(read: (body: unknown) => readonly { id: string | undefined }[], body: unknown): unknown {
  try {
    return read(body).map(({ id }) => id);
  } catch (error) {
    return error instanceof Error ? error.name : error;
  }
}

describe('a response that is not understood', () => {
  test.each<[string, (body: unknown) => unknown]>([
    ['expected a list of resources', readResources],
    ['expected a list of deployments', readDeployments],
    ['expected names of environment variables', readEnvNames],
    ['expected an OpenAPI document', readDescription],
  ])('is described: %s', (message, read) => {
    expect(() => read(7)).toThrow(expect.objectContaining({ name: 'WireError', message }));
  });

  test.each([
    ['in lists', (inner: unknown) => [inner]],
    ['in "data"', (inner: unknown) => ({ data: inner })],
    ['in "text"', (inner: unknown) => ({ text: inner })],
    ['in "items"', (inner: unknown) => ({ items: inner })],
  ])('and nests without end (%s) holds nothing, and no stack overflows', async (_, wrap) => {
    let nested: unknown = 'a.example';
    for (let depth = 0; depth < 100_000; depth += 1) nested = wrap(nested);
    const body = { status: 'finished', type: 'app', domains: nested, log: nested, data: nested };
    expect((await readDeployment({ ...body, id: 'dep_1' }, 'dep_1')).log.kind).toBe('unrecognised');
    expect(readResource({ ...body, id: 'app_web' }, 'app_web').domains).toStrictEqual([]);
    const deep = { data: { data: { data: nested } } };
    expect(() => readEnvNames(deep)).toThrow(WireError);
    // A list of lists has one entry, which is anonymous.
    const expected = Array.isArray(nested) ? [undefined] : 'WireError';
    expect([idsOf(readResources, deep), idsOf(readDeployments, deep)]).toEqual([expected, expected]);
  });
});
