// Domains of a resource: which are hosts, how they are written, and which comes first.
import { describe, expect, test } from '@jest/globals';
import { findHosts } from '../../../src/api/wire/host.ts';
import { fieldsOf } from '../../../src/api/wire/json.ts';
import { readResource } from '../../support/service/readers.ts';

const domainsOf = (domains: unknown) => readResource({ id: 'app_web', type: 'app', domains }, 'app_web').domains;

describe('the host of a domain', () => {
  test.each([
    [{ host: 'a.example', port: 8080 }, 'a.example:8080'],
    [{ host: 'a.example', port: 1 }, 'a.example:1'],
    [{ host: 'a.example', port: 65_535 }, 'a.example:65535'],
    [{ host: 'a.example', port: 443 }, 'a.example'],
    [{ host: 'a.example', port: 0 }, 'a.example'],
    [{ host: 'a.example', port: -1 }, 'a.example'],
    [{ host: 'a.example', port: 65_536 }, 'a.example'],
    [{ host: 'a.example', port: 80.5 }, 'a.example'],
    [{ host: 'a.example', port: '8080' }, 'a.example'],
    [{ host: 'a.example:4100', port: 8080 }, 'a.example:4100'],
    [{ host: ' a.example ' }, 'a.example'],
    ['10.0.0.1.EXAMPLE', '10.0.0.1.example'],
    ['10.0.0.1', '10.0.0.1'],
  ])('%j is %s', (domain, host) => {
    expect(domainsOf([domain])).toStrictEqual([host]);
  });

  test.each([['0x0a000001'], ['167772161'], ['10.1'], [{ host: ['a.example'] }], ['production']])(
    '%j does not exist',
    (domain) => {
      expect(domainsOf([domain])).toStrictEqual([]);
    },
  );

  test.each([
    [['a.example', { host: 'b.example', primary: true }]],
    [['a.example', { primary: 'b.example' }]],
    [{ primary: 'b.example', aliases: ['a.example'] }],
  ])('marked as primary is used first: %j', (domains) => {
    expect(domainsOf(domains)).toStrictEqual(['b.example', 'a.example']);
  });
});

test('a custom domain is used before that of the service', () => {
  const domains = { serviceDomains: [{ domain: 'a.example' }], customDomains: [{ domain: 'b.example' }] };
  expect(domainsOf(domains)).toStrictEqual(['b.example', 'a.example']);
});

describe('a domain', () => {
  test.each([
    ['https://Shop.Example/', 'shop.example'],
    ['https://shop.example:443', 'shop.example'],
    ['http://shop.example:8080', 'shop.example:8080'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['shop.example.', 'shop.example'],
    ['[::1]:3000', '[::1]:3000'],
    ['localhost', 'localhost'],
  ])('written as %s is the host %s', (written, host) => {
    expect(domainsOf([written])).toEqual([host]);
  });

  test.each([
    'https://user:pass@shop.example',
    'shop.example/path',
    'shop.example?query',
    '*.shop.example',
    'shop .example',
    'javascript:alert(1)',
    'ftp://shop.example',
    'shop.example\r\nx: y',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(600)}example`,
  ])('written as %j is not shown', (written) => {
    expect(domainsOf([written])).toEqual([]);
  });

  test('that is listed twice is shown once', () => {
    expect(domainsOf('a.example, b.example, A.EXAMPLE')).toEqual(['a.example', 'b.example']);
  });
});

test('uses the first field that has a host, and skips a name such as production', () => {
  const places = [{ domain: 'production' }, { url: 'https://a.example' }, { host: 'b.example' }].map(fieldsOf);
  expect(findHosts(places, () => undefined)).toEqual(['a.example']);
});

test.each([
  [['javascript:alert(1)', 'b.example'], ['a domain of a resource']],
  ['shop.example/path, b.example', ['a domain of a resource']],
  [{ primary: 'shop.example/path', aliases: ['b.example'] }, ['a domain of a resource']],
  [['*.example', 'b.example', ''], []],
])('reports a domain that cannot be read beside others: %j', (domains, expected) => {
  const notes: string[] = [];
  expect(findHosts([fieldsOf({ domains })], (what) => void notes.push(what))).toEqual(['b.example']);
  expect(notes).toEqual(expected);
});

test.each([['production'], [{}], [[]], [''], [null]])(
  'reports domains that are %j only where something is shown',
  (domains) => {
    const notes: string[] = [];
    findHosts([fieldsOf({ domains })], (what) => void notes.push(what));
    expect(notes).toEqual(domains === 'production' ? ['the domains of a resource'] : []);
  },
);
