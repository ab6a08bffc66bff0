// The excerpt of a log: a little of its beginning, most of its end, and the exact size of what is omitted.
import { describe, expect, test } from '@jest/globals';
import { createLogExcerpt } from '../../../src/runner/logs/log-excerpt.ts';
import { asClean, type CleanText } from '../../../src/runner/sanitize/line-cleaner.ts';
import * as fc from 'fast-check';
import { forDrawn } from '../../support/drawn.ts';
import { fuzzTimeoutMs } from '../../support/random.ts';

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}`);
}

/** Lines as the sanitizer of a log returns them. */
function asText(lines: readonly string[]): { text: CleanText; lineCount: number } {
  return { text: asClean(lines.map((line) => `${line}\n`).join('')), lineCount: lines.length };
}

function excerptOf(lines: readonly string[], maxBytes: number, kept = { headBytes: 1000, tailBytes: 4000 }) {
  const log = createLogExcerpt(kept);
  log.push(asText(lines));
  return log.excerpt({ maxBytes });
}

const MARKER = /^\.{3} (?:(\d+) lines? \()?\d+ KB\)? left out here \.{3}$/;

/** The size of a text whose line ends the runner writes as two bytes. */
function bytesOnWindows(text: string): number {
  return Buffer.byteLength(text.replaceAll('\n', '\r\n'));
}

describe('the excerpt of a log', () => {
  test('is the whole log where that fits', () => {
    expect(excerptOf(['one', '', 'three'], 900)).toEqual({
      text: 'one\n\nthree',
      omittedLines: 0,
      omittedBytes: 0,
      totalLines: 3,
    });
    expect(excerptOf([], 900)).toEqual({ text: '', omittedLines: 0, omittedBytes: 0, totalLines: 0 });
  });

  test('shows a little of the beginning, most of the end, and between them what is missing', () => {
    const { text, omittedLines, omittedBytes, totalLines } = excerptOf(numbered(10_000), 2000);
    const lines = text.split('\n');
    const markerAt = lines.findIndex((line) => MARKER.test(line));
    expect(lines.slice(0, markerAt)).toEqual(numbered(10_000).slice(0, markerAt));
    expect(lines.slice(markerAt + 1)).toEqual(numbered(10_000).slice(10_000 - (lines.length - markerAt - 1)));
    expect(markerAt).toBeGreaterThan(10);
    expect(lines.length - markerAt).toBeGreaterThan(3 * markerAt);
    expect(omittedLines).toBe(10_000 - (lines.length - 1));
    expect(lines[markerAt]).toContain(`... ${omittedLines} lines (`);
    const missing = numbered(10_000).slice(markerAt, markerAt + omittedLines);
    expect(omittedBytes).toBe(Buffer.byteLength(missing.map((line) => `${line}\n`).join('')));
    expect(totalLines).toBe(10_000);
  });

  test('grows with the log', () => {
    const log = createLogExcerpt({ headBytes: 100, tailBytes: 400 });
    const lines = numbered(300);
    for (const [index, line] of lines.entries()) {
      log.push(asText([line]));
      const { text, totalLines } = log.excerpt({ maxBytes: 400 });
      expect(totalLines).toBe(index + 1);
      expect(text.endsWith(line)).toBe(true);
      expect(text.startsWith('line 1')).toBe(true);
    }
  });

  test('cuts a very long line between characters and keeps its end', () => {
    for (const lead of ['', 'a', 'ab', 'abc']) {
      const { text, omittedLines, omittedBytes } = excerptOf([`${lead}${'😀'.repeat(10_000)}`], 1000);
      const [marker = '', rest = ''] = text.split('\n');
      expect(marker).toMatch(MARKER);
      expect(rest).toMatch(/^(?:😀){200,}$/u);
      expect(omittedLines).toBe(0);
      expect(omittedBytes).toBe(lead.length + 40_000 - Buffer.byteLength(rest));
    }
  });

  test('counts a line end as two bytes, as on Windows', () => {
    const lines = Array.from({ length: 1000 }, () => 'x');
    expect(excerptOf(lines, 3000).omittedLines).toBe(0);
    expect(bytesOnWindows(excerptOf(lines, 2500).text)).toBeLessThanOrEqual(2500);
    expect(excerptOf(lines, 2500).omittedLines).toBeGreaterThan(100);
  });

  test('is empty where not even the marker fits', () => {
    expect(excerptOf(numbered(1000), 50)).toMatchObject({ text: '', omittedLines: 1000, totalLines: 1000 });
    expect(excerptOf(numbered(1000), 128).text).toMatch(MARKER);
  });

  test('reports how much space it could use', () => {
    const log = createLogExcerpt({ headBytes: 100, tailBytes: 400 });
    log.push(asText(['one', 'two']));
    expect(log.excerpt({ maxBytes: log.wantedBytes() }).text).toBe('one\ntwo');
    log.push(asText(numbered(1000)));
    const wanted = log.wantedBytes();
    expect(wanted).toBeLessThan(1000);
    expect(log.excerpt({ maxBytes: 1_000_000 }).text).toBe(log.excerpt({ maxBytes: wanted + 200 }).text);
  });

  test(
    'fits, is correct and does not depend on the chunks, for random logs',
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
        kept: fc.record({ headBytes: fc.nat(1999), tailBytes: fc.integer({ min: 1, max: 4000 }) }),
        maxBytes: fc.nat(4999),
        counts: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }),
      });
      await forDrawn(drawn, { rounds: 100 }, ({ lines, kept, maxBytes, counts }) => {
        const whole = excerptOf(lines, maxBytes, kept);
        const piecewise = createLogExcerpt(kept);
        for (let at = 0, piece = 0; at < lines.length; piece += 1) {
          const count = counts[piece % counts.length] ?? 1;
          piecewise.push(asText(lines.slice(at, at + count)));
          at += count;
        }
        expect(piecewise.excerpt({ maxBytes })).toEqual(whole);
        expect(bytesOnWindows(whole.text)).toBeLessThanOrEqual(maxBytes);
        expect(whole.totalLines).toBe(lines.length);
        const markers = whole.text.split('\n').filter((shown) => MARKER.test(shown)).length;
        const isWhole = whole.text === lines.join('\n');
        // An excerpt of one empty line equals an excerpt without any space.
        const isNothing = lines.join('\n') === '';
        expect({ isWhole, markers }).toEqual(
          whole.omittedBytes === 0 || isNothing
            ? { isWhole: true, markers: 0 }
            : { isWhole: false, markers: maxBytes < 128 ? 0 : 1 },
        );
      });
    },
    fuzzTimeoutMs,
  );

  test('is the same when a very long line comes alone and when it comes with the next one', () => {
    const kept = { headBytes: 0, tailBytes: 102 };
    const lines = ['😀'.repeat(100), ''];
    const one = createLogExcerpt(kept);
    one.push(asText(lines));
    const two = createLogExcerpt(kept);
    for (const line of lines) two.push(asText([line]));
    expect(two.excerpt({ maxBytes: 400 })).toEqual(one.excerpt({ maxBytes: 400 }));
  });

  test('keeps a long log in little memory, and costs as much as what is new', () => {
    const log = createLogExcerpt({ headBytes: 10_000, tailBytes: 100_000 });
    const lines = numbered(10_000);
    for (let round = 0; round < 100; round += 1) log.push(asText(lines));
    for (let round = 0; round < 200_000; round += 1) log.push(asText(['one more line']));
    expect(log.wantedBytes()).toBeLessThan(130_000);
    expect(log.excerpt({ maxBytes: 1000 }).totalLines).toBe(1_200_000);
  });
});
