// Which addresses may be requested or linked: `https:`, and `http:` for loopback hosts.

/** True for `localhost` and loopback addresses. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * True for an address that may be requested or linked: `https:`, or `http:` for a loopback host,
 * without a user name and password.
 */
export function isAllowedAddress(text: string): boolean {
  // The URL parser accepts white space, control characters, backslashes and missing slashes.
  if (/[\s\p{Cc}]|^[^?#]*\\/u.test(text) || !/^https?:\/\/[^/]/i.test(text)) return false;
  const url = URL.parse(text);
  // Even an empty user name counts.
  if (url === null || /^[^/]*\/\/[^/?#]*@/.test(text)) return false;
  return url.protocol === 'https:' || isLoopback(url.hostname);
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
 * lower case and punycode, its port unless that is the default, and no path or slash at the end. A
 * text with a path needs a scheme, and so does a single word without a port. Undefined for anything
 * else.
 */
export function addressFrom(untrimmed: string): string | undefined {
  const text = untrimmed.trim();
  if (text.length > MAX_CHARS || NOT_A_HOST.test(text)) return undefined;
  const hasScheme = /^https?:\/\//i.test(text);
  const url = URL.parse(hasScheme ? text : `https://${text}`);
  if (url === null || !(hasScheme || isDomain(url))) return undefined;
  const name = url.hostname.replace(/\.$/, '');
  if (!isHostName(name, text)) return undefined;
  const port = url.port && `:${url.port}`;
  return `${isLoopback(name) ? 'http' : 'https'}://${name}${port}`;
}

/** True for a host alone that is more than a word. */
function isDomain({ host, hostname, pathname }: URL): boolean {
  const isWord = /^[^.:]*\.?$/.test(host) && hostname !== 'localhost';
  return pathname === '/' && !isWord;
}

/** False for `1234` and `0x7f.1`, too, which the URL parser turns into IPv4 addresses. */
function isHostName(name: string, text: string): boolean {
  return HOST_NAME.test(name) && (!IPV4.test(name) || text.includes(name));
}
