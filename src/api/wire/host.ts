// Reads the domains of a resource as hosts: validated, in punycode, with the port if one is given, without a scheme.
import type { Note } from './envelope.ts';
import { asArray, asRecord, fieldsOf, firstOf, valueOf } from './json.ts';
import type { Fields } from './json.ts';

/** Fields that may hold domains, likeliest first; the first with a valid host is used. */
const DOMAIN_NAMES = ['domains', 'domain', 'hostnames', 'hosts', 'urls', 'hostname', 'fqdn', 'host', 'url'];

/** Fields that name the primary domain. */
const PRIMARY_NAMES = ['primaryDomain', 'primary', 'defaultDomain'];

const HOST_NAMES = ['domain', 'hostname', 'host', 'fqdn', 'url', 'name'];
const PRIMARY_FLAGS = ['primary', 'isPrimary'];
const GROUP_NAMES = ['items', 'custom', 'customDomains', 'additional', 'aliases', 'serviceDomains'];

const MAX_DEPTH = 2;

interface Domain {
  /** Undefined if it could not be read. */
  readonly host: string | undefined;
  readonly isPrimary: boolean;
}

/**
 * The hosts in the first of `places` that has any, in the service's order with the primary domain first. A non-empty
 * field of domains without a readable one is noted.
 */
export function findHosts(places: readonly Fields[], note: Note): string[] {
  for (const fields of places) {
    const primary = firstOf(fields, PRIMARY_NAMES, (value) => unlessEmpty(readDomains(value))) ?? [];
    const others = firstOf(fields, DOMAIN_NAMES, (value) => unlessEmpty(readDomains(value))) ?? [];
    const all = [...primary, ...others.filter((domain) => domain.isPrimary), ...others];
    const hosts = all.flatMap(({ host }) => host ?? []);
    if (hosts.length < all.length) note('a domain of a resource', '');
    if (hosts.length > 0) return [...new Set(hosts)];
  }
  const shown = places
    .map((fields) => firstOf(fields, ['domains', 'domain'], unlessBlank))
    .find((one) => one !== undefined);
  if (shown !== undefined) note('the domains of a resource', shown);
  return [];
}

function unlessBlank(value: unknown): unknown {
  return value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0) ? undefined : value;
}

function unlessEmpty(domains: readonly Domain[]): readonly Domain[] | undefined {
  return domains.some(({ host }) => host !== undefined) ? domains : undefined;
}

function readDomains(value: unknown, depth = 0): readonly Domain[] {
  if (typeof value === 'string') {
    // A wildcard is no address.
    const parts = value.split(',').filter((part) => part.trim() !== '' && !part.includes('*'));
    return parts.map((part) => ({ host: asHost(part.trim()), isPrimary: false }));
  }
  if (depth > MAX_DEPTH) return [];
  const list = asArray(value);
  if (list !== undefined) return list.flatMap((item) => readDomains(item, depth + 1));
  const record = asRecord(value);
  return record === undefined ? [] : domainsOfRecord(fieldsOf(record), depth + 1);
}

/** A record is one domain, or groups of them: `{primary: 'a.example', aliases: ['b.example']}`. */
function domainsOfRecord(fields: Fields, depth: number): readonly Domain[] {
  const host = firstOf(fields, HOST_NAMES, (value) => (typeof value === 'string' ? asHost(value.trim()) : undefined));
  if (host !== undefined) {
    const isPrimary = PRIMARY_FLAGS.some((name) => valueOf(fields, name) === true);
    return [{ host: withPort(host, valueOf(fields, 'port')), isPrimary }];
  }
  const primary = PRIMARY_NAMES.flatMap((name) => readDomains(valueOf(fields, name), depth));
  const others = GROUP_NAMES.flatMap((name) => readDomains(valueOf(fields, name), depth));
  return [...primary.map(({ host: name }) => ({ host: name, isPrimary: true })), ...others];
}

const SCHEME_PATTERN = /^https?:\/\//i;
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const NAME_PATTERN = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`);
const IPV4_PATTERN = /^\d+(?:\.\d+){3}$/;
const IPV6_PATTERN = /^\[[0-9a-f:.]+\]$/;

/** Longer text is not a host and is not parsed. */
const MAX_LENGTH = 1024;

/**
 * The host of a domain or an `http(s):` URL in lower case and punycode, with its port unless it is the default one.
 * `undefined` when the text has a path, user info, a query, white space, control characters or a wildcard.
 */
function asHost(text: string): string | undefined {
  if (text.length > MAX_LENGTH || /[\p{Cc}\s@\\?#%*]/u.test(text)) return undefined;
  const scheme = SCHEME_PATTERN.exec(text)?.[0] ?? '';
  const written = text.slice(scheme.length).replace(/\/$/, '');
  const url = written.includes('/') ? null : URL.parse(`${scheme || 'https://'}${written}`);
  if (url === null) return undefined;
  const name = url.hostname.replace(/\.$/, '');
  if (!NAME_PATTERN.test(name) && !IPV6_PATTERN.test(name)) return undefined;
  // The URL parser turns `1234` and `0x7f000001` into IPv4 addresses; neither is a domain.
  if (IPV4_PATTERN.test(name) && !written.startsWith(name)) return undefined;
  // A single word (`production`) is not a host, unless it has a scheme or a port.
  const isLabel = !/[.:]/.test(name) && name !== 'localhost' && scheme === '' && url.port === '';
  return isLabel ? undefined : name + (url.port === '' ? '' : `:${url.port}`);
}

function withPort(host: string, port: unknown): string {
  const isPort = Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536;
  return isPort && URL.parse(`https://${host}`)?.port === '' && port !== 443 ? `${host}:${String(port)}` : host;
}
