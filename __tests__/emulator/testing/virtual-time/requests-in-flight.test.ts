// Which requests of this process are under way: from their making to their end, except those held back.
import { request as httpRequest } from 'node:http';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { RequestsInFlight } from '../../../../emulator/testing/virtual-time/requests-in-flight.ts';
import { createRawServers } from '../../../support/service/raw-server.ts';

const servers = createRawServers();
let changes = 0;
let changed = (): void => undefined;
let requests: RequestsInFlight;

beforeEach(() => {
  changes = 0;
  changed = () => undefined;
  requests = new RequestsInFlight(() => {
    changes += 1;
    changed();
  });
});

afterEach(async () => {
  requests.dispose();
  await servers.close();
});

/** Resolves when no request is under way any more. */
async function untilNone(): Promise<void> {
  await new Promise<void>((resolve) => {
    changed = () => {
      if (!requests.any()) resolve();
    };
    changed();
  });
}

/** A server that leaves its one request without an answer; `arrived` resolves with the response to end. */
async function hangingServer() {
  const { promise: arrived, resolve } = Promise.withResolvers<ServerResponse>();
  const url = await servers.serve((_request, response) => resolve(response));
  return { url, arrived };
}

/** A request of `node:http`; `ended` resolves when it is closed, whatever came of it. */
function begin(url: string) {
  const outgoing = httpRequest(url, { agent: false });
  outgoing.on('response', (response) => response.resume());
  outgoing.on('error', () => undefined);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  outgoing.on('close', () => resolve());
  outgoing.end();
  return { outgoing, ended };
}

describe('a request of node:http', () => {
  test('is under way from its making to its end', async () => {
    const { url, arrived } = await hangingServer();
    expect(requests.any()).toBe(false);
    const { ended } = begin(url);
    expect([requests.any(), changes]).toEqual([true, 1]);
    const response = await arrived;
    expect(requests.any()).toBe(true);
    response.end('done');
    await ended;
    expect([requests.any(), changes]).toEqual([false, 2]);
  });

  test('is no longer under way once its connection breaks', async () => {
    const { url, arrived } = await hangingServer();
    const { ended } = begin(url);
    (await arrived).socket?.destroy();
    await ended;
    expect(requests.any()).toBe(false);
  });

  test('is no longer under way once its client gives up', async () => {
    const { url, arrived } = await hangingServer();
    const { outgoing, ended } = begin(url);
    await arrived;
    outgoing.destroy();
    await ended;
    expect(requests.any()).toBe(false);
  });
});

describe('a request of fetch', () => {
  test('is under way until its body has been read', async () => {
    const { url, arrived } = await hangingServer();
    const fetching = fetch(url).then(async (response) => await response.text());
    const response = await arrived;
    expect(requests.any()).toBe(true);
    response.end('done');
    expect(await fetching).toBe('done');
    await expect(untilNone()).resolves.toBeUndefined();
  });

  test('is no longer under way once it is aborted', async () => {
    const { url, arrived } = await hangingServer();
    const limit = new AbortController();
    const fetching = fetch(url, { signal: limit.signal });
    await arrived;
    limit.abort();
    await expect(fetching).rejects.toMatchObject({ name: 'AbortError' });
    await expect(untilNone()).resolves.toBeUndefined();
  });
});

describe('a request that is held', () => {
  test('does not count until every hold of its port is released, each of them once', async () => {
    const { url, arrived } = await hangingServer();
    const { ended } = begin(url);
    const response = await arrived;
    const port = response.socket?.remotePort ?? 0;
    const releaseFirst = requests.hold(port);
    const releaseSecond = requests.hold(port);
    expect(requests.any()).toBe(false);
    releaseFirst();
    releaseFirst();
    expect(requests.any()).toBe(false);
    releaseSecond();
    expect(requests.any()).toBe(true);
    response.end();
    await ended;
  });

  test('does not hide another one', async () => {
    const held = await hangingServer();
    const other = await hangingServer();
    const both = [begin(held.url), begin(other.url)];
    const responses = [await held.arrived, await other.arrived];
    requests.hold(responses[0]?.socket?.remotePort ?? 0);
    expect(requests.any()).toBe(true);
    responses[1]?.end();
    await both[1]?.ended;
    expect(requests.any()).toBe(false);
    responses[0]?.end();
    await both[0]?.ended;
  });

  test('reports each hold and each release', () => {
    const release = requests.hold(1);
    release();
    release();
    expect(changes).toBe(2);
  });
});

test('after disposal nothing is under way, and nothing is reported any more', async () => {
  const { url, arrived } = await hangingServer();
  const first = begin(url);
  (await arrived).end();
  requests.dispose();
  const changesThen = changes;
  expect(requests.any()).toBe(false);
  const second = begin(await servers.serve((_request, response) => response.end()));
  expect(requests.any()).toBe(false);
  await Promise.all([first.ended, second.ended]);
  expect(requests.any()).toBe(false);
  expect(changes - changesThen).toBeLessThanOrEqual(1); // the end of the first, which it had begun to observe
});
