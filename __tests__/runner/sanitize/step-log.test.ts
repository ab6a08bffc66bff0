// The step log: the runner finds no command in what is printed, whatever the text.
import { describe, expect, test } from '@jest/globals';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';
import * as fc from 'fast-check';
import { forDrawn } from '../../support/drawn.ts';
import { bareCommands, escaped, hostileCases, hostileTexts, lineByLine } from '../../support/runner/hostile-text.ts';
import { fuzzTimeoutMs } from '../../support/random.ts';
import { commandsIn, readLines, registeredCommands } from '../../support/runner/runner-parsers.ts';

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
function stepLog(pieces: readonly string[], label?: string) {
  const { token, tokens } = numberedTokens();
  const sanitize = createSanitizers({ secrets: [], token }).log(label);
  return { output: pieces.map((lines) => sanitize(lines).printable()).join(''), tokens };
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
  test.each(bareCommands)('would be executed by the runner if it were printed unchanged: $name', ({ text }) => {
    expect(commandsIn(text)).toHaveLength(1);
  });

  test.each(registeredCommands)('%s is recognised by the parsers, and is not printed as a command', (name) => {
    const text = `::${name}::x\n##[${name}]x\n`;
    expect(commandsIn(text)).toHaveLength(2);
    expect(judged(stepLog([text])).foreign).toEqual([]);
  });

  test.each(hostileCases)('is never printed as a command, line by line or as a whole: $name', ({ text }) => {
    const whole = judged(stepLog([text]));
    expect(whole.foreign).toEqual([]);
    expect(judged(stepLog(lineByLine(text)))).toEqual(whole);
  });

  test(
    'is never printed as a command for random text',
    async () => {
      const label = fc.oneof({ weight: 3, arbitrary: fc.constant('web') }, { weight: 1, arbitrary: hostileTexts });
      const drawn = fc.record({ text: hostileTexts, label });
      await forDrawn(drawn, { rounds: 500 }, ({ text, label: name }) => {
        const whole = judged(stepLog([text], name));
        const inPieces = judged(stepLog(lineByLine(text), name));
        expect([whole.foreign.length, inPieces.foreign.length]).toEqual([0, 0]);
        expect(inPieces.lines.map(escaped)).toEqual(whole.lines.map(escaped));
      });
    },
    fuzzTimeoutMs,
  );

  test.each(hostileCases)('cannot come from the name of a resource: $name', ({ text: label }) => {
    const { output, tokens } = stepLog(['a line\n'], label);
    expect(judged({ output, tokens }).foreign).toEqual([]);
    expect(judged({ output, tokens }).lines).toHaveLength(1);
  });
});

describe('lines', () => {
  test('are printed behind a gutter, with the label where there is one', () => {
    expect(stepLog(['one\ntwo\n']).output).toBe('  | one\n  | two\n');
    expect(stepLog(['one\n'], 'web').output).toBe('  web | one\n');
    expect(stepLog(['one\ntwo\n'], '$&').output).toBe('  $& | one\n  $& | two\n');
  });

  test('end where the runner ends a line, and nowhere else', () => {
    expect(stepLog(['a\nb\r\nc\rd\u0085e\u2028f\vg\n\nh']).output).toBe('  | a\n  | b\n  | c\n  | defg\n  | \n  | h\n');
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
    const sanitize = createSanitizers({ secrets: [], token }).log();
    expect(sanitize('plain: text [1] ##\n').printable()).toBe('  | plain: text [1] ##\n');
    expect(sanitize('std::vector\n').printable()).toBe(
      '::stop-commands::token-of-the-test-0\n  | std::vector\n::token-of-the-test-0::\n',
    );
    expect(sanitize('##[error]x\n').printable()).toBe(
      '::stop-commands::token-of-the-test-1\n  | ## [error]x\n::token-of-the-test-1::\n',
    );
  });

  test('have tokens that cannot be guessed', () => {
    const sanitize = createSanitizers({ secrets: [] }).log();
    const tokens = ['::a\n', '::b\n'].map(
      (text) => /^::stop-commands::([0-9a-f-]{36})\n/.exec(sanitize(text).printable())?.[1],
    );
    expect(new Set(tokens).size).toBe(2);
    expect(tokens).not.toContain(undefined);
  });
});
