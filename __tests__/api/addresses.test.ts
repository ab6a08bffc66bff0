// The addresses of a resource: under which names, in which form, and what is no host.
import { describe, expect, test } from '@jest/globals';
import { addressesOf, withoutLoopback } from '../../src/api/addresses.ts';
import { walk } from '../../src/api/json.ts';
import { parseResource } from '../../src/api/resources.ts';

const addressesIn = (fields: object, beside: object = {}): readonly string[] =>
  parseResource({ ...beside, resource: { id: 'app_web', type: 'app', ...fields } }, 'app_web')
    .addresses;

const read = (...fields: Parameters<typeof addressesIn>): readonly string[] =>
  addressesIn(...fields).map((address) => address.replace(/^https?:\/\//, ''));

describe('hosts', () => {
  test.each([
    [{ domains: ['a.example', 'b.example', 'a.example'] }],
    [{ domains: 'a.example, b.example' }],
    [{ domains: 'https://a.example/,https://b.example' }],
    [{ domains: [{ domain: 'a.example' }, { url: 'https://b.example', port: 3000 }] }],
    [{ domains: [{ host: 'a.example' }, { host: '', hostname: 'b.example' }] }],
    [{ domains: [{ id: 'dom_1', name: 'a.example' }, { fqdn: 'b.example' }] }],
    [{ domains: { domains: ['a.example'], name: 'x.test' }, domain: 'c.example' }, ['a.example']],
    [{ domains: { serviceDomains: ['x.example'] }, urls: ['a.example', 'b.example'] }],
    [{ domains: [], domain: 'a.example,b.example' }],
    [{ fqdn: 'a.example,b.example', url: 'c.example' }],
    [{ url: 'c.example', domain: ['a.example', 'b.example'] }],
    [{ urls: 'a.example', hosts: ['c.example'] }, ['a.example']],
    [{ hosts: ['a.example', 'none', '*.b.example', 'b.example'] }],
    [{ domains: [[[['a.example', 'b.example']]]] }],
  ])('are read from %j', (fields, expected = ['a.example', 'b.example']) => {
    expect(read(fields)).toEqual(expected);
  });

  test.each([
    [{}],
    [{ domains: [] }],
    [{ domains: 7 }],
    [{ domains: 'none' }],
    [{ domains: [{ target: 'a.example' }] }],
    [{ domains: [[[[[['a.example']]]]]] }],
    [{ homepage: 'a.example', host: 'a.example', hostname: 'a.example' }],
    [{ name: 'a.example', baseUrl: 'a.example' }],
    [{ database: { domain: 'a.example' } }],
  ])('are not read from %j', (fields) => expect(read(fields)).toEqual([]));

  test('are read beside the resource when it shows none', () => {
    expect(read({}, { domains: ['a.example'] })).toEqual(['a.example']);
    expect(read({ url: 'b.example' }, { domains: ['a.example'] })).toEqual(['b.example']);
    const [, , inner] = walk({ domains: ['a.example'], data: { resource: {} } });
    expect(inner && addressesOf(inner)).toEqual([]);
  });

  test('are read from another field where the first holds none', () => {
    expect(read({ domains: [{ target: 'x' }], url: 'a.example' })).toEqual(['a.example']);
  });

  test.each([
    ['texts', Array.from({ length: 200 }, (_, at) => `a${at}.example`)],
    ['one text', Array.from({ length: 200 }, (_, at) => `a${at}.example`).join(',')],
    ['lists', Array.from({ length: 20 }, (_, at) => Array<string>(20).fill(`a${at}.example`))],
  ])('are the first hundred of %s', (_, domains) => {
    expect(read({ domains }).length).toBeGreaterThan(4);
    expect(read({ domains }).at(-1)).toMatch(/^a(?:99|4)\.example$/);
  });
});

test('loopback addresses begin with http: and can be left out', () => {
  const others = ['a.example', 'localhost.example'];
  const loopback = ['localhost:3000', '127.0.0.1', '127.9.9.9:80', '[::1]:8080'];
  const addresses = addressesIn({ domains: [...loopback, ...others] });
  const expected = others.map((host) => `https://${host}`);
  expect(addresses).toEqual([...loopback.map((host) => `http://${host}`), ...expected]);
  expect(withoutLoopback(addresses)).toEqual(expected);
});

describe('an address', () => {
  test.each([
    ['a.example', 'a.example'],
    ['https://A.example:8443/', 'a.example:8443'],
    ['HTTP://a.example:80', 'a.example'],
    ['a.example:443', 'a.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['my_app.a.example', 'my_app.a.example'],
    ['a.example.', 'a.example'],
    ['1.2.3.4.Example', '1.2.3.4.example'],
    ['localhost', 'localhost'],
    ['intranet:8080', 'intranet:8080'],
    ['https://intranet', 'intranet'],
    ['https://a.example/app/', 'a.example'],
    ['[::1]:3000', '[::1]:3000'],
    ['127.0.0.1:8080', '127.0.0.1:8080'],
    [`${'x'.repeat(63)}.example`, `${'x'.repeat(63)}.example`],
  ])('%s is the host %s', (text, host) => expect(read({ domains: [text] })).toEqual([host]));

  test.each([
    ...'production a.example/path /a.example https:///a.example a.example?x=1'.split(' '),
    ...'https://user:pass@a.example a.example#x a.example%2f ftp://a.example'.split(' '),
    ...'*.a.example javascript:alert(1) 1234 0x7f000001 0x7f.1 a.example:99999'.split(' '),
    ...'-a.example, a..example, a example, a.example\nb.example, a.example\\b'.split(', '),
    `${'a.'.repeat(600)}example`,
    `${'a.'.repeat(130)}example`,
    `${'x'.repeat(64)}.example`,
  ])('%j is no host', (text) => expect(read({ domains: [text] })).toEqual([]));
});
