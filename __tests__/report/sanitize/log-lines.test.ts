// The lines of a log: their clean text, and what is printed of them. The runner finds no command in
// it.
import { describe, expect, test } from '@jest/globals';
import { piecesOf } from '../../../src/report/sanitize/log-lines.ts';
import { createSanitizers } from '../../../src/report/sanitize/sanitizers.ts';
import { LINE_END } from '../../../src/report/sanitize/clean.ts';
import * as fc from 'fast-check';
import { forDrawn } from '../../support/drawn.ts';
import { growthOf, PROPORTIONAL } from '../../support/growth.ts';
import {
  bareCommands,
  escaped,
  hostileCases,
  hostileTexts,
  lineByLine,
} from '../../support/hostile-text.ts';
import { commandsIn, readLines, registeredCommands } from '../../support/runner-parsers.ts';

const sanitizers = createSanitizers({ secrets: [] });

function numberedTokens(): { token: () => string; tokens: string[] } {
  const tokens: string[] = [];
  return {
    tokens,
    token() {
      tokens.push(`token-of-the-test-${tokens.length}`);
      return tokens.at(-1) ?? '';
    },
  };
}

/** What is printed for these pieces, and the tokens that were used. */
function stepLog(pieces: readonly string[]) {
  const { token, tokens } = numberedTokens();
  const own = createSanitizers({ secrets: [], token });
  return { output: pieces.map((lines) => own.log(lines).printable).join(''), tokens };
}

/** The output without our own stop-commands, and all commands that are not exactly those. */
function judged({ output, tokens }: { output: string; tokens: readonly string[] }) {
  const own = new Set(tokens.flatMap((token) => [`::stop-commands::${token}`, `::${token}::`]));
  return {
    lines: readLines(output).filter((line) => !own.has(line)),
    foreign: commandsIn(output, { tokens }).filter(({ line }) => !own.has(line)),
  };
}

describe('a command in a log', () => {
  test.each(bareCommands)(
    'would be executed by the runner if it were printed unchanged: $name',
    ({ text }) => expect(commandsIn(text)).toHaveLength(1),
  );

  test.each(registeredCommands)(
    '%s is recognised by the parsers, and is not printed as a command',
    (name) => {
      const text = `::${name}::x\n##[${name}]x\n`;
      expect(commandsIn(text)).toHaveLength(2);
      expect(judged(stepLog([text])).foreign).toEqual([]);
    },
  );

  test.each(hostileCases)(
    'is never printed as a command, line by line or as a whole: $name',
    ({ text }) => {
      const whole = judged(stepLog([text]));
      expect(whole.foreign).toEqual([]);
      expect(judged(stepLog(lineByLine(text)))).toEqual(whole);
    },
  );

  test('is never printed as a command for random text', async () => {
    forDrawn(hostileTexts, 500, (text) => {
      const whole = judged(stepLog([text]));
      const inPieces = judged(stepLog(lineByLine(text)));
      expect([whole.foreign.length, inPieces.foreign.length]).toEqual([0, 0]);
      expect(inPieces.lines.map(escaped)).toEqual(whole.lines.map(escaped));
    });
  });
});

describe('lines', () => {
  test('are printed behind a gutter', () => {
    expect(stepLog(['one\ntwo\n']).output).toBe('  | one\n  | two\n');
  });

  test('end where the runner ends a line, and nowhere else', () => {
    expect(stepLog(['a\nb\r\nc\rd\u0085e\u2028f\vg\n\nh']).output).toBe(
      '  | a\n  | b\n  | c\n  | defg\n  | \n  | h\n',
    );
  });

  test('lose colours, titles and invisible characters, and nothing visible', () => {
    const text =
      '\u001b[1;31mred\u001b[0m \u001b]8;;https://a.b\u0007link\u001b]8;;\u0007 z\u200bw \u{e0041}tag \t✓ 汉字 😀\n';
    expect(stepLog([text]).output).toBe('  | red link zw tag \t✓ 汉字 😀\n');
  });

  test('keep the text after a terminal sequence that never ends', () => {
    expect(stepLog(['\u001b]0;seen \u001b[12\n']).output).toBe('  | ]0;seen [12\n');
  });

  test('show half a surrogate pair as the replacement character', () => {
    expect(stepLog(['\ud83d\ude00 \ud83d|\ude00\n']).output).toBe('  | 😀 \ufffd|\ufffd\n');
  });
});

describe('stop-commands', () => {
  test('surround text that could be a command, with a new token each time', () => {
    const { token } = numberedTokens();
    const own = createSanitizers({ secrets: [], token });
    expect(own.log('plain: text [1] ##\n').printable).toBe('  | plain: text [1] ##\n');
    expect(own.log('std::vector\n').printable).toBe(
      '::stop-commands::token-of-the-test-0\n  | std::vector\n::token-of-the-test-0::\n',
    );
    expect(own.log('##[error]x\n').printable).toBe(
      '::stop-commands::token-of-the-test-1\n  | ## [error]x\n::token-of-the-test-1::\n',
    );
  });

  test('have tokens that cannot be guessed', () => {
    const own = createSanitizers({ secrets: [] });
    const tokens = ['::a\n', '::b\n'].map(
      (text) => /^::stop-commands::([0-9a-f-]{36})\n/.exec(own.log(text).printable)?.[1],
    );
    expect(new Set(tokens).size).toBe(2);
    expect(tokens).not.toContain(undefined);
  });
});

describe('clean lines', () => {
  const cleaned = (text: string): string[] => sanitizers.log(text).text.split('\n').slice(0, -1);

  test.each([
    ['one\r\ntwo \u001b[1mbold\u001b[0m\n\nlast\n', ['one', 'two bold', '', 'last']],
    ['10%\r20%\r', ['10%', '20%']],
    ['one\r\r\n\n', ['one', '', '']],
    ['one\nand a last one without an end', ['one', 'and a last one without an end']],
    ['one\n\u200b', ['one', '']],
  ])('of %j are those that the runner sees', (text, lines) => expect(cleaned(text)).toEqual(lines));

  test('contain no terminal sequence that goes over the end of a line', () => {
    expect(cleaned('a\u001b]0;b\nc\u0007d\n\u001b[1\nm\n')).toEqual(['a]0;b', 'cd', '[1', 'm']);
  });

  test('are the same together as one by one', async () => {
    const lengths = fc.integer({ min: 0, max: 9 });
    const anyText = fc.oneof(
      hostileTexts,
      lengths.map((more) => 'x'.repeat(4090 + more)),
      lengths.map((more) => '\u200by'.repeat(8185 + more)),
      fc.constant(''),
    );
    const drawn = fc.array(anyText, { minLength: 1, maxLength: 9, size: 'max' });
    forDrawn(drawn, 200, (texts) => {
      const lines = texts.flatMap((text) => text.split(LINE_END));
      const each = lines.flatMap((line) => cleaned(`${line}\n`));
      expect(cleaned(`${lines.join('\n')}\n`).map(escaped)).toEqual(each.map(escaped));
    });
  });

  test('are the same when they come one after the other, and the same when cleaned again', () => {
    const drawn = fc.record({
      text: hostileTexts,
      times: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 99),
    });
    forDrawn(drawn, 300, ({ text, times }) => {
      const repeated = text.repeat(times);
      const whole = cleaned(repeated).map(escaped);
      expect(lineByLine(repeated).flatMap(cleaned).map(escaped)).toEqual(whole);
      expect(cleaned(repeated).flatMap((line) => cleaned(`${line}\n`).map(escaped))).toEqual(whole);
    });
  });
});

describe('the cost is proportional to the text', () => {
  test.each([
    ['a text without a line end', 'x'.repeat(10)],
    ['many backticks', '`'],
    ['many marks', '##['],
    ['many marked lines', '##[\n'],
    ['many introducers', '\u001b]\u009d'],
    ['many open sequences', '\u001b[1;'],
    ['many tag characters', '\u{e0041}'],
    ['many returns', '\r'],
    ['white space', ' '],
  ])('for %s', async (_name, part) => {
    const printAll = (count: number): void => {
      const text = part.repeat(count);
      const redacting = createSanitizers({ secrets: ['a-key-of-the-test'] });
      const output = redacting.log(text).printable;
      expect(readLines(output).filter((line) => line.length > 4096 + '  | '.length)).toEqual([]);
      expect(redacting.line(text).length).toBeLessThanOrEqual(2_000);
      expect(redacting.text(text).length).toBeLessThanOrEqual(3 * 2_000 + 4);
    };
    expect(await growthOf(printAll, 10_000)).toBeLessThan(PROPORTIONAL);
  });
});

test.each([
  ['one of a short log', 'a\nb\n', [4]],
  ['none of an empty one', '', []],
  [
    'whole lines of at least 64 KiB, and the rest',
    'x'.repeat(65_535) + '\n' + 'y'.repeat(99_999) + '\nz',
    [165_536, 1],
  ],
  ['more than one of a long one', `${'x'.repeat(999)}\n`.repeat(100), [66_000, 34_000]],
  ['the same without line feeds', `${'x'.repeat(999)}\r`.repeat(100), [66_000, 34_000]],
])('the pieces of a log are %s', (_, text, lengths) => {
  const pieces = [...piecesOf(text)];
  expect(pieces.map((piece) => piece.length)).toEqual(lengths);
  expect(pieces.join('')).toBe(text);
});
