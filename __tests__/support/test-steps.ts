// Registers rows as tests; apart from `timeline.ts`, which also plays steps outside of Jest.
// oxlint-disable jest/no-export, jest/valid-title -- no suite, but what registers rows for them
import { describe, expect, test } from '@jest/globals';
import { judge, type Timeline } from './timeline.ts';

/** A row of which the rows around it share some fields. */
export type SharingRow = Partial<Timeline> & Pick<Timeline, 'it'>;

/** Rows that share these fields; the inputs and variables of a row are added to the shared ones. */
export function rowsWith(shared: Partial<Timeline>, rows: readonly SharingRow[]): Timeline[] {
  return rows.map((row) => {
    const { rule } = { ...shared, ...row };
    if (rule === undefined) throw new Error(`no rule: ${row.it}`);
    const given = { with: { ...shared.with, ...row.with }, env: { ...shared.env, ...row.env } };
    return { ...shared, ...row, ...given, rule };
  });
}

/**
 * One test per row; its title names the row and the rule that it proves. Types are not checked when
 * tests run: a list in the place of rows would be one test that proves nothing.
 */
export function testSteps(subject: string, ...rows: readonly Timeline[]): void {
  if (rows.length === 0 || rows.some((row) => Array.isArray(row) || !row.it || !row.rule))
    throw new Error(`testSteps('${subject}', …) needs rows with \`it\` and \`rule\`, spread`);
  const titled = rows.map((row): [string, Timeline] => [
    `${row.it} (${[row.rule].flat().join(', ')})`,
    row,
  ]);
  describe(subject, () => {
    test.each(titled)('%s', async (_title, row) => expect(await judge(row)).toBe(''));
  });
}
