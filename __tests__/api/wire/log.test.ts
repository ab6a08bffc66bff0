// Logs through the wire: what is true of every log, whatever form it comes in.
import { describe, expect, test } from '@jest/globals';
import { readDeployment, readRuntimeLog } from '../../../src/api/wire/index.ts';
import { seededRandom } from '../../support/random.ts';

function logOf(log: unknown): string | undefined {
  return readDeployment({ id: 'dep_1', status: 'building', log }, 'dep_1').log;
}

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

function randomLog(seed: number): string {
  const random = seededRandom(seed);
  const parts = ['a', 'Überraschung', '\r\n', '\n', '\r', '\r\r\n', '😀', ' ', '\u0000', '::error::'];
  return Array.from({ length: 60 }, () => parts[Math.floor(random() * parts.length)]).join('');
}

describe('a log that grows', () => {
  test.each(seeds)('always begins with what it was before, wherever it was cut (seed %i)', (seed) => {
    const whole = randomLog(seed);
    for (let end = 0; end < whole.length; end++) {
      const before = logOf(whole.slice(0, end)) ?? 'missing';
      const after = logOf(whole.slice(0, end + 1)) ?? '';
      expect(after.startsWith(before)).toBe(true);
    }
  });

  test.each(seeds)('does so as a list of lines too (seed %i)', (seed) => {
    const lines = randomLog(seed).split('\n');
    for (let count = 1; count < lines.length; count++) {
      const before = logOf(lines.slice(0, count)) ?? 'missing';
      expect(logOf(lines.slice(0, count + 1))?.startsWith(before)).toBe(true);
    }
  });
});

describe('a log', () => {
  test.each(seeds)('is the same as text, as lines, as lines with their ends, and as objects (seed %i)', (seed) => {
    const text = randomLog(seed);
    const lines = text.split('\n');
    const asText = logOf(text);
    expect(asText).toBeDefined();
    expect(logOf(lines)).toBe(asText);
    expect(logOf(text.split(/(?<=\n)/))).toBe(asText);
    expect(logOf(lines.map((message, index) => ({ index, message })))).toBe(asText);
    expect(readRuntimeLog(text, 'text/plain')).toBe(asText);
    expect(readRuntimeLog(JSON.stringify({ logs: lines }), 'application/json')).toBe(asText);
  });

  test('of many megabytes comes through whole', () => {
    const text = 'a line of a build, and no carriage return in it\n'.repeat(200_000);
    expect(logOf(text)).toBe(text);
    expect(logOf(text.replaceAll('\n', '\r\n'))).toBe(text);
    expect(logOf(text.split('\n'))).toBe(text);
  });
});
