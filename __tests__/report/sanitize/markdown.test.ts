// Markdown of what others wrote, read back by a parser of GitHub's: a name, a code block, a link.
// Whole summaries of hostile text are in `summary.limits.test.ts`.
import { describe, expect, test } from '@jest/globals';
import { escapeMarkdown } from '../../../src/report/sanitize/markdown.ts';
import { createSanitizers } from '../../../src/report/sanitize/sanitizers.ts';
import { type PageNode, pageNodes } from '../../support/gfm.ts';
import { growthOf, PROPORTIONAL } from '../../support/growth.ts';
import { hostileCases } from '../../support/hostile-text.ts';

const sanitizers = createSanitizers({ secrets: [] });

function nodesOf(type: string, nodes: readonly PageNode[]): PageNode[] {
  return nodes.filter((node) => node.type === type);
}

const cleanLog = (text: string): string => sanitizers.log(text).text.slice(0, -1);

describe('a code block', () => {
  test('contains clean text byte for byte, under our own language tag', () => {
    const log = cleanLog(hostileCases.map(({ text }) => text).join('\n'));
    const [code, ...others] = nodesOf(
      'code',
      pageNodes(`text above${sanitizers.block(log)}text below`),
    );
    expect(code).toMatchObject({ value: log, lang: 'text' });
    expect(others).toEqual([]);
  });

  test('has a fence longer than any run of backticks inside', () => {
    expect(sanitizers.block('a ````` b ```')).toBe('\n\n``````text\na ````` b ```\n``````\n\n');
  });
});

// GitHub's own parser, cmark-gfm, has two limits that the parser of these tests does not have: it
// keeps the length of a fence in one byte, and finds no end of inline code behind more than 80
// backticks. Text behind longer runs would break out.
describe('a long run of backticks (text/inert)', () => {
  const run = (length: number): string => '`'.repeat(length);
  const fenceOf = (markdown: string): number => /`+/.exec(markdown)?.[0].length ?? 0;

  test.each([
    [1, run(1), 3],
    [19, run(19), 20],
    [20, run(20), 21],
    [21, `${run(20)}…`, 21],
    [79, `${run(20)}…`, 21],
    [80, `${run(20)}…`, 21],
    [81, `${run(20)}…`, 21],
    [255, `${run(20)}…`, 21],
    [256, `${run(20)}…`, 21],
    [4_000, `${run(20)}…`, 21],
  ])('of %d is shown as %s in a block whose fence has %d', (length, shown, fence) => {
    const markdown = sanitizers.block(`a\n${run(length)}\n# no heading`);
    expect(fenceOf(markdown)).toBe(fence);
    const [code, ...others] = pageNodes(markdown).filter(({ type }) => type !== 'root');
    expect([code?.value, others]).toEqual([`a\n${shown}\n# no heading`, []]);
  });

  test.each([1, 20, 21, 80, 81, 256, 900])('of %d stays in inline code', (length) => {
    for (const text of [`x${run(length)} <b> @octocat`, `${run(length)}x${run(length)}`]) {
      const shown = text.replaceAll(/`{21,}/g, `${run(20)}…`);
      const code = sanitizers.code(text);
      expect(fenceOf(code)).toBe(Math.min(length, 20) + 1);
      expect(nodesOf('inlineCode', pageNodes(code)).map(({ value }) => value)).toEqual([shown]);
      expect(
        Math.max(...(sanitizers.text(text).match(/`+/g) ?? ['']).map((one) => one.length)),
      ).toBeLessThanOrEqual(21);
    }
  });

  test('may stand beside others', () => {
    const text = Array.from({ length: 40 }, (_, at) => `${run(at + 1)}x`).join('');
    expect(fenceOf(sanitizers.block(text))).toBe(21);
    expect(nodesOf('inlineCode', pageNodes(sanitizers.code(text)))).toHaveLength(1);
  });
});

describe('inline code', () => {
  function rendered(text: string): (string | undefined)[] {
    const table = `| a | b |\n| --- | --- |\n| ${sanitizers.code(text)} | end |\n`;
    return nodesOf('inlineCode', pageNodes(table)).map(({ value }) => value);
  }

  test.each(['a ``` b', '@a #1', ...'` `` a`b `a a` `a` \\ a\\ <b> &amp; ::1 *a*'.split(' ')])(
    'shows %j as it is, in a table cell too',
    (value) => expect(rendered(value)).toEqual([value]),
  );

  test('shows a vertical bar as a broken bar, which does not end a cell', () => {
    expect(rendered('a|b\\|c')).toEqual(['a¦b\\¦c']);
  });

  test('shows an empty text as a space', () => expect(sanitizers.code('')).toBe('` `'));
});

describe('a name or status sent by the service', () => {
  test.each([
    'web',
    'web-1',
    'My App 2.0 (new)',
    "Not found: the resource doesn't exist, sorry.",
    'größer',
    '部署 完成',
    'cafe\u0301 au lait',
    '12 of May',
    'My App - new',
    'x:',
  ])('shows %j as plain text', (words) => expect(sanitizers.text(words)).toBe(words));

  test.each('a_b_c @octocat a@b.example GH-1 www.a.b 12 - deadbeef Done! $x$'.split(' '))(
    'shows %j as code',
    (words) => expect(sanitizers.text(words)).toBe(`\`${words}\``),
  );
});

test.each([
  ['The app is up (after 3 s): all good.', 'The app is up (after 3 s): all good.'],
  ['The service says @octocat, fix #1: done', 'The service says `@octocat`, fix `#1`: done'],
  ['1. is no list, <b> no tag', '`1`. is no list, `<b>` no tag'],
  ['12) is no list', '`12`) is no list'],
  [':tada: is no emoji', '`:tada:` is no emoji'],
  ['Done! At last!', '`Done!` At `last!`'],
  ['2 of 4 deployed', '2 of 4 deployed'],
  ['it saw <a> <b>, then ended', 'it saw `<a>` `<b>`, then ended'],
  ['it saw ab_ here', 'it saw `ab_` here'],
  ['it saw a , here', 'it saw a `,` here'],
  ['no!image of ours', '`no!image` of ours'],
  ['Deploy app_web, app_api; then app_db.', 'Deploy `app_web`, `app_api`; then `app_db`.'],
  ['web (app_web), "app_web", (see app_web).', 'web (`app_web`), "`app_web`", (see `app_web`).'],
  ['run_it() or (run_it()): it_works...', '`run_it()` or (`run_it()`): `it_works`...'],
  ['src/a_b.ts(14,7): an error (at f_(1))', '`src/a_b.ts(14,7)`: an error (at `f_(1)`)'],
  ['the body "a_b c_d" (e_f g_h)', 'the body "`a_b` `c_d`" (`e_f` `g_h`)'],
  ['(("")) is empty', '`((""))` is empty'],
  ['web - staging – new', 'web - staging – new'],
  ['- is no list', '`-` is no list'],
  ['größer, cafe\u0301: @größer', 'größer, cafe\u0301: `@größer`'],
  [
    'GET /resources/app/env: 127.0.0.1:80 answered with JSON, {ok:boolean,n:[2×{id:string}]} (expected names).',
    'GET `/resources/app/env`: `127.0.0.1:80` answered with JSON, `{ok:boolean,n:[2×{id:string}]}` (expected names).',
  ],
])(
  'a message sent by the service quotes as code only what Markdown would interpret: %s',
  (sentence, shown) => {
    expect(sanitizers.text(sentence)).toBe(shown);
  },
);

test.each([': ', '{ ', '} ', '- ', '` ', ...`( ) (" ") () (a) (a_ . ;_ '_ a _ \``.split(' ')])(
  'a sentence of many %j takes linear time',
  async (text) => {
    const escape = (size: number): void => {
      // A run of backticks is shortened.
      const longerThan = text === '`' ? 20 : size;
      for (const end of ['', 'a', '_', '!', ')_', '_)'])
        expect(escapeMarkdown(`a${text.repeat(size)}${end}`).length).toBeGreaterThan(longerThan);
    };
    expect(await growthOf(escape, 5_000)).toBeLessThan(PROPORTIONAL);
  },
);

describe('a link', () => {
  function targetOf(markdown: string): string | undefined {
    return nodesOf('link', pageNodes(`| a |\n| --- |\n| ${markdown} |\n`))[0]?.url;
  }

  test.each([
    'https://app.example/',
    'https://app.example:8443/a/b?c=d&copy;=e&f=%20#g',
    'https://app.example/(a)_b_*c*~d~[e]!',
    'http://localhost:3000/',
    'http://127.0.0.1:8080/x',
    'http://[::1]:8080/x',
  ])('leads to %s', (address) => {
    expect(targetOf(sanitizers.link(address))).toBe(address);
    expect(targetOf(sanitizers.link(address, 'open it'))).toBe(address);
  });

  test('shows the address it leads to when it has no label', () => {
    expect(sanitizers.link('https://APP.example/a')).toBe(
      '[`https://app.example/a`](<https://app.example/a>)',
    );
    expect(sanitizers.link('https://APP.example/a b'.replace(' ', '%20'), 'the app')).toBe(
      '[the app](<https://app.example/a%20b>)',
    );
  });

  test('encodes characters that would end it', () => {
    expect(targetOf(sanitizers.link('https://app.example/?a|b`c<d>e\\f"g'))).toBe(
      'https://app.example/?a%7Cb%60c%3Cd%3Ee%5Cf%22g',
    );
  });

  const notLinked = [
    'app.example, not an address, /path, javascript:alert(1), data:text/html,x, ftp://app.example/',
    'http://app.example/, http://127.0.0.1.evil.example/, http://localhost.evil.example/',
    'ftp://127.0.0.1/, https://user@app.example/, https://user:word@app.example/',
    'https://:word@app.example/, https://app.example/ x, https://app.example/\u200b',
  ].flatMap((addresses) => addresses.split(', '));

  test.each(['', 'https://app.exa\nmple/', ...notLinked])('is shown as code for %j', (address) => {
    expect(sanitizers.link(address)).toBe(sanitizers.code(address));
    expect(sanitizers.link(address, 'label')).toBe(sanitizers.code(address));
  });

  test('is shown as code where the address contains a secret', () => {
    const secret = 'a-key-of-the-test';
    expect(createSanitizers({ secrets: [secret] }).link(`https://app.example/${secret}`)).toBe(
      '`https://app.example/***`',
    );
  });
});
