// Which suites `npm run test:quick` picks for a change.
import { describe, expect, test } from '@jest/globals';
import { quickSuites } from '../../../scripts/checks/quick-tests.ts';

const suites = [
  '__tests__/action.test.ts',
  '__tests__/clock.test.ts',
  '__tests__/contract.test.ts',
  '__tests__/main.test.ts',
  '__tests__/examples.test.ts',
  '__tests__/api/retry.test.ts',
  '__tests__/api/retry.loop.test.ts',
  '__tests__/api/retry.fuzz.test.ts',
  '__tests__/api/client.test.ts',
  '__tests__/api/wire/json.test.ts',
  '__tests__/api/wire/list.cost.test.ts',
  '__tests__/emulator/state/store.test.ts',
  '__tests__/scripts/fields.test.ts',
];

describe('the quick suites', () => {
  test.each([
    ['a file', ['src/api/client.ts'], ['__tests__/api/client.test.ts']],
    [
      'a file with several suites, the slow one left out',
      ['src/api/retry.ts'],
      ['__tests__/api/retry.loop.test.ts', '__tests__/api/retry.test.ts'],
    ],
    ['a folder', ['src/api/wire/'], ['__tests__/api/wire/json.test.ts']],
    ['a file without a suite: those beside it', ['src/api/wire/index.ts'], ['__tests__/api/wire/json.test.ts']],
    ['a file at the top', ['src/clock.ts'], ['__tests__/clock.test.ts']],
    ['the emulator', ['emulator/state'], ['__tests__/emulator/state/store.test.ts']],
    ['a script', ['scripts/fields.ts'], ['__tests__/scripts/fields.test.ts']],
    ['a suite itself, a slow one too', ['__tests__/api/retry.fuzz.test.ts'], ['__tests__/api/retry.fuzz.test.ts']],
    ['a folder of suites', ['__tests__/api/wire'], ['__tests__/api/wire/json.test.ts']],
    ['the surface', ['action.yml', 'README.md'], ['__tests__/contract.test.ts']],
    ['an example', ['examples/deploy.yml'], ['__tests__/examples.test.ts']],
    ['the entry', ['src/index.ts'], ['__tests__/main.test.ts']],
  ])('of %s', (_, changed, wanted) => {
    expect(quickSuites(changed, suites)).toEqual(wanted);
  });

  test('of several files are run once each', () => {
    const changed = ['src/api/wire/json.ts', '__tests__/api/wire/json.test.ts'];
    expect(quickSuites(changed, suites)).toEqual(['__tests__/api/wire/json.test.ts']);
  });

  test('of a file without a suite are none', () => {
    expect(quickSuites(['LICENSE', 'src/new.ts', 'docs/github.md'], suites)).toEqual([]);
  });
});
