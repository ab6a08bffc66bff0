// The summary at its limits: hostile text, and more of everything than there is room for.
import { describe, expect, test } from '@jest/globals';
import type { Outcome } from '../../../src/operations/operation.ts';
import type { CapturedLog } from '../../../src/runner/logs/index.ts';
import { renderSummary, SUMMARY_BYTES } from '../../../src/runner/summary/summary.ts';
import { type PageNode, pageNodes } from '../../support/runner/gfm.ts';
import { forDrawn } from '../../support/drawn.ts';
import { escaped, hostileCases, hostileTexts } from '../../support/runner/hostile-text.ts';
import { fuzzTimeoutMs } from '../../support/random.ts';
import {
  codeBlocks,
  sanitizers,
  failed,
  finished,
  logOf,
  dataOf,
  render,
  reportOn,
} from '../../support/runner/summary-data.ts';

describe('the summary is not changed by text of others:', () => {
  /** The summary with this text in every place that others write. */
  function summaryWith(text: string): string {
    const outcome: Outcome = {
      ...failed,
      name: text,
      status: text,
      resourceStatus: text,
      cause: text,
      stillRunning: true,
      deploymentId: text,
    };
    const section = { title: 'Ours', columns: ['A', 'B'], rows: [[text, text]] };
    const report = reportOn([outcome], {
      headline: text,
      facts: [{ label: 'Fact', value: text }],
      sections: [section],
    });
    return render(dataOf([outcome], { report, logs: [logOf(`before\n${text}\nafter\n`)] }));
  }

  /** The blocks of the summary but for excerpts and their titles, whose number depends on the text. */
  function outline(nodes: readonly PageNode[]): string[] {
    return nodes.flatMap(({ depth, type }) => (depth === 1 && !['paragraph', 'code'].includes(type) ? [type] : []));
  }

  const harmless = outline(pageNodes(summaryWith('harmless')));

  /** The nodes of the summary with this text, and what is in it that is not ours. */
  function judge(text: string) {
    const nodes = pageNodes(summaryWith(text));
    const foreign = nodes.filter(({ type }) => /^(?:image|linkReference|definition|footnote\w+)$/.test(type));
    const links = nodes.flatMap(({ type, url }) => (type === 'link' ? [url] : []));
    const clean = sanitizers.log()(`before\n${text}\nafter\n`).text.slice(0, -1);
    const isLogWhole = nodes.findLast(({ type }) => type === 'code')?.value === clean;
    return {
      foreign: foreign.map(({ type }) => type),
      links: links.map((url = '') => escaped(url)),
      outline: outline(nodes),
      isLogWhole,
    };
  }

  const good = { foreign: [], links: [escaped('https://web.example.test/')], outline: harmless, isLogWhole: true };

  test.each(hostileCases)('$name', ({ text }) => {
    expect(judge(text)).toEqual(good);
  });

  test(
    'random text',
    async () => {
      await forDrawn(hostileTexts, { rounds: 60 }, (text) => expect(judge(text)).toEqual(good));
    },
    fuzzTimeoutMs,
  );
});

/** The same outcome for each of these resources. */
function outcomesOf(ids: readonly string[], outcome: Outcome): Outcome[] {
  return ids.map((resourceId) => Object.assign({}, outcome, { resourceId }));
}

/** More than a summary holds. */
const LONG = 'a line of the length that lines of a build often have, or even a little longer\n'.repeat(13_000);

describe('the size of the summary', () => {
  /** The runner drops a larger summary entirely; on Windows, line ends count as two bytes. */
  const RUNNER_LIMIT_BYTES = 1024 * 1024;

  const many = Array.from({ length: 300 }, (_, index) => `app_${index}`);
  const wide = '汉'.repeat(600);

  const ticks = `${'`'.repeat(4_000)}\n`;
  const cases: [name: string, outcomes: Outcome[], logs: () => CapturedLog[]][] = [
    ['a giant log', [finished], () => [logOf(LONG)]],
    ['a giant log of empty lines', [finished], () => [logOf('\n'.repeat(550_000))]],
    ['a giant log of wide characters', [failed], () => [logOf(`error: ${wide}\n`.repeat(550))]],
    ['a log of one line', [finished], () => [logOf('x'.repeat(1_200_000))]],
    ['a log of backticks', [failed], () => [logOf(`error: ${ticks}`.repeat(250))]],
    [
      '300 resources with wide names',
      outcomesOf(many, { ...failed, name: wide, cause: wide, stillRunning: true }),
      () => [],
    ],
    [
      '300 giant logs with names that grow when escaped',
      outcomesOf(many, { ...failed, name: '"'.repeat(500) }),
      () => many.map((of) => logOf(`error: ${ticks}`.repeat(3), { of })),
    ],
    [
      '300 hidden logs',
      outcomesOf(many, { ...failed, name: '&'.repeat(500) }),
      () => many.map((of) => logOf('error\n', { of, show: false })),
    ],
    [
      'a build log and a runtime log of one resource',
      [{ ...finished, errorCode: 'unhealthy' }],
      () => [logOf(LONG), logOf(LONG, { source: 'runtime' })],
    ],
  ];

  test.each(cases)(
    '(%s) stays below its limit, at the end, during the step, and with Windows line ends',
    (_, outcomes, logs) => {
      const data = dataOf(outcomes, { logs: logs() });
      const final = renderSummary(data, sanitizers);
      expect(Buffer.byteLength(final)).toBeLessThanOrEqual(SUMMARY_BYTES);
      expect(Buffer.byteLength(final.replaceAll('\n', '\r\n'))).toBeLessThan(RUNNER_LIMIT_BYTES);
      expect(final).toMatch(/^## /);
      for (const maxBytes of [64 * 1024, 8 * 1024]) {
        const small = renderSummary(data, sanitizers, { maxBytes });
        expect(Buffer.byteLength(small)).toBeLessThanOrEqual(maxBytes);
        expect(
          Buffer.byteLength(renderSummary({ ...data, report: undefined }, sanitizers, { maxBytes })),
        ).toBeLessThanOrEqual(maxBytes);
      }
    },
  );

  test.each([6, 12, 25, 50, 100])('leaves no block open when cut to %d KiB: nothing of a log is interpreted', (kib) => {
    const ids = many.slice(0, 40);
    const log = (of: string) =>
      logOf(`error: ${wide}\n\`\`\`\n# Forged\n![x](https://evil.example)\n`.repeat(30), { of });
    const data = dataOf(outcomesOf(ids, failed), { logs: ids.map(log) });
    const nodes = pageNodes(renderSummary(data, sanitizers, { maxBytes: kib * 1024 }));
    expect(nodes.filter(({ type }) => type === 'heading')).toHaveLength(1);
    expect(nodes.filter(({ type }) => type === 'image')).toEqual([]);
    expect(
      nodes.filter(({ type, value = '' }) => type === 'html' && !/^<\/?(?:details|summary|br>)/.test(value)),
    ).toEqual([]);
  });
});

describe('the room for logs', () => {
  const outcomes = outcomesOf(['a', 'b', 'c'], finished);

  test('shows whole what fits, and is shared by those that do not', () => {
    const logs = [
      logOf('short\n', { of: 'a' }),
      logOf('b of the long ones\n'.repeat(5_000), { of: 'b' }),
      logOf('c of the long ones\n'.repeat(5_000), { of: 'c' }),
    ];
    const [a, b, c] = codeBlocks(renderSummary(dataOf(outcomes, { logs }), sanitizers, { maxBytes: 60_000 }));
    expect(a?.value).toBe('short');
    expect(Math.abs((b?.value?.length ?? 0) - (c?.value?.length ?? 0))).toBeLessThan(100);
    expect(b?.value?.length).toBeGreaterThan(20_000);
  });

  test('of several resources names the output with the files, and of a runtime log beside a build log none', () => {
    const several = renderSummary(dataOf(outcomes, { logs: [logOf(LONG, { of: 'a' })] }), sanitizers, {
      maxBytes: 60_000,
    });
    expect(several).toContain('in the file that `logFile` in the output `deployments` names');
    const both = [logOf('short\n'), logOf(LONG, { source: 'runtime' })];
    const beside = renderSummary(dataOf([finished], { logs: both }), sanitizers, { maxBytes: 60_000 });
    expect(beside).toContain('left out');
    expect(beside).not.toContain('The whole log');
  });

  test('counts the logs that there is no room for', () => {
    const ids = Array.from({ length: 100 }, (_, index) => `app_${index}`);
    const data = dataOf(outcomesOf(ids, finished), {
      logs: ids.map((of, index) => logOf('a line\n'.repeat(1_000), { of, show: index >= 40 })),
    });
    const markdown = renderSummary(data, sanitizers, { maxBytes: 20_000 });
    expect(markdown.match(/not shown here/g)).toHaveLength(40);
    expect(markdown).toMatch(/There is no room here for 60 more logs\.\n$/);
  });
});
