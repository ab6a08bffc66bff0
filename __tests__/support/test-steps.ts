// Registers rows as tests; apart from `timeline.ts`, which also plays steps outside of Jest.
// oxlint-disable jest/no-export, jest/valid-title -- no suite, but what registers rows for them
import { describe, expect, test } from '@jest/globals';
import { judge, type Timeline } from './timeline.ts';

/** One test per row; its title names the row and the rule that it proves. */
export function testSteps(subject: string, ...rows: readonly Timeline[]): void {
  const titled = rows.map((row): [string, Timeline] => [
    `${row.it} (${[row.rule].flat().join(', ')})`,
    row,
  ]);
  describe(subject, () => {
    test.each(titled)('%s', async (_title, row) => {
      expect(await judge(row)).toBe('');
    });
  });
}
