// What is reported of the parts of responses, and how often.
import { expect, test } from '@jest/globals';
import type { ReadPart } from '../../src/api/model.ts';
import { createPartReports } from '../../src/api/part-reports.ts';

const route = '/resources/{}/env';
const endpoint = { method: 'GET', path: '/resources/app_web/env' } as const;

test('reports an unrecognised part once per route, with the shape that was seen first', () => {
  const reported: ReadPart[] = [];
  const { traceFor } = createPartReports((part) => reported.push(part));
  for (const value of [{ a: [1] }, { b: 1 }]) traceFor(route, endpoint).unrecognised('names of variables', value);
  traceFor(route, endpoint).unrecognised('resource', 7);
  traceFor('/resources', { method: 'GET', path: '/resources' }).unrecognised('resource', 7);
  expect(reported).toEqual([
    { part: 'names of variables', request: 'GET /resources/app_web/env', shape: '{a: [1 × number]}' },
    { part: 'resource', request: 'GET /resources/app_web/env', shape: 'number' },
    { part: 'resource', request: 'GET /resources', shape: 'number' },
  ]);
});

test('reports every part to an observer', () => {
  const observed: ReadPart[] = [];
  const { traceFor, observe } = createPartReports(undefined);
  observe((part) => observed.push(part));
  const trace = traceFor(route, endpoint);
  for (const value of [{ a: 1 }, { a: 1 }, { b: 1 }, { c: 1 }, { d: 1 }])
    trace.unrecognised('names of variables', value);
  trace.read('names of variables', '');
  expect(observed.map(({ path, shape }) => path ?? shape)).toEqual([
    '{a: number}',
    '{a: number}',
    '{b: number}',
    '{c: number}',
    '{d: number}',
    'the whole body',
  ]);
});
