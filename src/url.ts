// Which addresses may be requested or linked: `https:`, and `http:` on this very machine alone.

/** True for names and addresses that never leave the machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Why `text` is no address to request or link; undefined when it is one. */
export function addressProblem(text: string): 'malformed' | 'insecure' | 'credentials' | undefined {
  // The parser forgives white space, controls, backslashes and missing slashes; such an address is not what was meant.
  const url = /[\s\p{Cc}]|^[^?#]*\\/u.test(text) ? null : URL.parse(text);
  if (url === null) return 'malformed';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) return 'insecure';
  if (!/^https?:\/\/[^/]/i.test(text)) return 'malformed';
  return url.username === '' && url.password === '' ? undefined : 'credentials';
}
