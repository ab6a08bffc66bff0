// Which network error means what, and which address of a proxy cannot be used.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { assertReadableProxy, ExchangeError, networkError } from '../../../src/api/http/exchange-error.ts';

const errorWith = (message: string, fields: object = {}): Error => Object.assign(new Error(message), fields);
const BEFORE_TLS = 'Client network socket disconnected before secure TLS connection was established';
const NO_TLS = 'it does not speak TLS (https:) at this port, or none that the runner accepts';
const UNKNOWN_AUTHORITY =
  'its certificate is signed by an authority that the runner does not know (env NODE_EXTRA_CA_CERTS can name it)';

describe('a certificate that is not accepted', () => {
  test.each([
    ['CERT_HAS_EXPIRED', 'its certificate has expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host name'],
    ['HOSTNAME_MISMATCH', 'its certificate is for another host name'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', UNKNOWN_AUTHORITY],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNKNOWN_AUTHORITY],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNKNOWN_AUTHORITY],
    ['CERT_NOT_YET_VALID', 'its certificate was not accepted'],
    ['UNABLE_TO_DECRYPT_CERT_SIGNATURE', 'its certificate was not accepted'],
  ])('(%s) is explained, and nothing was sent', (code, explanation) => {
    expect(networkError(errorWith('certificate', { code }), undefined)).toMatchObject({
      name: 'ExchangeError',
      failure: 'rejected',
      message: `${explanation} (${code})`,
      isProxy: false,
    });
  });
});

test.each(['wrong version number', 'packet length too long', 'tlsv1 alert protocol version', 'handshake failure'])(
  'a server that does not speak TLS is named by the message of OpenSSL: %s',
  (message) => {
    const error = errorWith(`0:error:0A00010B:SSL routines::${message}:`, { code: 'EPROTO' });
    expect(networkError(error, undefined)).toMatchObject({ failure: 'rejected', message: `${NO_TLS} (EPROTO)` });
  },
);

describe('a network error', () => {
  test.each([
    ['connect', errorWith('refused', { code: 'ECONNREFUSED', syscall: 'connect' }), 'unsent', 'ECONNREFUSED'],
    ['getaddrinfo', errorWith('unknown', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }), 'unsent', 'ENOTFOUND'],
    ['the TLS handshake', errorWith(BEFORE_TLS, { code: 'ECONNRESET' }), 'unsent', 'ECONNRESET'],
    ['read', errorWith('reset', { code: 'ECONNRESET', syscall: 'read' }), 'lost', 'ECONNRESET'],
    ['write', errorWith('broken', { code: 'EPIPE', syscall: 'write' }), 'lost', 'EPIPE'],
    ['an unknown call', errorWith('socket hang up'), 'lost', 'the connection failed'],
    ['an unknown call, with a code that is no text', errorWith('?', { code: 5 }), 'lost', 'the connection failed'],
    ['a call that throws no error', null, 'lost', 'the connection failed'],
    ['a call that throws a text', 'reset', 'lost', 'the connection failed'],
    [
      'the parser',
      errorWith('Parse Error', { code: 'HPE_INVALID_CONSTANT' }),
      'unreadable',
      'the response cannot be read as HTTP (HPE_INVALID_CONSTANT)',
    ],
  ] as const)('of %s', (_, error, failure, message) => {
    expect(networkError(error, 200)).toMatchObject({ failure, message, status: 200, tail: '', isProxy: false });
  });

  test('of a host with several addresses is the one of the first attempt', () => {
    const errors = [
      errorWith('refused', { code: 'ECONNREFUSED', syscall: 'connect' }),
      errorWith('no route', { code: 'ENETUNREACH', syscall: 'connect' }),
    ];
    expect(networkError(new AggregateError(errors), undefined)).toMatchObject({
      failure: 'unsent',
      message: 'ECONNREFUSED',
    });
  });

  test('that lists no attempts is judged by its own fields', () => {
    const fields = { code: 'ETIMEDOUT', syscall: 'connect', errors: [] };
    expect(networkError(errorWith('timed out', fields), undefined)).toMatchObject({
      failure: 'unsent',
      message: 'ETIMEDOUT',
    });
  });
});

describe('a proxy that opens no tunnel', () => {
  const tunnel = (reason: string) =>
    networkError(errorWith(`tunneling socket could not be established, ${reason}`, { code: 'ECONNRESET' }), undefined);

  test.each([407, 403])('with status %d has refused it', (status) => {
    expect(tunnel(`statusCode=${status}`)).toMatchObject({
      failure: 'rejected',
      message: `the proxy of the runner refused it with ${status}`,
      isProxy: true,
    });
  });

  test.each(['statusCode=502', 'cause=connect ECONNREFUSED 127.0.0.1:9', 'cause=statusCode=407'])(
    'for a reason that may pass (%s) may open one later',
    (reason) => {
      expect(tunnel(reason)).toMatchObject({
        failure: 'unsent',
        message: `the proxy of the runner opened none (${reason})`,
        isProxy: true,
      });
    },
  );
});

test('an error of an exchange has neither the end of a body nor a proxy unless they are given', () => {
  expect(new ExchangeError('lost', 'reset')).toMatchObject({ status: undefined, tail: '', isProxy: false });
  expect(new ExchangeError('lost', 'reset', 200, {})).toMatchObject({ status: 200, tail: '', isProxy: false });
});

describe('the address of a proxy', () => {
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy'];
  const saved = { ...process.env };
  const clear = (): void => {
    for (const name of names) delete process.env[name];
  };
  beforeEach(clear);
  afterEach(() => {
    clear();
    Object.assign(process.env, saved);
  });

  /** What is wrong with the proxy of a request. */
  function problem(env: Readonly<Record<string, string>>, url: string): unknown {
    Object.assign(process.env, env);
    try {
      return assertReadableProxy(url);
    } catch (error) {
      return error;
    }
  }
  const HTTP = 'http://service.example/';
  const HTTPS = 'https://service.example/';
  const BAD = 'http://user:secret@[1';

  test.each([
    [HTTP, {}],
    [HTTP, { http_proxy: '' }],
    [HTTP, { http_proxy: 'http://proxy.example:8080' }],
    [HTTP, { http_proxy: 'http://proxy.example', HTTP_PROXY: BAD }],
    [HTTP, { https_proxy: BAD, HTTPS_PROXY: BAD }],
    [HTTP, { http_proxy: BAD, no_proxy: 'service.example' }],
    [HTTPS, { HTTPS_PROXY: 'proxy.example' }],
    [HTTPS, { http_proxy: BAD, HTTP_PROXY: BAD }],
  ])('for %s is accepted or not needed with %j', (url, env) => {
    expect(problem(env, url)).toBeUndefined();
  });

  test.each([
    [HTTP, { http_proxy: BAD }, 'HTTP_PROXY'],
    [HTTP, { HTTP_PROXY: BAD }, 'HTTP_PROXY'],
    [HTTP, { http_proxy: '', HTTP_PROXY: BAD }, 'HTTP_PROXY'],
    [HTTPS, { https_proxy: BAD }, 'HTTPS_PROXY'],
    [HTTPS, { HTTPS_PROXY: BAD }, 'HTTPS_PROXY'],
    [HTTPS, { HTTPS_PROXY: 'proxy.example:8080' }, 'HTTPS_PROXY'],
    [HTTPS, { HTTPS_PROXY: 'not an address' }, 'HTTPS_PROXY'],
  ])('for %s is named, but not shown, when it cannot be read: %j', (url, env, name) => {
    expect(problem(env, url)).toMatchObject({
      failure: 'rejected',
      message: `the address of the proxy in ${name} cannot be read: it must be one such as http://host:8080`,
      isProxy: true,
    });
  });
});
