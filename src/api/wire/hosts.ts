// Reads the domains of a resource as hosts: validated, in punycode, without a scheme.
import { asArray, type Fields, fieldsOf, isRecord } from './search/json.ts';
import { type JsonNode, nodesIn } from './search/search.ts';
import { pathTo, type Trace } from './search/trace.ts';

/** Normalized names of fields that hold the address of an app, the clearest first: `emailDomain` may be anything. */
const HOST_NAMES = [/^domains?$/, /^fqdn$/, /^hostnames?$/, /^urls?$/, /^hosts?$/, /.domains?$/];
/** Deeper in a resource a `host` or `hostname` may be anything, such as that of its database. */
const INNER_NAME = /^fqdn$|domains?$/;
const URL_NAME = /^urls?$/;

/** Fields of an entry in a list of domains, the most complete first. */
const ENTRY_NAMES = [/^urls?$/, /^fqdn$/, /^hostnames?$/, /domains?$/, /^hosts?$/, /^name$/];

/** Lists and objects within each other under the name of a host. */
const MAX_DEPTH = 4;

interface Domain {
  /** Undefined if it could not be read. */
  readonly host: string | undefined;
  readonly isPrimary: boolean;
}

/**
 * The hosts of a resource, in the service's order with the primary domain first: under `domains`, else under the first
 * name of a host, in the record, beside it or deeper in it. Wildcards are left out: they are no address.
 */
export function hostsOf(node: JsonNode, trace: Trace): string[] {
  const nodes = [node, ...node.ancestors];
  // A `host` in the resource may be that of a machine: `domains` beside it are clearer.
  const named = [
    ...nodes.flatMap((one) => fieldsNamed(one, [/^domains$/])),
    ...nodes.flatMap((one) => fieldsNamed(one, HOST_NAMES)),
  ];
  const inner = nodesIn(node.record, node.path, { entersLists: true }).slice(1);
  const urls = inner.filter(({ fields }) => [...fields.keys()].some((key) => URL_NAME.test(key)));
  // An address deeper in it could be that of anything, unless there is only one.
  const isOnly = new Set(urls.flatMap(({ record }) => hostsIn(record))).size === 1;
  const clear = inner.filter(({ fields }) => [...fields.keys()].some((key) => INNER_NAME.test(key)));
  const deeper = [...clear, ...(isOnly ? urls : [])].map(({ path, record }) => ({ path, value: record }));
  for (const { path, value } of [...named, ...deeper]) {
    const hosts = hostsIn(value);
    if (hosts.length === 0) continue;
    trace.read('domains', path);
    return hosts;
  }
  const unread = named.find(({ value }) => !isBlank(value));
  if (unread !== undefined) trace.unrecognised('domains', unread.value);
  return [];
}

function fieldsNamed({ fields, path }: JsonNode, patterns: readonly RegExp[]): { path: string; value: unknown }[] {
  return patterns
    .flatMap((pattern) => [...fields].filter(([key]) => pattern.test(key)))
    .map(([, { name, value }]) => ({ path: pathTo(path, name), value }));
}

function isBlank(value: unknown): boolean {
  return value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
}

function hostsIn(value: unknown): string[] {
  const domains = domainsIn(value, 0);
  const ordered = [...domains.filter(({ isPrimary }) => isPrimary), ...domains];
  return [...new Set(ordered.flatMap(({ host }) => host ?? []))];
}

function domainsIn(value: unknown, depth: number): readonly Domain[] {
  if (typeof value === 'string') {
    return value.split(',').map((part) => ({ host: asHost(part.trim()), isPrimary: false }));
  }
  if (depth > MAX_DEPTH) return [];
  if (isRecord(value)) return domainsOfEntry(fieldsOf(value), depth);
  return (asArray(value) ?? []).flatMap((item) => domainsIn(item, depth + 1));
}

/** A `port` beside a domain is that of the container, not of the address. */
function domainsOfEntry(fields: Fields, depth: number): readonly Domain[] {
  const isPrimary = [...fields].some(([name, { value }]) => {
    if (value === true) return /^(?:is)?primary$/.test(name);
    return /^(?:type|kind|role)$/.test(name) && typeof value === 'string' && /^primary$/i.test(value);
  });
  const named = ENTRY_NAMES.flatMap((pattern) => [...fields].filter(([name]) => pattern.test(name)));
  for (const [name, { value }] of named) {
    const domains = domainsIn(value, depth + 1);
    if (!domains.some(({ host }) => host !== undefined)) continue;
    const isFirst = isPrimary || name.startsWith('primary');
    return domains.map((domain) => ({ ...domain, isPrimary: domain.isPrimary || isFirst }));
  }
  // `{items: […], total: 2}`
  return [...fields.values()].flatMap(({ value }) => (Array.isArray(value) ? domainsIn(value, depth + 1) : []));
}

const SCHEME_PATTERN = /^https?:\/\//i;
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const NAME_PATTERN = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`);
const IPV4_PATTERN = /^\d+(?:\.\d+){3}$/;

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
  const isIpv6 = name.startsWith('[');
  if (!NAME_PATTERN.test(name) && !isIpv6) return undefined;
  // The URL parser turns `1234` and `0x7f000001` into IPv4 addresses; neither is a domain.
  if (IPV4_PATTERN.test(name) && !written.startsWith(name)) return undefined;
  // A single word (`production`) is not a host, unless it has a scheme or a port.
  const isLabel = !/[.:]/.test(name) && name !== 'localhost' && scheme === '' && url.port === '';
  return isLabel ? undefined : name + (url.port === '' ? '' : `:${url.port}`);
}
