// The key and the token: where they come from, and what is masked of them.
import { describe, expect, test } from '@jest/globals';
import { readApiKey, readGithubToken, secretLines } from '../../../src/runner/inputs/secrets.ts';
import { read } from '../../support/runner/read-inputs.ts';

const TOKEN = 'ghs_0123456789';

describe('the API key', () => {
  test.each([
    ['key-of-the-input', 'key-of-the-input'],
    [' key-of-the-input\n', 'key-of-the-input'],
    ['', 'key-of-the-environment'],
    [' ', 'key-of-the-environment'],
  ])('given as %j is %j', (given, key) => {
    const env = { DEPLOYMENT_SERVICE_API_KEY: ' key-of-the-environment\n' };
    expect(readApiKey(read({ 'api-key': given }, env).host)).toBe(key);
  });

  test('is empty where neither input nor environment has one', () => {
    expect(readApiKey(read({}).host)).toBe('');
  });
});

describe('the GitHub token', () => {
  test.each([
    [{}, ''],
    [{ 'skip-if-outdated': 'false' }, ''],
    [{ 'skip-if-outdated': 'True' }, TOKEN],
    [{ 'github-environment': 'production' }, TOKEN],
  ])('is read only where something needs it: %p', (inputs, token) => {
    expect(readGithubToken(read({ 'github-token': ` ${TOKEN}\n`, ...inputs }).host)).toBe(token);
  });
});

test('masks every line that is long enough, without the white space around it', () => {
  expect(secretLines(['first-line-1\r\n}\n second-line', '', 'short', TOKEN])).toEqual([
    'first-line-1',
    'second-line',
    TOKEN,
  ]);
});
