// Forms of the console: each carries the token, and none can be broken by what it shows.
import { expect, test } from '@jest/globals';
import { TOKEN_FIELD, button, select } from '../../../emulator/console/forms.ts';
import { html } from '../../../emulator/console/html.ts';

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

test('a button is a form that posts the token to its address', () => {
  expect(oneLine(button('Cancel', '/resources/a/cancel', { token: 'tok' }).text)).toBe(
    `<form method="post" action="/resources/a/cancel"> <input type="hidden" name="${TOKEN_FIELD}" value="tok" /> <button>Cancel</button> </form>`,
  );
});

test('a button has its fields before it', () => {
  const { text } = button('Go', '/x', { token: 'tok', fields: html`<input name="a" />` });
  expect(oneLine(text)).toContain('<input name="a" /> <button>Go</button>');
});

test('label, address and token of a button are escaped', () => {
  const { text } = button('"><b>', '/x"y', { token: 't"' });
  expect(text).toContain('action="/x&quot;y"');
  expect(text).toContain('value="t&quot;"');
  expect(text).toContain('<button>&quot;&gt;&lt;b&gt;</button>');
});

test('a choice has each option once, and marks the chosen one alone', () => {
  const { text } = select('Dialect', 'dialect', { choices: ['plain', 'bare'], chosen: 'bare' });
  expect(oneLine(text)).toContain(
    '<select name="dialect"> <option>plain</option><option selected>bare</option> </select>',
  );
});

test.each([undefined, 'other'])('a choice marks none where %s was chosen', (chosen) => {
  const { text } = select('Dialect', 'dialect', { choices: ['plain'], ...(chosen === undefined ? {} : { chosen }) });
  expect(text).not.toContain('selected');
});

test('the options of a choice are escaped', () => {
  expect(select('a', 'b', { choices: ['<c>'] }).text).toContain('<option>&lt;c&gt;</option>');
});
