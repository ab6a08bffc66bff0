// Network errors: whether the request may have arrived, and what went wrong in plain words.
import { checkBypass, getProxyUrl } from '@actions/http-client/lib/proxy';
import { asList, asText, isRecord } from './json.ts';

/** What happened to a request without a complete reply, by its kind. */
const WITHOUT_REPLY = {
  /** It never left the runner. */
  unsent: 'no connection to HOST',
  /** It may have arrived. */
  lost: 'the connection to HOST was lost',
  'too-large': 'the reply of HOST cannot be read',
} as const;

type NetworkErrorKind = keyof typeof WITHOUT_REPLY;

/** A request without a complete reply. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly kind: NetworkErrorKind;
  /** The cause is set-up, such as a certificate or a proxy, and rarely passes on its own. */
  readonly isSetup: boolean;

  constructor(kind: NetworkErrorKind, message: string, { isSetup = false } = {}) {
    super(message);
    this.kind = kind;
    this.isSetup = isSetup;
  }

  /** What happened, with the host, such as `no connection to a.example: …`. */
  describe(host: string): string {
    return `${WITHOUT_REPLY[this.kind].replace('HOST', () => host)}: ${this.message}.`;
  }
}

interface Problem {
  /** Tried on the code and on the message. */
  readonly pattern: RegExp;
  readonly text: string;
  readonly isSetup?: true;
  /** It happens before a request is sent. */
  readonly isUnsent?: true;
}

const TLS = { isSetup: true, isUnsent: true } as const;

/** The errors that users see most, by the codes and messages of Node and OpenSSL. */
const PROBLEMS: readonly Problem[] = [
  { pattern: /^ECONNREFUSED/, text: 'the host refuses connections at this port' },
  { pattern: /^ENOTFOUND|^EAI_AGAIN/, text: 'the host name does not resolve' },
  { pattern: /before secure TLS/, text: 'closed during the TLS handshake', isUnsent: true },
  { pattern: /^ECONNRESET/, text: 'closed by the other side' },
  { pattern: /^HPE_/, text: 'its reply is not HTTP', isSetup: true },
  { pattern: /^CERT_HAS_EXPIRED/, text: 'its certificate has expired', ...TLS },
  { pattern: /ALTNAME_INVALID/, text: 'its certificate is for another host name', ...TLS },
  {
    pattern: /SELF_SIGNED|UNABLE_TO_|CERT_|ERR_TLS_/,
    text: 'its certificate is not accepted (NODE_EXTRA_CA_CERTS can add its CA)',
    ...TLS,
  },
  {
    pattern: /wrong version|packet length|handshake fail|protocol version|unsupported protocol/,
    text: 'it has no TLS at this port, or no TLS version that the runner supports',
    ...TLS,
  },
];

const UNKNOWN: Omit<Problem, 'pattern'> = { text: 'the connection failed' };

/** What the HTTP client throws when a proxy opens no tunnel. */
const NO_TUNNEL = /^tunneling socket could not be established, (.*)/;

/**
 * Classifies an error of the HTTP client. Exported for tests, since not every machine can provoke
 * every error.
 */
export function networkError(error: unknown): ExchangeError {
  // For a host with several addresses Node puts the error of each attempt into `errors`.
  const [cause = error] = (isRecord(error) ? asList(error['errors']) : undefined) ?? [];
  const textOf = (name: string): string => (isRecord(cause) ? (asText(cause[name]) ?? '') : '');
  const [code, message] = [textOf('code'), textOf('message')];
  const [, tunnelProblem] = NO_TUNNEL.exec(message) ?? [];
  if (tunnelProblem !== undefined) return proxyError(tunnelProblem);
  const found = PROBLEMS.find(({ pattern }) => pattern.test(code) || pattern.test(message));
  const isConnecting = ['connect', 'getaddrinfo'].includes(textOf('syscall'));
  const { text, isSetup = false, isUnsent = isConnecting } = found ?? UNKNOWN;
  const shown = code === '' ? text : `${text} (${code})`;
  return new ExchangeError(isUnsent ? 'unsent' : 'lost', shown, { isSetup });
}

function proxyError(problem: string): ExchangeError {
  const [, status] = /^statusCode=(\d+)/.exec(problem) ?? [];
  const cause = problem.replace('cause=', '');
  const what = status === undefined ? `cannot be reached (${cause})` : `answered ${status}`;
  // Another attempt would get the same 4xx.
  const isSetup = status?.startsWith('4') === true;
  return new ExchangeError('unsent', `the runner's proxy ${what}`, { isSetup });
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
  throw new ExchangeError('unsent', problem, { isSetup: true });
}
