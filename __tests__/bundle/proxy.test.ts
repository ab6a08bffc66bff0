// The bundle behind a proxy: the service's own host is reached through a tunnel, and undici, a file of its own, is loaded
// only by the GitHub part.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Emulator, startEmulator, systemClock } from '../../emulator/index.ts';
import { type Bundle, copyBundle } from '../support/runner/bundle.ts';
import { type FakeGithub, GITHUB_TOKEN, startFakeGithub } from '../support/github/fake-github.ts';
import { carry, createTunnelProxy } from '../support/service/proxy.ts';
import { createRawServers } from '../support/service/raw-server.ts';

let bundle: Bundle;
let folder: string;
const servers = createRawServers();
const closers: (() => Promise<void>)[] = [() => servers.close()];

/** Self-signed for `service.test`, valid for a hundred years; its private key is public on purpose. */
const certificate = join(import.meta.dirname, '../support/service/tls/service.test.cert.pem');
const privateKey = join(import.meta.dirname, '../support/service/tls/service.test.key.pem');

/** Ends TLS for `service.test` and passes the bytes on to `target`; resolves with its own origin. */
async function startTls(target: string): Promise<string> {
  const { hostname, port } = new URL(target);
  const server = createTlsServer({ cert: readFileSync(certificate), key: readFileSync(privateKey) }, (socket) => {
    carry(socket, connect(Number(port), hostname));
  });
  return await servers.listening(server);
}

/** A proxy that tunnels everything to `target`; `hosts` returns the hosts it was used for. */
async function startProxy(target: string): Promise<{ origin: string; hosts: () => Set<string | undefined> }> {
  const { server, requests } = createTunnelProxy(target);
  return { origin: await servers.listening(server), hosts: () => new Set(requests.map(({ url }) => url)) };
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
    hosts: ['service.test'],
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
function detectUndici(name: string): { env: Record<string, string>; loaded: () => boolean } {
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
  test('reaches the service through a tunnel, without undici', async () => {
    const { emulator, inputs } = await startService();
    const proxy = await startProxy(await startTls(emulator.origin));
    const undici = detectUndici('service');
    const run = await bundle.run({
      inputs: { ...inputs, 'base-url': 'https://service.test/api/v1' },
      env: { https_proxy: proxy.origin, NODE_EXTRA_CA_CERTS: certificate, ...undici.env },
    });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.outputs['status']).toBe('finished');
    expect(proxy.hosts()).toEqual(new Set(['service.test:443']));
    expect(undici.loaded()).toBe(false);
  });

  test('loads undici for GitHub, and creates the record through the proxy', async () => {
    const { github, inputs } = await startService();
    const proxy = await startProxy(github.origin);
    const undici = detectUndici('github');
    const GITHUB_API_URL = (github.env['GITHUB_API_URL'] ?? '').replace(github.origin, 'http://github.test');
    const run = await bundle.run({
      inputs: { ...inputs, 'github-environment': 'production', 'github-token': GITHUB_TOKEN },
      env: { ...github.env, GITHUB_API_URL, http_proxy: proxy.origin, ...undici.env },
    });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(proxy.hosts()).toEqual(new Set(['github.test:80']));
    expect(run.outputs['github-deployment-id']).not.toBe('');
    expect(undici.loaded()).toBe(true);
  });
});

describe('without a proxy', () => {
  test('deploys without loading undici', async () => {
    const { inputs } = await startService();
    const undici = detectUndici('direct');
    const run = await bundle.run({ inputs, env: undici.env });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(undici.loaded()).toBe(false);
  });
});
