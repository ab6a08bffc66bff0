// The server: bodies up to their limit, an answer once, connections that end, and errors that stay inside.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { jsonResponse, textResponse } from '../../../emulator/api/index.ts';
import { VirtualClock } from '../../../emulator/testing/virtual-time/index.ts';
import { listen } from '../../../emulator/http/server.ts';
import type { Handle, HttpServer } from '../../../emulator/http/server.ts';
import { failure, send } from '../client.ts';

const servers: HttpServer[] = [];
const clocks: VirtualClock[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  for (const clock of clocks.splice(0)) clock.dispose();
});

/** A server with this handler; `errors` are those that were reported. */
async function open(handle: Handle) {
  const errors: unknown[] = [];
  const clock = new VirtualClock();
  const lost: string[] = [];
  const server = await listen(handle, {
    clock,
    port: 0,
    onError: (error) => errors.push(error),
    onLost: (sentence) => lost.push(sentence),
  });
  servers.push(server);
  clocks.push(clock);
  return { url: `http://127.0.0.1:${server.port}`, server, errors, lost, clock };
}

describe('a request', () => {
  test('has its path, its query and its body', async () => {
    const { url } = await open(async ({ path, query, body, exchange }) => {
      exchange.send(jsonResponse(200, { path, query: [...query], ...(await body()) }));
    });
    const { json } = await send({ method: 'POST', url: `${url}/a/b?x=1&y=%20`, rawBody: 'é' });
    expect(json).toEqual({
      path: '/a/b',
      query: [
        ['x', '1'],
        ['y', ' '],
      ],
      text: 'é',
      tooLong: false,
    });
  });

  test.each([
    [65_536, false],
    [65_537, true],
  ])('with a body of %d bytes is too long: %s', async (length, tooLong) => {
    const { url } = await open(async ({ body, exchange }) => {
      const read = await body();
      exchange.send(jsonResponse(200, { tooLong: read.tooLong, isWhole: read.text.length === length }));
    });
    const { json } = await send({ method: 'POST', url, rawBody: 'x'.repeat(length) });
    expect(json).toEqual({ tooLong, isWhole: !tooLong });
  });
});

describe('an answer', () => {
  test('has the date of the clock, and is reported with its status', async () => {
    const statuses: number[] = [];
    const { url, clock } = await open(async ({ exchange }, listenTo) => {
      listenTo({ onStatus: (status) => void statuses.push(status), onHeld: () => undefined });
      await exchange.sleep(90_000);
      exchange.send(textResponse(418, 'tea'));
    });
    const { status, headers, text } = await send({ method: 'GET', url });
    expect([status, text, statuses]).toEqual([418, 'tea', [418]]);
    expect(headers.date).toBe('Mon, 02 Mar 2026 12:01:30 GMT');
    expect(clock.now()).toBe(90_000);
  });

  test('is complete or has no end: what is not given whole comes in pieces', async () => {
    const { url } = await open(async ({ exchange }) => {
      const body = exchange.open(200, { 'content-type': 'text/plain' });
      await body.write(Buffer.from('one '));
      await body.write(Buffer.from('two'));
      body.end();
    });
    expect((await send({ method: 'GET', url })).text).toBe('one two');
  });
});

describe('an error', () => {
  test('of the handler is reported once, and breaks the connection', async () => {
    const error = new Error('a mistake');
    const { url, errors } = await open(async () => await Promise.reject(error));
    expect(await failure(send({ method: 'GET', url }))).toBe('ECONNRESET');
    expect(errors).toEqual([error]);
  });

  test('after the client has gone is none', async () => {
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const { url, errors } = await open(async ({ gone }) => {
      gone.addEventListener('abort', () => leave());
      arrived.resolve();
      await left;
      throw new Error('too late');
    });
    const client = new AbortController();
    const outcome = failure(send({ method: 'GET', url, signal: client.signal }));
    await arrived.promise;
    client.abort();
    expect(await outcome).toBe('ABORT_ERR');
    await left;
    await turn();
    expect(errors).toEqual([]);
  });
});

describe('a port that somebody took during a downtime', () => {
  /** A server that is down for a second and whose port another one has taken meanwhile. */
  async function taken() {
    const opened = await open(async ({ exchange }) => {
      exchange.startDowntime(1000);
      exchange.destroy();
      await Promise.resolve();
    });
    expect(await failure(send({ method: 'GET', url: opened.url }))).toBe('ECONNRESET');
    const other = createServer().listen(opened.server.port, '127.0.0.1');
    await once(other, 'listening');
    return { ...opened, other };
  }

  test('is had again once it is free', async () => {
    const { url, clock, errors, lost, other } = await taken();
    await clock.sleep(8000);
    other.close();
    await once(other, 'close');
    await clock.sleep(5000);
    expect(await failure(send({ method: 'GET', url }))).toBe('ECONNRESET');
    expect([errors, lost]).toEqual([[], []]);
  });

  test('is given up after ten seconds, which is reported with one sentence', async () => {
    const { server, clock, errors, lost, other } = await taken();
    await clock.sleep(9000);
    expect(lost).toEqual([]);
    await clock.sleep(5000);
    other.close();
    expect(lost).toEqual([
      `Port ${server.port} was taken during a downtime and is not free again, so nothing listens any more.`,
    ]);
    expect(errors).toEqual([]);
  });

  test('ends nothing but the waiting when the server is closed meanwhile', async () => {
    const { server, clock, lost, other } = await taken();
    await clock.sleep(5000);
    await server.close();
    other.close();
    await clock.sleep(60_000);
    expect(lost).toEqual([]);
  });
});

describe('closing', () => {
  test('breaks requests that are held, without an error, and frees the port', async () => {
    const arrived = Promise.withResolvers<void>();
    const { url, server, errors } = await open(async ({ exchange }) => {
      arrived.resolve();
      await exchange.untilGone();
    });
    const outcome = failure(send({ method: 'GET', url }));
    await arrived.promise;
    await server.close();
    expect(await outcome).toBe('ECONNRESET');
    expect(await failure(send({ method: 'GET', url }))).toBe('ECONNREFUSED');
    expect(errors).toEqual([]);
  });

  test('may be repeated', async () => {
    const { server } = await open(async () => await Promise.resolve());
    await server.close();
    await expect(server.close()).resolves.toBeUndefined();
  });
});

test('a port that is taken is an error of the start', async () => {
  const { server } = await open(async () => await Promise.resolve());
  const clock = new VirtualClock();
  clocks.push(clock);
  const second = listen(async () => await Promise.resolve(), {
    clock,
    port: server.port,
    onError: () => undefined,
    onLost: () => undefined,
  });
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
