// Network errors: whether the request may have arrived, and what went wrong in plain words.
import { checkBypass, getProxyUrl } from '@actions/http-client/lib/proxy';
import type { FailureKind } from './failure-kinds.ts';
import { asArray, asText, isRecord } from './json.ts';

/** What happened to a request without a complete reply, by its kind. */
export const WITHOUT_REPLY = {
  unsent: 'no connection to HOST',
  rejected: 'no connection to HOST',
  lost: 'the connection to HOST was lost',
  protocol: 'the connection to HOST was lost',
  'too-large': 'the reply of HOST cannot be read',
} as const satisfies Partial<Record<FailureKind, string>>;

type NetworkErrorKind = keyof typeof WITHOUT_REPLY;

/** A request without a complete reply. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly errorKind: NetworkErrorKind;

  constructor(errorKind: NetworkErrorKind, message: string) {
    super(message);
    this.errorKind = errorKind;
  }
}

/** Errors of TLS, by the codes and messages of OpenSSL. */
const CERTIFICATE = /SELF_SIGNED|UNABLE_TO_|CERT_|ERR_TLS_|DEPTH_ZERO_/;
const HANDSHAKE =
  /wrong version|packet length|handshake fail|protocol version|unsupported protocol/;
const NO_COMMON_TLS = 'it has no TLS at this port, or no TLS version that the runner supports';

/** The errors that users see most, by the codes and messages of Node and OpenSSL. */
const PROBLEMS: readonly (readonly [RegExp, string, NetworkErrorKind?])[] = [
  [/^ECONNREFUSED/, 'the host refuses connections at this port'],
  [/^ENOTFOUND|^EAI_AGAIN/, 'the host name does not resolve'],
  [/^ECONNRESET/, 'closed by the other side'],
  [/^HPE_/, 'its reply is not HTTP', 'protocol'],
  [/^CERT_HAS_EXPIRED/, 'its certificate has expired', 'rejected'],
  [/ALTNAME|HOSTNAME_MISMATCH/, 'its certificate is for another host name', 'rejected'],
  [CERTIFICATE, 'its certificate is not accepted (NODE_EXTRA_CA_CERTS can add its CA)', 'rejected'],
  [HANDSHAKE, NO_COMMON_TLS, 'rejected'],
];

/** What the HTTP client throws when a proxy opens no tunnel. */
const NO_TUNNEL = /^tunneling socket could not be established, (.*)/;
/** The message of Node when the server closes the connection during the handshake. */
const NO_TLS = 'before secure TLS connection was established';

/**
 * Classifies an error of the HTTP client. Exported for tests, since not every machine can provoke
 * every error.
 */
export function networkError(error: unknown): ExchangeError {
  // For a host with several addresses Node puts the error of each attempt into `errors`.
  const [cause = error] = (isRecord(error) ? asArray(error['errors']) : undefined) ?? [];
  const textOf = (name: string): string => (isRecord(cause) ? (asText(cause[name]) ?? '') : '');
  const code = textOf('code');
  const message = textOf('message');
  const [, tunnelProblem] = NO_TUNNEL.exec(message) ?? [];
  if (tunnelProblem !== undefined) return proxyError(tunnelProblem);
  const [, problem, kind] =
    PROBLEMS.find(([pattern]) => pattern.test(code) || pattern.test(message)) ?? [];
  const isUnsent =
    message.includes(NO_TLS) || ['connect', 'getaddrinfo'].includes(textOf('syscall'));
  const text = problem === undefined ? code || 'the connection failed' : `${problem} (${code})`;
  return new ExchangeError(kind ?? (isUnsent ? 'unsent' : 'lost'), text);
}

function proxyError(problem: string): ExchangeError {
  const [, status] = /^statusCode=(\d+)/.exec(problem) ?? [];
  const cause = problem.replace('cause=', '');
  const what = status === undefined ? `cannot be reached (${cause})` : `answered ${status}`;
  // Another attempt would get the same 4xx.
  const kind = status?.startsWith('4') === true ? 'rejected' : 'unsent';
  return new ExchangeError(kind, `the runner's proxy ${what}`);
}

/**
 * Throws if the address of the proxy cannot be read: the client would fail without a reason, or use
 * no proxy.
 */
export function assertReadableProxy(url: string): void {
  const name = url.startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  if (!process.env[name.toLowerCase()] && !process.env[name]) return;
  try {
    const target = new URL(url);
    if (checkBypass(target) || getProxyUrl(target)?.hostname) return;
  } catch {
    // The address is not a URL at all.
  }
  // The address may hold credentials, so it is not shown.
  const problem = `${name} is not a valid proxy address (expected something like http://host:8080)`;
  throw new ExchangeError('rejected', problem);
}
