// What a new key is requested with, whoever sends it: every mistake names its place and what is allowed.
import { expect, test } from '@jest/globals';
import { readKeyRequest } from '../../../emulator/state/key-request.ts';

test.each<[object, string]>([
  [{}, 'it needs "name"'],
  [{ name: ' ' }, 'name must be text that is not blank, not " "'],
  [{ nam: 'k', name: 'k' }, 'it has no "nam"; did you mean "name"?'],
  [
    { name: 'k', scopes: ['deplyo'] },
    'scopes[0] must be one of read, deploy, write, admin, not "deplyo"; did you mean "deploy"?',
  ],
  [{ name: 'k', scopes: 'deploy' }, 'scopes must be a list, not "deploy"'],
  [{ name: 'k', expiresInDays: 60 }, 'expiresInDays must be one of 30, 90, 365, none, null, not 60'],
  [{ name: 'k', dailyCreationCap: -1 }, 'dailyCreationCap must be at least 0, not -1'],
  [{ name: 'k', dailyCreationCap: 1.5 }, 'dailyCreationCap must be a whole number, not 1.5'],
  [{ name: 'k', value: 'short' }, 'value must be 8 to 256 printable ASCII characters without spaces, not "short"'],
  [{ name: 'k', value: 'has a space in it' }, 'value must be 8 to 256 printable ASCII characters without spaces'],
  [{ name: 'k', legacy: 'yes' }, 'legacy must be true or false, not "yes"'],
  [{ name: 'k', by: 'guest' }, 'by must be one of owner, admin, not "guest"'],
])('%j is refused: %s', (request, phrase) => {
  expect(readKeyRequest(request)).toMatchObject({
    refused: 'invalid_input',
    message: expect.stringContaining(`The key is refused: ${phrase}`),
  });
});

test('a request with every property is accepted unchanged', () => {
  const request = {
    name: 'ci',
    scopes: ['deploy'],
    expiresInDays: 'none',
    dailyCreationCap: 0,
    legacy: false,
    by: 'admin',
  };
  expect(readKeyRequest(request)).toEqual(request);
});
