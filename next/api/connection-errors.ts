// Network errors: what became of the request, and what went wrong in plain words.
import { checkBypass, getProxyUrl } from '@actions/http-client/lib/proxy';

/**
 * What became of a request without a complete reply. `unsent`: there was no connection. `rejected`: nor will there be one
 * within a minute (certificate, protocol, proxy). `lost`: it may have arrived.
 */
export type Fate = 'unsent' | 'rejected' | 'lost' | 'too-large' | 'undecodable';

/** A request without a complete reply. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly fate: Fate;
  /** Of the reply, if its headers were received. */
  readonly status: number | undefined;

  constructor(fate: Fate, message: string, status?: number) {
    super(message);
    this.fate = fate;
    this.status = status;
  }
}

/** The errors that users see most, by the codes and messages of Node and OpenSSL. */
const PROBLEMS: readonly (readonly [RegExp, string, Fate?])[] = [
  [/^ECONNREFUSED/, 'the host refuses connections at this port'],
  [/^ENOTFOUND|^EAI_AGAIN/, 'the host name does not resolve'],
  [/^ECONNRESET/, 'the connection was closed'],
  [/^CERT_HAS_EXPIRED/, 'its certificate has expired', 'rejected'],
  [/ALTNAME|HOSTNAME_MISMATCH/, 'its certificate is for another host name', 'rejected'],
  [
    /SELF_SIGNED|UNABLE_TO_|CERT_|ERR_TLS_|DEPTH_ZERO_/,
    'its certificate is not accepted (env NODE_EXTRA_CA_CERTS can name an authority that the runner does not know)',
    'rejected',
  ],
  [
    /wrong version number|packet length too long|handshake failure|protocol version|unsupported protocol/,
    'it does not speak TLS (https:) at this port, or none that the runner accepts',
    'rejected',
  ],
];

/** Messages when a proxy opens no tunnel, with the reason, or the server closes the connection before TLS. */
const NO_CONNECTION = /^tunneling socket could not be established, (.*)|before secure TLS connection was established/;

/** Classifies an error of the HTTP client. Exported to test errors that cannot be provoked on every machine. */
export function networkError(error: unknown, status?: number): ExchangeError {
  // For a host with several addresses Node puts the error of each attempt into `errors`.
  const attempts = property(error, 'errors');
  const cause: unknown = Array.isArray(attempts) && attempts.length > 0 ? attempts[0] : error;
  const [code, message, syscall] = [textIn(cause, 'code'), textIn(cause, 'message'), textIn(cause, 'syscall')];
  const unconnected = NO_CONNECTION.exec(message);
  if (unconnected?.[1] !== undefined) {
    // Such as `statusCode=407`, which another attempt would not change.
    const fate = /^statusCode=4\d\d/.test(unconnected[1]) ? 'rejected' : 'unsent';
    return new ExchangeError(fate, `the proxy of the runner opened none (${unconnected[1]})`);
  }
  const [, problem, fate] = PROBLEMS.find(([pattern]) => pattern.test(code) || pattern.test(message)) ?? [];
  const isUnsent = unconnected !== null || ['connect', 'getaddrinfo'].includes(syscall);
  const text = problem === undefined ? code || 'the connection failed' : `${problem} (${code})`;
  return new ExchangeError(fate ?? (isUnsent ? 'unsent' : 'lost'), text, status);
}

/** Throws for an address of a proxy that cannot be read: the client would fail without a reason, or use no proxy. */
export function assertReadableProxy(url: string): void {
  const [upper, lower] = url.startsWith('https:') ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  const address = process.env[lower] || process.env[upper] || '';
  if (address === '' || checkBypass(new URL(url)) || hasReadableProxy(url)) return;
  // It may hold credentials, so it is not shown.
  throw new ExchangeError('rejected', `the address of the proxy in ${upper} cannot be read: http://host:8080 is one`);
}

function hasReadableProxy(url: string): boolean {
  try {
    return Boolean(getProxyUrl(new URL(url))?.hostname);
  } catch {
    return false;
  }
}

function textIn(value: unknown, name: string): string {
  const text = property(value, name);
  return typeof text === 'string' ? text : '';
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
