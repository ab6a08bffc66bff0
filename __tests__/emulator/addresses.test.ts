// Addresses: which hosts are of this machine, and how a segment of a path is decoded.
import { expect, test } from '@jest/globals';
import { decodeSegment, originOf } from '../../emulator/addresses.ts';

test.each(['127.0.0.1', '127.0.0.1:4100', '127.8.9.1', 'localhost', 'localhost:80', '[::1]', '[::1]:8080'])(
  '%s is of this machine: it answers without TLS',
  (host) => {
    expect(originOf(host)).toBe(`http://${host}`);
  },
);

test.each([
  'web.example.test',
  'localhost.example.test',
  '127.0.0.1.example.test',
  'a.localhost',
  '10.0.0.1:80',
  '[::2]',
])('%s is another machine: it answers with TLS', (host) => {
  expect(originOf(host)).toBe(`https://${host}`);
});

test.each([
  ['app_web', 'app_web'],
  ['a%2Fb%20c', 'a/b c'],
  ['%C3%A9', 'é'],
  ['%zz', '%zz'],
  ['%E0%A4', '%E0%A4'],
  ['100%', '100%'],
  ['', ''],
])('the segment %j is %j', (segment, decoded) => {
  expect(decodeSegment(segment)).toBe(decoded);
});
