// The domains of a resource: where they are found, and what is a valid host.
import { describe, expect, test } from '@jest/globals';
import { readResource as readWithTrace } from '../../../src/api/wire/index.ts';
import { readResource, traceOf } from '../../support/service/readers.ts';

const hostsOf = (fields: object, around: object = {}): readonly string[] =>
  readResource({ ...around, resource: { id: 'app_web', type: 'app', ...fields } }).domains;

describe('the domains of a resource', () => {
  test.each([
    [{ domains: ['a.example', 'b.example'] }],
    [{ domains: 'a.example, b.example' }],
    [{ domains: [{ domain: 'a.example', port: 3000 }, { hostname: 'b.example' }] }],
    [{ domains: [{ name: 'b.example' }, { name: 'a.example', primary: true }] }],
    [{ domains: [{ host: 'b.example' }, { host: 'a.example', type: 'PRIMARY' }] }],
    [{ domains: [{ domain: { name: 'a.example' } }, { url: 'https://b.example/' }] }],
    [{ domains: { items: [{ fqdn: 'a.example' }, { fqdn: 'b.example' }], total: 2 } }],
    [{ domains: ['a.example', '*.a.example', 'b.example', 'A.example.'] }],
    [{ domains: [['a.example'], ['b.example']] }],
    [{ fqdn: 'https://a.example,https://b.example' }],
    [{ customDomains: ['a.example', 'b.example'] }],
    [{ host: '10.0.0.1', domains: ['a.example', 'b.example'] }],
    [{ emailDomain: 'c.example', domain: ['a.example', 'b.example'] }],
    [{ domains: [], urls: ['a.example', 'b.example'] }],
    [{ network: { domains: ['a.example', 'b.example'] } }],
  ])('are read from %j', (fields) => {
    expect(hostsOf(fields)).toEqual(['a.example', 'b.example']);
  });

  test.each([
    [{}],
    [{ domains: [] }],
    [{ domains: 'none' }],
    [{ domains: [{ target: 'a.example' }] }],
    [{ homepage: 'a.example' }],
    [{ domains: { type: { toString: null } } }],
    [{ domainsCount: 'a.example' }],
    [{ database: { host: 'db.example', hostname: 'db.example' } }],
    [{ links: { url: 'https://a.example' }, docs: { url: 'https://b.example' } }],
    [{ a: { b: { c: { d: { e: { domain: 'a.example' } } } } } }],
    [{ domains: [[[[[['a.example']]]]]] }],
  ])('are not read from %j', (fields) => {
    expect(hostsOf(fields)).toEqual([]);
  });

  test('beside it go before another name in it', () => {
    expect(hostsOf({ host: '10.0.0.1', url: 'c.example' }, { domains: ['a.example'] })).toEqual(['a.example']);
  });

  test('do not depend on the order of fields', () => {
    const fields = {
      url: 'u.example',
      domain: 'd.example',
      fqdn: 'f.example',
      ownDomain: 'o.example',
      host: 'h.example',
    };
    const reversed = Object.fromEntries(Object.entries(fields).toReversed());
    expect(hostsOf(fields)).toEqual(['d.example']);
    expect(hostsOf(reversed)).toEqual(['d.example']);
  });

  test('are reported with their path, or with their shape', () => {
    const read = (fields: object) =>
      traceOf((trace) => readWithTrace({ id: 'app_web', type: 'app', ...fields }, 'app_web', trace)).at(-1);
    expect(read({ domains: ['a.example'] })).toBe('domains ← domains');
    expect(read({ domains: [{ target: 'x' }] })).toBe('domains: [1 × {target: string}]');
    expect(read({ domains: [] })).toBe('resource ← ');
  });

  test('of 100,000 entries are read in linear time', () => {
    const domains = Array.from({ length: 100_000 }, (_, at) => `a${at}.example`);
    const startedMs = performance.now();
    expect(hostsOf({ domains })).toHaveLength(100_000);
    expect(performance.now() - startedMs).toBeLessThan(20_000);
  });
});

describe('an address', () => {
  test.each([
    ['a.example', 'a.example'],
    ['https://A.example:8443/', 'a.example:8443'],
    ['http://a.example:80', 'a.example'],
    ['a.example:443', 'a.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['my_app.a.example', 'my_app.a.example'],
    ['localhost', 'localhost'],
    ['localhost:3000', 'localhost:3000'],
    ['https://intranet', 'intranet'],
    ['[::1]:3000', '[::1]:3000'],
    ['127.0.0.1', '127.0.0.1'],
  ])('%s is the host %s', (text, host) => {
    expect(hostsOf({ domains: [text] })).toEqual([host]);
  });

  test.each([
    'production',
    'https://a.example/path',
    'https://user:pass@a.example',
    'a.example?x=1',
    'a.example#x',
    '*.a.example',
    'ftp://a.example',
    'javascript:alert(1)',
    'a example',
    'a.example\nb.example',
    '1234',
    '0x7f000001',
    'a.example:99999',
    `${'a.'.repeat(600)}example`,
    `${'x'.repeat(64)}.example`,
    '-a.example',
  ])('%j is no host', (text) => {
    expect(hostsOf({ domains: [text] })).toEqual([]);
  });
});
