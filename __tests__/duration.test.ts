// Durations as text.
import { describe, expect, test } from '@jest/globals';
import { formatDuration, parseDurationMs } from '../src/duration.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('a written duration', () => {
  test.each([
    ['90', 90 * SECOND],
    ['0', 0],
    ['90s', 90 * SECOND],
    ['15m', 15 * MINUTE],
    ['2h', 2 * HOUR],
    ['1h30m', HOUR + 30 * MINUTE],
    ['1h30m15s', HOUR + 30 * MINUTE + 15 * SECOND],
    ['1h15s', HOUR + 15 * SECOND],
    ['1H30M', HOUR + 30 * MINUTE],
    ['0h0m1s', SECOND],
    ['120m', 2 * HOUR],
    ['999999999', 999_999_999 * SECOND],
  ])('%j is %d ms', (text, ms) => {
    expect(parseDurationMs(text)).toBe(ms);
  });

  test.each([
    '',
    ' ',
    '1 h',
    'h',
    's',
    '1d',
    '1.5h',
    '-1',
    '+1',
    '1e3',
    '30s1m',
    '1m1m',
    '1h30',
    '0x10',
    '١',
    'NaN',
    '1234567890',
  ])('%j is not a duration', (text) => {
    expect(parseDurationMs(text)).toBeUndefined();
  });
});

describe('a formatted duration', () => {
  test.each([
    [0, '0s'],
    [40, '0s'],
    [50, '0.1s'],
    [1_000, '1s'],
    [4_700, '4.7s'],
    [9_949, '9.9s'],
    [9_950, '10s'],
    [59_499, '59s'],
    [59_500, '1m'],
    [72_000, '1m 12s'],
    [HOUR - 400, '1h'],
    [HOUR, '1h'],
    [2 * HOUR + 5 * MINUTE + 59 * SECOND, '2h 5m'],
    [100 * HOUR, '100h'],
  ])('%d ms is %j', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  test('shows a written duration unchanged, in the largest units', () => {
    for (const text of ['5s', '15m', '2h']) expect(formatDuration(parseDurationMs(text) ?? -1)).toBe(text);
  });
});
