// What may be seen, for every character of Unicode.
import { expect, test } from '@jest/globals';
import { isPlain, visibleText } from '../../../src/runner/sanitize/visible-text.ts';

const everyCharacter = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code));

function inHex(characters: readonly string[]): string[] {
  return characters.map((character) => (character.codePointAt(0) ?? 0).toString(16));
}

test('removes invisible characters, turns other line ends into spaces and keeps the rest', () => {
  const differing = everyCharacter.filter((character) => {
    const shown = visibleText(`a${character}b`).slice(1, -1);
    if (/[\v\f\u0085\u2028\u2029]/.test(character)) return shown !== ' ';
    if (
      /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]/u.test(character) &&
      !'\t\n'.includes(character)
    ) {
      return shown !== '';
    }
    return shown !== (/\p{Cs}/u.test(character) ? '\ufffd' : character);
  });
  expect(inHex(differing)).toEqual([]);
});

test('lets nothing that would change pass the quick test', () => {
  const passing = everyCharacter.filter((character) => isPlain(character));
  expect(inHex(passing.filter((character) => visibleText(`a${character}b`) !== `a${character}b`))).toEqual([]);
  expect(passing.length).toBeGreaterThan(40_000);
});
