// Ids in every form, outputs and JSON.
import { describe, expect, test } from '@jest/globals';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';

const sanitizers = createSanitizers({ secrets: [] });

test.each(['\u200b', '\u202e', '\u00ad', '\ufeff', '\u0007', '\u001b[1m', '\u{e0041}', '\ufe0f', '\u2060'])(
  'shows an id that differs from another only in %j differently, in every form',
  (invisible) => {
    for (const sanitizer of ['line', 'text', 'code', 'prose', 'htmlCode'] as const) {
      for (const id of [`app${invisible}1`, `${invisible}app1`, `app1${invisible}`]) {
        expect(sanitizers[sanitizer](id)).not.toBe(sanitizers[sanitizer]('app1'));
        expect(sanitizers[sanitizer](id)).toMatch(/^[ -~]+$/);
      }
    }
  },
);

describe('an output', () => {
  test.each(['dep_7', 'team/shop 1', 'größe', '汉字', '😀', '##[error]', ''])('passes on %j unchanged', (value) => {
    expect(sanitizers.output(value)).toBe(value);
  });

  test.each(['a\nb', 'a\rb', 'a\tb', 'a\u2028b', 'a\u0085b', 'a\u202eb', 'a\u200bb', '\ufeffa', 'a\u0000', '\ud83d'])(
    'refuses %j',
    (value) => {
      expect(sanitizers.output(value)).toBeUndefined();
    },
  );

  test('as JSON has the same values, with invisible characters as escapes', () => {
    const values = [
      { id: 'a\u202e\u200b\u{e0041}\u2028\u0085b', name: 'größe 😀', size: 1.5, none: null, '\u200b': true },
    ];
    const json = sanitizers.json(JSON.stringify(values));
    expect(json).toBe(
      String.raw`[{"id":"a\u202e\u200b\udb40\udc41\u2028\u0085b","name":"größe 😀","size":1.5,"none":null,"\u200b":true}]`,
    );
    expect(JSON.parse(json)).toEqual(values);
  });
});
