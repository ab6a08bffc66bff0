// "Did you mean …?": a typing error is recognised, another word is not.
import { describe, expect, test } from '@jest/globals';
import { didYouMean, nearest } from '../../../emulator/schema/nearest.ts';

const WORDS = ['deploy', 'deployments', 'status', 'on'];

describe('the nearest word', () => {
  test.each([
    ['deplyo', 'deploy'],
    ['DEPLOY', 'deploy'],
    ['depoyments', 'deployments'],
    ['statuss', 'status'],
    ['in', 'on'],
    ['o', 'on'],
  ])('of %s is %s', (given, word) => {
    expect(nearest(given, WORDS)).toBe(word);
  });

  test.each(['castle', 'up', '', 'deploymentsanddeploymentsanddeployments'])('of %j is none', (given) => {
    expect(nearest(given, WORDS)).toBeUndefined();
  });

  test('is none where nothing is allowed', () => {
    expect(nearest('deploy', [])).toBeUndefined();
  });

  test('of equally near ones is the first', () => {
    expect(nearest('bat', ['cat', 'hat'])).toBe('cat');
  });
});

test('the hint quotes the word, and is empty without one', () => {
  expect(didYouMean('statsu', ['status'])).toBe('; did you mean "status"?');
  expect(didYouMean('castle', ['status'])).toBe('');
  expect(didYouMean('a"', ['a"b'])).toBe(String.raw`; did you mean "a\"b"?`);
});
