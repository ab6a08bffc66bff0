// Reads the domains of a resource as addresses: validated, in punycode, without a path.
import { isLoopback } from '../url.ts';
import { asArray, firstOf, isBlank, isRecord, type JsonNode, nodeOf } from './json.ts';

/** Normalized names of the fields that hold the address of an app, the clearest first. */
const FIELD_NAMES = ['domains', 'domain', 'fqdn', 'url', 'urls', 'hosts'];
/** Fields of an entry in a list of domains. */
const ENTRY_NAMES = [...FIELD_NAMES, 'host', 'hostname', 'name'];
/** How deep lists and objects below such a field may be nested. */
const MAX_DEPTH = 5;
/** How many texts are tried as hosts. */
const MAX_TEXTS = 100;

/**
 * The addresses of a resource in the service's order: those of the first field that holds any, in
 * the record or beside it.
 */
export function addressesOf(node: JsonNode): readonly string[] {
  const fields = [node, ...(node.parent ? [node.parent] : [])].flatMap((holder) =>
    FIELD_NAMES.flatMap((name) => holder.fields.filter((field) => field.normalizedName === name)),
  );
  const values = fields.map(({ value }) => value).filter((value) => !isBlank(value));
  for (const value of values) {
    const found = [...textsIn(value)].slice(0, MAX_TEXTS).flatMap(asAddress);
    if (found.length > 0) return [...new Set(found)];
  }
  return [];
}

/** The addresses without loopback ones, which would be the runner itself. */
export function withoutLoopback(addresses: readonly string[]): readonly string[] {
  return addresses.filter((address) => !address.startsWith('http:'));
}

/** The texts in a value that may be hosts. An object shows the first of its fields for one. */
function* textsIn(value: unknown, depth = 0): Generator<string> {
  if (depth > MAX_DEPTH) return;
  if (typeof value === 'string') yield* value.split(',', MAX_TEXTS);
  for (const item of asArray(value) ?? []) yield* textsIn(item, depth + 1);
  // A port beside a domain is the port of the container, so it is ignored.
  if (isRecord(value)) yield* textsIn(firstOf(nodeOf(value), ENTRY_NAMES, unlessBlank), depth + 1);
}

function unlessBlank(value: unknown): unknown {
  return isBlank(value) ? undefined : value;
}

/** A host name, or an IPv6 address in brackets. */
const HOST_NAME = /^(?=.{1,253}$)(?:(?!-)[a-z0-9_-]{1,63}(?:\.|$))+$|^\[/;
const IPV4 = /^\d+(?:\.\d+){3}$/;
/** Longer text is not parsed. */
const MAX_CHARS = 1024;
/**
 * No host has these: a path alone, user info, a query, a wildcard, white space, control characters.
 */
const NOT_A_HOST = /^(?:https?:\/\/)?\/|[\p{Cc}\s@\\?#%*]/iu;

/**
 * The address of a domain or an `http(s):` URL: `https:`, or `http:` for loopback, with the host in
 * lower case and punycode, and its port unless it is the default port. A text with a path needs a
 * scheme, and so does a single word without a port.
 */
function asAddress(untrimmed: string): readonly string[] {
  const text = untrimmed.trim();
  if (text.length > MAX_CHARS || NOT_A_HOST.test(text)) return [];
  const hasScheme = /^https?:\/\//i.test(text);
  const url = URL.parse(hasScheme ? text : `https://${text}`);
  if (url === null) return [];
  const name = url.hostname.replace(/\.$/, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  const isWord = !/[.:]/.test(name) && name !== 'localhost' && port === '';
  if (!hasScheme && (isWord || url.pathname !== '/')) return [];
  // The URL parser turns `1234` and `0x7f.1` into IPv4 addresses; neither is a domain.
  const isNumber = IPV4.test(name) && !text.includes(name);
  if (isNumber || !HOST_NAME.test(name)) return [];
  return [`${isLoopback(name) ? 'http' : 'https'}://${name}${port}`];
}
