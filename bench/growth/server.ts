// A service with one deployment and a log of any size. A process of its own, so that serving hundreds of megabytes does not
// affect the measurement; the log is never held whole.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { preciseNowMs } from '../step-process.ts';

/** What the service shows in the next run. */
export interface LogCase {
  readonly logMb: number;
  /** The read that finds the deployment finished, from 1. */
  readonly finishedAtRead: number;
}

/** What it has sent in this run. */
export interface Sent {
  readonly bytes: number;
  readonly requests: number;
  /** When the last byte of the last response was handed to the system. */
  readonly lastResponseAtMs: number;
}

const LINES_PER_MEGABYTE = 10_000;
/** A megabyte of log, as JSON writes it: 100 bytes per line, its end included. */
const megabyte = Array.from({ length: LINES_PER_MEGABYTE }, (_, line) =>
  `[build] step ${line}: compiled src/module-${line}.ts and wrote it to out/`.padEnd(99, '.'),
).join('\\n');

let served: LogCase = { logMb: 0, finishedAtRead: 1 };
let posted = false;
let reads = 0;
let requests = 0;
let bytes = 0;
let lastResponseAtMs = 0;

function deployments(): unknown[] {
  const earlier = { id: 'dpl_1', status: 'finished' };
  if (!posted) return [earlier];
  // Where the log is longer than is read, the status comes from the list.
  reads += 1;
  return [{ id: 'dpl_2', status: status() }, earlier];
}

const status = () => (reads >= served.finishedAtRead ? 'finished' : 'building');

const resource = { id: 'app_web', type: 'app', name: 'web', status: 'running', domains: ['web.example'] };

/** Every response but the detail of a deployment, by method and path. */
const responses: Record<string, () => { code: number; body: unknown }> = {
  'GET /api/v1/resources/app_web/deployments': () => ({ code: 200, body: { deployments: deployments() } }),
  'POST /api/v1/resources/app_web/deployments': () => {
    posted = true;
    return { code: 202, body: { ok: true, deployment: { id: 'dpl_2', status: 'queued' } } };
  },
  'GET /api/v1/resources/app_web': () => ({ code: 200, body: { ok: true, resource } }),
};

async function sendDetail(response: ServerResponse, socket: Socket): Promise<void> {
  reads += 1;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(`{"ok":true,"deployment":{"id":"dpl_2","status":"${status()}","log":"`);
  for (let sent = 0; sent < served.logMb && !socket.destroyed; sent += 1) {
    if (!response.write(`${megabyte}\\n`)) await drained(response);
  }
  response.end('"}}');
}

/** Resolves when the reader has caught up or disconnected. */
async function drained(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { socket } = request;
  const before = socket.bytesWritten;
  requests += 1;
  request.resume();
  response.once('close', () => {
    bytes += socket.bytesWritten - socket.writableLength - before;
    lastResponseAtMs = preciseNowMs();
  });
  const answered = responses[`${request.method ?? ''} ${request.url ?? ''}`]?.();
  if (answered === undefined) return await sendDetail(response, socket);
  response.writeHead(answered.code, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answered.body));
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : Number.NaN;
}

const server = createServer((request, response) => void serve(request, response));
server.listen(0, '127.0.0.1', () => process.send?.({ port: portOf(server.address()) }));

// A `LogCase` starts the next run; 'sent?' asks what was sent in this one.
process.on('message', (message: LogCase | 'sent?') => {
  if (message === 'sent?') {
    process.send?.({ bytes, requests, lastResponseAtMs } satisfies Sent);
    return;
  }
  served = message;
  posted = false;
  reads = requests = bytes = 0;
  process.send?.('ready');
});
process.on('disconnect', () => process.exit());
