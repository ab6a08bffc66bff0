// The fields of a resource: which names they have, and what is too long or of another type.
import { describe, expect, test } from '@jest/globals';
import { readResources as readWithTrace, WireError } from '../../../src/api/wire/index.ts';
import { readResource, readResources, traceOf } from '../../support/service/readers.ts';

const app = { id: 'app_web', type: 'app' };

test('passes on single values under the names of the service', () => {
  const fields = { ...app, name: 'web', memoryMb: 512, is_public: true, note: null };
  const resource = readResource({ resource: { ...fields, sizes: { cpu: 1 }, tags: ['x'] } });
  expect(resource).toStrictEqual({ id: 'app_web', type: 'app', name: 'web', domains: [], fields });
});

test('leaves out a field of another type or of more than 16384 characters', () => {
  const long = { name: 'x'.repeat(3_000_000), ['y'.repeat(20_000)]: 1 };
  expect(readResources({ resources: [{ ...app, ...long, status: ['running'] }] })).toEqual([
    { ...app, domains: [], fields: app, hasUnreadStatus: true },
  ]);
  expect(readResource({ ...app, name: 7 })).toStrictEqual({ ...app, domains: [], fields: { ...app, name: 7 } });
  const longest = { ['y'.repeat(16_384)]: 1, note: 'x'.repeat(16_384) };
  expect(readResource({ ...app, ...longest }).fields).toEqual({ ...app, ...longest });
});

describe('a list under any name', () => {
  test.each([
    [{ apps: [{ id: 'a', type: 'app' }] }],
    [{ apps: [{ id: 'a', status: 'up' }] }],
    [{ apps: [{ id: 'a', name: 'web', status: 'finished' }] }],
    [{ versions: [{ id: 7 }], apps: [{ id: 'a', type: 'app' }] }],
  ])('has resources: %j', (body) => {
    expect(readResources(body)).toMatchObject([{ id: 'a' }]);
  });

  test.each([
    [{ items: [{ id: 'a', name: 'web' }] }],
    [{ items: [{ type: 'app', status: 'up' }] }],
    [{ items: [{ id: 'dep_1', status: 'finished' }] }],
    [{ items: ['app_web'] }],
    [{ items: 'app_web' }],
  ])('has none: %j', (body) => {
    expect(() => readResources(body)).toThrow(new WireError('expected a list of resources'));
  });
});

test('keeps an item that is no object without an id, and reports it', () => {
  const reports = traceOf((trace) => {
    const { items } = readWithTrace({ resources: ['app_web', app] }, trace);
    expect(items).toMatchObject([{ id: undefined, domains: [], fields: {} }, { id: 'app_web' }]);
  });
  expect(reports).toEqual(['resources ← resources', 'resource: string']);
});

test.each(['id', 'resourceId', 'resource_uuid', 'uuid', 'guid', 'uid', 'ownResourceId'])(
  'has the id under the name %s',
  (name) => {
    expect(readResources({ resources: [{ [name]: 'app_db', status: 'up' }] })).toMatchObject([{ id: 'app_db' }]);
    expect(readResource({ [name]: 'app_web', name: 'web' })).toMatchObject({ id: 'app_web', name: 'web' });
  },
);

test('cannot be made to change a prototype', () => {
  const body: unknown = JSON.parse('{"id":"app_web","type":"app","__proto__":"x","constructor":"y"}');
  const { fields } = readResource(body);
  expect(Object.keys(fields)).toEqual(['id', 'type', 'constructor']);
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
});

test.each([
  [{ status: 'running' }, 'running'],
  [{ state: 'Running (healthy)' }, 'Running (healthy)'],
  [{ status: null, STATUS: ' up ' }, 'up'],
  [{ status: { a: 1 }, state: 'up' }, 'up'],
  [{ status: 'x'.repeat(64) }, 'x'.repeat(64)],
  [{ status: 'x'.repeat(65) }, undefined],
  [{ status: 'line\nbreak' }, undefined],
  [{ status: 'line\u2028break' }, undefined],
  [{ status: '  ' }, undefined],
  [{ status: 3 }, undefined],
  [{ healthStatus: 'up' }, undefined],
])('has the status of %j', (fields, status) => {
  expect(readResource({ ...app, ...fields }).status).toBe(status);
});

test('reports where each part was read, and the shape of what was not recognised', () => {
  const body = {
    data: {
      resources: [{ ...app, name: 'web', state: 'up' }, { label: 'sk-canary' }, { ...app, status: { phase: 1 } }],
    },
  };
  expect(traceOf((trace) => readWithTrace(body, trace))).toEqual([
    'resources ← data.resources',
    'name ← data.resources[].name',
    'resource status ← data.resources[].state',
    'resource: {label: string}',
    'resource status: {phase: number}',
  ]);
});
