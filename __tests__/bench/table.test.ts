// Tables line up, and statistics are what they are called.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { layOut, mean, median, quantile, writeJson } from '../../bench/table.ts';

describe('a table', () => {
  test('is aligned: names to the left, figures to the right', () => {
    const text = layOut({
      title: 'Start-up',
      columns: ['', 'ms', 'ratio'],
      rows: [
        ['empty script', '30.1', '1.00'],
        ['core', '105.0', '3.49'],
      ],
    });
    expect(text.split('\n')).toEqual([
      'Start-up',
      '',
      '                 ms  ratio',
      '------------  -----  -----',
      'empty script   30.1   1.00',
      'core          105.0   3.49',
      '',
      '',
    ]);
  });

  test('accepts a row that is too short', () => {
    expect(layOut({ title: '', columns: ['a', 'b'], rows: [['x']] })).toContain('\nx\n');
  });
});

describe('statistics', () => {
  test.each([
    [[3, 1, 2], 2],
    [[4, 1, 2, 3], 2.5],
    [[7], 7],
    [[], Number.NaN],
  ])('the median of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  test('quantiles lie between neighbours in proportion, and the ends are the extremes', () => {
    const values = [10, 20, 30, 40, 50];
    expect([0, 0.25, 0.9, 1].map((part) => quantile(values, part))).toEqual([10, 20, 46, 50]);
  });

  test('the mean is the sum by the count, and of nothing it is no number', () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(mean([])).toBeNaN();
  });
});

test('results are written as JSON, in folders that need not be there yet', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-table-'));
  const file = join(folder, 'a/b/results.json');
  await writeJson(file, { runs: 1 });
  await writeJson(file, { runs: 2 });
  expect(readFileSync(file, 'utf8')).toBe('{\n  "runs": 2\n}\n');
  rmSync(folder, { recursive: true });
});
