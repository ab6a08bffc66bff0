// The bundle and GitHub: the part that is loaded only when needed, behind a proxy, with real signals, and as two steps
// that run at the same time in one job.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Emulator, startEmulator, systemClock } from '../../emulator/index.ts';
import { type Bundle, type BundleOptions, type BundleRun, copyBundle, endingWithin } from '../support/runner/bundle.ts';
import { callsOf, type FakeGithub, GITHUB_TOKEN, startFakeGithub, statesOf } from '../support/github/fake-github.ts';
import { createTunnelProxy, type TunnelProxy } from '../support/service/proxy.ts';
import { createRawServers } from '../support/service/raw-server.ts';

const RESOURCE = 'app_web';
const wanted = { 'github-environment': 'production', 'skip-if-outdated': 'true', 'github-token': GITHUB_TOKEN };

let bundle: Bundle;
const servers = createRawServers();
const closers: (() => Promise<void>)[] = [() => servers.close()];

/** A cancelled step with a deployment record has to end within this time. */
const CANCELLED_WITHIN_MS = 5_000;

interface Story extends Pick<BundleRun, 'endedAfterSignalMs'> {
  readonly run: BundleRun;
  readonly github: FakeGithub;
  readonly emulator: Emulator;
}

async function runStory(
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
  return { run, github, emulator, endedAfterSignalMs: run.endedAfterSignalMs };
}

let direct: Story;
let proxied: Story & { tunnels: TunnelProxy['requests'] };
let cancelled: Story;
let stalled: Story;
let twiceCancelled: Story;
let sideBySide: { runs: BundleRun[]; github: FakeGithub; emulator: Emulator };

/** Two steps with `background: true` share the key, the folder for temporary files and all that names the job. */
async function runSideBySide(): Promise<typeof sideBySide> {
  const github = await startFakeGithub(systemClock);
  let creates = 0;
  github.onCall = ({ name }) => (name === 'create' && ++creates <= 2 ? { breaks: true } : undefined);
  const temp = mkdtempSync(join(tmpdir(), 'job-'));
  const resourceIds = ['app_web', 'app_api'];
  const emulator = await startEmulator({
    keys: [{ name: 'ci', scopes: ['deploy'] }],
    resources: resourceIds.map((id) => ({ id, name: id, script: { buildMs: 1_500, log: [`building ${id}`] } })),
  });
  closers.push(
    () => github.close(),
    () => emulator.close(),
    async () => rmSync(temp, { recursive: true }),
  );
  const key = { 'base-url': emulator.baseUrl, 'api-key': emulator.keys['ci'] ?? '', 'concurrent-jobs': '2' };
  const runs = await Promise.all(
    resourceIds.map((id) =>
      bundle.run({ inputs: { ...key, ...wanted, 'resource-id': id }, env: { ...github.env, RUNNER_TEMP: temp } }),
    ),
  );
  return { runs, github, emulator };
}

async function behindProxy(): Promise<typeof proxied> {
  let tunnels: TunnelProxy['requests'] = [];
  const story = await runStory(500, async ({ origin, env }) => {
    const proxy = createTunnelProxy(origin);
    tunnels = proxy.requests;
    const proxyOrigin = await servers.listening(proxy.server);
    const GITHUB_API_URL = (env['GITHUB_API_URL'] ?? '').replace(origin, 'http://github.invalid');
    return { env: { http_proxy: proxyOrigin, GITHUB_API_URL } };
  });
  return { ...story, tunnels };
}

async function runCancelled(options: Parameters<typeof runStory>[1]): Promise<Story> {
  return await endingWithin(CANCELLED_WITHIN_MS, () => runStory(Infinity, options));
}

// Steps run at the same time, since nearly all of it is waiting; first those whose end is timed.
beforeAll(async () => {
  bundle = copyBundle();
  [cancelled, stalled, twiceCancelled] = await Promise.all([
    runCancelled(() => ({ signal: { name: 'SIGINT', whenLogHas: 'accepted' } })),
    runCancelled((github) => {
      github.onCall = ({ body }) => (body['state'] === undefined ? undefined : { delayMs: 60_000 });
      return { signal: { name: 'SIGTERM', whenLogHas: 'accepted' } };
    }),
    runCancelled((github) => {
      let tries = 0;
      github.onCall = ({ body }) =>
        body['state'] === 'error' && ++tries === 1 ? { delayMs: 1_200, status: 502 } : undefined;
      return { signal: { name: 'SIGINT', whenLogHas: 'accepted', againAfterMs: 500 } };
    }),
  ]);
  [direct, proxied, sideBySide] = await Promise.all([runStory(500), behindProxy(), runSideBySide()]);
});

afterAll(async () => {
  await Promise.all(closers.map((close) => close()));
  bundle.remove();
});

describe('the bundle', () => {
  test('loads the GitHub code, records the deployment and exits by itself', () => {
    expect(direct.run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(callsOf(direct.github)).toEqual(['head', 'create', 'in_progress', 'success']);
    expect(direct.run.outputs).toMatchObject({ status: 'finished', 'github-deployment-id': '4200000001' });
  });

  test('reaches GitHub through the proxy of the runner', () => {
    expect(proxied.run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(callsOf(proxied.github)).toEqual(['head', 'create', 'in_progress', 'success']);
    expect(new Set(proxied.tunnels.map(({ url }) => url))).toEqual(new Set(['github.invalid:80']));
  });

  test('closes the record of a cancelled run and exits within five seconds', () => {
    expect(callsOf(cancelled.github)).toEqual(['head', 'create', 'in_progress', 'error']);
    expect(cancelled.run.outputs['error-code']).toBe('interrupted');
    expect(cancelled.run.endedAfterSignalMs).toBeLessThan(CANCELLED_WITHIN_MS);
  });

  test('exits within five seconds of a cancellation even when GitHub has stopped answering', () => {
    expect(stalled.run.outputs['error-code']).toBe('interrupted');
    expect(stalled.run.summary).toContain('cancelled');
    expect(stalled.run.endedAfterSignalMs).toBeLessThan(CANCELLED_WITHIN_MS);
  });

  test('closes the record within the five seconds even when GitHub is slow and a second signal comes', () => {
    expect(statesOf(twiceCancelled.github)).toEqual(['error']);
    expect(twiceCancelled.run.endedAfterSignalMs).toBeGreaterThan(1_700);
    expect(twiceCancelled.run.endedAfterSignalMs).toBeLessThan(CANCELLED_WITHIN_MS);
  });

  test('writes nothing that later steps of the job would inherit', () => {
    const runs = [direct.run, proxied.run, cancelled.run, stalled.run, twiceCancelled.run, ...sideBySide.runs];
    expect(runs.map(({ strayFiles }) => strayFiles)).toEqual(runs.map(() => ''));
  });
});

describe('two concurrent steps in one job', () => {
  test('each deploy their own resource with one key', () => {
    expect(sideBySide.runs.map(({ exitCode, stderr }) => ({ exitCode, stderr }))).toEqual([
      { exitCode: 0, stderr: '' },
      { exitCode: 0, stderr: '' },
    ]);
    expect(sideBySide.runs.map(({ outputs }) => outputs['status'])).toEqual(['finished', 'finished']);
    expect(sideBySide.emulator.requests.filter(({ status }) => status === 429)).toEqual([]);
    expect(sideBySide.emulator.deployments('app_web')).toHaveLength(1);
    expect(sideBySide.emulator.deployments('app_api')).toHaveLength(1);
  });

  test('each keep their own log file', () => {
    const [web, api] = sideBySide.runs;
    expect(web?.logFile).toContain('building app_web');
    expect(api?.logFile).toContain('building app_api');
    expect(web?.outputs['log-file']).not.toBe(api?.outputs['log-file']);
  });

  test('each find their own record, even when the responses to both create requests were lost', () => {
    const { github, runs } = sideBySide;
    expect(statesOf(github)).toEqual(['success', 'success']);
    const ids = runs.map(({ outputs }) => outputs['github-deployment-id']);
    const named = ids.map((id) => github.deployments.find((deployment) => String(deployment.id) === id));
    expect(named.map((deployment) => deployment?.request['description'])).toEqual([
      'Deploying app_web',
      'Deploying app_api',
    ]);
  });
});
