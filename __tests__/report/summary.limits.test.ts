// The summary at its limits: hostile text in every place that others write, read back by a parser
// of GitHub's Markdown, and more of everything than there is room for.
import { describe, expect, test } from '@jest/globals';
import { Failure } from '../../src/failure.ts';
import type { Outcome } from '../../src/outcome.ts';
import { summaryOf } from '../../src/report/summary.ts';
import { forDrawn } from '../support/drawn.ts';
import { githubFilters, pageNodes } from '../support/gfm.ts';
import { escaped, hostileCases, hostileTexts } from '../support/hostile-text.ts';
import { finished, logOf, outcomeWith, pageOf, sanitizers } from '../support/summary-pages.ts';

/** An outcome in which everything that others write is this text. */
function outcomeOf(text: string, facts: Partial<Outcome> = {}): Outcome {
  return finished({
    name: text,
    deploymentId: text,
    status: text,
    resourceStatus: text,
    url: text,
    commit: text,
    headline: text,
    warnings: [text],
    facts: [{ label: 'Fact', value: text }],
    tables: [{ title: 'Table', columns: ['A', 'B'], rows: [[text, text]] }],
    logs: [logOf(`before\n${text}\nafter\n`, { file: `/tmp/${text}` })],
    ...facts,
  });
}

function failedOf(text: string): Failure {
  return new Failure('deployment_failed', text, {
    title: text,
    cause: text,
    meaning: text,
    next: text,
    explainedBy: 'build',
  });
}

const forms: Readonly<Record<string, (text: string) => string>> = {
  'one that passed': (text) => summaryOf(pageOf(outcomeOf(text))),
  'one that failed': (text) => {
    const outcome = outcomeOf(text, { wentDown: text });
    return summaryOf(pageOf(outcome, { failure: failedOf(text) }));
  },
  'one in progress': (text) => {
    const stage = { kind: 'working', sinceMs: 1_000, isSeen: true } as const;
    return summaryOf(pageOf(outcomeOf(text, { stage }), { isRunning: true }));
  },
  'one of a run that is named so': (text) => {
    const page = pageOf(outcomeOf(text));
    const run = { ...page.run, commits: [], branch: text, actor: text, repositoryUrl: text };
    return summaryOf({ ...page, run });
  },
};

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

describe.each(Object.entries(forms))(
  'the summary of %s is not changed by text of others:',
  (_, form) => {
    /**
     * What is in the summary that harmless text does not bring; code and plain text may differ in
     * number.
     */
    function judge(text: string) {
      const nodes = pageNodes(form(text));
      const common = 'text inlineCode code paragraph list listItem link html strong'.split(' ');
      const isOfInterest = ({ type }: { type: string }): boolean => !common.includes(type);
      const html = nodes.flatMap(({ type, value = '' }) => (type === 'html' ? [value] : []));
      return {
        outline: nodes.filter(isOfInterest).map(({ type, depth }) => `${depth} ${type}`),
        html: html.filter((value) => !/^<\/?(?:details|br)>/.test(value)).map(escaped),
        links: nodes
          .flatMap(({ type, url = '' }) => (type === 'link' ? [url] : []))
          .filter((url) => !isAllowed(url, text)),
        alive: nodes.filter(
          ({ type, value = '' }) =>
            type === 'text' && githubFilters.some((filter) => filter.test(value)),
        ),
        log: nodes.some(
          ({ type, value }) =>
            type === 'code' && value === sanitizers.log(`before\n${text}\nafter`).text.slice(0, -1),
        ),
      };
    }

    /**
     * Addresses of ours, and the text itself where it is a whole address. The parser of URLs leaves
     * some characters that no URI may hold (RFC 3986): in a link they are escaped.
     */
    function isAllowed(url: string, text: string): boolean {
      const own = URL.parse(text)?.href.replaceAll(/["<>\\^`{|}]/g, percentEncoded);
      return url.startsWith('https://github.example/octo-org/shop/') || url === own;
    }

    const expected = { ...judge('harmless'), html: [], links: [], alive: [], log: true };

    test.each(hostileCases)('$name', ({ text }) => expect(judge(text)).toEqual(expected));

    test('random text', () => {
      forDrawn(hostileTexts, 40, (text) => expect(judge(text)).toEqual(expected));
    });
  },
);

test('contains no secret, in whatever it stands', () => {
  const secret = 'canary-key-1';
  for (const form of Object.values(forms)) {
    const markdown = form(
      `x ${secret} ${Buffer.from(secret).toString('base64')} https://x.example/${secret}`,
    );
    expect(markdown).toContain('***');
    expect(markdown).not.toContain(secret);
    expect(markdown).not.toContain(Buffer.from(secret).toString('base64').slice(0, 12));
  }
});

test('links only addresses that may be linked (text/links)', () => {
  const linksOf = (url: string): string[] =>
    pageNodes(summaryOf(pageOf(finished({ url })))).flatMap((node) =>
      node.type === 'link' ? [node.url ?? ''] : [],
    );
  const commit =
    'https://github.example/octo-org/shop/commit/4f6c21d09b7e5a83c1d2e4f60718293a4b5c6d7e';
  expect(linksOf('https://web.example.test/a?b=c#d')).toEqual([
    'https://web.example.test/a?b=c#d',
    commit,
  ]);
  expect(linksOf('http://127.0.0.1:8080')).toEqual(['http://127.0.0.1:8080/', commit]);
  for (const url of [
    'http://web.example.test',
    'javascript:alert(1)',
    'https://user:word@web.example.test',
    '//x.test',
  ])
    expect(linksOf(url)).toEqual([commit]);
});

/** Bytes that the runner counts, with the line ends of Windows. */
function windowsBytes(markdown: string): number {
  return Buffer.byteLength(markdown.replaceAll('\n', '\r\n'));
}

/**
 * The fence or `<details>` that has no end; '' when there is none. A parser would take minutes for
 * pages of this size.
 */
function openBlock(markdown: string): string {
  let fence = '';
  let details = '';
  for (const text of markdown.split('\n')) {
    if (fence !== '') fence = text === fence ? '' : fence;
    else if (/^`{3,}text$/.test(text)) fence = text.slice(0, -'text'.length);
    else if (text === '<details>') details = text;
    else if (text === '</details>') details = '';
  }
  return fence + details;
}

const line = 'a line of the length that lines of a build often have, or even a little longer\n';
const wide = '汉'.repeat(600);
const ticks = `${'`'.repeat(4_000)}\n`;

describe('the summary stays below the limit of the runner (bounds/summary) with', () => {
  const failure = new Failure('deployment_failed', wide, {
    title: wide,
    meaning: wide,
    cause: wide,
    explainedBy: 'build',
  });
  const cases: Readonly<Record<string, () => Outcome>> = {
    'a long log': () => finished({ logs: [logOf(line.repeat(12_000))] }),
    'a long log of empty lines': () => finished({ logs: [logOf('\n'.repeat(500_000))] }),
    'a log of wide characters': () => finished({ logs: [logOf(`error: ${wide}\n`.repeat(2_000))] }),
    'a log of one long line': () => finished({ logs: [logOf('x'.repeat(3_000_000))] }),
    'a log of backticks': () => finished({ logs: [logOf(`error: ${ticks}`.repeat(500))] }),
    'a table of 1,000 long rows': () =>
      outcomeWith({
        tables: [
          {
            title: 'Rows',
            columns: ['id', 'name'],
            rows: Array.from({ length: 1_000 }, () => ['app_web', wide]),
          },
        ],
      }),
    '1,000 long warnings': () =>
      finished({
        warnings: Array.from({ length: 1_000 }, () => wide),
      }),
  };

  test.each(Object.entries(cases))('%s', (_, outcomeOfCase) => {
    const outcome = outcomeOfCase();
    for (const known of [{}, { failure }, { isRunning: true }]) {
      const markdown = summaryOf(pageOf(outcome, known));
      expect(windowsBytes(markdown)).toBeLessThan(900 * 1024);
      expect(markdown).toMatch(/^## /);
      expect(openBlock(markdown)).toBe('');
    }
  });
});

describe('a log that does not fit', () => {
  test('shows its end, how many earlier lines are left out, and where all of it is', () => {
    const logs = [
      logOf(`${line.repeat(20_000)}the last line`, {
        file: '/tmp/deployment-logs-1/app_web.build.log',
      }),
      logOf(line.repeat(20_000), {
        source: 'runtime',
        file: '/tmp/deployment-logs-1/app_web.runtime.log',
      }),
    ];
    const markdown = summaryOf(pageOf(finished({ logs })));
    const block = pageNodes(markdown).find(({ type }) => type === 'code');
    const shown = block?.value?.split('\n') ?? [];
    expect(shown.at(-1)).toBe('the last line');
    expect(markdown).toContain('<summary>Build log, 20001 lines</summary>');
    const leftOut = 20_001 - shown.length;
    expect(markdown).toContain(
      `${leftOut} earlier lines left out. All that was read of it is in \`/tmp/deployment-logs-1/app_web.build.log\` (output \`log-file\`).`,
    );
    expect(markdown).toContain(
      'All that was read of it is in `/tmp/deployment-logs-1/app_web.runtime.log`.',
    );
  });

  test('of a table says how many rows are left out', () => {
    const rows = Array.from({ length: 5_002 }, (_, index) => [`app_${index}`]);
    const tables = [{ title: 'Rows', columns: ['id'], rows }];
    const markdown = summaryOf(pageOf(outcomeWith({ tables })));
    expect(markdown).toContain('app_4999');
    expect(markdown).not.toContain('app_5000');
    expect(markdown).toContain('… and 2 more');
  });
});
