// The service of a story over loopback HTTP, on the clock of the test.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../listen.ts';
import { keepWaiting, type VirtualClock } from '../virtual-clock.ts';
import type { Story } from './story.ts';
import { TROUBLES } from './troubles.ts';
import { type Answer, createWorld } from './world.ts';

const FOREVER_MS = 10 ** 9;
/** A step that sends more gets no answer, so that it does not go on for ever. */
const MAX_REQUESTS = 2_000;

type RequestName = 'list' | 'detail' | 'resource' | 'logs' | 'health' | 'change' | 'other';

/** A request as it came. */
export interface Served extends Pick<Answer, 'trouble' | 'shown'> {
  readonly atMs: number;
  readonly name: RequestName;
  readonly path: string;
  readonly hasKey: boolean;
}

/** Starts the service of a story; its times begin now. `close` throws what went wrong in it. */
export async function startService(story: Story, clock: VirtualClock) {
  const startMs = clock.now();
  const world = createWorld(story);
  const served: Served[] = [];
  const errors: unknown[] = [];
  const closing = new AbortController();
  let origin = '';

  const fail = (problem: unknown): void => {
    if (!closing.signal.aborted) errors.push(problem);
  };

  function answerTo(name: RequestName, id: string): Answer {
    const nowMs = clock.now() - startMs;
    const spell = world.spellOn(name, nowMs);
    if (name === 'change') return world.request(nowMs, spell);
    if (spell !== undefined && spell.trouble !== 'refused')
      return { ...TROUBLES[spell.trouble], trouble: spell.trouble };
    if (name === 'list') return world.list(nowMs);
    if (name === 'detail') return world.detail(nowMs, id);
    if (name === 'other') return TROUBLES['not found'];
    if (name !== 'resource') return { status: 200, body: { ok: true, logs: ['up', '{hostile}'] } };
    const status = world.appWord(nowMs);
    const app = { id: 'app_web', type: 'app', name: 'web {hostile}', domains: [origin] };
    return { status: 200, body: { resource: status === '-' ? app : { ...app, status } } };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const { name, id } = routeOf(request.method ?? '', path);
    const atMs = clock.now() - startMs;
    const { status, body, headers = {}, ends, ...seen } = answerTo(name, id);
    const hasKey = `${path}${JSON.stringify(request.headers)}`.includes(story.key);
    served.push({ atMs, name, path, hasKey, ...seen });
    request.resume();
    const stay = () => keepWaiting(request, clock, { ms: FOREVER_MS, signal: closing.signal });
    if (ends === 'hang' || served.length > MAX_REQUESTS) await stay();
    if (ends === 'cut') return void request.socket.destroy();
    const isJson = typeof body !== 'string';
    const hostile = isJson ? JSON.stringify(story.hostile).slice(1, -1) : story.hostile;
    const text = (isJson ? JSON.stringify(body) : body).replaceAll('{hostile}', () => hostile);
    const location = origin.replace('127.0.0.1', 'localhost');
    response.writeHead(status, {
      connection: 'close',
      'content-type': 'application/json',
      ...headers,
      ...('location' in headers ? { location } : {}),
    });
    if (ends !== 'stall') return void response.end(text);
    response.write(text.slice(0, text.length / 2));
    await stay();
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((problem: unknown) => {
      fail(problem);
      request.socket.destroy();
    });
  });
  origin = await listen(server);

  async function goDown(afterS: number, lastsS: number): Promise<void> {
    await clock.sleep(afterS * 1_000, closing.signal);
    server.close();
    await clock.sleep(lastsS * 1_000, closing.signal);
    server.listen(Number(new URL(origin).port), '127.0.0.1');
    await once(server, 'listening');
    // The step may have ended meanwhile.
    if (closing.signal.aborted) server.close();
  }
  const refused = story.spells.find(({ trouble }) => trouble === 'refused');
  if (refused !== undefined) goDown(refused.afterS, refused.lastsS).catch(fail);

  return {
    baseUrl: `${origin}/api/v1`,
    truth: { deployments: world.deployments, carriedOut: world.carriedOut, served },
    close: async () => {
      world.advance(clock.now() - startMs);
      closing.abort(new Error('the service is closing'));
      server.closeAllConnections();
      if (server.listening) await once(server.close(), 'close');
      if (errors.length > 0) throw new Error('the service failed', { cause: errors[0] });
    },
  };
}

/** What a path asks for. */
function routeOf(method: string, path: string): { name: RequestName; id: string } {
  const [, rest = ''] = /^\/api\/v1\/resources\/app_web([^?]*)/.exec(path) ?? [];
  const [, id = ''] = /^\/deployments\/(.+)$/.exec(rest) ?? [];
  const routes: readonly (readonly [RequestName, boolean])[] = [
    ['change', method === 'POST'],
    ['health', path.startsWith('/health')],
    ['other', !path.startsWith('/api/v1/resources/app_web')],
    ['resource', rest === ''],
    ['list', rest === '/deployments'],
    ['detail', id !== ''],
    ['logs', rest === '/logs'],
  ];
  return { name: routes.find(([, isIt]) => isIt)?.[0] ?? 'other', id: decodeURIComponent(id) };
}
