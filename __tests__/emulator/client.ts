// A plain HTTP client for the tests of the emulator: one request, everything that came back. It shares nothing with src/.
import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { afterEach } from '@jest/globals';
import { startEmulator, VirtualClock } from '../../emulator/index.ts';
import type { Emulator, EmulatorOptions } from '../../emulator/index.ts';

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  /** The body as JSON; undefined where it is none. */
  readonly json: unknown;
}

/** What may be given beside method and path. */
export interface CallOptions {
  readonly key?: string | undefined;
  readonly body?: unknown;
  /** A body as it is, in the place of JSON. */
  readonly rawBody?: string;
  /** Real milliseconds between the head of the request and its body. */
  readonly bodyAfterMs?: number;
  /** A path as it is, in the place of the one in the URL, which is normalised. */
  readonly rawPath?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Bytes of the answer after which the client hangs up. */
  readonly byteCap?: number;
}

/** An emulator on a virtual clock of its own, and a way to talk to it. */
export interface Stage {
  readonly emulator: Emulator;
  readonly clock: VirtualClock;
  /** A request to a path below the API root with the key named `ci`, unless another is given. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
}

/** What is to be closed, the last that was opened first. */
type Open = (() => Promise<void> | void)[];

async function closeAll(open: Open): Promise<void> {
  for (const close of open.splice(0).toReversed()) await close();
}

const openInTest: Open = [];
afterEach(async () => await closeAll(openInTest));

/** Starts an emulator with an app `app_web` and a key `ci` of scope `deploy`; it is closed after the test. */
export async function stage(options: EmulatorOptions = {}): Promise<Stage> {
  return await openStage(options, openInTest);
}

/** The same for a part of a test, after which it is closed. */
export async function withStage(options: EmulatorOptions, use: (stage: Stage) => Promise<void>): Promise<void> {
  const open: Open = [];
  try {
    await use(await openStage(options, open));
  } finally {
    await closeAll(open);
  }
}

async function openStage(options: EmulatorOptions, open: Open): Promise<Stage> {
  const clock = new VirtualClock();
  open.push(() => clock.dispose());
  const emulator = await startEmulator({
    clock,
    keys: [{ name: 'ci', scopes: ['deploy'] }],
    resources: [{ id: 'app_web', domains: ['web.example.test'], env: ['DATABASE_URL', 'PORT'] }],
    ...options,
  });
  const agent = new Agent({ keepAlive: true });
  open.push(async () => {
    await emulator.close();
    agent.destroy();
  });
  const call: Stage['call'] = async (method, path, given = {}) =>
    await send({
      ...given,
      method,
      url: `${emulator.baseUrl}${path}`,
      agent,
      key: 'key' in given ? given.key : emulator.keys['ci'],
    });
  return { emulator, clock, call };
}

/** One request to any address. Rejects with Node's error when the connection breaks. */
export async function send(
  options: CallOptions & { readonly method: string; readonly url: string; readonly agent?: Agent },
): Promise<Answer> {
  const { method, url, agent, key, body, rawBody = body === undefined ? '' : JSON.stringify(body) } = options;
  const headers = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(rawBody === ''
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(rawBody)) }),
    ...options.headers,
  };
  return await new Promise((resolve, reject) => {
    const { signal } = options;
    const outgoing = request(
      url,
      {
        method,
        headers,
        agent,
        ...(options.rawPath === undefined ? {} : { path: options.rawPath }),
        ...(signal === undefined ? {} : { signal }),
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        let length = 0;
        incoming.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (options.byteCap !== undefined && length > options.byteCap) outgoing.destroy(new Error('too long'));
        });
        incoming.on('error', reject);
        incoming.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString();
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, bytes, json: parse(text) });
        });
      },
    );
    outgoing.on('error', reject);
    if (options.bodyAfterMs === undefined) {
      outgoing.end(rawBody);
      return;
    }
    outgoing.flushHeaders();
    setTimeout(() => outgoing.end(rawBody), options.bodyAfterMs);
  });
}

/** The answer, or the `code` of Node's error where none came. */
export async function outcomeOf(answer: Promise<Answer>): Promise<Answer | string> {
  try {
    return await answer;
  } catch (error) {
    return Error.isError(error) && 'code' in error ? String(error.code) : String(error);
  }
}

/** The `code` of Node's error, or the status of an answer that should not have come. */
export async function failure(answer: Promise<Answer>): Promise<string> {
  const outcome = await outcomeOf(answer);
  return typeof outcome === 'string' ? outcome : `answered ${outcome.status}`;
}

/** The code and message of an error body. */
export function errorOf({ json }: Answer): unknown {
  return typeof json === 'object' && json !== null && 'error' in json ? json.error : undefined;
}

/** Status and code of a refusal in the one shape of the page, such as `401 unauthorized`; anything else as it came. */
export function refusalOf(answer: Answer): string {
  const { status, text, headers, json } = answer;
  const error = errorOf(answer);
  const isWhole =
    isDeepStrictEqual(Object.keys(json ?? {}), ['ok', 'error']) &&
    isDeepStrictEqual(Object.keys(error ?? {}), ['code', 'message']) &&
    text.startsWith('{"ok":false,') &&
    /"message":".{10,}"/.test(text) &&
    headers['content-type'] === 'application/json; charset=utf-8';
  const code = /"code":"([a-z_]+)"/.exec(text)?.[1];
  return isWhole && code !== undefined ? `${status} ${code}` : `${status} ${headers['content-type']} ${text}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
