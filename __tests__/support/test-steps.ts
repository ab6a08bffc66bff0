// Registers rows as tests; apart from `timeline.ts`, which also plays steps outside of Jest.
import { describe, expect, test } from '@jest/globals';
import { judge, type Timeline } from './timeline.ts';

/** One test per row; its title names the row and the rule that it proves. */
export function testSteps(subject: string, ...rows: readonly Timeline[]): void {
  describe(subject, () => {
    const titled = rows.map((row): [string, Timeline] => [`${row.it} (${row.rule})`, row]);
    test.each(titled)('%s', async (_title, row) => {
      expect(await judge(row)).toBe('');
    });
  });
}
