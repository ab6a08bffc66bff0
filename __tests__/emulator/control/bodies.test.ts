// The bodies of the control API: what is taken, and what is refused with the reason.
import { describe, expect, test } from '@jest/globals';
import { deploymentBody, dialectBody, logBody, statusBody, walletBody } from '../../../emulator/control/bodies.ts';

describe('a body', () => {
  test('that is right is handed on as it is', () => {
    expect(walletBody({ wallet: 'empty' })).toEqual({ wallet: 'empty' });
    expect(dialectBody({ dialect: 'bare' })).toEqual({ dialect: 'bare' });
    expect(dialectBody({ dialect: { env: 'nulls' } })).toEqual({ dialect: { env: 'nulls' } });
    expect(statusBody({ status: 'degraded' })).toEqual({ status: 'degraded' });
    expect(logBody({ text: '' })).toEqual({ text: '' });
    expect(deploymentBody({})).toEqual({});
    expect(deploymentBody({ label: 'api', force: true })).toEqual({ label: 'api', force: true });
  });

  test.each<[(data: unknown) => unknown, unknown, string]>([
    [walletBody, undefined, 'The body: it must be an object, not undefined.'],
    [walletBody, { wallet: 'fat' }, 'The body: wallet must be one of funded, empty, not "fat".'],
    [
      dialectBody,
      { dialect: { env: 5 } },
      'The body: dialect must be the name of a dialect or an object of shapes and variants, not {"env":5}.',
    ],
    [statusBody, { status: '' }, 'The body: status must not be empty.'],
    [statusBody, { status: 'up', statsu: 'x' }, 'The body: it has no "statsu"; did you mean "status"?'],
    [logBody, { text: 5 }, 'The body: text must be text, not 5.'],
    [deploymentBody, [], 'The body: it must be an object, not [].'],
    [
      deploymentBody,
      { force: 'yes', label: null },
      'The body: label must be text, not null; force must be true or false, not "yes".',
    ],
  ])('that is wrong is refused with the reason (%#)', (read, data, message) => {
    expect(() => read(data)).toThrow(expect.objectContaining({ code: 'invalid_input', message }));
  });
});
