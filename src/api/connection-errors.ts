// Network errors: what became of the request, and what went wrong in plain words.
import { checkBypass, getProxyUrl } from '@actions/http-client/lib/proxy';
import { asArray, asText, isRecord } from './json.ts';

/**
 * What became of a request without a complete reply. `unsent`: there was no connection. `rejected`:
 * nor will there be one within a minute (certificate, proxy). `lost`, `protocol` (no HTTP): it may
 * have arrived. `too-large`: the reply is not read.
 */
export type NetworkErrorKind = 'unsent' | 'rejected' | 'lost' | 'protocol' | 'too-large';

/** A request without a complete reply. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly errorKind: NetworkErrorKind;

  constructor(errorKind: NetworkErrorKind, message: string) {
    super(message);
    this.errorKind = errorKind;
  }
}

/** The errors that users see most, by the codes and messages of Node and OpenSSL. */
const PROBLEMS: readonly (readonly [RegExp, string, NetworkErrorKind?])[] = [
  [/^ECONNREFUSED/, 'the host refuses connections at this port'],
  [/^ENOTFOUND|^EAI_AGAIN/, 'the host name does not resolve'],
  [/^ECONNRESET/, 'closed by the other side'],
  [/^HPE_/, 'what it answers is not HTTP', 'protocol'],
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

/**
 * Messages when a proxy opens no tunnel, with the reason, or the server closes the connection
 * before TLS.
 */
const NO_CONNECTION =
  /^tunneling socket could not be established, (.*)|before secure TLS connection was established/;

/**
 * Classifies an error of the HTTP client. Exported to test errors that cannot be provoked on every
 * machine.
 */
export function networkError(error: unknown): ExchangeError {
  // For a host with several addresses Node puts the error of each attempt into `errors`.
  const [cause = error] = (isRecord(error) ? asArray(error['errors']) : undefined) ?? [];
  const [code = '', message = '', syscall = ''] = ['code', 'message', 'syscall'].map((name) =>
    isRecord(cause) ? asText(cause[name]) : undefined,
  );
  const unconnected = NO_CONNECTION.exec(message);
  if (unconnected?.[1] !== undefined) {
    // Such as `statusCode=407`, which another attempt would not change.
    const errorKind = /^statusCode=4\d\d/.test(unconnected[1]) ? 'rejected' : 'unsent';
    const why = unconnected[1].replace('statusCode=', 'it answered ');
    return new ExchangeError(errorKind, `the proxy of the runner opened none (${why})`);
  }
  const [, problem, errorKind] =
    PROBLEMS.find(([pattern]) => pattern.test(code) || pattern.test(message)) ?? [];
  const isUnsent = unconnected !== null || ['connect', 'getaddrinfo'].includes(syscall);
  const text = problem === undefined ? code || 'the connection failed' : `${problem} (${code})`;
  return new ExchangeError(errorKind ?? (isUnsent ? 'unsent' : 'lost'), text);
}

/**
 * Throws for an address of a proxy that cannot be read: the client would fail without a reason, or
 * use no proxy.
 */
export function assertReadableProxy(url: string): void {
  const name = url.startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const given = process.env[name.toLowerCase()] || process.env[name];
  try {
    if (
      given === undefined ||
      given === '' ||
      checkBypass(new URL(url)) ||
      getProxyUrl(new URL(url))?.hostname
    )
      return;
  } catch {
    // It is no URL at all.
  }
  // It may hold credentials, so it is not shown.
  throw new ExchangeError(
    'rejected',
    `the address of the proxy in ${name} cannot be read: http://host:8080 is one`,
  );
}
