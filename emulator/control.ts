// The control API: what an owner does in the console, over HTTP without a key, for other processes
// on this machine and for the emulator's own console.
import { z } from 'zod';
import { check, parseJson } from './check.ts';
import { type Answer, ApiError } from './errors.ts';
import { type Fault, type Faults, readFault } from './faults.ts';
import type { Incoming } from './http.ts';
import { type Keys, keyRequest, type KeyView } from './keys.ts';
import type { Requests, RequestRecord } from './requests.ts';
import { routesOf } from './routes.ts';
import type { Service } from './service.ts';
import type { ActivityEntry, Deployment, Resource, State, Wallet } from './state.ts';
import type { LifecycleAction } from './workload.ts';

/** Where the control API lives, outside the service's own paths. */
export const CONTROL_ROOT = '/__emulator';

/** Deployments of a resource, activity entries and requests that a view shows. */
const SHOWN = 100;

/** What the control API and the console reach. */
export interface ControlParts {
  readonly state: State;
  readonly keys: Keys;
  readonly service: Service;
  readonly faults: Faults;
  readonly requests: Requests;
  /** Brings everything back to how it started. */
  readonly reset: () => Promise<void>;
}

/** A resource with its deployments, latest first. */
export interface ResourceView extends Resource {
  readonly busy: boolean;
  readonly domains: readonly string[];
  /** How many deployments are kept; the latest are shown. */
  readonly total: number;
  readonly deployments: readonly Deployment[];
}

/** Everything that an owner sees; the lists are latest first. */
export interface View {
  readonly wallet: Wallet;
  readonly resources: readonly ResourceView[];
  readonly keys: readonly KeyView[];
  readonly activity: readonly ActivityEntry[];
  readonly faults: readonly Fault[];
  readonly requests: readonly RequestRecord[];
}

/** The present state as an owner sees it. */
export function viewOf({ state, keys, service, faults, requests }: ControlParts): View {
  return {
    wallet: state.wallet,
    resources: service.all().map(({ record, workload, job }) => {
      const deployments = service.deployments(record.id);
      return {
        ...record,
        busy: job !== undefined,
        domains: workload.domains(),
        total: deployments.length,
        deployments: deployments.slice(0, SHOWN),
      };
    }),
    keys: keys.list(),
    activity: state.activity.slice(-SHOWN).toReversed(),
    faults: faults.list(),
    requests: requests.records.slice(-SHOWN).toReversed(),
  };
}

const walletBody = z.strictObject({ wallet: z.enum(['funded', 'empty']) });
const deploymentBody = z.strictObject({
  label: z.string().default('console'),
  force: z.boolean().default(false),
});

interface Call extends ControlParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed JSON; undefined where the request has no body. */
  readonly body: unknown;
}

/** What is answered: an object as JSON, a log as text. */
type Action = (call: Call) => object | string | Promise<object>;

/** The actions, by method and path. */
const ACTIONS: Readonly<Record<string, Action>> = {
  'GET /health': () => ({ ok: true }),
  'GET /state': (call) => {
    const { resources, ...rest } = viewOf(call);
    return { ...rest, resources: resources.map(withoutLogs) };
  },
  'GET /requests': ({ requests }) => ({ requests: requests.records }),
  'POST /reset': async ({ reset }) => {
    await reset();
    return {};
  },
  'POST /keys': ({ keys, body }) => {
    const { key, value } = keys.create(check(keyRequest, body, 'key'));
    return { key: { ...key, value } };
  },
  'DELETE /keys/{key}': ({ keys, params }) => ({ key: keys.revoke(params['key'] ?? '') }),
  'PUT /wallet': ({ state, body }) => {
    state.wallet = check(walletBody, body, 'body').wallet;
    state.changed();
    return { wallet: state.wallet };
  },
  'POST /faults': ({ faults, body }) => {
    for (const fault of [body].flat().map(readFault)) faults.arm(fault);
    return { faults: faults.list() };
  },
  'DELETE /faults': ({ faults }) => {
    faults.clear();
    return { faults: [] };
  },
  'POST /resources/{id}/start': lifecycle('start'),
  'POST /resources/{id}/stop': lifecycle('stop'),
  'POST /resources/{id}/restart': lifecycle('restart'),
  'POST /resources/{id}/crash': async ({ service, params }) => {
    await service.crash(params['id'] ?? '');
    return {};
  },
  'GET /resources/{id}/log': ({ service, params, query }) =>
    from(query, service.resource(params['id'] ?? '').record.runtimeLog),
  'POST /resources/{id}/deployments': ({ service, params, body }) => {
    const request = check(deploymentBody, body ?? {}, 'body');
    return { deployment: service.deploy(params['id'] ?? '', { by: 'console', ...request }) };
  },
  'GET /resources/{id}/deployments/{deployment}/log': ({ service, params, query }) =>
    from(query, service.deployment(params['id'] ?? '', params['deployment'] ?? '').log),
  'POST /resources/{id}/deployments/{deployment}/cancel': ({ service, params }) => ({
    deployment: service.cancel(params['id'] ?? '', params['deployment'] ?? ''),
  }),
};

function lifecycle(action: LifecycleAction): Action {
  return ({ service, params }) => {
    service.lifecycle(params['id'] ?? '', action, 'console');
    return {};
  };
}

const actionAt = routesOf(
  Object.keys(ACTIONS).map((name) => {
    const [method = '', path = ''] = name.split(' ');
    return { name, method, path };
  }),
);

function withoutLogs({ runtimeLog: _runtimeLog, deployments, ...resource }: ResourceView): object {
  return { ...resource, deployments: deployments.map(({ log: _log, ...rest }) => rest) };
}

/** What is new in a log for somebody who has its first characters. */
function from(query: URLSearchParams, log: string): string {
  return log.slice(Number(query.get('from')) || 0);
}

/** Answers a request to the control API. Throws why it is refused. */
export async function answerControl(parts: ControlParts, incoming: Incoming): Promise<Answer> {
  const { request, method, query } = incoming;
  const text = await incoming.readBody();
  // A page in a browser can send requests to this machine, but the browser adds where the page
  // comes from.
  const { origin, host } = request.headers;
  if (origin !== undefined && origin !== `http://${host}`)
    throw new ApiError('forbidden', 'The control API is not for other web pages.');
  const path = incoming.path.slice(CONTROL_ROOT.length);
  const found = actionAt(method, path);
  const action = found?.name === undefined ? undefined : ACTIONS[found.name];
  if (found?.name === undefined || action === undefined)
    throw new ApiError('not_found', `The control API has no ${method} ${path}.`);
  if (text === undefined) throw new ApiError('invalid_input', 'The request body is too long.');
  const body = text === '' ? undefined : parseJson(text, 'body');
  const answer = await action({ ...parts, params: found.params, query, body });
  if (typeof answer === 'object') return { status: 200, json: answer };
  return { status: 200, text: { type: 'text/plain; charset=utf-8', content: answer } };
}
