// Which addresses may be requested or linked: `https:`, and `http:` for loopback hosts.

/** True for `localhost` and loopback addresses. */
export function isLoopback(hostname: string): boolean {
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
