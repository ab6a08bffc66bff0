// An exchange without a complete response, and which network error means what.
import { checkBypass, getProxyUrl } from '@actions/http-client/lib/proxy';

/** How an exchange can fail. `rejected`: certificate or protocol error; `unreadable`: not HTTP, or badly compressed. */
export type ExchangeFailure = 'unsent' | 'rejected' | 'lost' | 'expired' | 'too-large' | 'unreadable';

/** An exchange without a complete response. `status` is set if the headers were received. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly failure: ExchangeFailure;
  readonly status: number | undefined;
  /** The end of a body that is too large. */
  readonly tail: string;
  /** The proxy of the runner opened no connection. */
  readonly isProxy: boolean;

  constructor(
    failure: ExchangeFailure,
    message: string,
    status?: number,
    { tail = '', isProxy = false }: { tail?: string; isProxy?: boolean } = {},
  ) {
    super(message);
    this.failure = failure;
    this.status = status;
    this.tail = tail;
    this.isProxy = isProxy;
  }
}

/** Certificate and protocol errors, by the codes and messages of Node and OpenSSL. */
const rejections: readonly (readonly [RegExp, string])[] = [
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

/** Messages when a proxy opens no tunnel, with the reason, or the server closes the connection before TLS. */
const NO_CONNECTION = /^tunneling socket could not be established, (.*)|before secure TLS connection was established/;

/** Classifies a network error. Exported to test errors that cannot be provoked on every machine. */
export function networkError(error: unknown, status: number | undefined): ExchangeError {
  // For a host with several addresses Node puts the error of each attempt into `errors`.
  const tries = property(error, 'errors');
  const cause: unknown = Array.isArray(tries) && tries.length > 0 ? tries[0] : error;
  const field = (name: string): string => {
    const value = property(cause, name);
    return typeof value === 'string' ? value : '';
  };
  const code = field('code');
  const message = field('message');
  const rejection = rejections.find(([pattern]) => pattern.test(code) || pattern.test(message));
  if (rejection !== undefined) return new ExchangeError('rejected', `${rejection[1]} (${code})`, status);
  if (code.startsWith('HPE_'))
    return new ExchangeError('unreadable', `the response cannot be read as HTTP (${code})`, status);
  const unconnected = NO_CONNECTION.exec(message);
  const proxyReason = unconnected?.[1];
  if (proxyReason !== undefined) {
    const refusal = /^statusCode=(4\d\d)/.exec(proxyReason)?.[1];
    return refusal === undefined
      ? new ExchangeError('unsent', `the proxy of the runner opened none (${proxyReason})`, status, { isProxy: true })
      : new ExchangeError('rejected', `the proxy of the runner refused it with ${refusal}`, status, { isProxy: true });
  }
  const unsent = ['connect', 'getaddrinfo'].includes(field('syscall')) || unconnected !== null;
  return new ExchangeError(unsent ? 'unsent' : 'lost', code === '' ? 'the connection failed' : code, status);
}

/** Rejects an address of a proxy that cannot be read: the client would fail without a reason, or use none. */
export function assertReadableProxy(url: string): void {
  const [upper, lower] = url.startsWith('https:') ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  const given = process.env[lower] || process.env[upper];
  if (given === undefined || given === '' || checkBypass(new URL(url))) return;
  if (readProxy(url)?.hostname) return;
  // It may hold credentials, so it is not shown.
  const text = `the address of the proxy in ${upper} cannot be read: it must be one such as http://host:8080`;
  throw new ExchangeError('rejected', text, undefined, { isProxy: true });
}

function readProxy(url: string): URL | undefined {
  try {
    return getProxyUrl(new URL(url));
  } catch {
    return undefined;
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
