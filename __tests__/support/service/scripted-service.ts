// A service that answers as a test scripts it, over loopback HTTP in virtual time. It shares nothing with the emulator but
// the clock, so it can answer what the emulator does not model.
import { createRawServers } from './raw-server.ts';
import { keepWaiting, VirtualClock } from '../virtual-time.ts';
import { runStep, type StepOptions, type StepRun } from '../runner/step.ts';

/** One response. */
export interface ScriptedResponse {
  readonly status?: number;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds before the response. */
  readonly afterMs?: number;
  /** The connection is cut instead of a response. */
  readonly isCut?: boolean;
}

/** A request as it came. */
interface Served {
  readonly atMs: number;
  /** Such as `POST /resources/app_web/deployments`. */
  readonly request: string;
}

/** Answers a request. */
export type Script = (
  served: Served & { readonly earlier: readonly Served[]; readonly host: string },
) => ScriptedResponse;

/** What became of a step. */
export interface ScriptedRun extends StepRun {
  readonly served: readonly Served[];
}

/** The resource of every script. */
const ID = 'app_web';
const ROOT = `/resources/${ID}`;

/** The requests of a script by name. */
export const requests = {
  resource: `GET ${ROOT}`,
  list: `GET ${ROOT}/deployments`,
  deploy: `POST ${ROOT}/deployments`,
  detail: (id: string) => `GET ${ROOT}/deployments/${id}`,
  logs: `GET ${ROOT}/logs`,
  resources: 'GET /resources',
};

/** A resource in a status. */
export function resourceIn(status: string): ScriptedResponse {
  return { body: { ok: true, resource: { id: ID, name: 'web', type: 'app', status, domains: ['web.example.test'] } } };
}

/** A list of deployments, written as `id status`; the latest first. */
export function listOf(...entries: string[]): ScriptedResponse {
  const deployments = entries.map((entry) => {
    const [id, status] = entry.split(' ');
    return id === '-' ? { status } : { id, status };
  });
  return { body: { ok: true, deployments } };
}

/** One deployment with its log. */
export function detailOf(id: string, status: string, log = ''): ScriptedResponse {
  return { body: { ok: true, deployment: { id, status, log } } };
}

/** A refusal in the shape of the service. */
export function refusal(status: number, code: string): ScriptedResponse {
  return { status, body: { ok: false, error: { code, message: 'No.' } } };
}

/** Runs a step against a script. */
export async function runScripted(
  script: Script,
  inputs: Record<string, string> = {},
  more: Partial<StepOptions> = {},
): Promise<ScriptedRun> {
  const clock = new VirtualClock();
  const servers = createRawServers();
  const served: Served[] = [];
  const startMs = clock.now();
  const origin = await servers.serve((message, response) => {
    void answer();
    async function answer(): Promise<void> {
      const path = (message.url ?? '').replace(/^\/api\/v1/, '').replace(/\?.*$/, '');
      const now: Served = { atMs: clock.now() - startMs, request: `${message.method} ${path}` };
      const {
        status,
        body = '',
        headers = {},
        afterMs = 0,
        isCut,
      } = script({
        ...now,
        earlier: [...served],
        host: message.headers.host ?? '',
      });
      served.push(now);
      if (afterMs > 0) await keepWaiting(message, clock, { ms: afterMs });
      if (isCut === true) {
        message.socket.destroy();
        return;
      }
      const isText = typeof body === 'string';
      response.writeHead(status ?? (message.method === 'POST' ? 202 : 200), {
        'content-type': isText ? 'text/html' : 'application/json',
        ...headers,
      });
      response.end(isText ? body : JSON.stringify(body));
    }
  });
  try {
    const given = { 'base-url': `${origin}/api/v1`, 'api-key': 'key_0123456789', 'resource-id': ID, timeout: '10m' };
    return { ...(await runStep({ clock, inputs: { ...given, ...inputs }, ...more })), served };
  } finally {
    await servers.close();
    clock.dispose();
  }
}
