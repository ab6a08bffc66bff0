// A log of bounded size: what is kept, what the note reports, and that appending costs no more than the text is long.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { BoundedLog } from '../../../emulator/state/bounded-log.ts';

setFlagsFromString('--expose-gc');

/** Memory that is still in use after a collection. */
function keptBytes(): number {
  runInNewContext('gc()');
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('a bounded log', () => {
  test('keeps everything up to its limit, without a note', () => {
    const log = new BoundedLog(100);
    for (let count = 0; count < 10; count += 1) log.append('123456789\n');
    expect(log.text()).toBe('123456789\n'.repeat(10));
    expect(log.isCut).toBe(false);
  });

  test('drops the oldest text beyond its limit and notes how much, then continues with a whole line', () => {
    const log = new BoundedLog(160);
    const all = Array.from({ length: 100 }, (_, index) => `line ${index}\n`).join('');
    for (const line of all.match(/.*\n/g) ?? []) log.append(line);
    const [note = '', ...rest] = log.text().split(/(?<=\n)/);
    expect(note).toMatch(/^\[\d+ bytes are missing here: the emulator keeps the last 160 of a log\]\n$/);
    const kept = rest.join('');
    expect(all.endsWith(kept)).toBe(true);
    expect(kept).toMatch(/^line \d+\n/);
    expect(kept.length).toBeGreaterThan(120);
    expect(kept.length).toBeLessThanOrEqual(160);
    expect(note).toContain(`[${all.length - kept.length} bytes`);
  });

  test('keeps the end of a single text that is longer than its limit', () => {
    const log = new BoundedLog(50);
    log.append(`${'x'.repeat(1000)}\nthe end\n`);
    expect(log.text()).toMatch(/\[1001 bytes .*\]\nthe end\n$/);
  });

  test.each([0, -1])('with a limit of %d still ends, and keeps next to nothing', (limit) => {
    const log = new BoundedLog(limit);
    log.append('one\ntwo\n');
    expect([log.size, log.isCut]).toEqual([1, true]);
  });

  test('counts bytes, not characters, and never shows half a character', () => {
    const log = new BoundedLog(64);
    for (let count = 0; count < 40; count += 1) log.append('日本\n');
    expect(log.size).toBeLessThanOrEqual(64);
    expect(log.text()).toMatch(/\]\n(?:日本\n){5,9}$/);
  });

  test('gives what was appended since a position', () => {
    const log = new BoundedLog(100);
    log.append('one\n');
    const { end } = log;
    log.append('zwölf\n');
    log.append('three\n');
    expect([log.textSince(end), log.textSince(log.end)]).toEqual(['zwölf\nthree\n', '']);
  });

  test('takes as much memory as its limit, however small the pieces and however long the texts they were cut from', () => {
    const before = keptBytes();
    const logs = Array.from({ length: 10 }, () => new BoundedLog(100_000));
    for (const log of logs) {
      for (let count = 0; count < 100_000; count += 1) log.append(count % 2 === 0 ? 'x' : '\n');
      log.append('y'.repeat(1_000_000).slice(0, 1000));
    }
    const grownMb = (keptBytes() - before) / 1e6;
    expect(logs.every((log) => log.size > 90_000)).toBe(true);
    expect(grownMb).toBeLessThan(5);
  });

  test('starts anew when it is replaced', () => {
    const log = new BoundedLog(50);
    log.append('x'.repeat(1000));
    log.replace('new\n');
    expect(log.text()).toBe('new\n');
    expect(log.size).toBe(4);
  });

  test('takes 200 MB in small pieces without copying what it has', () => {
    const log = new BoundedLog(2_000_000);
    const piece = `${'x'.repeat(1023)}\n`;
    const started = process.cpuUsage();
    for (let count = 0; count < 200_000; count += 1) log.append(piece);
    const { user } = process.cpuUsage(started);
    expect(log.size).toBeLessThanOrEqual(2_000_000);
    expect(user / 1000).toBeLessThan(3000);
  });
});
