// The error in a response: only the documented shape is the service's.
import { describe, expect, test } from '@jest/globals';
import { readError } from '../../../src/api/wire/index.ts';

describe('an error', () => {
  test.each([
    [
      { ok: false, error: { code: 'busy', message: 'Wait.' } },
      { code: 'busy', message: 'Wait.', isDeclared: true },
    ],
    [
      { Success: false, Error: { Code: 'busy' } },
      { code: 'busy', message: '', isDeclared: true },
    ],
    [
      { ok: false, error: { code: 'locked' } },
      { code: { serviceCode: 'locked' }, message: '', isDeclared: true },
    ],
    [
      { ok: false, error: { code: 'deploys.quota' } },
      { code: { serviceCode: 'deploys.quota' }, message: '', isDeclared: true },
    ],
    [
      { ok: false, error: { code: 'Not A Code!', message: 'No.' } },
      { message: 'No.', isDeclared: true },
    ],
    [
      { ok: false, error: { code: 7, message: ['x'] } },
      { message: '', isDeclared: true },
    ],
    [
      { ok: false, error: 'No key.' },
      { message: 'No key.', isDeclared: true },
    ],
    [
      { ok: false, message: 'No\n key.' },
      { message: 'No key.', isDeclared: true },
    ],
    [{ ok: false }, { message: '', isDeclared: true }],
    [{ error: { code: 'busy', message: 'Wait.' } }, { code: 'busy', message: 'Wait.', isDeclared: false }],
  ])('is read from %j', (body, error) => {
    expect(readError(body)).toStrictEqual(error);
  });

  test.each([
    [undefined],
    [null],
    ['{"ok":false}'],
    [[{ ok: false }]],
    [{ message: 'Forbidden' }],
    [{ code: 'busy', message: 'Wait.' }],
    [{ error: 'forbidden' }],
    [{ error: { message: 'No.' } }],
    [{ error: { code: '7 locked' } }],
    [{ errors: [{ code: 'busy' }] }],
    [{ ok: true, error: { code: 'busy' } }],
    [{ ok: 'false', message: 'No.' }],
    [{ data: { ok: false } }],
    [JSON.parse('{"__proto__":{"ok":false}}') as unknown],
  ])('is not read from %j', (body) => {
    expect(readError(body)).toBeUndefined();
  });

  test('has a message of at most 16384 characters on one line', () => {
    const message = readError({ ok: false, error: { message: 'No.\r\n'.repeat(1_000_000) } })?.message ?? '';
    expect(message).toHaveLength(16_384);
    expect(message).not.toMatch(/[\r\n]/);
  });
});
