// health-check-contains with bodies that no app should send: only their first 64 KiB are searched, in bounded time.
import type { RequestListener } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { pageNodes } from '../../support/runner/gfm.ts';
import { createRawServers } from '../../support/service/raw-server.ts';
import { seededRandom } from '../../support/random.ts';
import { errorOf, withWorld } from '../../support/world.ts';

const TEXT = 'release-4f2a91c';
const LIMIT = 64 * 1024;
const servers = createRawServers();

afterEach(async () => {
  await servers.close();
});

/** Deploys an app with this answer to its health check; the deadline is a minute. */
async function deploying(listener: RequestListener, release?: (hold: (port: number) => void) => void) {
  const origin = await servers.serve(listener);
  const resources = [{ id: 'app_web', domains: [new URL(origin).host], script: { buildMs: 1_000, log: ['Built'] } }];
  return await withWorld({ resources }, async ({ clock, run }) => {
    release?.((port) => void clock.hold(port));
    const inputs = { 'resource-id': 'app_web', 'health-check': '/', 'health-check-contains': TEXT, timeout: '1m' };
    const step = await run(inputs);
    return { step, code: step.outputs['error-code'], error: errorOf(step) };
  });
}

const answering =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(200, headers).end(body);

/** Text that no compression shortens much. */
function noise(chars: number): string {
  const random = seededRandom(1);
  return Array.from({ length: chars }, () => String.fromCharCode(33 + Math.floor(random() * 90))).join('');
}

describe('the text in a body of 10 MB', () => {
  test.each([
    ['at the start', 0, ''],
    ['as the last of the first 64 KiB', LIMIT - TEXT.length, ''],
    ['across the end of the first 64 KiB', LIMIT - TEXT.length + 1, 'unhealthy'],
    ['after the first 64 KiB', LIMIT, 'unhealthy'],
  ])('is judged (%s) with error code "%s"', async (_, at, code) => {
    const body = Buffer.alloc(10_000_000, 'x');
    body.write(TEXT, at);
    expect((await deploying(answering(body))).code).toBe(code);
  });
});

test('an answer that changes with every request is noted again after 25 s, not at every request', async () => {
  let requests = 0;
  const { step } = await deploying((_, response) => response.end(`request ${(requests += 1)}`));
  expect(requests).toBeGreaterThan(8);
  expect(step.log.match(/does not contain/g)?.length).toBeLessThan(requests / 2);
});

describe('the text in a compressed body', () => {
  const long = noise(400_000);
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('(%s) is found in the first 64 KiB of the page, and not beyond', async (encoding, compress) => {
    const headers = { 'content-encoding': encoding };
    expect((await deploying(answering(compress(`${TEXT} ${long}`), headers))).code).toBe('');
    expect((await deploying(answering(compress(`${long.slice(0, LIMIT)}${TEXT}`), headers))).code).toBe('unhealthy');
  });

  test.each([
    ['is not compressed at all', 'gzip', Buffer.from(TEXT)],
    ['would be 100 MB long', 'gzip', gzipSync(Buffer.alloc(100_000_000))],
    ['is in a compression that is not known', 'zstd', Buffer.from(TEXT)],
  ])('that %s is not found, and status and encoding are reported', async (_, encoding, body) => {
    const { code, error } = await deploying(answering(body, { 'content-encoding': encoding }));
    expect(code).toBe('unhealthy');
    const seen = `answered 200 with a body that cannot be decoded (content-encoding: ${encoding})`;
    expect(error).toContain(`${seen}, so "${TEXT}" was not seen`);
  });

  test('that is broken is judged by what can be read of it', async () => {
    const body = Buffer.concat([gzipSync(TEXT).subarray(0, 12), Buffer.alloc(40, 255)]);
    const { code, error } = await deploying(answering(body, { 'content-encoding': 'gzip' }));
    expect(code).toBe('unhealthy');
    expect(error).toContain('answered 200');
    expect(error).toContain(`does not contain "${TEXT}"`);
  });
});

describe('an endless body', () => {
  function* endless(sent: { bytes: number }) {
    const chunk = Buffer.alloc(16_384, 'x');
    for (;;) {
      sent.bytes += chunk.length;
      yield chunk;
    }
  }

  test('is closed by the action soon after 64 KiB, with or without the text in it', async () => {
    const sent = { bytes: 0 };
    let answers = 0;
    const listener: RequestListener = (_, response) => {
      answers += 1;
      if (answers === 3) response.write(TEXT);
      pipeline(endless(sent), response).catch(() => undefined);
    };
    expect((await deploying(listener)).code).toBe('');
    expect(answers).toBe(3);
    // What the sockets buffer on both sides comes on top of what is read.
    expect(sent.bytes / answers).toBeLessThan(20_000_000);
  });

  test('that stalls after the text passes after ten seconds', async () => {
    let hold = (_port: number): void => undefined;
    const { step, code } = await deploying(
      (request, response) => {
        response.write(`<p>${TEXT}</p>`);
        hold(request.socket.remotePort ?? 0);
      },
      (use) => {
        hold = use;
      },
    );
    expect(code).toBe('');
    expect(step.tookMs).toBeGreaterThanOrEqual(10_000);
    expect(step.tookMs).toBeLessThan(30_000);
  });
});

describe('a hostile body', () => {
  test('is quoted on failure in one line of 200 characters, and is no command for the runner', async () => {
    const body = `\u001b[31m\n::error::owned\n::set-output name=x::y\n${'<script>'.repeat(1_000)}`;
    const { step, code } = await deploying(answering(body));
    expect(code).toBe('unhealthy');
    expect(step.log).not.toMatch(/^\s*::(?:error::owned|set-output)/m);
    expect(step.log).not.toContain('\u001b[31m');
    expect(step.annotations.filter(({ message }) => message === 'owned')).toEqual([]);
    const html = pageNodes(step.summary).filter(({ type }) => type === 'html');
    expect(html.filter(({ value = '' }) => value.includes('script'))).toEqual([]);
    expect(step.summary).toContain('<script>');
    expect(step.log).not.toContain('<script>'.repeat(30));
  });

  test('of binary data is searched as well', async () => {
    const bytes = Buffer.alloc(1_000, 0xff);
    expect((await deploying(answering(Buffer.concat([bytes, Buffer.from(TEXT), bytes])))).code).toBe('');
    expect((await deploying(answering(bytes))).code).toBe('unhealthy');
  });

  test('of an error or a redirect does not pass, even with the text in it', async () => {
    const statuses = [500, 404, 302];
    let answers = 0;
    const { code } = await deploying((_, response) => {
      const status = statuses[answers++ % 3] ?? 500;
      response.writeHead(status, status === 302 ? { location: `/${TEXT}` } : {}).end(TEXT);
    });
    expect(code).toBe('unhealthy');
    expect(answers).toBeGreaterThan(3);
  });
});
