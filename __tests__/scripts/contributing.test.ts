// The row that CONTRIBUTING.md explains holds, so that whoever begins with it begins with a green one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { judge, type Timeline } from '../support/timeline.ts';

test('the row of CONTRIBUTING.md passes, and fails if it claims something else', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8');
  const written = /^testSteps\('[^']*', (\{[\s\S]*?^\})\);$/m.exec(page)?.[1] ?? '';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page is not checked by types
  const row = runInNewContext(`(${written})`) as Timeline;
  expect(await judge(row)).toBe('');
  expect(await judge({ ...row, ends: 'passed' })).toMatch(/^it ended as "deployment_failed/);
});
