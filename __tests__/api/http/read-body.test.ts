// The body of a response: its limit, its encoding and its charset.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { readBody } from '../../../src/api/http/read-body.ts';

interface Reading {
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxBytes?: number;
  readonly partial?: boolean;
  readonly isComplete?: boolean;
  readonly failsAtEnd?: boolean;
  readonly isAborted?: boolean;
}

/** Reads a body that arrives in these chunks. */
async function read(chunks: readonly Buffer[], options: Reading = {}) {
  const { headers = {}, maxBytes = 100, partial = false, isComplete = true } = options;
  const { failsAtEnd = false, isAborted = false } = options;
  let received = 0;
  const message = new IncomingMessage(new Socket());
  Object.assign(message, { headers, complete: isComplete, statusCode: 200 });
  const rest = [...chunks];
  message._read = () => {
    // Each chunk arrives by itself.
    setImmediate(() => {
      const next = rest.shift();
      if (next === undefined && failsAtEnd) message.destroy(new Error('reset'));
      else message.push(next ?? null);
    });
  };
  const signal = isAborted ? AbortSignal.abort() : new AbortController().signal;
  const onData = (): void => void (received += 1);
  const result: unknown = await readBody(message, { maxBytes, partial, signal, onData }).catch(
    (error: unknown) => error,
  );
  return { result, received, isDestroyed: message.destroyed };
}

const textOf = (text: string, headers: Readonly<Record<string, string>> = {}) =>
  [[Buffer.from(text)], { headers }] as const;

describe('a body', () => {
  test('is the text of all chunks, each of which is reported', async () => {
    const { result, received } = await read([Buffer.from('one '), Buffer.from('two')]);
    expect(result).toEqual({ body: 'one two', bytes: 7 });
    expect(received).toBe(2);
  });

  test.each([
    ['without a charset', textOf('é'), 'é'],
    ['in UTF-8', textOf('é', { 'content-type': 'text/plain; charset="UTF8"' }), 'é'],
    ['in Latin 1', [[Buffer.from([0xe9])], { headers: { 'content-type': 'text/plain; charset=iso-8859-1' } }], 'é'],
    ['in a charset that ends like UTF-8', textOf('é', { 'content-type': 'text/plain; charset=x-utf-8' }), 'é'],
    ['in an unknown charset', textOf('é', { 'content-type': 'text/plain; charset=none' }), 'é'],
  ] as const)('%s is decoded', async (_, [chunks, options], body) => {
    expect((await read(chunks, options)).result).toMatchObject({ body });
  });

  test.each([
    ['gzip', gzipSync('text')],
    ['x-gzip', gzipSync('text')],
    ['GZIP ', gzipSync('text')],
    ['deflate', deflateSync('text')],
    ['br', brotliCompressSync('text')],
    ['identity', Buffer.from('text')],
    ['', Buffer.from('text')],
  ])('compressed as %j is decompressed', async (encoding, sent) => {
    const { result } = await read([sent], { headers: { 'content-encoding': encoding } });
    expect(result).toEqual({ body: 'text', bytes: sent.length });
  });

  test.each(['zstd', 'xgzip', 'gzipped', 'deflated', 'my-deflate'])(
    'compressed as %s is not decoded',
    async (encoding) => {
      const { result } = await read([gzipSync('text')], { headers: { 'content-encoding': encoding } });
      expect(result).toMatchObject({ body: '', undecoded: encoding });
    },
  );

  test.each(['gzip', 'zstd'])('without bytes is empty, whatever its encoding: %s', async (encoding) => {
    expect((await read([], { headers: { 'content-encoding': encoding } })).result).toEqual({ body: '', bytes: 0 });
  });

  test.each([
    ['is no gzip', Buffer.from('{"ok":true}')],
    ['is longer than 16 MiB once it is decompressed', gzipSync(Buffer.alloc(17 * 1024 * 1024))],
  ])('compressed as gzip is not decoded if it %s', async (_, sent) => {
    const { result } = await read([sent], { headers: { 'content-encoding': 'gzip' }, maxBytes: 100_000 });
    expect(result).toMatchObject({ body: '', undecoded: 'gzip' });
  });

  test.each([
    ['gzip', gzipSync('text '.repeat(200))],
    ['br', brotliCompressSync('text '.repeat(200))],
  ])('of which a part is enough may be cut off within %s', async (encoding, sent) => {
    const options = { headers: { 'content-encoding': encoding }, maxBytes: 2_000 };
    const cut = sent.subarray(0, sent.length - 4);
    expect((await read([cut], { ...options, partial: true })).result).toMatchObject({ bytes: cut.length });
    expect((await read([cut], options)).result).toMatchObject({ undecoded: encoding });
  });
});

describe('the limit of a body', () => {
  test('may be reached exactly', async () => {
    expect((await read([Buffer.from('0123456789')], { maxBytes: 10 })).result).toEqual({
      body: '0123456789',
      bytes: 10,
    });
  });

  test('when exceeded is an error with the end of the body, which is received whole', async () => {
    const { result, received } = await read([Buffer.from('0123456789'), Buffer.from('abc'), Buffer.from('def')], {
      maxBytes: 10,
    });
    expect(result).toMatchObject({
      failure: 'too-large',
      message: 'the response is longer than 10 bytes',
      tail: '0123456789abcdef',
    });
    expect(received).toBe(3);
  });

  test.each([
    ['is cut short', { isComplete: false }],
    ['fails at its end', { failsAtEnd: true }],
  ])('when exceeded by a body that %s is an error with what was received', async (_, options) => {
    const { result } = await read([Buffer.from('0123456789abcdef')], { maxBytes: 10, ...options });
    expect(result).toMatchObject({ failure: 'too-large', tail: '0123456789abcdef' });
  });

  test('when exceeded is an error whose text is decoded', async () => {
    const headers = { 'content-type': 'text/plain; charset=iso-8859-1' };
    const { result } = await read([Buffer.alloc(12, 0xe9)], { maxBytes: 10, headers });
    expect(result).toMatchObject({ tail: 'é'.repeat(12) });
  });

  test('when exceeded by a body without end gives it up after 128 MiB', async () => {
    const chunk = Buffer.alloc(2 ** 22);
    const { result, received, isDestroyed } = await read(
      Array.from({ length: 40 }, () => chunk),
      { maxBytes: 10 },
    );
    expect(result).toMatchObject({ failure: 'too-large' });
    expect(received).toBe(33);
    expect(isDestroyed).toBe(true);
  });

  test('when exceeded by a compressed body is an error without its end', async () => {
    const headers = { 'content-encoding': 'gzip' };
    expect((await read([gzipSync('text')], { headers, maxBytes: 10 })).result).toMatchObject({ tail: '' });
    const bomb = gzipSync('a'.repeat(1000));
    expect((await read([bomb], { headers, maxBytes: 100 })).result).toMatchObject({ failure: 'too-large', tail: '' });
  });

  test('cuts a body of which a part is enough, and ends the response', async () => {
    const { result, isDestroyed } = await read([Buffer.from('0123456789abc'), Buffer.from('def')], {
      maxBytes: 10,
      partial: true,
    });
    expect(result).toEqual({ body: '0123456789', bytes: 13 });
    expect(isDestroyed).toBe(true);
  });
});

describe('a body that is cut short', () => {
  test('is a lost connection', async () => {
    const { result, isDestroyed } = await read([Buffer.from('one')], { isComplete: false });
    expect(result).toMatchObject({ failure: 'lost', message: 'the response was cut short' });
    expect(isDestroyed).toBe(true);
    const full = await read([Buffer.from('0123456789')], { maxBytes: 10, isComplete: false });
    expect(full.result).toMatchObject({ failure: 'lost' });
  });

  test('by an abort is an error, even where a part is enough', async () => {
    const options = { failsAtEnd: true, partial: true, isAborted: true };
    expect((await read([Buffer.from('one')], options)).result).toMatchObject({ message: 'reset' });
  });

  test('is enough where a part is', async () => {
    const { result } = await read([Buffer.from('one')], { isComplete: false, partial: true });
    expect(result).toEqual({ body: 'one', bytes: 3 });
    expect((await read([Buffer.from('one')], { failsAtEnd: true, partial: true })).result).toMatchObject({
      body: 'one',
    });
    expect((await read([], { failsAtEnd: true, partial: true })).result).toMatchObject({ message: 'reset' });
    expect((await read([Buffer.from('one')], { failsAtEnd: true })).result).toMatchObject({ message: 'reset' });
  });
});
