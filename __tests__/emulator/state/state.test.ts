// What the service remembers: the state of the first start, and ids that are not used twice.
import { expect, test } from '@jest/globals';
import { deploymentId, emptyState } from '../../../emulator/state/state.ts';

test('a new state has the wallet given and nothing else', () => {
  expect(emptyState('empty')).toEqual({ wallet: 'empty', keys: [], deployments: [], activity: [], deploymentCount: 0 });
});

test('two new states share nothing', () => {
  const one = emptyState('funded');
  one.activity.push({ atMs: 0, by: 'ci', address: null, action: 'deploy', target: 'a', deploymentId: null });
  expect(emptyState('funded').activity).toEqual([]);
});

test.each([
  [1, 'dep_000001'],
  [999_999, 'dep_999999'],
  [1_000_000, 'dep_1000000'],
])('deployment number %d is %s', (number, id) => {
  expect(deploymentId(number)).toBe(id);
});
