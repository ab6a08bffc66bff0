// Mixed load on the emulator as a process: builds that flood, apps that crash, clients that stall, faults, SIGKILL and
// restart. At the end nothing acknowledged may be missing, no process left, and memory flat.
import './node-version.ts';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fieldOf, textOf } from './fields.ts';

const HELP = `npm run load:emulator -- [--minutes <n>] [--kill-every <seconds>]

Puts mixed load on the emulator (default: 60 minutes, SIGKILL every 180 seconds) and reports what came of it.
`;

const MAIN = join(import.meta.dirname, '../emulator/main.ts');
const APPS = ['steady', 'flood', 'crashy', 'noisy'] as const;
const PAUSE_MS = 200;
const STALLED_CLIENTS = 30;

/** How a run went. */
export interface LoadReport {
  readonly acknowledged: { readonly deployments: number; readonly keys: number };
  /** Acknowledged deployments and keys that were not there at the end, and what was wrong in between. */
  readonly problems: readonly string[];
  readonly kills: number;
  /** Memory of the emulator in MB, a sample each second; empty where the platform does not tell. */
  readonly memoryMb: readonly number[];
}

interface Running {
  readonly process: ChildProcess;
  readonly baseUrl: string;
}

/** Counts processes that hold a connection, which ends with them. */
async function openBeacon() {
  const held = new Set<Socket>();
  const server = createServer((socket) => {
    held.add(socket);
    socket.on('close', () => held.delete(socket)).on('error', () => undefined);
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has such an address
  const { port } = server.address() as AddressInfo;
  return { port, held, close: () => server.close() };
}

function writeApps(dir: string, beaconPort: number): string {
  const report = `import net from 'node:net'; net.connect(${beaconPort}, '127.0.0.1').on('error', () => {});`;
  const serve = `import http from 'node:http'; http.createServer((_, r) => r.end('up')).listen(process.env.PORT, process.env.HOST);`;
  const print = `const line = 'x'.repeat(500) + '\\n'; const go = () => process.stdout.write(line, go);`;
  const sources: Record<(typeof APPS)[number], { build: string; server: string }> = {
    steady: { build: `console.log('built');`, server: `${report} ${serve}` },
    flood: { build: `${report} ${print} go(); setInterval(go, 1);`, server: serve },
    crashy: { build: `console.log('built');`, server: `${report} ${serve} setTimeout(() => process.exit(3), 1500);` },
    noisy: { build: `console.log('built');`, server: `${report} ${serve} ${print} go();` },
  };
  for (const [name, { build, server }] of Object.entries(sources)) {
    mkdirSync(join(dir, name));
    writeFileSync(join(dir, name, 'build.mjs'), build);
    writeFileSync(join(dir, name, 'server.mjs'), server);
  }
  const resources = APPS.map((id) => ({
    id,
    source: id,
    build: 'node build.mjs',
    start: 'node server.mjs',
    buildTimeout: 3,
    readyTimeout: 10,
  }));
  const file = join(dir, 'emulator.yaml');
  const keys = [{ name: 'load', scopes: ['deploy'], value: 'key_of_the_load_test' }];
  writeFileSync(file, JSON.stringify({ requestsPerMinute: 100_000, keys, resources }));
  return file;
}

async function start(config: string, dir: string): Promise<Running> {
  const args = [MAIN, '--json', '--port', '0', '--config', config, '--state', join(dir, 'state.db')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  while (!output.includes('\n')) {
    if (child.exitCode !== null) throw new Error(`the emulator ended with exit code ${child.exitCode} at its start`);
    await delay(50);
  }
  const line: unknown = JSON.parse(output);
  return { process: child, baseUrl: textOf(line, 'baseUrl') ?? '' };
}

async function request(url: string, method = 'GET', more: { key?: string; body?: unknown } = {}): Promise<unknown> {
  const { key = 'key_of_the_load_test', body } = more;
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(10_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json: unknown = await response.json().catch(() => undefined);
    return { status: response.status, json };
  } catch {
    return undefined;
  }
}

function memoryOf(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

/** Puts load on an emulator for a while. */
export async function runLoad(options: {
  readonly durationMs: number;
  readonly killEveryMs: number;
}): Promise<LoadReport> {
  const dir = mkdtempSync(join(tmpdir(), 'emulator-load-'));
  const beacon = await openBeacon();
  const config = writeApps(dir, beacon.port);
  const deployments: { readonly app: string; readonly id: string }[] = [];
  const keys: string[] = [];
  const problems: string[] = [];
  const memoryMb: number[] = [];
  const stalled: Socket[] = [];
  let kills = 0;
  let turn = 0;
  let running = await start(config, dir);

  const deploy = async (): Promise<void> => {
    const app = APPS[turn % APPS.length] ?? 'steady';
    const reply = await request(`${running.baseUrl}/resources/${app}/deployments`, 'POST');
    const id = textOf(fieldOf(fieldOf(reply, 'json'), 'deployment'), 'id');
    if (fieldOf(reply, 'status') === 202 && id !== undefined) deployments.push({ app, id });
  };
  const control = (path: string): string => new URL(`/__emulator${path}`, running.baseUrl).href;
  const createKey = async (): Promise<void> => {
    const reply = await request(control('/keys'), 'POST', { body: { name: `key ${turn}` } });
    const value = textOf(fieldOf(fieldOf(reply, 'json'), 'key'), 'value');
    if (value !== undefined) keys.push(value);
  };
  const stall = (): void => {
    const socket = connect(Number(new URL(running.baseUrl).port), '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write(
      'POST /api/v1/resources/steady/deployments HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999\r\n\r\n',
    );
    stalled.push(socket);
    if (stalled.length > STALLED_CLIENTS) stalled.shift()?.destroy();
  };
  const actions: readonly (() => Promise<unknown> | void)[] = [
    deploy,
    createKey,
    stall,
    async () => await request(control('/faults'), 'POST', { body: { on: 'getEnv', kind: 'endless' } }),
    async () => await request(`${running.baseUrl}/resources/steady/env`),
    async () => await request(`${running.baseUrl}/resources/${APPS[turn % APPS.length]}/logs?lines=2000`),
    async () => await request(`${running.baseUrl}/resources/noisy/restart`, 'POST'),
    async () => await request(control('/state')),
    async () => await request(new URL('/resources/flood', running.baseUrl).href),
    async () => await request(control('/faults'), 'DELETE'),
  ];
  const kill = async (): Promise<void> => {
    running.process.kill('SIGKILL');
    await once(running.process, 'exit');
    kills += 1;
    for (let waitedMs = 0; beacon.held.size > 0; waitedMs += 100) {
      if (waitedMs > 15_000) {
        problems.push(`${beacon.held.size} processes were left after SIGKILL`);
        break;
      }
      await delay(100);
    }
    running = await start(config, dir);
  };

  try {
    const startedMs = performance.now();
    let killedMs = startedMs;
    let sampledMs = 0;
    while (performance.now() - startedMs < options.durationMs) {
      turn += 1;
      await Promise.race([actions[turn % actions.length]?.(), delay(3000, undefined, { ref: false })]);
      const nowMs = performance.now();
      if (nowMs - sampledMs > 1000) {
        sampledMs = nowMs;
        memoryMb.push(...[memoryOf(running.process.pid)].filter((sample) => sample !== undefined));
      }
      if (nowMs - killedMs > options.killEveryMs) {
        await kill();
        killedMs = performance.now();
      }
      if (running.process.exitCode !== null) {
        problems.push(`the emulator ended by itself with exit code ${running.process.exitCode}`);
        break;
      }
      await delay(PAUSE_MS);
    }
    await kill();
    for (const app of APPS) {
      const reply = await request(`${running.baseUrl}/resources/${app}/deployments`);
      const text = JSON.stringify(fieldOf(reply, 'json')) ?? '';
      const lost = deployments.filter((one) => one.app === app && !text.includes(`"${one.id}"`));
      problems.push(...lost.map(({ id }) => `the acknowledged deployment ${id} of ${app} is missing`));
    }
    for (const key of keys) {
      const status = fieldOf(await request(`${running.baseUrl}/resources`, 'GET', { key }), 'status');
      if (status !== 200) problems.push(`an acknowledged key is answered with ${String(status)}`);
    }
    running.process.kill('SIGTERM');
    await once(running.process, 'exit');
    const { exitCode } = running.process;
    if (exitCode !== 0) problems.push(`the emulator ended with exit code ${exitCode} after SIGTERM`);
  } finally {
    running.process.kill('SIGKILL');
    for (const socket of stalled) socket.destroy();
    beacon.close();
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
  return { acknowledged: { deployments: deployments.length, keys: keys.length }, problems, kills, memoryMb };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      'kill-every': { type: 'string', default: '180' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    process.stdout.write(HELP);
  } else {
    const report = await runLoad({
      durationMs: Number(values.minutes) * 60_000,
      killEveryMs: Number(values['kill-every']) * 1000,
    });
    process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
    process.exitCode = report.problems.length > 0 ? 1 : 0;
  }
}
