// The contract report as a table with one row per open part, whatever was seen.
import { expect, test } from '@jest/globals';
import { type Evidence, openParts } from '../../../src/api/model.ts';
import { contractLines, contractRows, contractSection } from '../../../src/operations/steps/contract-report.ts';

const evidence = (shape: string, more: Partial<Evidence> = {}): Evidence => ({
  part: 'build log',
  source: 'response',
  shape,
  isExpected: true,
  ...more,
});

const rowOf = (...seen: Evidence[]) => contractRows(seen).find(({ title }) => title === 'build log');

test('has a row for every open part when nothing was seen', () => {
  const rows = contractRows([]);
  expect(rows.map(({ title }) => title)).toEqual(Object.keys(openParts));
  expect(rows.every(({ verdict, seen }) => verdict === 'not seen' && seen === '')).toBe(true);
  expect(contractLines(rows)).toEqual([
    `Contract report: 0 as expected, 0 differing, ${rows.length} not seen. The summary has the table.`,
  ]);
});

test('shows a response before the description, and a difference before both', () => {
  const described = evidence('{d: string}', { source: 'description' });
  const response = evidence('{r: string}');
  const odd = evidence('{o: string}', { source: 'description', isExpected: false });
  expect(rowOf(described)).toMatchObject({ seen: 'openapi.json: {d: string}', verdict: 'as expected' });
  expect(rowOf(described, response)).toMatchObject({ seen: 'response: {r: string}', verdict: 'as expected' });
  expect(rowOf(described, response, odd)).toMatchObject({ seen: 'openapi.json: {o: string}', verdict: 'differs' });
  expect(rowOf(evidence('{}', { isExpected: false }), odd)).toMatchObject({ seen: 'response: {}', verdict: 'differs' });
});

test('is summed up in the step log, with one line per row that differs', () => {
  const rows = contractRows([evidence('{}', { isExpected: false }), evidence('x', { part: 'events' })]);
  expect(contractLines(rows)).toEqual([
    `Contract report: 1 as expected, 1 differing (build log), ${rows.length - 2} not seen. The summary has the table.`,
    'Differs: build log. Expected: text, lines or entries. This service: response: {}',
  ]);
});

test('is a table of four columns', () => {
  const { title, columns, rows } = contractSection(contractRows([evidence('{log: string}')]));
  expect(title).toBe('Contract report');
  expect(columns).toHaveLength(4);
  expect(rows).toContainEqual(['build log', 'text, lines or entries', 'response: {log: string}', 'as expected']);
});
