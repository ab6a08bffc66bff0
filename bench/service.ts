// The service of the benchmarks, in real time: each resource has one build of a given length, and
// all share one key.
import { listenOnLoopback } from '../scripts/demo/loopback.ts';

/** How a service behaves. */
interface ServiceOptions {
  /** How long the build of a resource takes. */
  readonly buildMs: (resourceId: string) => number;
  /** Requests of the key per minute; refused ones do not count. */
  readonly limit?: number;
  /** Refuses the key, which ends every action at once. */
  readonly isClosed?: boolean;
}

/** Milliseconds since the epoch, with fractions. */
export function preciseNowMs(): number {
  return performance.timeOrigin + performance.now();
}

/** Listens on a free port until it is closed. */
export async function startService({ buildMs, limit = Infinity, isClosed }: ServiceOptions) {
  /** When the build of each resource ends. */
  const endsMs = new Map<string, number>();
  /** When each request came. */
  const requestsMs: number[] = [];
  let servedMs: number[] = [];
  let refused = 0;

  function isOverLimit(nowMs: number): boolean {
    servedMs = servedMs.filter((ms) => ms > nowMs - 60_000);
    return servedMs.length >= limit;
  }

  function answer(method: string, url: string): readonly [status: number, body: object] {
    const nowMs = preciseNowMs();
    requestsMs.push(nowMs);
    const error = (code: string): object => ({ ok: false, error: { code, message: 'No.' } });
    if (isClosed === true) return [401, error('unauthorized')];
    if (isOverLimit(nowMs)) {
      refused += 1;
      return [429, error('rate_limited')];
    }
    servedMs.push(nowMs);
    const [, id = '', rest = ''] = /\/resources\/(\w+)(.*)$/.exec(url) ?? [];
    if (method === 'POST') {
      endsMs.set(id, nowMs + buildMs(id));
      return [202, { ok: true, deployment: { id: 'dep_2', status: 'queued' } }];
    }
    const endMs = endsMs.get(id);
    const status = nowMs >= (endMs ?? Infinity) ? 'finished' : 'building';
    const deployment = { id: 'dep_2', status, log: 'compiling\n' };
    if (rest === '/deployments')
      return [200, { ok: true, deployments: endMs === undefined ? [] : [deployment] }];
    if (rest !== '') return [200, { ok: true, deployment }];
    const resource = { id, type: 'app', name: id, status: 'running', domains: [] };
    return [200, { ok: true, resource }];
  }

  const { host, close } = await listenOnLoopback(({ method = '', url = '' }, response) => {
    const [status, body] = answer(method, url);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  return {
    inputs: { 'base-url': `http://${host}/api/v1`, 'api-key': 'key-for-the-bench' },
    endsMs: endsMs as ReadonlyMap<string, number>,
    requestsMs: requestsMs as readonly number[],
    refused: (): number => refused,
    close,
  };
}
