// The test service: answers over loopback HTTP what a table says (`service-table.ts`), on the clock
// of the test.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';
import { parseRows, replyOf, RESOURCE, ResourceTable } from './service-table.ts';
import { keepWaiting, type ServiceClock } from './virtual-clock.ts';

/** A request as it came. */
export interface Served {
  /** Milliseconds from the start of the service. */
  readonly atMs: number;
  /** As a table writes it, such as `POST`, `dep_2` or `list`. */
  readonly name: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  body: string;
}

/** A service that listens. */
export interface ScriptedService {
  /** Such as `127.0.0.1:41234`. */
  readonly host: string;
  readonly baseUrl: string;
  readonly served: readonly Served[];
  /** Stops it; throws what went wrong in it. */
  close(): Promise<void>;
}

const FOREVER_MS = 10 ** 9;

/** What a table cannot say. */
export interface ServiceOptions {
  /** What stands for `{name}` in answers. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
  /** Changes the JSON of good answers: the same content in another form. */
  readonly reshape?: ((name: string, body: unknown) => unknown) | undefined;
}

/** Starts a service; the times of its table begin now. */
export async function startScriptedService(
  table: string,
  clock: ServiceClock,
  { texts = {}, reshape = (_name, body) => body }: ServiceOptions = {},
): Promise<ScriptedService> {
  const startMs = clock.now();
  const rows = parseRows(table);
  const resource = new ResourceTable(rows);
  const served: Served[] = [];
  const errors: unknown[] = [];
  const closing = new AbortController();
  let host = '';

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const route = routeOf(request.method ?? 'GET', path);
    const atMs = clock.now() - startMs;
    const { headers } = request;
    const one: Served = { atMs, name: route.name, path, headers, body: '' };
    served.push(one);
    const answer = resource.answer(route.name, atMs);
    for await (const chunk of request) one.body += String(chunk);
    const wait = (ms: number): Promise<void> =>
      keepWaiting(request, clock, { ms, signal: closing.signal });
    if (answer.lateMs > 0) await wait(answer.lateMs);
    if (answer.text === 'hang') await wait(FOREVER_MS);
    if (answer.text === 'cut') return void request.socket.destroy();
    const plain = replyOf(answer, { ...route, texts: { host, ...texts } });
    const isGood =
      plain.type === 'application/json' && plain.status < 300 && !/^\d|^[{[]/.test(answer.text);
    const parsed: unknown = isGood ? JSON.parse(plain.body) : undefined;
    const reply = isGood ? { ...plain, body: JSON.stringify(reshape(route.name, parsed)) } : plain;
    response.writeHead(reply.status, {
      // Whether the service listens then matters to each request.
      connection: 'close',
      'content-type': reply.type,
      ...(answer.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter }),
      ...(answer.location === undefined ? {} : { location: answer.location }),
    });
    if (!answer.isStalled) return void response.end(reply.body);
    response.write(reply.body.slice(0, reply.body.length / 2));
    await wait(FOREVER_MS);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!closing.signal.aborted) errors.push(error);
      request.socket.destroy();
    });
  });
  ({ host } = new URL(await listen(server)));

  /** Refuses connections from one time to the other. */
  async function goDown(fromMs: number, untilMs: number): Promise<void> {
    if (fromMs > 0) await clock.sleep(fromMs, closing.signal);
    server.close();
    await clock.sleep(untilMs - fromMs, closing.signal);
    server.listen(Number(host.split(':')[1]), '127.0.0.1');
  }
  for (const { fromMs, untilMs } of rows.filter(({ name }) => name === 'down')) {
    goDown(fromMs, untilMs).catch((error: unknown) => {
      if (!closing.signal.aborted) errors.push(error);
    });
  }

  return {
    host,
    baseUrl: `http://${host}/api/v1`,
    served,
    close: async () => {
      closing.abort(new Error('the service is closing'));
      server.closeAllConnections();
      if (server.listening) {
        server.close();
        await once(server, 'close');
      }
      if (errors.length > 0) throw new Error('the test service failed', { cause: errors[0] });
    },
  };
}

/**
 * The request that a path is for, as tables name it; a path that no table knows is its own name.
 */
function routeOf(method: string, url: string): { name: string; resourceId: string } {
  const path = url.split('?')[0] ?? '';
  const [, id = RESOURCE, rest = ''] =
    /^\/api\/v1\/resources\/([^/]+)(?:\/(.*))?$/.exec(path) ?? [];
  const resourceId = decodeURIComponent(id);
  const isOfResource = path.startsWith('/api/v1/resources/');
  if (!isOfResource) {
    const known: Readonly<Record<string, string>> = {
      '/api/v1/resources': 'resources',
      '/api/v1/openapi.json': 'openapi',
    };
    return { name: known[path] ?? (path.startsWith('/health') ? 'health' : path), resourceId };
  }
  if (rest === '') return { name: 'resource', resourceId };
  if (rest === 'deployments') return { name: method === 'POST' ? 'POST' : 'list', resourceId };
  return { name: decodeURIComponent(rest.replace('deployments/', '')), resourceId };
}
