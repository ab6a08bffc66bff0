// The tables of the summary: facts of one resource, a row for each of several, and what an operation adds.
import { describe, expect, test } from '@jest/globals';
import type { Outcome } from '../../../src/operations/operation.ts';
import { addressLink, tablesOf } from '../../../src/runner/summary/tables.ts';
import { outcomeOf } from '../../support/runner/outcome-of.ts';
import { dataOf, failed, finished, reportOn, resourceId, sanitizers } from '../../support/runner/summary-data.ts';

/** The cells of each table; spaces that do not break count as spaces. */
function cellsOf(outcomes: readonly Outcome[], more: Parameters<typeof dataOf>[1] = {}): string[][][] {
  return tablesOf(dataOf(outcomes, more), sanitizers)
    .filter((part) => part.includes('|'))
    .map((table) =>
      table
        .replaceAll('\u00A0', ' ')
        .split('\n')
        .filter((line) => line.startsWith('| ') && !/^\| :?-/.test(line))
        .map((line) => line.slice(2, -2).split(' | ')),
    );
}

describe('one resource', () => {
  test('has its name, address, deployment and statuses', () => {
    expect(cellsOf([finished])[0]).toEqual([
      ['Resource', 'web (`app_web`)'],
      ['Address', '[web.example.test](<https://web.example.test/>)'],
      ['Deployment', '`dep_7`'],
      ['Status', 'finished'],
      ['Resource status', 'running'],
    ]);
  });

  test('has the commit that the deployment shows', () => {
    expect(cellsOf([{ ...finished, commit: '4f6c21d' }])[0]).toContainEqual(['Commit', '`4f6c21d`']);
    expect(cellsOf([finished])[0]?.map(([label]) => label)).not.toContain('Commit');
  });

  test('has an error code only once the step has ended', () => {
    const labelsOf = (more: Parameters<typeof cellsOf>[1]) => cellsOf([failed], more)[0]?.map(([label]) => label);
    expect(labelsOf({})).toContain('Error code');
    expect(labelsOf({ report: undefined })).not.toContain('Error code');
  });

  test('that was skipped has the reason', () => {
    const outcome = outcomeOf({ resourceId, skipped: 'outdated', cause: 'main has moved on' });
    expect(cellsOf([outcome])[0]).toEqual([
      ['Resource', '`app_web`'],
      ['Reason', 'main has moved on'],
    ]);
    expect(cellsOf([{ ...outcome, cause: 'main is at deadbeef1.' }])[0]?.[1]).toEqual([
      'Reason',
      'main is at `deadbeef1`.',
    ]);
  });
});

test('has one row for each of several resources, with mark and outcome', () => {
  const skipped = outcomeOf({ resourceId: 'app_docs', skipped: 'busy' });
  const [rows] = cellsOf([finished, { ...failed, resourceId: 'app_api', name: 'api', errorCode: 'timeout' }, skipped]);
  expect(rows).toEqual([
    ['Resource', 'Outcome'],
    ['✅ web<br>[web.example.test](<https://web.example.test/>)', 'finished, 1m 12s<br>`dep_7`'],
    ['❌ api<br>[web.example.test](<https://web.example.test/>)', 'timeout<br>`dep_7`, 1m 12s'],
    ['⏭️ `app_docs`', 'skipped: busy'],
  ]);
});

test('has facts and sections of an operation, empty cells included, and keeps untrusted text inside its cell', () => {
  const report = reportOn([], {
    facts: [{ label: 'Variables', value: '3' }],
    sections: [
      {
        title: 'Resources',
        columns: ['Id', 'Name'],
        rows: [
          ['app_web', 'a | b'],
          ['app_api', ''],
        ],
      },
    ],
  });
  const parts = tablesOf(dataOf([], { report }), sanitizers);
  expect(parts).toEqual([
    '| Variables | `3` |\n| :--- | :--- |',
    '### Resources\n\n| Id | Name |\n| :--- | :--- |\n| `app_web` | `a ¦ b` |\n| `app_api` |  |',
  ]);
});

test.each([
  ['https://web.example.test/', '[web.example.test](<https://web.example.test/>)'],
  ['https://web.example.test:8443/shop/', '[`web.example.test:8443/shop`](<https://web.example.test:8443/shop/>)'],
  ['https://web.example.test/?a=1', '[`https://web.example.test/?a=1`](<https://web.example.test/?a=1>)'],
  ['http://web.example.test/', '`http://web.example.test/`'],
  ['no address', '`no address`'],
])('shows the address %s as %s', (address, shown) => {
  expect(addressLink(address, sanitizers)).toBe(shown);
});
