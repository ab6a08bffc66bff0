// Names of environment variables: where they are found, and what is never read with them.
import { describe, expect, test } from '@jest/globals';
import { readEnvNames as readWithTrace, WireError } from '../../../src/api/wire/index.ts';
import { readEnvNames, traceOf } from '../../support/service/readers.ts';

describe('names of environment variables', () => {
  test.each([
    [['PORT', 'HOST', 'PORT']],
    [{ env: ['PORT', 'HOST'] }],
    [{ data: { names: ['PORT', 'HOST'] } }],
    [{ config_vars: [{ name: 'PORT', value: 'x' }, { key: 'HOST' }] }],
    [{ data: [{ envVar: { key: 'PORT' } }, { envVar: { key: 'HOST' } }] }],
    [{ variables: ['PORT=3000', 'HOST = 0.0.0.0'] }],
    [{ env: 'PORT=3000\n\nHOST=x\n' }],
    [{ env: 'PORT\nHOST' }],
    [{ env: { PORT: '1', HOST: { value: '2' } } }],
    [{ env: { PORT: ['production'], HOST: ['production', 'preview'] } }],
    [{ env: { build: ['PORT'], runtime: ['HOST'] } }],
    [{ env: { items: ['PORT', 'HOST'], total: 2 } }],
    [{ env: { build: ['PORT'], HOST: ['HOST'] } }],
    [{ env_var: 'PORT=1\nHOST=2' }],
    [{ environmentIds: ['e1', 'e2'], variables: ['PORT', 'HOST'] }],
    [{ pages: [{ number: 1 }, { number: 2 }], data: ['PORT', 'HOST'] }],
    [{ environment: 'production', variables: ['PORT', 'HOST'] }],
    [{ environment: { id: 'e1', name: 'production' }, variables: ['PORT', 'HOST'] }],
    [{ ok: true, PORT: '1', HOST: '2' }],
    [{ success: true, PORT: '1', HOST: '2' }],
    [{ ok: true, data: { PORT: '1', HOST: '2' } }],
  ])('are read from %j', (body) => {
    expect(readEnvNames(body)).toEqual(['PORT', 'HOST']);
  });

  test.each([[[]], [{ ok: true, env: [] }], [{ env: {} }], [{ env: null }], [{ data: [] }], [{ ok: true, data: {} }]])(
    'are none in %j',
    (body) => {
      expect(readEnvNames(body)).toEqual([]);
    },
  );

  test.each([
    [null],
    ['PORT'],
    [{}],
    [{ ok: true }],
    [{ env: 7 }],
    [{ environment: 'production' }],
    [{ message: 'No access' }],
    [{ ok: true, data: { message: 'No access' } }],
    [{ ok: true, PORT: '1', message: 'No access' }],
    [{ ok: true, data: { PORT: '1' }, note: 'x' }],
    [{ ok: true, data: { xPORT: '1' } }],
    [{ ok: true, data: { PORTx: '1' } }],
    [{ ok: false, env: ['PORT'] }],
    [{ a: [], b: [] }],
  ])('are not found in %j', (body) => {
    expect(() => readEnvNames(body)).toThrow(new WireError('expected names of environment variables'));
  });

  test('are not found in a list of other things', () => {
    const error = new WireError('expected names, got a list of other things');
    expect(() => readEnvNames({ env: [1, 2] })).toThrow(error);
  });

  test('are taken from every key of a map', () => {
    expect(readEnvNames({ env: { path: { value: '/' }, PORT: { value: '1' } } })).toEqual(['path', 'PORT']);
    expect(readEnvNames({ ok: true, data: { path: '/', PORT_1: '1' } })).toEqual(['path', 'PORT_1']);
  });

  test.each([
    [['PORT'], ''],
    [{ data: { names: ['PORT'] } }, 'data.names'],
    [{ data: { env: null } }, 'data'],
    [{ ok: true, data: { PORT: '1' } }, 'data'],
    [{ ok: true, PORT: '1' }, ''],
  ])('in %j are reported at "%s"', (body, path) => {
    expect(traceOf((trace) => readWithTrace(body, trace))).toEqual([`names of variables ← ${path}`]);
  });

  test('are incomplete when one cannot be read, which is reported without its value', () => {
    const body = { env: ['PORT', { label: 'sk-canary' }, 'two words', 'x'.repeat(256)] };
    const reports = traceOf((trace) => {
      expect(readWithTrace(body, trace)).toEqual({ items: ['PORT'], isComplete: false });
    });
    expect(reports).toEqual([
      'names of variables: {label: string}',
      'names of variables: string',
      'names of variables: string',
      'names of variables ← env',
    ]);
  });

  test.each([
    ['a text with blank lines', { env: 'PORT=3000\n\n  \nHOST=x\n' }, true],
    ['the body as a map', { ok: true, PORT: '3000' }, true],
    ['an only object as a map', { ok: true, data: { PORT: '3000' } }, true],
    ['null', { env: null }, true],
    ['a list with a total', { env: ['PORT'], total: 9 }, false],
    ['a list inside a map with a total', { env: { names: ['PORT'], total: 9 } }, false],
    ['items beside a cursor', { data: [{ name: 'PORT' }], nextCursor: 'c2' }, false],
    ['a variable that is called like a total', { env: { PORT: '3000', TOTAL: '9' } }, true],
    ['a variable that is called like a page', { env: { NEXT: '3000' } }, true],
  ])('are complete or not: %s', (_, body, isComplete) => {
    expect(readWithTrace(body, { read: () => undefined, unrecognised: () => undefined }).isComplete).toBe(isComplete);
  });
});
