// Which addresses may be requested or linked: `https:`, and `http:` for loopback hosts.

/** True for `localhost` and loopback addresses. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Why `text` may not be requested or linked; undefined when it may. */
export function addressProblem(text: string): 'malformed' | 'insecure' | 'credentials' | undefined {
  // The URL parser accepts white space, control characters, backslashes and missing slashes.
  const url = /[\s\p{Cc}]|^[^?#]*\\/u.test(text) ? null : URL.parse(text);
  if (url === null) return 'malformed';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    return 'insecure';
  if (!/^https?:\/\/[^/]/i.test(text)) return 'malformed';
  return url.username === '' && url.password === '' ? undefined : 'credentials';
}
