// The apps of the load test: one that just runs, one whose build floods its log, one that crashes, one that prints without
// pause. Each holds a connection to the beacon while it lives.
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';

/** Ids of the apps. */
export const APPS = ['steady', 'flood', 'crashy', 'noisy'] as const;

/** The key of the load. */
export const KEY = 'key_of_the_load_test';

/** A server that counts the apps and builds that are alive. */
export interface Beacon {
  readonly port: number;
  /** Connections that are open: each ends with its process. */
  held(): number;
  close(): void;
}

/** Opens the beacon on loopback. */
export async function openBeacon(): Promise<Beacon> {
  const held = new Set<Socket>();
  const server = createServer((socket) => {
    held.add(socket);
    socket.on('close', () => held.delete(socket)).on('error', () => undefined);
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the beacon listens on no port');
  return {
    port: address.port,
    held: () => held.size,
    close: () => {
      for (const socket of held) socket.destroy();
      server.close();
    },
  };
}

/** Writes the apps and their configuration; returns its path. */
export function writeApps(dir: string, beaconPort: number): string {
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
    readyTimeout: 20,
  }));
  const file = join(dir, 'emulator.yaml');
  const keys = [{ name: 'load', scopes: ['deploy', 'write'], value: KEY }];
  writeFileSync(file, JSON.stringify({ requestsPerMinute: 100_000, keys, resources }));
  return file;
}
