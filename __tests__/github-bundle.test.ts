// The bundle and GitHub: the part that is loaded only when asked for, alone and behind a proxy, and a real signal.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Emulator, startEmulator, systemClock } from '../emulator/index.ts';
import { type Bundle, type BundleOptions, type BundleRun, copyBundle } from './support/bundle.ts';
import { callsOf, type FakeGithub, GITHUB_TOKEN, startFakeGithub } from './support/fake-github.ts';
import { createTunnelProxy, type TunnelProxy } from './support/proxy.ts';
import { createRawServers } from './support/raw-server.ts';

const RESOURCE = 'app_web';
const wanted = { 'github-environment': 'production', 'skip-if-outdated': 'true', 'github-token': GITHUB_TOKEN };

let bundle: Bundle;
const servers = createRawServers();
const closers: (() => Promise<void>)[] = [() => servers.close()];

interface Story {
  readonly run: BundleRun;
  readonly github: FakeGithub;
  readonly emulator: Emulator;
}

async function tell(
  buildMs: number,
  options: (github: FakeGithub) => Partial<BundleOptions> | Promise<Partial<BundleOptions>> = () => ({}),
): Promise<Story> {
  const github = await startFakeGithub(systemClock);
  const emulator = await startEmulator({
    keys: [{ name: 'ci', scopes: ['deploy'] }],
    resources: [{ id: RESOURCE, name: 'web', script: { buildMs } }],
  });
  closers.push(
    () => github.close(),
    () => emulator.close(),
  );
  const { inputs, env, ...rest } = await options(github);
  const run = await bundle.run({
    inputs: {
      'base-url': emulator.baseUrl,
      'api-key': emulator.keys['ci'] ?? '',
      'resource-id': RESOURCE,
      ...wanted,
      ...inputs,
    },
    env: { ...github.env, ...env },
    ...rest,
  });
  return { run, github, emulator };
}

let direct: Story;
let proxied: Story & { tunnels: TunnelProxy['asked'] };
let cancelled: Story;
let stalled: Story;

async function behindProxy(): Promise<typeof proxied> {
  let tunnels: TunnelProxy['asked'] = [];
  const story = await tell(500, async ({ origin, env }) => {
    const proxy = createTunnelProxy(origin);
    tunnels = proxy.asked;
    const proxyOrigin = await servers.listening(proxy.server);
    const GITHUB_API_URL = (env['GITHUB_API_URL'] ?? '').replace(origin, 'http://github.invalid');
    return { env: { http_proxy: proxyOrigin, GITHUB_API_URL } };
  });
  return { ...story, tunnels };
}

// All steps run at the same time: nearly all of it is waiting, and in real time.
beforeAll(async () => {
  bundle = copyBundle();
  [direct, proxied, cancelled, stalled] = await Promise.all([
    tell(500),
    behindProxy(),
    tell(Infinity, () => ({ signal: { name: 'SIGINT', whenLogHas: 'accepted' } })),
    tell(Infinity, (github) => {
      github.onCall = ({ body }) => (body['state'] === undefined ? undefined : { delayMs: 60_000 });
      return { signal: { name: 'SIGTERM', whenLogHas: 'accepted' } };
    }),
  ]);
}, 60_000);

afterAll(async () => {
  await Promise.all(closers.map((close) => close()));
  bundle.remove();
});

describe('the bundle', () => {
  test('loads what it needs for GitHub, records the deployment and ends by itself', () => {
    expect(direct.run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(callsOf(direct.github)).toEqual(['head', 'create', 'in_progress', 'success']);
    expect(direct.run.outputs).toMatchObject({ status: 'finished', 'github-deployment-id': '4200000001' });
  });

  test('goes to GitHub through the proxy of the runner', () => {
    expect(proxied.run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(callsOf(proxied.github)).toEqual(['head', 'create', 'in_progress', 'success']);
    expect(new Set(proxied.tunnels.map(({ url }) => url))).toEqual(new Set(['github.invalid:80']));
  });

  test('closes the record of a cancelled run and is gone within five seconds', () => {
    expect(callsOf(cancelled.github)).toEqual(['head', 'create', 'in_progress', 'error']);
    expect(cancelled.run.outputs['error-code']).toBe('interrupted');
    expect(cancelled.run.endedAfterSignalMs).toBeLessThan(5_000);
  });

  test('is gone within five seconds of a cancellation even when GitHub has stopped answering', () => {
    expect(stalled.run.outputs['error-code']).toBe('interrupted');
    expect(stalled.run.summary).toContain('cancelled');
    expect(stalled.run.endedAfterSignalMs).toBeLessThan(5_000);
  });
});
