// Which URLs may be requested or linked.
import { expect, test } from '@jest/globals';
import { addressProblem } from '../src/url.ts';

test.each(['https://host', 'HTTPS://host:8443/a?b#c', 'http://localhost:80/', 'http://127.0.0.1/x', 'http://[::1]/'])(
  'accepts %j',
  (text) => {
    expect(addressProblem(text)).toBeUndefined();
  },
);

test.each([
  ['', 'malformed'],
  ['host', 'malformed'],
  ['https:host', 'malformed'],
  ['https:///host', 'malformed'],
  ['https://ho st', 'malformed'],
  ['https:\\\\host', 'malformed'],
  ['https://host/\u0000', 'malformed'],
  ['http://host', 'insecure'],
  ['ftp://host', 'insecure'],
  ['javascript:alert(1)', 'insecure'],
  ['http://localhost.example', 'insecure'],
  ['https://user@host', 'credentials'],
  ['https://:secret@host', 'credentials'],
])('refuses %j: %s', (text, problem) => {
  expect(addressProblem(text)).toBe(problem);
});
