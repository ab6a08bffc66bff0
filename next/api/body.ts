// The body of a reply: within a limit of bytes, decompressed, in its charset.
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
  if (maxBytes === 0) {
    message.destroy();
    return '';
  }
  const chunks: Buffer[] = [];
  const reading = receive(message, chunks, maxBytes);
  try {
    await unlessAborted(reading, signal);
  } catch (error) {
    message.destroy();
    // An abort ends the reading, too; nobody else waits for that.
    reading.catch(() => undefined);
    if (!isPartEnough || chunks.length === 0) throw error;
  }
  const received = Buffer.concat(chunks);
  const tooLarge = (): ExchangeError =>
    new ExchangeError('too-large', `the reply is longer than ${maxBytes / 2 ** 20} MiB`, message.statusCode);
  if (received.length > maxBytes && !isPartEnough) throw tooLarge();
  const body = decompress(received, message, { ...limits, tooLarge });
  if (body.length > maxBytes && !isPartEnough) throw tooLarge();
  return decode(body.subarray(0, maxBytes), message.headers['content-type']);
}

/** Reads up to the limit; the rest of a longer body is not received. */
async function receive(message: Message, chunks: Buffer[], maxBytes: number): Promise<void> {
  let bytes = 0;
  // However this ends, it destroys the message.
  for await (const chunk of message as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) return;
  }
  if (!message.complete) throw new ExchangeError('lost', 'the reply was cut short', message.statusCode);
}

/** The text in the charset of the content type; UTF-8 if there is none, or an unknown one. */
function decode(bytes: Buffer, contentType: string | undefined): string {
  const label = /;\s*charset="?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return bytes.toString();
  }
}

/** A gateway may compress a body although `identity` was asked for. */
function decompress(
  body: Buffer,
  message: Message,
  { maxBytes, isPartEnough = false, tooLarge }: BodyLimits & { tooLarge: () => ExchangeError },
): Buffer {
  const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity' || body.length === 0) return body;
  // Decompression is synchronous; 16 MiB take some tens of milliseconds.
  const maxOutputLength = Math.max(maxBytes, 2 ** 24);
  const { Z_SYNC_FLUSH, Z_FINISH, BROTLI_OPERATION_FLUSH, BROTLI_OPERATION_FINISH } = constants;
  try {
    if (/^(?:(?:x-)?gzip|deflate)$/.test(encoding)) {
      return unzipSync(body, { maxOutputLength, finishFlush: isPartEnough ? Z_SYNC_FLUSH : Z_FINISH });
    }
    if (encoding === 'br') {
      const finishFlush = isPartEnough ? BROTLI_OPERATION_FLUSH : BROTLI_OPERATION_FINISH;
      return brotliDecompressSync(body, { maxOutputLength, finishFlush });
    }
  } catch (error) {
    if (Error.isError(error) && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    // Cut or broken: handled like an unknown encoding.
  }
  throw new ExchangeError(
    'undecodable',
    `the reply is compressed and cannot be read (${encoding})`,
    message.statusCode,
  );
}
