// The bundle behind a proxy: the service's own host is reached through a tunnel, and undici, a file of its own, is loaded
// by GitHub's part alone.
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Emulator, startEmulator, systemClock } from '../emulator/index.ts';
import { type Bundle, copyBundle } from './support/bundle.ts';
import { type FakeGithub, GITHUB_TOKEN, originOf, startFakeGithub } from './support/fake-github.ts';

let bundle: Bundle;
let folder: string;
const closers: (() => unknown)[] = [];

/** Self-signed for `service.test`, for a hundred years; the key beside it protects nothing. */
const certificate = join(import.meta.dirname, 'support/tls/service.test.cert.pem');
const privateKey = join(import.meta.dirname, 'support/tls/service.test.key.pem');

/** Takes TLS off what comes for `service.test` and hands it on to `target`. */
async function startTls(target: string): Promise<string> {
  const { hostname, port } = new URL(target);
  const server = createTlsServer({ cert: readFileSync(certificate), key: readFileSync(privateKey) }, (socket) => {
    const upstream = connect(Number(port), hostname);
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
    upstream.pipe(socket).pipe(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return `https://127.0.0.1:${address.port}`;
}

/** A proxy that tunnels everything to `target`, whatever host it is asked for. */
async function startProxy(target: string): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer();
  server.on('connect', (request, socket, head) => {
    asked.push(request.url ?? '');
    socket.on('error', () => undefined);
    const { hostname, port } = new URL(target);
    const upstream = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: originOf(server), asked };
}

interface Service {
  readonly emulator: Emulator;
  readonly github: FakeGithub;
  readonly inputs: Record<string, string>;
}

async function startService(): Promise<Service> {
  const emulator = await startEmulator({
    keys: [{ name: 'ci', scopes: ['deploy'] }],
    resources: [{ id: 'app_web', script: { buildMs: 100 } }],
  });
  const github = await startFakeGithub(systemClock);
  closers.push(
    () => emulator.close(),
    () => github.close(),
  );
  return {
    emulator,
    github,
    inputs: { 'base-url': emulator.baseUrl, 'api-key': emulator.keys['ci'] ?? '', 'resource-id': 'app_web' },
  };
}

/** Variables that make the bundle leave a file behind when it ends with undici loaded. */
function watchUndici(name: string): { env: Record<string, string>; loaded: () => boolean } {
  const mark = join(folder, `${name}-loaded`);
  const probe = join(folder, `${name}.mjs`);
  writeFileSync(
    probe,
    `import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';
const { cache } = createRequire(import.meta.url);
process.on('exit', () => {
  if (Object.keys(cache).some((file) => file.endsWith('undici.cjs'))) writeFileSync(${JSON.stringify(mark)}, '');
});`,
  );
  return { env: { NODE_OPTIONS: `--import ${pathToFileURL(probe).href}` }, loaded: () => existsSync(mark) };
}

beforeAll(() => {
  bundle = copyBundle();
  folder = mkdtempSync(join(tmpdir(), 'proxy-test-'));
});

afterAll(async () => {
  for (const close of closers) await close();
  bundle.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe('behind a proxy', () => {
  test('the service is asked through a tunnel, which needs no undici', async () => {
    const { emulator, inputs } = await startService();
    const proxy = await startProxy(await startTls(emulator.origin));
    const undici = watchUndici('service');
    const run = await bundle.run({
      inputs: { ...inputs, 'base-url': 'https://service.test/api/v1' },
      env: { https_proxy: proxy.origin, NODE_EXTRA_CA_CERTS: certificate, ...undici.env },
    });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.outputs['status']).toBe('finished');
    expect(new Set(proxy.asked)).toEqual(new Set(['service.test:443']));
    expect(undici.loaded()).toBe(false);
  }, 30_000);

  test('undici is loaded for GitHub, and the record is made through the proxy', async () => {
    const { github, inputs } = await startService();
    const proxy = await startProxy(github.origin);
    const undici = watchUndici('github');
    const GITHUB_API_URL = (github.env['GITHUB_API_URL'] ?? '').replace(github.origin, 'http://github.test');
    const run = await bundle.run({
      inputs: { ...inputs, 'github-environment': 'production', 'github-token': GITHUB_TOKEN },
      env: { ...github.env, GITHUB_API_URL, http_proxy: proxy.origin, ...undici.env },
    });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(new Set(proxy.asked)).toEqual(new Set(['github.test:80']));
    expect(run.outputs['github-deployment-id']).not.toBe('');
    expect(undici.loaded()).toBe(true);
  }, 30_000);
});

describe('without a proxy', () => {
  test('undici is not loaded by a deploy', async () => {
    const { inputs } = await startService();
    const undici = watchUndici('direct');
    const run = await bundle.run({ inputs, env: undici.env });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(undici.loaded()).toBe(false);
  }, 30_000);
});
