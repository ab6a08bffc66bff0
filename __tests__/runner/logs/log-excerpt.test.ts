// The excerpt of a log: the whole log where that fits, else its end and the number of lines before it.
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { createLogExcerpt } from '../../../src/runner/logs/log-excerpt.ts';
import { asClean, type CleanText } from '../../../src/runner/sanitize/line-cleaner.ts';
import { forDrawn } from '../../support/drawn.ts';
import { fuzzTimeoutMs } from '../../support/random.ts';

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}`);
}

/** Lines as the sanitizer of a log returns them. */
function asText(lines: readonly string[]): { text: CleanText; lineCount: number } {
  return { text: asClean(lines.map((line) => `${line}\n`).join('')), lineCount: lines.length };
}

function excerptOf(lines: readonly string[], maxBytes: number) {
  const log = createLogExcerpt();
  log.push(asText(lines));
  return log.excerpt({ maxBytes });
}

/** The line about lines that are left out. */
function marker(count: number): string {
  return `... ${count} earlier ${count === 1 ? 'line' : 'lines'} left out here ...`;
}

/** The size of a text whose line ends the runner writes as two bytes. */
function bytesOnWindows(text: string): number {
  return Buffer.byteLength(text.replaceAll('\n', '\r\n'));
}

describe('the excerpt of a log', () => {
  const [x, y] = ['x'.repeat(98), 'y'.repeat(98)];

  test.each([
    { title: 'is the whole log where that fits', lines: ['one', '', 'three'], maxBytes: 900, text: 'one\n\nthree' },
    { title: 'is empty for a log without lines', lines: [], maxBytes: 900, text: '' },
    { title: 'counts a line end as two bytes, as on Windows', lines: [x, y], maxBytes: 200, text: `${x}\n${y}` },
    { title: 'counts bytes, not characters', lines: ['汉'.repeat(66)], maxBytes: 200, text: '汉'.repeat(66) },
  ])('$title', ({ lines, maxBytes, text }) => {
    expect(excerptOf(lines, maxBytes)).toEqual({ text, isWhole: true });
  });

  test.each([
    { title: 'is one line less than one byte above', lines: [x, y], maxBytes: 199, text: `${marker(1)}\n${y}` },
    { title: 'has only whole lines', lines: ['汉'.repeat(67)], maxBytes: 200, text: marker(1) },
    { title: 'has at least the number of lines', lines: numbered(1_000), maxBytes: 64, text: marker(1_000) },
    { title: 'is empty where not even that fits', lines: numbered(1_000), maxBytes: 63, text: '' },
    { title: 'is empty where there is no room at all', lines: numbered(1_000), maxBytes: -1_000, text: '' },
  ])('$title', ({ lines, maxBytes, text }) => {
    expect(excerptOf(lines, maxBytes)).toEqual({ text, isWhole: false });
  });

  test('shows the end of a long log below the number of lines before it', () => {
    const { text, isWhole } = excerptOf(numbered(10_000), 2_000);
    const [first, ...lines] = text.split('\n');
    expect(isWhole).toBe(false);
    expect(lines.length).toBeGreaterThan(140);
    expect(lines).toEqual(numbered(10_000).slice(-lines.length));
    expect(first).toBe(marker(10_000 - lines.length));
  });

  test('has 128 KiB at most', () => {
    const log = createLogExcerpt();
    log.push(asText(['one', 'two']));
    expect(log.wantedBytes()).toBe('one\r\ntwo\r\n'.length);
    log.push(asText(numbered(40_000)));
    expect(log.wantedBytes()).toBe(128 * 1024);
    const { text } = log.excerpt({ maxBytes: 1_000_000 });
    expect(text).toMatch(/^\.{3} \d+ earlier lines left out here \.{3}\n[^]*\nline 40000$/);
    expect(bytesOnWindows(text)).toBeLessThanOrEqual(128 * 1024);
    expect(bytesOnWindows(text)).toBeGreaterThan(127 * 1024);
  });

  test(
    'fits, is correct and does not depend on the pieces, for random logs',
    async () => {
      const below = fc.constantFrom(3, 30, 300);
      const oneLine = fc
        .tuple(
          fc.constantFrom('x', '汉', '😀', ''),
          below.chain((limit) => fc.nat(limit - 1)),
        )
        .map(([character, count]) => character.repeat(count));
      const drawn = fc.record({
        lines: below.chain((limit) => fc.array(oneLine, { maxLength: limit - 1, size: 'max' })),
        times: fc.constantFrom(1, 1, 1, 20),
        maxBytes: fc.oneof(fc.nat(4999), fc.nat(200_000)),
        counts: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }),
      });
      await forDrawn(drawn, { rounds: 100 }, ({ lines: some, times, maxBytes, counts }) => {
        const lines = Array.from({ length: times }, () => some).flat();
        const { text, isWhole } = excerptOf(lines, maxBytes);
        const piecewise = createLogExcerpt();
        for (let at = 0, piece = 0; at < lines.length; piece += 1) {
          const count = counts[piece % counts.length] ?? 1;
          piecewise.push(asText(lines.slice(at, at + count)));
          at += count;
        }
        expect(piecewise.excerpt({ maxBytes })).toEqual({ text, isWhole });
        expect(bytesOnWindows(text)).toBeLessThanOrEqual(maxBytes);
        const omitted = Number(/^\.{3} (\d+) earlier/.exec(text)?.[1] ?? 0);
        const shortened = maxBytes < 64 ? '' : [marker(omitted), ...lines.slice(omitted)].join('\n');
        const wholeBytes = lines.length === 0 ? 0 : bytesOnWindows(`${lines.join('\n')}\n`);
        const fits = wholeBytes <= Math.min(maxBytes, 128 * 1024);
        expect({ text, isWhole }).toEqual({ text: fits ? lines.join('\n') : shortened, isWhole: fits });
      });
    },
    fuzzTimeoutMs,
  );

  test('keeps a long log in little memory, and costs as much as what is new', () => {
    const log = createLogExcerpt();
    const lines = asText(numbered(10_000));
    for (let round = 0; round < 100; round += 1) log.push(lines);
    for (let round = 0; round < 200_000; round += 1) log.push(asText(['one more line']));
    expect(log.wantedBytes()).toBe(128 * 1024);
    expect(log.excerpt({ maxBytes: 1_000 }).text).toMatch(/^\.{3} 11\d{5} earlier lines/);
  });
});
