// Names of environment variables: where they are found, and what is never read with them.
import { describe, expect, test } from '@jest/globals';
import { readEnvNames as readWithNotes } from '../../../src/api/wire/index.ts';
import { notesOf, readEnvNames } from '../../support/service/readers.ts';

describe('names of environment variables', () => {
  test.each([
    [{ ok: true, data: { env: { PORT: '1', HOST: '2' } } }],
    [{ env: { PORT: ['1'], HOST: '2' } }],
    [{ env: { build: ['PORT'], runtime: ['HOST'] } }],
    [{ env: { production: { PORT: '1', HOST: '2' }, preview: { PORT: '3' }, staging: {} } }],
    [{ env: { build: ['PORT'], runtime: { HOST: '2' } } }],
    [{ env: { PORT: { value: '1' }, HOST: { SCOPE: 'runtime' } } }],
    [{ env: { PORT: ['production'], HOST: ['production', 'preview'] } }],
    [{ env: { items: ['PORT', 'HOST'], total: 2 } }],
    [{ variables: { data: [{ key: 'PORT' }, { key: 'HOST' }], count: 2 } }],
  ])('are found in a map: %j', (body) => {
    expect(readEnvNames(body)).toStrictEqual(['PORT', 'HOST']);
  });
});

test.each([
  [['PORT', 'HOST', 'PORT']],
  [{ env: [{ name: 'PORT', value: 'sk-canary' }, { key: 'HOST' }] }],
  [{ variables: ['PORT=3000', 'HOST=0.0.0.0'] }],
  [{ envs: [{ key: 'PORT' }, { key: 'HOST' }] }],
  [{ config_vars: ['PORT', 'HOST'] }],
  [{ secrets: [{ name: 'PORT' }, { name: 'HOST' }] }],
])('are returned once each and without values: %j', (body) => {
  expect(readEnvNames(body)).toEqual(['PORT', 'HOST']);
});

test('are not taken from what describes a variable', () => {
  expect(readEnvNames({ env: { path: { value: '/' }, PORT: { value: '1' } } })).toEqual(['path', 'PORT']);
  expect(readEnvNames({ env: { path: ['production'], PORT: ['preview'] } })).toEqual(['path', 'PORT']);
  expect(readEnvNames({ env: { path: { value: '/' }, port: { value: '1' } } })).toEqual(['path', 'port']);
});

test('may be an empty list', () => {
  expect(readEnvNames({ ok: true, env: [] })).toEqual([]);
  expect(readEnvNames({ ok: true, env: {} })).toEqual([]);
  expect(readEnvNames({ ok: true, env: null })).toEqual([]);
});

test('are incomplete when one cannot be read, which is reported without its value', async () => {
  const body = { env: ['PORT', { label: 'sk-canary' }, 'two words'] };
  const notes = await notesOf((note) => {
    expect(readWithNotes(body, note)).toEqual({ items: ['PORT'], isComplete: false });
  });
  expect(notes).toEqual([
    'the name of an environment variable: {label: string}',
    'the name of an environment variable: string',
  ]);
});

test.each([
  ['a map beside which there is a total', { env: { PORT: null }, total: 9 }, false],
  ['names by stage beside which there is a cursor', { env: { build: ['PORT'], runtime: [] }, nextCursor: 'c2' }, false],
  ['a list inside a map with a total', { env: { names: ['PORT'], total: 9 } }, false],
  ['items inside a map with a total', { env: { items: ['PORT'], total: 9 } }, false],
  ['a variable that is called like a total', { env: { PORT: '3000', TOTAL: '9' } }, true],
])('are complete or not: %s', (_, body, isComplete) => {
  expect(readWithNotes(body, () => undefined)).toMatchObject({ isComplete });
});

test.each([[{ env: [1, 2] }], [{ ok: false, env: ['PORT'] }], [{ PORT: '3000' }]])('are not found in %j', (body) => {
  expect(() => readEnvNames(body)).toThrow(expect.objectContaining({ name: 'WireError' }));
});
