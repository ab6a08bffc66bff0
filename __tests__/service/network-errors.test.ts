// Network errors in plain words, and whether the request may have arrived. Not every machine can
// provoke each of them.
import { expect, test } from '@jest/globals';
import { networkError } from '../../src/service/network-errors.ts';

test.each([
  [
    { code: 'CERT_HAS_EXPIRED' },
    'unsent, for good',
    'its certificate has expired (CERT_HAS_EXPIRED)',
  ],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'unsent, for good', /is for another host name/],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'unsent, for good', /CA_CERTS.*\(DEPTH_ZERO_\w+\)$/],
  [{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'unsent, for good', /NODE_EXTRA_CA_CERTS/],
  [
    { code: 'EAI_AGAIN', syscall: 'getaddrinfo' },
    'unsent',
    'the host name does not resolve (EAI_AGAIN)',
  ],
  [{ code: 'ETIMEDOUT', syscall: 'connect' }, 'unsent', 'ETIMEDOUT'],
  [{ code: 'ETIMEDOUT', syscall: 'read' }, 'lost', 'ETIMEDOUT'],
  [{ code: 'EPIPE', syscall: 'write' }, 'lost', 'EPIPE'],
  [{ message: 'SSL routines::unsupported protocol' }, 'unsent, for good', /no TLS version/],
  [{ errors: [], code: 'EPIPE' }, 'lost', 'EPIPE'],
  [{ message: 'socket hang up' }, 'lost', 'the connection failed'],
  ['text', 'lost', 'the connection failed'],
])('%j is %s', (error, expected, says) => {
  const { kind, isSetup, message } = networkError(error);
  expect(isSetup ? `${kind}, for good` : kind).toBe(expected);
  expect(message).toMatch(says);
});
