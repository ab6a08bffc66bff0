// Which `Host` headers are answered. A web page whose own name leads to this machine (DNS rebinding) must read nothing.

const LOCAL = /^(?:127\.0\.0\.1|localhost|\[::1\])$/i;

/** Whether a `Host` header (with or without a port) names this machine or one of the given hosts. */
export function isAllowedHost(host: string | undefined, hosts: readonly string[]): boolean {
  const name = host?.replace(/:\d+$/, '') ?? '';
  return LOCAL.test(name) || hosts.some((one) => one.toLowerCase() === name.toLowerCase());
}
