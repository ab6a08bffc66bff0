// Addresses of the emulator: its host, the roots of its paths, and how a path segment is decoded.

/** The only host that the emulator and its apps listen on. */
export const LOOPBACK = '127.0.0.1';

const IS_LOOPBACK = /^(?:127\.[\d.]+|localhost|\[::1\])(?::\d+)?$/;

/** Scheme and host (with its port, where it has one): this machine's own apps answer without TLS, all others with it. */
export function originOf(host: string): string {
  return `${IS_LOOPBACK.test(host) ? 'http' : 'https'}://${host}`;
}

/** The version segment that the paths of the service's API follow. */
export const API_ROOT = '/api/v1';

/** Where the control API lives, far from the service's own paths. */
export const CONTROL_ROOT = '/__emulator';

/** A path segment without its percent encoding; what cannot be decoded stays as it is, so that it is found nowhere. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
