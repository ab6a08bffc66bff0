// Addresses of the emulator: its host, the roots of its paths, and how a path is matched.

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

/** The values of the `*` segments of a pattern such as `/keys/*`, decoded; undefined where a path does not match it. */
export function matchPath(pattern: string, path: string): readonly string[] | undefined {
  const wanted = pattern.split('/');
  const segments = path.split('/').map(decodeSegment);
  const matches =
    wanted.length === segments.length && wanted.every((part, index) => part === '*' || part === segments[index]);
  return matches ? segments.filter((_segment, index) => wanted[index] === '*') : undefined;
}
