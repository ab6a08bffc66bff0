// Which texts are the address of an app, and which addresses may be requested or linked.
import { expect, test } from '@jest/globals';
import { addressFrom, isAllowedAddress } from '../src/url.ts';

test.each([
  ['a.example', 'https://a.example'],
  [' https://A.example:8443/ ', 'https://a.example:8443'],
  ['HTTP://a.example:80', 'https://a.example'],
  ['a.example:443', 'https://a.example'],
  ['bücher.example', 'https://xn--bcher-kva.example'],
  ['my_app.a.example', 'https://my_app.a.example'],
  ['a.example.', 'https://a.example'],
  ['1.2.3.4.Example', 'https://1.2.3.4.example'],
  ['localhost.example', 'https://localhost.example'],
  ['intranet:8080', 'https://intranet:8080'],
  ['https://intranet', 'https://intranet'],
  ['https://a.example/app/', 'https://a.example'],
  ['localhost', 'http://localhost'],
  ['[::1]:3000', 'http://[::1]:3000'],
  ['127.9.9.9:8080', 'http://127.9.9.9:8080'],
  [`${'x'.repeat(63)}.example`, `https://${'x'.repeat(63)}.example`],
])('%s is the address %s (outputs/url)', (text, address) => {
  expect(addressFrom(text)).toBe(address);
});

test.each([
  ...'production a.example/path /a.example https:///a.example a.example?x=1'.split(' '),
  ...'https://user:pass@a.example a.example#x a.example%2f ftp://a.example'.split(' '),
  ...'*.a.example javascript:alert(1) 1234 0x7f000001 0x7f.1 a.example:99999'.split(' '),
  ...'-a.example, a..example, a example, a.example\nb.example, a.example\\b'.split(', '),
  '',
  `${'a.'.repeat(600)}example`,
  `${'a.'.repeat(130)}example`,
  `${'x'.repeat(64)}.example`,
])('%j is no address', (text) => expect(addressFrom(text)).toBeUndefined());

test.each([
  ['https://a.example/x?y#z', true],
  ['http://localhost:3000', true],
  ['http://127.0.0.1/x', true],
  ['http://[::1]/', true],
  ['http://a.example', false],
  ['http://127.0.0.1.evil.example/', false],
  ['https://user@a.example', false],
  ['https://@a.example', false],
  ['https:a.example', false],
  ['https:/a.example', false],
  ['https:\\\\a.example', false],
  ['https://a.example/a b', false],
  ['https://a.example\n', false],
  ['ftp://a.example', false],
])('%j may be requested: %s', (text, isAllowed) => expect(isAllowedAddress(text)).toBe(isAllowed));
