// The body of a reply: within a limit of bytes, decompressed.
import { brotliDecompressSync, constants, unzipSync } from 'node:zlib';
import type { HttpClientResponse } from '@actions/http-client';
import { unlessAborted } from '../clock.ts';
import { ExchangeError } from './connection-errors.ts';

interface BodyLimits {
  /** In bytes, compressed and decompressed; 0 reads nothing. */
  readonly maxBytes: number;
  /** What was received before the limit, an error or the abort is enough. */
  readonly isPartEnough?: boolean;
  readonly signal: AbortSignal;
}

type Message = HttpClientResponse['message'];

/** Reads the body of a reply as text. Rejects with an {@link ExchangeError} or an error of the connection. */
export async function readBody(message: Message, limits: BodyLimits): Promise<string> {
  const { maxBytes, isPartEnough = false, signal } = limits;
  const chunks: Buffer[] = [];
  const reading = maxBytes === 0 ? Promise.resolve() : receive(message, chunks, maxBytes);
  try {
    await unlessAborted(reading, signal);
  } catch (error) {
    reading.catch(() => undefined); // it ends with the message
    if (!isPartEnough || chunks.length === 0) throw error;
  } finally {
    message.destroy();
  }
  const received = Buffer.concat(chunks);
  const isAllowed = (length: number): boolean => length <= maxBytes || isPartEnough;
  const body = isAllowed(received.length) ? decompress(received, message, maxBytes) : received;
  if (!isAllowed(body.length)) throw tooLarge(message, maxBytes);
  return body.toString('utf8', 0, maxBytes);
}

/** Reads up to the limit; the rest of a longer body is not received. */
async function receive(message: Message, chunks: Buffer[], maxBytes: number): Promise<void> {
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) return;
  }
  if (!message.complete) throw new ExchangeError('lost', 'the reply was cut short', message.statusCode);
}

function tooLarge({ statusCode }: Message, maxBytes: number): ExchangeError {
  return new ExchangeError('too-large', `the reply is longer than ${maxBytes / 2 ** 20} MiB`, statusCode);
}

/** A gateway may compress a body although `identity` was asked for; of one that is cut the beginning is read. */
function decompress(body: Buffer, message: Message, maxBytes: number): Buffer {
  const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (['', 'identity'].includes(encoding) || body.length === 0) return body;
  // Decompression is synchronous; 16 MiB take some tens of milliseconds.
  const maxOutputLength = Math.max(maxBytes, 2 ** 24);
  try {
    if (encoding === 'br') {
      return brotliDecompressSync(body, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH });
    }
    if (['gzip', 'x-gzip', 'deflate'].includes(encoding)) {
      return unzipSync(body, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
    }
  } catch (error) {
    if (Error.isError(error) && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
      throw tooLarge(message, maxBytes);
    }
    // Broken: handled like an unknown encoding.
  }
  throw new ExchangeError(
    'undecodable',
    `the reply is compressed and cannot be read (${encoding})`,
    message.statusCode,
  );
}
