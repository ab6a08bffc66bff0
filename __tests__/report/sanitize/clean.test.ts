// Every character: what is removed, escaped and kept.
import { expect, test } from '@jest/globals';
import { cleanLine, visibleText } from '../../../src/report/sanitize/clean.ts';

/** Of the planes that hold only ideographs, private characters or none, every 101st. */
const hasManyKinds = (code: number): boolean => [0, 1, 14].includes(code >> 16);
const everyCharacter = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => hasManyKinds(code) || code % 101 === 0)
  .map((code) => String.fromCodePoint(code));

function inHex(characters: readonly string[]): string[] {
  return characters.map((character) => (character.codePointAt(0) ?? 0).toString(16));
}

test('removes invisible characters and the line ends of Unicode, and keeps the rest', () => {
  const differing = everyCharacter.filter((character) => {
    const shown = visibleText(`a${character}b`).slice(1, -1);
    if (
      /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]/u.test(
        character,
      ) &&
      !'\t\n'.includes(character)
    )
      return shown !== '';
    return shown !== (/\p{Cs}/u.test(character) ? '\ufffd' : character);
  });
  expect(inHex(differing)).toEqual([]);
});

test('shows invisible characters in a single line as escapes, and white space as a space', () => {
  const differing = everyCharacter.filter((character) => {
    const shown = cleanLine(`a${character}b`).slice(1, -1);
    if (/[\s\u0085]/.test(character) && character !== '\ufeff') return shown !== ' ';
    if (/[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]/u.test(character))
      return JSON.parse(`"${shown}"`) !== character || !/^[ -~]+$/.test(shown);
    return shown !== (/\p{Cs}/u.test(character) ? '\ufffd' : character);
  });
  expect(inHex(differing)).toEqual([]);
});
