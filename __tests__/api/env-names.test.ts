// Names of environment variables: where they are read, and what is never read with them.
import { describe, expect, test } from '@jest/globals';
import { parseEnvNames } from '../../src/api/env-names.ts';

describe('names of environment variables', () => {
  test.each([
    [['PORT', 'HOST']],
    [{ ok: true, env: ['PORT', 'HOST'] }],
    [{ data: { names: ['PORT', 'HOST'] } }],
    [{ variables: [{ name: 'PORT', value: 'sk-canary' }, { key: 'HOST' }] }],
    [{ vars: ['PORT', 'HOST'] }],
    [{ env_vars: ['PORT', 'HOST'] }],
    [{ env: { PORT: '1', HOST: { value: '2' } } }],
    [{ env: { PORT: null, HOST: null } }],
    [{ PORT: null, HOST: null }],
    [{ ok: true, PORT: '1', HOST: '2' }],
    [{ env: { items: ['PORT', 'HOST'], total: 2 } }],
    [{ pages: [{ number: 1 }], data: ['PORT', 'HOST'] }],
    [{ environment: 'production', variables: ['PORT', 'HOST'] }],
    [{ env: [{ name: 'PORT' }, { name: 'HOST' }], meta: { env: { name: 'production' } } }],
    [
      {
        env: [
          { key: 'PORT', vars: {} },
          { key: 'HOST', vars: {} },
        ],
      },
    ],
  ])('are read from %j', (reply) => {
    const names = { items: ['PORT', 'HOST'], isRecognised: true, isCut: false };
    expect(parseEnvNames(reply)).toEqual(names);
  });

  test.each([[[]], [{ ok: true, env: [] }], [{ env: {} }], [{ data: [] }]])(
    'are none in %j',
    (reply) => {
      expect(parseEnvNames(reply)).toEqual({ items: [], isRecognised: true, isCut: false });
    },
  );

  test.each([
    [null],
    [{}],
    [{ ok: true }],
    [{ env: 7 }],
    [{ env: 'PORT=1' }],
    [{ environment: 'production' }],
    [{ message: 'No access' }],
    [{ PORT: '1', message: 'No access' }],
    [{ ok: true, data: { PORT: '1' } }],
    [{ PORTx: '1' }],
    [{ env: [1, 2] }],
    [{ env: ['PORT=1'] }],
    [{ env: [''] }],
    [{ env: [{ title: 'PORT' }] }],
    [{ a: [], b: [] }],
    [{ env: { build: ['PORT'], runtime: ['HOST'] } }],
    [{ env: ['x'.repeat(256)] }],
  ])('are not recognised in %j', (reply) => {
    expect(parseEnvNames(reply)).toEqual({ items: [], isRecognised: false, isCut: false });
  });

  test('are cut where the service says that there are more', () => {
    expect(parseEnvNames({ env: ['y'.repeat(255)], hasMore: true })).toMatchObject({ isCut: true });
  });

  test('are those that can be read, and cut, where an entry is none', () => {
    const list = { items: ['PORT'], isRecognised: true, isCut: true };
    for (const other of ['MY VAR', 'A=1', '', { seq: 1 }])
      expect(parseEnvNames({ env: ['PORT', other] })).toEqual(list);
  });

  test('are cut above ten thousand, in a list as in a map', () => {
    const names = Array.from({ length: 10_001 }, (_, index) => `A_${index}`);
    const map = Object.fromEntries(names.map((name) => [name, '1']));
    for (const reply of [{ env: names }, { env: map }, map]) {
      const { items, isCut } = parseEnvNames(reply);
      expect([items.length, isCut]).toEqual([10_000, true]);
    }
  });
});
