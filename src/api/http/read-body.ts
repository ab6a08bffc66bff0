// The body of a response: within a limit of bytes, decompressed, in its charset.
import { brotliDecompressSync, constants, unzipSync } from 'node:zlib';
import type { HttpClientResponse } from '@actions/http-client';
import { ExchangeError } from './exchange-error.ts';

/** The end of a longer body, which is enough for an excerpt. */
const TAIL_BYTES = 64 * 1024;
/** A longer body may never end. */
const MAX_DRAINED_BYTES = 128 * 1024 * 1024;

/** The body of a response. */
export interface ResponseBody {
  readonly body: string;
  /** As received, before it is decompressed. */
  readonly bytes: number;
  /** The content encoding of a body that cannot be decoded, which is then empty; only after a `partial` request. */
  readonly undecoded?: string;
}

/**
 * Reads up to `maxBytes`; with `partial`, what was received before an error, which with `mayBeEmpty` is enough even if it
 * is nothing. A longer body is received to its end, within reason.
 */
export async function readBody(
  message: HttpClientResponse['message'],
  {
    maxBytes,
    partial,
    mayBeEmpty = false,
    signal,
    onData,
  }: { maxBytes: number; partial: boolean; mayBeEmpty?: boolean; signal: AbortSignal; onData: () => void },
): Promise<ResponseBody> {
  const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const tooLarge = (tail = ''): ExchangeError =>
    new ExchangeError('too-large', `the response is longer than ${maxBytes} bytes`, message.statusCode, { tail });
  let chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // However this ends, it destroys the message.
    for await (const chunk of message as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      onData();
      if (bytes <= maxBytes) continue;
      if (partial) break;
      // The rest is received without keeping it, but for its end.
      chunks = [Buffer.concat(chunks).subarray(-TAIL_BYTES)];
      if (bytes > MAX_DRAINED_BYTES) break;
    }
    if (!message.complete && !partial && bytes <= maxBytes) {
      throw new ExchangeError('lost', 'the response was cut short', message.statusCode);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    if (bytes <= maxBytes && (!partial || (bytes === 0 && !mayBeEmpty))) throw error;
  }
  if (bytes > maxBytes && !partial) {
    const end = Buffer.concat(chunks).subarray(-TAIL_BYTES);
    throw tooLarge(encoding === 'identity' ? decode(end, message.headers['content-type']) : '');
  }
  const whole = decompress(Buffer.concat(chunks), { encoding, partial });
  if (whole === undefined) return { body: '', bytes, undecoded: encoding };
  if (whole.length > maxBytes && !partial) throw tooLarge();
  return { body: decode(whole.subarray(0, maxBytes), message.headers['content-type']), bytes };
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

/** Decompression is synchronous; this much takes some tens of milliseconds. */
const MAX_DECOMPRESSED_BYTES = 16 * 1024 * 1024;

/** The decompressed body, if it can be: a gateway may compress it although the request asked for `identity`. */
function decompress(body: Buffer, { encoding, partial }: { encoding: string; partial: boolean }): Buffer | undefined {
  const limit = { maxOutputLength: MAX_DECOMPRESSED_BYTES };
  try {
    if (encoding === 'identity' || encoding === '' || body.length === 0) return body;
    if (/^(?:x-)?gzip$|^deflate$/.test(encoding)) {
      return unzipSync(body, { ...limit, finishFlush: partial ? constants.Z_SYNC_FLUSH : constants.Z_FINISH });
    }
    if (encoding === 'br') {
      const { BROTLI_OPERATION_FLUSH, BROTLI_OPERATION_FINISH } = constants;
      return brotliDecompressSync(body, {
        ...limit,
        finishFlush: partial ? BROTLI_OPERATION_FLUSH : BROTLI_OPERATION_FINISH,
      });
    }
  } catch {
    // Truncated, corrupt or too large when decompressed: handled like an unknown encoding.
  }
  return undefined;
}
