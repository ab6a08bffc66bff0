// Reading logs: what is true of every log, whatever its form.
import { describe, expect, test } from '@jest/globals';
import { readDeployment, readRuntimeLog, textOf } from '../../support/readers.ts';
import { seededRandom } from '../../support/random.ts';

async function logOf(log: unknown): Promise<string | undefined> {
  return textOf((await readDeployment({ id: 'dep_1', status: 'building', log }, 'dep_1')).log);
}

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

function randomLog(seed: number): string {
  const random = seededRandom(seed);
  const parts = ['a', 'Überraschung', '\r\n', '\n', '\r', '\r\r\n', '😀', ' ', '\u0000', '::error::'];
  return Array.from({ length: 60 }, () => parts[Math.floor(random() * parts.length)]).join('');
}

describe('a log that grows', () => {
  test.each(seeds)('always begins with its earlier text, wherever it was cut (seed %i)', async (seed) => {
    const whole = randomLog(seed);
    for (let end = 0; end < whole.length; end++) {
      const before = (await logOf(whole.slice(0, end))) ?? 'missing';
      const after = (await logOf(whole.slice(0, end + 1))) ?? '';
      expect(after.startsWith(before)).toBe(true);
    }
  });

  test.each(seeds)('does so as a list of lines, too (seed %i)', async (seed) => {
    const lines = randomLog(seed).split('\n');
    for (let count = 1; count < lines.length; count++) {
      const before = (await logOf(lines.slice(0, count))) ?? 'missing';
      expect((await logOf(lines.slice(0, count + 1)))?.startsWith(before)).toBe(true);
    }
  });
});

describe('a log', () => {
  test.each(seeds)(
    'reads the same as text, as lines, as lines with line ends, and as objects (seed %i)',
    async (seed) => {
      const text = randomLog(seed);
      const lines = text.split('\n');
      const asText = await logOf(text);
      expect(asText).toBeDefined();
      expect(await logOf(lines)).toBe(asText);
      expect(await logOf(text.split(/(?<=\n)/))).toBe(asText);
      expect(await logOf(lines.map((message, index) => ({ index, message })))).toBe(asText);
      expect(await readRuntimeLog(text, 'text/plain')).toBe(asText);
      expect(await readRuntimeLog(JSON.stringify({ logs: lines }), 'application/json')).toBe(asText);
    },
  );

  test('of many megabytes is read completely', async () => {
    const text = 'a line of a build, and no carriage return in it\n'.repeat(200_000);
    expect(await logOf(text)).toBe(text);
    expect(await logOf(text.replaceAll('\n', '\r\n'))).toBe(text);
    expect(await logOf(text.split('\n'))).toBe(text);
  });
});
