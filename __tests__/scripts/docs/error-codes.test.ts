// The table of error codes on docs/errors.md.
import { expect, test } from '@jest/globals';
import { errorCodeTable } from '../../../scripts/docs/error-codes.ts';
import { apiErrorCodes, ownErrorCodes } from '../../../src/api/errors.ts';

test('has one row of three cells for every code, with what the error itself says', () => {
  const rows = errorCodeTable().split('\n').slice(2);
  const cells = rows.map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  expect(cells.map(([, code]) => code)).toEqual([...apiErrorCodes, ...ownErrorCodes].map((code) => `\`${code}\``));
  expect(cells.filter((row) => row.length !== 5 || row.slice(1, 4).includes(''))).toEqual([]);
  expect(cells.find(([, code]) => code === '`busy`')?.[2]).toBe('The resource is busy with other work');
});
