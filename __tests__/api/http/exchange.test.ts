// One exchange against servers that send faulty bytes. Deadlines pass on a clock that the test advances.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createExchanger, type Exchanger, type ExchangeRequest } from '../../../src/api/http/exchange.ts';
import { type Clock, Stop } from '../../../src/clock.ts';
import {
  exchangeFailure,
  exchangeRequest,
  IDLE_TIMEOUT_MS,
  never,
  BODY_TIMEOUT_MS,
} from '../../support/service/exchange.ts';
import { createRawServers } from '../../support/service/raw-server.ts';

/** A clock on which a sleep ends only when the test ends it. */
function createHandClock() {
  const sleeps = new Map<number, () => void>();
  let nowMs = 0;
  const started: number[] = [];
  let awaited: { ms: number; begun: () => void } | undefined;
  const clock: Clock = {
    now: () => nowMs,
    wallTime: () => 0,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        sleeps.set(ms, resolve);
        started.push(ms);
        signal?.addEventListener('abort', () => {
          sleeps.delete(ms);
          reject(new Error('aborted'));
        });
        if (awaited?.ms === ms) awaited.begun();
      }),
  };
  return {
    ...clock,
    /** Resolves when a sleep of that length is under way. */
    sleeping: async (ms: number): Promise<void> => {
      if (sleeps.has(ms)) return;
      await new Promise<void>((begun) => {
        awaited = { ms, begun };
      });
    },
    /** Lets the sleep of that length end. */
    pass: (ms: number): void => {
      nowMs += ms;
      sleeps.get(ms)?.();
    },
    sleepers: () => sleeps.size,
    /** Resolves once so many sleeps have been started. */
    sleptTimes: async (count: number): Promise<void> => {
      while (started.length < count) await setImmediate();
    },
  };
}

const servers = createRawServers();
const { serve, serveBytes, sockets } = servers;
let clock = createHandClock();
let exchanger: Exchanger;

beforeEach(() => {
  clock = createHandClock();
  exchanger = createExchanger('test', clock);
});

afterEach(async () => {
  exchanger.dispose();
  await servers.close();
});

const failureOf = async (request: ExchangeRequest, signal = never) =>
  await exchangeFailure(exchanger.exchange(request, signal));

/** The head of a response that no request asked for, and that has no body in HTTP. */
const SWITCHING = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n';

/** Resolves when the exchanger has closed its only connection. */
async function hungUp(): Promise<void> {
  while (sockets.size === 0) await setImmediate();
  const [socket] = sockets;
  if (socket !== undefined && !socket.destroyed) await once(socket, 'close');
}

describe('a request', () => {
  test('is sent once, with the name of the client, whatever its status', async () => {
    for (const status of [401, 429, 502, 503, 504]) {
      const agents: (string | undefined)[] = [];
      const url = await serve((request, response) => {
        agents.push(request.headers['user-agent']);
        response.writeHead(status, { 'www-authenticate': 'Basic' }).end();
      });
      expect(await exchanger.exchange(exchangeRequest(url), never)).toMatchObject({ status });
      expect(agents).toEqual(['test']);
    }
  });

  test.each(['GET', 'POST'] as const)('(%s) is not sent after the exchanger was disposed of', async (method) => {
    let visits = 0;
    const url = await serve((_, response) => {
      visits += 1;
      response.end();
    });
    exchanger.dispose();
    await failureOf(exchangeRequest(url, { method }));
    expect(visits).toBe(0);
  });
});

describe('a complete response', () => {
  test('has its status, its headers and its body', async () => {
    const url = await serve((_, response) => {
      const headers = { 'content-type': 'text/plain', 'retry-after': '7', location: '/there' };
      response.writeHead(503, headers).end('grüß');
    });
    expect(await exchanger.exchange(exchangeRequest(url), never)).toMatchObject({
      status: 503,
      headers: { 'content-type': 'text/plain', 'retry-after': '7', location: '/there' },
      body: 'grüß',
      bytes: 6,
    });
  });

  test('leaves no deadline timer behind', async () => {
    const url = await serve((_, response) => void response.end('{}'));
    await exchanger.exchange(exchangeRequest(url), never);
    expect(clock.sleepers()).toBe(0);
  });

  // A server may close an idle connection just as the next request is sent on it.
  test.each([
    ['GET', 1],
    ['POST', 3],
  ] as const)(
    'leaves its connection open for the next GET, and not for a POST: three times %s use %d',
    async (method, connections) => {
      const ports = new Set<number | undefined>();
      const url = await serve((request, response) => {
        ports.add(request.socket.remotePort);
        response.end('{}');
      });
      for (let count = 0; count < 3; count += 1) await exchanger.exchange(exchangeRequest(url, { method }), never);
      expect(ports.size).toBe(connections);
    },
  );

  test('that a gateway has compressed is decompressed', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"ok":true}'));
    });
    expect(await exchanger.exchange(exchangeRequest(url), never)).toMatchObject({ status: 200, body: '{"ok":true}' });
  });

  test('may be as long as the size limit', async () => {
    const url = await serve((_, response) => void response.end('x'.repeat(1_000)));
    expect((await exchanger.exchange(exchangeRequest(url), never)).bytes).toBe(1_000);
  });

  test('that is a redirect is returned and not followed', async () => {
    let visits = 0;
    const elsewhere = await serve((_, response) => {
      visits += 1;
      response.end('{}');
    });
    const url = await serve((_, response) => void response.writeHead(307, { location: elsewhere }).end());
    for (const method of ['GET', 'POST'] as const) {
      expect(await exchanger.exchange(exchangeRequest(url, { method }), never)).toMatchObject({
        status: 307,
        headers: { location: elsewhere },
      });
    }
    expect(visits).toBe(0);
  });

  test('is not awaited where only the status is needed', async () => {
    const url = await serve((_, response) => response.writeHead(204).flushHeaders());
    const status = await serve((_, response) => {
      response.writeHead(200);
      response.write('a body without end');
    });
    expect(await exchanger.exchange(exchangeRequest(status, { maxBytes: 0 }), never)).toMatchObject({
      status: 200,
      body: '',
    });
    expect(await exchanger.exchange(exchangeRequest(url, { maxBytes: 0 }), never)).toMatchObject({
      status: 204,
      body: '',
    });
    while ([...sockets].some((socket) => !socket.destroyed)) await setImmediate();
  });
});

describe('an incomplete response', () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

  test.each([
    ['cut in a body of known length', `${head}content-length: 100\r\n\r\n{"ok":`, 'lost'],
    ['cut in a chunked body', `${head}transfer-encoding: chunked\r\n\r\n6\r\n{"ok":\r\n`, 'lost'],
    ['cut in the head', 'HTTP/1.1 200 OK\r\ncontent-ty', 'lost'],
    ['empty from the start', '', 'lost'],
    ['not HTTP at all', 'SSH-2.0-OpenSSH_9.6\r\n', 'unreadable'],
  ] as const)('(%s) is an error', async (_, bytes, failure) => {
    const url = await serveBytes(bytes, (socket) => socket.end());
    expect(await failureOf(exchangeRequest(url))).toMatchObject({ failure });
  });

  test('that is reset in the middle is a lost connection with the status received', async () => {
    const url = await serveBytes(`${head}content-length: 100\r\n\r\n{"ok":`, (socket) => {
      void setImmediate().then(() => socket.resetAndDestroy());
    });
    expect((await failureOf(exchangeRequest(url))).failure).toBe('lost');
  });

  test('longer than the size limit is received to its end, of which the last 64 KiB are kept', async () => {
    const url = await serve((_, response) => {
      response.write('x'.repeat(200_000));
      response.end('the last line');
    });
    const error = await failureOf(exchangeRequest(url));
    expect(error).toMatchObject({ failure: 'too-large', status: 200 });
    expect(error.tail).toBe(`${'x'.repeat(64 * 1024 - 'the last line'.length)}the last line`);
  });

  test.each(['application/json', 'text/event-stream'])(
    'compressed in an unknown way is an error (%s)',
    async (contentType) => {
      const headers = { 'content-type': contentType, 'content-encoding': 'zstd' };
      const url = await serve((_, response) => void response.writeHead(200, headers).end('x'));
      expect(await failureOf(exchangeRequest(url))).toMatchObject({
        failure: 'unreadable',
        status: 200,
        message: 'the response is compressed and cannot be read (zstd)',
      });
    },
  );
});

describe('a deadline', () => {
  test('ends the wait for headers that never come', async () => {
    const url = await serve(() => undefined);
    const failing = failureOf(exchangeRequest(url));
    await clock.sleeping(IDLE_TIMEOUT_MS);
    clock.pass(IDLE_TIMEOUT_MS);
    expect(await failing).toMatchObject({
      failure: 'expired',
      message: 'no complete response in time',
      status: undefined,
    });
  });

  test.each([
    ['the wait for headers', 1, () => undefined],
    ['a body', 2, (response: ServerResponse) => void response.writeHead(200).write('{')],
  ] as const)('of the request ends %s before the other deadlines', async (_, sleeps, send) => {
    const url = await serve((_request, response) => send(response));
    const failing = failureOf(exchangeRequest(url, { timeoutMs: 2_000 }));
    await clock.sleptTimes(sleeps);
    clock.pass(2_000);
    expect(await failing).toMatchObject({ failure: 'expired' });
  });

  test('ends the wait for a response that switches to another protocol', async () => {
    const url = await serveBytes(SWITCHING, () => undefined);
    const failing = failureOf(exchangeRequest(url));
    await hungUp();
    clock.pass(IDLE_TIMEOUT_MS);
    expect(await failing).toMatchObject({ failure: 'expired', status: undefined });
  });

  test('ends the wait for a body that never comes', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{');
    });
    const failing = failureOf(exchangeRequest(url));
    await clock.sleeping(BODY_TIMEOUT_MS);
    clock.pass(BODY_TIMEOUT_MS);
    expect(await failing).toMatchObject({ failure: 'expired', status: 200 });
  });

  test('ends a body that stops half way, before the deadline of the whole response', async () => {
    const url = await serveBytes('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', () => undefined);
    const failing = failureOf(exchangeRequest(url, { bodyTimeoutMs: 4 * IDLE_TIMEOUT_MS }));
    // One sleep for the head, one from the head on.
    await clock.sleptTimes(2);
    clock.pass(IDLE_TIMEOUT_MS);
    expect(await failing).toMatchObject({ failure: 'expired', status: 200 });
  });

  test('does not take the part of a body without a length for the whole', async () => {
    const url = await serveBytes('HTTP/1.1 200 OK\r\n\r\nhalf', () => undefined);
    const failing = failureOf(exchangeRequest(url));
    await clock.sleeping(BODY_TIMEOUT_MS);
    clock.pass(BODY_TIMEOUT_MS);
    expect(await failing).toMatchObject({ failure: 'expired', status: 200 });
  });

  test('returns the part of the body received so far, where a part is enough', async () => {
    const url = await serveBytes('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nrelease 42', () => undefined);
    const response = exchanger.exchange(exchangeRequest(url, { partial: true }), never);
    await clock.sleeping(BODY_TIMEOUT_MS);
    clock.pass(BODY_TIMEOUT_MS);
    expect(await response).toMatchObject({ status: 200, body: 'release 42' });
  });

  test('returns what an event stream that does not end has sent within five seconds', async () => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n\r\n';
    const url = await serveBytes(`${head}data: one\n\ndata: two\n\n`, () => undefined);
    const response = exchanger.exchange(exchangeRequest(url), never);
    await clock.sleeping(5_000);
    clock.pass(5_000);
    expect(await response).toMatchObject({ status: 200, body: 'data: one\n\ndata: two\n\n' });
  });

  test('ends an event stream that sends nothing within five seconds, as an empty one', async () => {
    const url = await serveBytes('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n', () => undefined);
    const response = exchanger.exchange(exchangeRequest(url), never);
    await clock.sleeping(5_000);
    clock.pass(5_000);
    expect(await response).toMatchObject({ status: 200, body: '', bytes: 0 });
  });

  test('ends a slow body, even while bytes keep coming', async () => {
    let chunks = 0;
    const flowing = Promise.withResolvers<undefined>();
    const url = await serve((_, response) => {
      const writeNext = (): void => {
        if (response.destroyed) return;
        chunks += 1;
        if (chunks === 10) flowing.resolve(undefined);
        response.write('x');
        void setImmediate().then(writeNext);
      };
      writeNext();
    });
    const failing = failureOf(exchangeRequest(url, { maxBytes: 1_000_000 }));
    await clock.sleeping(BODY_TIMEOUT_MS);
    await flowing.promise;
    clock.pass(BODY_TIMEOUT_MS);
    expect(await failing).toMatchObject({ failure: 'expired', status: 200 });
  });
});

describe('an abort', () => {
  test('ends a request in progress with its own reason, and closes the connection', async () => {
    const arrived = Promise.withResolvers<IncomingMessage>();
    const url = await serve((request) => arrived.resolve(request));
    const stop = new AbortController();
    const ended = exchanger.exchange(exchangeRequest(url), stop.signal).catch((error: unknown) => error);
    const { socket } = await arrived.promise;
    const reason = new Stop('interrupted');
    stop.abort(reason);
    expect(await ended).toBe(reason);
    if (!socket.destroyed) await once(socket, 'close');
  });

  test('ends a request whose response switches to another protocol', async () => {
    const url = await serveBytes(SWITCHING, () => undefined);
    const stop = new AbortController();
    const ended = exchanger.exchange(exchangeRequest(url), stop.signal).catch((error: unknown) => error);
    await hungUp();
    const reason = new Stop('timeout');
    stop.abort(reason);
    expect(await ended).toBe(reason);
  });

  test('before the request prevents it from being sent', async () => {
    let visits = 0;
    const url = await serve((_, response) => {
      visits += 1;
      response.end('{}');
    });
    const reason = new Stop('timeout');
    const ended: unknown = await exchanger
      .exchange(exchangeRequest(url), AbortSignal.abort(reason))
      .catch((error: unknown) => error);
    expect(ended).toBe(reason);
    expect(visits).toBe(0);
  });

  test('of one request does not affect another', async () => {
    const held = Promise.withResolvers<() => void>();
    let arrivals = 0;
    const both = Promise.withResolvers<undefined>();
    const url = await serve((request, response) => {
      arrivals += 1;
      if (request.url === '/kept') held.resolve(() => response.end('{}'));
      if (arrivals === 2) both.resolve(undefined);
    });
    const stop = new AbortController();
    const stopped = exchanger.exchange(exchangeRequest(`${url}/stopped`), stop.signal).catch((error: unknown) => error);
    const kept = exchanger.exchange(exchangeRequest(`${url}/kept`), never);
    await both.promise;
    stop.abort(new Stop('timeout'));
    (await held.promise)();
    expect(await stopped).toBeInstanceOf(Stop);
    expect(await kept).toMatchObject({ status: 200, body: '{}' });
  });
});
