// The logs in the summary: collapsed, marked as untrusted, and no longer than there is room.
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { lastLines, logSections, shareBudget } from '../../../src/runner/summary/logs.ts';
import { forDrawn } from '../../support/drawn.ts';
import { pageNodes } from '../../support/runner/gfm.ts';
import { codeBlocks, dataOf, failed, finished, logOf, sanitizers } from '../../support/runner/summary-data.ts';

const ROOM_BYTES = 100_000;
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`).join('');
const titlesOf = (sections: readonly string[]) =>
  sections.flatMap((section) => /<summary>(.*)<\/summary>/.exec(section)?.[1] ?? []);

describe('a log', () => {
  test('is collapsed below its title, and marked as untrusted before its first line', () => {
    const [section = ''] = logSections(dataOf([finished], { logs: [logOf('one\ntwo\n')] }), sanitizers, ROOM_BYTES);
    expect(titlesOf([section])).toEqual(['Build log, 2 lines']);
    expect(codeBlocks(section)).toMatchObject([{ lang: 'text', value: 'one\ntwo' }]);
    expect(section.indexOf('(untrusted)')).toBeLessThan(section.indexOf('```text'));
    expect(section).not.toContain('log-file');
  });

  test('stays a code block whatever it contains', () => {
    const text = '</details>\n```\n<img src=x>\n';
    const [section = ''] = logSections(dataOf([finished], { logs: [logOf(text)] }), sanitizers, ROOM_BYTES);
    expect(codeBlocks(section)).toMatchObject([{ value: text.trimEnd() }]);
    expect(pageNodes(section).filter(({ type }) => type === 'image')).toEqual([]);
  });

  test('that is too long is shortened, and the output that names the file of the whole log is given', () => {
    const [section = ''] = logSections(dataOf([finished], { logs: [logOf(numbered(5_000))] }), sanitizers, 20_000);
    expect(Buffer.byteLength(section)).toBeLessThanOrEqual(20_000);
    expect(codeBlocks(section)[0]?.value).toMatch(/^\.{3} \d+ earlier lines left out here \.{3}\n[^]*\nline 4999$/);
    expect(section).toContain('The whole log is in the file that the output `log-file` names.');
  });

  test('of each of several resources has its name', () => {
    const api = { ...finished, resourceId: 'app_api', name: 'api' };
    const logs = [logOf('one\n'), logOf('two\n', { of: 'app_api', source: 'runtime' })];
    expect(titlesOf(logSections(dataOf([finished, api], { logs }), sanitizers, ROOM_BYTES))).toEqual([
      'Build log of <code>web</code>, 1 line',
      'Runtime log of <code>api</code>, 1 line',
    ]);
  });
});

test('logs of failed resources come first, each group in the order in which its logs began', () => {
  const outcomes = ['a', 'b', 'c', 'd'].map((resourceId, index) => ({
    ...(index % 2 === 0 ? finished : failed),
    resourceId,
    name: resourceId,
  }));
  const logs = ['a', 'd', 'c', 'b'].map((of) => logOf('one\n', { of }));
  expect(titlesOf(logSections(dataOf(outcomes, { logs }), sanitizers, ROOM_BYTES))).toEqual(
    ['d', 'b', 'a', 'c'].map((name) => `Build log of <code>${name}</code>, 1 line`),
  );
});

describe('the last lines', () => {
  test('of a long log of a failed build are shown separately', () => {
    const [section = ''] = lastLines(dataOf([failed], { logs: [logOf(numbered(200))] }), sanitizers);
    expect(titlesOf([section])[0]).toMatch(/^Last \d+ lines of the build log$/);
    expect(codeBlocks(section)[0]?.value).toMatch(/\nline 199$/);
  });

  test.each([
    ['a short log, which is below as a whole', failed, 40],
    ['a deployment that finished', finished, 200],
    ['a failure that a build log does not explain', { ...failed, errorCode: 'timeout' as const }, 200],
  ])('are left out for %s', (_, outcome, lineCount) => {
    expect(lastLines(dataOf([outcome], { logs: [logOf(numbered(lineCount))] }), sanitizers)).toEqual([]);
  });
});

describe('the room for several logs', () => {
  test('is what each of them needs where there is enough', () => {
    expect(shareBudget(100, [10, 0, 50])).toEqual([10, 0, 50]);
    expect(shareBudget(100, [])).toEqual([]);
  });

  test('is divided equally among those that need more than there is', () => {
    expect(shareBudget(90, [1000, 1000, 1000])).toEqual([30, 30, 30]);
  });

  test('that short logs leave goes to long ones', () => {
    expect(shareBudget(100, [1000, 10, 1000])).toEqual([45, 10, 45]);
    expect(shareBudget(100, [40, 10, 1000])).toEqual([40, 10, 50]);
  });

  test('is never more than there is, nor more than needed', async () => {
    const drawn = fc.record({ wants: fc.array(fc.nat(999), { maxLength: 8 }), total: fc.nat(2999) });
    await forDrawn(drawn, { rounds: 500 }, ({ wants, total }) => {
      const shares = shareBudget(total, wants);
      const given = shares.reduce((sum, share) => sum + share, 0);
      const wanted = wants.reduce((sum, want) => sum + want, 0);
      expect(shares.filter((share, index) => share > (wants[index] ?? 0))).toEqual([]);
      expect(given).toBeLessThanOrEqual(total);
      expect(given).toBeGreaterThanOrEqual(Math.min(total, wanted) - wants.length);
    });
  });
});
