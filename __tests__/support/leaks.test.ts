// The search for a secret sees each form in which it could be shown, and nothing else.
import { expect, test } from '@jest/globals';
import { shows } from './leaks.ts';

/** A key with every character that is encoded somewhere. */
const KEY = `kQ7+/="x&<9>'zz%\\~canary`;

const each = (form: (character: string) => string): string => KEY.split('').map(form).join('');
const hexOf = (character: string): string => character.charCodeAt(0).toString(16).padStart(2, '0');
const base64 = (before: string): string => Buffer.from(`${before}${KEY}##`).toString('base64');

const forms: Readonly<Record<string, string>> = {
  'as it is': KEY,
  'in capitals': KEY.toUpperCase(),
  'for a URL': encodeURIComponent(KEY),
  'for a URL, twice': encodeURIComponent(encodeURIComponent(KEY)),
  'for a URL, every character': each((character) => `%${hexOf(character)}`),
  'for JSON': JSON.stringify(KEY),
  'for JSON, twice': JSON.stringify(JSON.stringify(KEY)),
  'for JSON, every character': each((character) => `\\u00${hexOf(character)}`),
  'for a shell': each((character) => `\\x${hexOf(character)}`),
  'for HTML': KEY.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  'for HTML, by number': each((character) => `&#${character.charCodeAt(0)};`),
  'for HTML, by hexadecimal number': each((character) => `&#x${hexOf(character)};`),
  'for Markdown': each((character) => (/\w/.test(character) ? character : `\\${character}`)),
  'in hexadecimal': Buffer.from(KEY).toString('hex'),
  'in hexadecimal with spaces': each((character) => `${hexOf(character)} `),
  'in base64': base64(''),
  'in base64 after one byte': base64('#'),
  'in base64 after two bytes': base64('##'),
  'in base64 of URLs': base64('').replaceAll('+', '-').replaceAll('/', '_'),
  'in lines of base64': base64('').replaceAll(/.{8}/g, '$&\n'),
  'with zero width between': each((character) => `${character}\u200b`),
  'with escaped zero width between': each((character) => `${character}\\u200b`),
  'with soft hyphens as entities between': each((character) => `${character}&shy;`),
  'with backslashes between': each((character) => `\\${character}`),
  'with line ends between': each((character) => `${character}\n`),
  'with escaped line ends between': each((character) => `${character}\\n`),
  'with line ends of an annotation between': each((character) => `${character}%0A`),
  'with breaks of HTML between': KEY.replaceAll(/canary/g, 'ca<br>na<wbr/>ry'),
  'with code marks between': each((character) => `\`${character}\``),
  'with emphasis between': each((character) => `**${character}**`),
  'with links between': KEY.replace('canary', '[can](https://x.example)ary'),
  'with terminal sequences between': each((character) => `\u001b[31m${character}\u001b[0m`),
};

test.each(Object.entries(forms))('a text shows a key %s', (_, form) => {
  expect(shows(`before ${form} after`, KEY)).toBe(true);
});

test.each([
  '',
  'The key is *** and nothing else.',
  KEY.slice(0, -1),
  base64('').slice(4),
  Buffer.from(KEY).toString('hex').slice(2),
  KEY.split('').toReversed().join(''),
])('a text shows no key: %j', (text) => expect(shows(`before ${text} after`, KEY)).toBe(false));
