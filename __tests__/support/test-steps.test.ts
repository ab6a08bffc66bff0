// Rows that would prove nothing are refused, and what a row says is what is judged.
import { expect, test } from '@jest/globals';
import { type SharingRow, testSteps } from './test-steps.ts';
import { judge, type Timeline } from './timeline.ts';

const ROW: Timeline = { it: 'deploys', rule: 'deploy/before' };

test.each<[what: string, rows: readonly unknown[]]>([
  ['no rows', []],
  ['a list of rows', [[ROW]]],
  ['a row without a rule', [{ it: 'deploys' } satisfies SharingRow]],
])('refuses %s', (_what, rows) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests run without types
  expect(() => testSteps('deploy', ...(rows as Timeline[]))).toThrow(/^testSteps\('deploy', …\)/);
});

test.each<[why: string, row: Partial<Timeline>, problem: RegExp | '']>([
  ['the usual end', {}, ''],
  ['the usual end of a late POST', { service: 'list ×1 hang', sent: { POST: '30–32' } }, ''],
  ['a range that is met', { ends: 'passed 20–21' }, ''],
  ['a range that ends too early', { ends: 'passed 15–20' }, /^it ended as "passed 20\.3"/],
  ['another time', { ends: 'passed 21' }, /^it ended as/],
])('judges %s', async (_why, row, problem) => {
  const judged = await judge({ ...ROW, ...row });
  expect(judged).toMatch(problem === '' ? /^$/ : problem);
});
