// Copies of parts of larger texts.
import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { copyString } from '../src/copy-string.ts';

test('copies text exactly, whatever its characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(copyString(text)).toBe(text);
    }),
  );
});

test.each(['half a pair: \uD83D and more', 'na\u00EFve, and long enough', '\u6F22\u5B57 that need two bytes each'])(
  'keeps %j whole',
  (text) => {
    expect(copyString(text)).toBe(text);
  },
);
