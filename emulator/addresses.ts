// Hosts, and the addresses that are made of them.

/** The only host that the emulator and its apps listen on. */
export const LOOPBACK = '127.0.0.1';

const IS_LOOPBACK = /^(?:127\.[\d.]+|localhost|\[::1\])(?::\d+)?$/;

/** Scheme and host (with its port, where it has one): this machine's own apps answer without TLS, all others with it. */
export function originOf(host: string): string {
  return `${IS_LOOPBACK.test(host) ? 'http' : 'https'}://${host}`;
}
