// The paths that readers report.
import { expect, test } from '@jest/globals';
import { pathTo, shownPath } from '../../../../src/api/wire/search/trace.ts';

test.each([
  ['', 'status', 'status'],
  ['data.state', 'x', 'data.state.x'],
  ['data', 'y'.repeat(40), `data.${'y'.repeat(40)}`],
  ['data', 'y'.repeat(41), 'data.…'],
])('below %j the field %j has the path %j', (path, name, expected) => {
  expect(pathTo(path, name)).toBe(expected);
});

test('names the whole body in words', () => {
  expect([shownPath(''), shownPath('data.state')]).toEqual(['the whole body', 'data.state']);
});
