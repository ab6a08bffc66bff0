// Reading logs: what is true of every log, whatever its form.
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { readDeployment, readRuntimeLog, textOf } from '../../support/service/readers.ts';
import { forDrawn } from '../../support/drawn.ts';
import { fuzzTimeoutMs } from '../../support/random.ts';

async function logOf(log: unknown): Promise<string | undefined> {
  return textOf((await readDeployment({ id: 'dep_1', status: 'building', log }, 'dep_1')).log);
}

const logs = fc.string({
  unit: fc.constantFrom('a', 'Überraschung', '\r\n', '\n', '\r', '\r\r\n', '😀', ' ', '\u0000', '::error::'),
  minLength: 1,
  maxLength: 60,
  size: 'max',
});
const drawn = { rounds: 20 };

describe('a log that grows', () => {
  test(
    'always begins with its earlier text, wherever it was cut',
    async () => {
      await forDrawn(logs, drawn, async (whole) => {
        for (let end = 0; end < whole.length; end++) {
          const before = (await logOf(whole.slice(0, end))) ?? 'missing';
          const after = (await logOf(whole.slice(0, end + 1))) ?? '';
          expect(after.startsWith(before)).toBe(true);
        }
      });
    },
    fuzzTimeoutMs,
  );

  test(
    'does so as a list of lines, too',
    async () => {
      await forDrawn(logs, drawn, async (whole) => {
        const lines = whole.split('\n');
        for (let count = 1; count < lines.length; count++) {
          const before = (await logOf(lines.slice(0, count))) ?? 'missing';
          expect((await logOf(lines.slice(0, count + 1)))?.startsWith(before)).toBe(true);
        }
      });
    },
    fuzzTimeoutMs,
  );
});

describe('a log', () => {
  test(
    'reads the same as text, as lines, as lines with line ends, and as objects',
    async () => {
      await forDrawn(logs, drawn, async (text) => {
        const lines = text.split('\n');
        const asText = await logOf(text);
        expect(asText).toBeDefined();
        expect(await logOf(lines)).toBe(asText);
        expect(await logOf(text.split(/(?<=\n)/))).toBe(asText);
        expect(await logOf(lines.map((message, index) => ({ index, message })))).toBe(asText);
        expect(await readRuntimeLog(text, 'text/plain')).toBe(asText);
        expect(await readRuntimeLog(JSON.stringify({ logs: lines }), 'application/json')).toBe(asText);
      });
    },
    fuzzTimeoutMs,
  );

  test('of many megabytes is read completely', async () => {
    const text = 'a line of a build, and no carriage return in it\n'.repeat(200_000);
    expect(await logOf(text)).toBe(text);
    expect(await logOf(text.replaceAll('\n', '\r\n'))).toBe(text);
    expect(await logOf(text.split('\n'))).toBe(text);
  });
});
