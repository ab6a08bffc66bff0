// Reports to a test when processes that it did not start itself come and go, without polling:
// each holds a connection to the beacon, which the system closes when the process ends, however it ends.

import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { originOf } from '../../support/service/raw-server.ts';

/** A process that has reported. */
interface Seen {
  readonly pid: number;
  readonly parentPid: number;
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
}

/** Where processes report. */
export interface Beacon {
  readonly port: number;
  /** The next process that reports under this name, or one that already has. */
  seen(name: string): Promise<Seen>;
  /** Resolves when every process that has connected by now, whether it has reported or not, is gone. */
  allGone(): Promise<void>;
  /** Stops listening and drops all connections. */
  close(): void;
}

/** Source of a module that reports to the beacon as `name` and keeps its process alive; `more` follows, and may await `reported`. */
export function beaconSource(port: number, name: string, more = ''): string {
  return `import net from 'node:net';
const beacon = net.connect(${port}, '127.0.0.1').on('error', () => process.exit(9));
const reported = new Promise((resolve) => beacon.write(\`${name} \${process.pid} \${process.ppid}\\n\`, resolve));
${more}`;
}

/** Opens a beacon on a port of its own. */
export async function openBeacon(): Promise<Beacon> {
  const slots = new Map<string, PromiseWithResolvers<Seen>>();
  const sockets = new Map<Socket, Promise<void>>();
  const slot = (name: string): PromiseWithResolvers<Seen> => {
    const known = slots.get(name) ?? Promise.withResolvers<Seen>();
    slots.set(name, known);
    return known;
  };
  const server = createServer((socket) => {
    const gone = Promise.withResolvers<void>();
    sockets.set(socket, gone.promise);
    socket.on('error', () => undefined).once('close', () => gone.resolve());
    socket.setEncoding('utf8').once('data', (line: string) => {
      const [name = '', pid, parentPid] = line.trim().split(' ');
      slot(name).resolve({ pid: Number(pid), parentPid: Number(parentPid), gone: gone.promise });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = Number(new URL(originOf(server)).port);
  return {
    port,
    seen: async (name) => await slot(name).promise,
    allGone: async () => {
      // Connections are accepted in the order in which they were made: once this one has been, all before it have been.
      const name = `probe-${sockets.size}`;
      const probe = connect(port, '127.0.0.1').on('error', () => undefined);
      probe.write(`${name} 0 0\n`);
      await slot(name).promise;
      probe.destroy();
      await Promise.all(sockets.values());
    },
    close: () => {
      server.close();
      for (const socket of sockets.keys()) socket.destroy();
    },
  };
}
