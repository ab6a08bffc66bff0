// The inputs of the GitHub features.
import { describe, expect, test } from '@jest/globals';
import { readGithubSettings } from '../../../src/runner/github/github.ts';
import { problemsOf, read } from '../../support/runner/read-inputs.ts';

const TOKEN = 'ghs_0123456789';

describe('the settings', () => {
  function settingsOf(given: Record<string, string>, token = TOKEN) {
    const { inputs } = read(given);
    return { settings: readGithubSettings(inputs, token), problems: problemsOf(inputs) };
  }

  test('are empty and need no token where neither is requested', () => {
    expect(settingsOf({}, '')).toEqual({ settings: undefined, problems: {} });
  });

  test('contain the environment and whether an outdated commit is skipped', () => {
    expect(settingsOf({ 'github-environment': 'production', 'skip-if-outdated': 'true' })).toEqual({
      settings: { token: TOKEN, environment: 'production', skipIfOutdated: true },
      problems: {},
    });
  });

  const notASecret = 'must be at least 8 printable ASCII characters without spaces';
  test.each([
    ['', 'is needed by github-environment and skip-if-outdated'],
    ['short', notASecret],
    ['two words here', notASecret],
    ['größer-als-acht', notASecret],
  ])('are refused with the token %j', (token, reason) => {
    for (const given of [{ 'skip-if-outdated': 'true' }, { 'github-environment': 'production' }]) {
      expect(settingsOf(given, token).problems).toEqual({ 'github-token': reason });
    }
  });

  test.each(['e'.repeat(256), 'two\nlines'])(
    'are refused with an environment name that GitHub does not accept',
    (environment) => {
      const { problems } = settingsOf({ 'github-environment': environment });
      expect(problems['github-environment']).toMatch(/^must be a name on one line, at most 255 characters; it is `/);
    },
  );

  test('accept a name of 255 characters', () => {
    expect(settingsOf({ 'github-environment': 'e'.repeat(255) }).problems).toEqual({});
  });
});
