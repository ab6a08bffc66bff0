// What CONTRIBUTING.md shows holds: whoever begins with its row begins with a green one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { judge, type Timeline } from '../support/timeline.ts';

const record = z.record(z.string(), z.string());
const manifest = z.object({ dependencies: record, devDependencies: record });
const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

test('each dependency has a line with its reason', () => {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const { dependencies, devDependencies } = manifest.parse(JSON.parse(text));
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const [, section = ''] = page.split('\n## Dependencies\n');
  const [lines = ''] = section.split('\n## ');
  expect(names.filter((name) => !lines.includes(`\`${name}\``))).toEqual([]);
});

test('the row of CONTRIBUTING.md passes, and fails if it claims something else', async () => {
  const written = /^testSteps\('[^']*', (\{[\s\S]*?^\})\);$/m.exec(page)?.[1] ?? '';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page is not checked by types
  const row = runInNewContext(`(${written})`) as Timeline;
  expect(await judge(row)).toBe('');
  expect(await judge({ ...row, ends: 'passed' })).toMatch(/^it ended as "deployment_failed/);
});
