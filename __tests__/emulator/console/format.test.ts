// Times and sizes as people read them.
import { expect, test } from '@jest/globals';
import { duration, moment, sizes } from '../../../emulator/console/format.ts';

const NOW_MS = Date.UTC(2026, 0, 31, 12);
const DAY_MS = 86_400_000;

test.each([
  [0, '0 ms'],
  [999.9, '999 ms'],
  [1000, '1.0 s'],
  [12_345, '12.3 s'],
  [59_999, '59.9 s'],
  [60_000, '1 min 0 s'],
  [245_999, '4 min 5 s'],
  [7_384_000, '123 min 4 s'],
])('%d ms are shown as %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test.each([
  [0, 'now'],
  [-999, 'now'],
  [-1000, '1 second ago'],
  [-59_999, '59 seconds ago'],
  [-60_000, '1 minute ago'],
  [-3_599_999, '59 minutes ago'],
  [-2 * 3_600_000, '2 hours ago'],
  [-DAY_MS, 'yesterday'],
  [-3 * DAY_MS, '3 days ago'],
  [90 * DAY_MS, 'in 90 days'],
  [90 * DAY_MS - 1, 'in 89 days'],
])('a moment %d ms from now is shown as %s', (distanceMs, text) => {
  expect(moment(NOW_MS + distanceMs, NOW_MS).text).toContain(`>${text}<`);
});

test('a moment has its exact time for machines and on hover', () => {
  expect(moment(NOW_MS, NOW_MS).text).toBe(
    '<time datetime="2026-01-31T12:00:00.000Z" title="2026-01-31T12:00:00.000Z">now</time>',
  );
});

test.each([
  [{ cpuMillicores: 500, memoryMb: 512, diskGb: 5 }, '0.5 vCPU · 512 MB · 5 GB'],
  [{ cpuMillicores: 2000, memoryMb: 4096, diskGb: 100 }, '2 vCPU · 4096 MB · 100 GB'],
  [{ cpuMillicores: 0, memoryMb: 0, diskGb: 0 }, '0 vCPU · 0 MB · 0 GB'],
])('%j is shown as %s', (of, text) => {
  expect(sizes(of)).toBe(text);
});
