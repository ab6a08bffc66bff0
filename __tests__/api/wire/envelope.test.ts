// Where the subject of a response is found: bare, wrapped, or as a list.
import { describe, expect, test } from '@jest/globals';
import { asId, findSubject, readItems, reportsFailure, findList } from '../../../src/api/wire/envelope.ts';

const deployment = {
  what: 'a deployment',
  wrappers: ['deployment'],
  ids: ['id', 'deploymentId'],
  isRecognisedWithoutId: (fields: ReadonlyMap<string, unknown>) => fields.has('status'),
};
const subjectOf = (body: unknown) => findSubject(body, 'dep_1', deployment).record;
const wanted = { id: 'dep_1', status: 'queued' };

describe('a single object', () => {
  test.each([
    ['bare', wanted],
    ['in its own wrapper', { ok: true, deployment: wanted }],
    ['in a neutral wrapper', { data: wanted }],
    ['in three wrappers', { data: { result: { deployment: wanted } } }],
    ['beside another with the same kind of id', { id: 'req_7', deployment: wanted }],
  ])('is found %s', (_, body) => {
    expect(subjectOf(body)).toEqual(wanted);
  });

  test('without an id is accepted when it can be nothing else', () => {
    expect(subjectOf({ deployment: { status: 'queued' } })).toEqual({ status: 'queued' });
  });

  test.each([
    ['that is another one', { id: 'dep_2', status: 'queued' }, 'expected a deployment with the requested id'],
    ['in four wrappers', { data: { data: { data: { data: wanted } } } }, 'expected a deployment'],
    ['in a response that reports a failure', { ok: false, deployment: wanted }, 'expected a deployment'],
    ['in a list', [wanted], 'expected a deployment'],
    ['that has neither id nor status', { deployment: { name: 'x' } }, 'expected a deployment'],
  ])('is not found %s', (_, body, message) => {
    expect(() => subjectOf(body)).toThrow(expect.objectContaining({ name: 'WireError', message }));
  });
});

describe('a list', () => {
  test.each([
    ['bare', [1, 2]],
    ['under its name', { deployments: [1, 2] }],
    ['under a neutral name', { ok: true, items: [1, 2] }],
    ['in wrappers', { data: { result: { Deployments: [1, 2] } } }],
    ['in an object of its name', { ok: true, deployments: { items: [1, 2], page: 1 } }],
  ])('is found %s', (_, body) => {
    expect(findList(body, ['deployments'])).toEqual({ items: [1, 2], isComplete: true });
  });

  test.each([
    ['null under its own name is empty', { deployments: null }, { items: [], isComplete: true }],
    ['null under another name is none', { other: null }, undefined],
    ['in a response that reports a failure is none', { success: false, deployments: [1] }, undefined],
    ['with more pages is incomplete', { deployments: [1], hasMore: true }, { items: [1], isComplete: false }],
  ])('that is %s', (_, body, list) => {
    expect(findList(body, ['deployments'])).toEqual(list);
  });

  test('keeps the first item of each id, and every item without one', () => {
    const found = { items: ['a1', '-', 'b1', 'a2', '-'], isComplete: true };
    const keyOf = (item: string) => (item === '-' ? undefined : item.charAt(0));
    expect(readItems(found, 'letters', { read: String, keyOf }).items).toEqual(['a1', '-', 'b1', '-']);
    expect(() => readItems(undefined, 'letters', { read: String, keyOf })).toThrow('expected letters');
  });
});

test.each([
  [{ ok: false }, true],
  [{ Success: false }, true],
  [{ ok: 'false' }, false],
  [{ ok: true, success: false }, false],
  [[{ ok: false }], false],
])('reads %j as a failure: %s', (body, is) => {
  expect(reportsFailure(body)).toBe(is);
});

test.each([
  ['dep_1', 'dep_1'],
  [42, '42'],
  ['a/b c', 'a/b c'],
  ['x'.repeat(4097), undefined],
  [2 ** 53, undefined],
  [1.5, undefined],
  ['', undefined],
  ['..', undefined],
  [null, undefined],
])('reads the id %j as %j', (value, id) => {
  expect(asId(value)).toBe(id);
});
