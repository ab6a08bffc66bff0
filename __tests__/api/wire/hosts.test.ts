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
    [{ customDomains: ['c.example'], domain: ['a.example', 'b.example'] }],
    [{ domains: [[[[['a.example', 'b.example']]]]] }],
    [{ domains: [{ url: 'none', domain: 'a.example, none' }, { domain: 'b.example' }] }],
    [{ domains: [{ domain: 'b.example' }, { primaryDomain: 'a.example' }] }],
  ])('are read from %j', (fields) => {
    expect(hostsOf(fields)).toEqual(['a.example', 'b.example']);
  });

  test.each([
    [{}],
    [{ domains: [] }],
    [{ domains: 7 }],
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

  test.each(['domain', 'fqdn', 'hostname', 'hostnames', 'url', 'urls', 'host', 'hosts', 'ownDomain', 'own_domains'])(
    'are read under %s',
    (name) => {
      expect(hostsOf({ [name]: 'a.example' })).toEqual(['a.example']);
      expect(hostsOf({ domains: [{ [name]: 'a.example' }] })).toEqual(['a.example']);
    },
  );

  test.each(['ownFqdn', 'fqdnId', 'ownHostname', 'hostnameId', 'baseUrl', 'urlPath', 'dbHost', 'hostId', 'domainId'])(
    'are not read under %s',
    (name) => {
      expect(hostsOf({ [name]: 'a.example' })).toEqual([]);
      expect(hostsOf({ domains: [{ [name]: 'a.example' }] })).toEqual([]);
    },
  );

  test('are read under the name of an entry alone in a list of domains', () => {
    expect(hostsOf({ domains: [{ name: 'a.example' }] })).toEqual(['a.example']);
    for (const name of ['ownName', 'nameId']) expect(hostsOf({ domains: [{ [name]: 'a.example' }] })).toEqual([]);
    expect(hostsOf({ name: 'a.example' })).toEqual([]);
  });

  test.each(['fqdn', 'domain', 'domains', 'ownDomain', 'url', 'urls'])('deeper in it are read under %s', (name) => {
    expect(hostsOf({ network: { port: 1, [name]: 'a.example' } })).toEqual(['a.example']);
  });

  test.each(['ownFqdn', 'fqdnId', 'domainId', 'baseUrl', 'urlPath'])('deeper in it are not read beside %s', (name) => {
    expect(hostsOf({ network: { [name]: 'x', host: 'a.example' } })).toEqual([]);
  });

  test('are searched in 500 objects, with the resource', () => {
    const parts = (count: number) => [...Array.from({ length: count }, () => ({})), { domain: 'a.example' }];
    expect(hostsOf({ parts: parts(498) })).toEqual(['a.example']);
    expect(hostsOf({ parts: parts(499) })).toEqual([]);
  });

  const primary = [
    { primary: true },
    { isPrimary: true },
    { type: 'primary' },
    { kind: 'Primary' },
    { role: 'PRIMARY' },
  ];
  test.each(primary)('begin with the one with %j', (mark) => {
    const domains = [{ host: 'b.example' }, { host: 'a.example', ...mark }];
    expect(hostsOf({ domains })).toEqual(['a.example', 'b.example']);
  });

  const other = [
    { primary: 'true' },
    { nonPrimary: true },
    { primaryKey: true },
    { mimeType: 'primary' },
    { typeId: 'primary' },
    { type: 'nonprimary' },
    { type: 'primary2' },
  ];
  test.each(other)('do not begin with the one with %j', (mark) => {
    const domains = [{ host: 'b.example' }, { host: 'a.example', ...mark }];
    expect(hostsOf({ domains })).toEqual(['b.example', 'a.example']);
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
    expect(read({ domains: 7 })).toBe('domains: number');
    for (const domains of ['', [], {}]) expect(read({ domains })).toBe('resource ← ');
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
    ['a.example.', 'a.example'],
    ['1.2.3.4.Example', '1.2.3.4.example'],
    ['localhost', 'localhost'],
    ['intranet:8080', 'intranet:8080'],
    ['localhost:3000', 'localhost:3000'],
    ['https://intranet', 'intranet'],
    ['[::1]:3000', '[::1]:3000'],
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1:8080', '127.0.0.1:8080'],
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
