// Network errors: what became of the request, and what went wrong in plain words.
import { checkBypass, getProxyUrl } from '@actions/http-client/lib/proxy';

/**
 * What became of a request without a complete reply. `unsent`: no connection, nothing was sent. `rejected`: the same, and
 * it will not change within a minute (certificate, protocol, proxy). `lost`: it may have arrived.
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

/** Certificate and protocol errors, by the codes and messages of Node and OpenSSL. */
const REJECTIONS: readonly (readonly [RegExp, string])[] = [
  [/^CERT_HAS_EXPIRED/, 'its certificate has expired'],
  [/ALTNAME|HOSTNAME_MISMATCH/, 'its certificate is for another host name'],
  [
    /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_UNTRUSTED|INVALID_CA/,
    'its certificate is signed by an authority that the runner does not know (env NODE_EXTRA_CA_CERTS can name it)',
  ],
  [/^(?:CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_)/, 'its certificate was not accepted'],
  [
    /wrong version number|packet length too long|handshake failure|protocol version|unsupported protocol/,
    'it does not speak TLS (https:) at this port, or none that the runner accepts',
  ],
];

/** The error codes of Node that users see most. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the host refuses connections at this port',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'the host name does not resolve',
  EAI_AGAIN: 'the host name could not be resolved',
  ETIMEDOUT: 'the host did not answer',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to its network',
};

/** Messages when a proxy opens no tunnel, with the reason, or the server closes the connection before TLS. */
const NO_CONNECTION = /^tunneling socket could not be established, (.*)|before secure TLS connection was established/;

/** Classifies an error of the HTTP client. Exported to test errors that cannot be provoked on every machine. */
export function networkError(error: unknown, status?: number): ExchangeError {
  // For a host with several addresses Node puts the error of each attempt into `errors`.
  const attempts = property(error, 'errors');
  const cause: unknown = Array.isArray(attempts) && attempts.length > 0 ? attempts[0] : error;
  const field = (name: string): string => {
    const value = property(cause, name);
    return typeof value === 'string' ? value : '';
  };
  const code = field('code');
  const message = field('message');
  const rejection = REJECTIONS.find(([pattern]) => pattern.test(code) || pattern.test(message));
  if (rejection !== undefined) return new ExchangeError('rejected', `${rejection[1]} (${code})`, status);
  const unconnected = NO_CONNECTION.exec(message);
  if (unconnected?.[1] !== undefined) return proxyError(unconnected[1]);
  const isUnsent = ['connect', 'getaddrinfo'].includes(field('syscall')) || unconnected !== null;
  const problem = PROBLEMS[code];
  const text = problem === undefined ? code || 'the connection failed' : `${problem} (${code})`;
  return new ExchangeError(isUnsent ? 'unsent' : 'lost', text, status);
}

function proxyError(reason: string): ExchangeError {
  const refusal = /^statusCode=(4\d\d)/.exec(reason)?.[1];
  if (refusal === undefined) return new ExchangeError('unsent', `the proxy of the runner opened none (${reason})`);
  return new ExchangeError('rejected', `the proxy of the runner refused it with ${refusal}`);
}

/** Throws for an address of a proxy that cannot be read: the client would fail without a reason, or use no proxy. */
export function assertReadableProxy(url: string): void {
  const [upper, lower] = url.startsWith('https:') ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  const address = process.env[lower] || process.env[upper] || '';
  if (address === '' || checkBypass(new URL(url)) || hasReadableProxy(url)) return;
  // It may hold credentials, so it is not shown.
  const text = `the address of the proxy in ${upper} cannot be read: it must be one such as http://host:8080`;
  throw new ExchangeError('rejected', text);
}

function hasReadableProxy(url: string): boolean {
  try {
    return Boolean(getProxyUrl(new URL(url))?.hostname);
  } catch {
    return false;
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
