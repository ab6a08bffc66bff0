// The control API: what an owner does in the console, over HTTP without a key, for other processes
// on this machine.
import { z } from 'zod';
import { check, InputError, parseJson } from './check.ts';
import { type Answer, ApiError, errorAnswer } from './errors.ts';
import { type Fault, type Faults, readFault } from './faults.ts';
import type { Incoming } from './http.ts';
import { type Keys, keyRequest, type KeyView } from './keys.ts';
import { decodeSegment } from './openapi.ts';
import type { Requests, RequestRecord } from './requests.ts';
import type { Service } from './service.ts';
import type { ActivityEntry, Deployment, Resource, State, Wallet } from './state.ts';

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
}

/** A resource with its deployments, latest first. */
export interface ResourceView extends Resource {
  readonly busy: boolean;
  readonly domains: readonly string[];
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
    resources: service.all().map(({ record, workload, job }) => ({
      ...record,
      busy: job !== undefined,
      domains: workload.domains(),
      deployments: service.deployments(record.id).slice(0, SHOWN),
    })),
    keys: keys.list(),
    activity: state.activity.slice(-SHOWN).toReversed(),
    faults: faults.list(),
    requests: requests.records.slice(-SHOWN).toReversed(),
  };
}

const walletBody = z.strictObject({ wallet: z.enum(['funded', 'empty']) });
const statusBody = z.strictObject({ status: z.string().min(1).toLowerCase() });
const deploymentBody = z.strictObject({
  label: z.string().default('console'),
  force: z.boolean().default(false),
});

type Action = (parts: ControlParts, segments: readonly string[], body: unknown) => object;

/** Method and path, `*` standing for one segment. */
const ACTIONS: Readonly<Record<string, Action>> = {
  'GET /state': viewOf,
  'GET /requests': ({ requests }) => ({ requests: requests.records }),
  'POST /keys': ({ keys }, _segments, body) => {
    const { key, value } = keys.create(check(keyRequest, body, 'key'));
    return { key: { ...key, value } };
  },
  'DELETE /keys/*': ({ keys }, [key = '']) => ({ key: keys.revoke(key) }),
  'PUT /wallet': ({ state }, _segments, body) => {
    state.wallet = check(walletBody, body, 'body').wallet;
    state.changed();
    return { wallet: state.wallet };
  },
  'POST /faults': ({ faults }, _segments, body) => {
    for (const fault of [body].flat().map(readFault)) faults.arm(fault);
    return { faults: faults.list() };
  },
  'DELETE /faults': ({ faults }) => {
    faults.clear();
    return { faults: [] };
  },
  'PUT /resources/*/status': ({ service, state }, [id = ''], body) => {
    const { record } = service.resource(id);
    record.status = check(statusBody, body, 'body').status;
    state.changed();
    return { resource: record };
  },
  'POST /resources/*/deployments': ({ service }, [id = ''], body) => {
    const request = check(deploymentBody, body ?? {}, 'body');
    return { deployment: service.deploy(id, { by: 'console', ...request }) };
  },
  'POST /resources/*/deployments/*/cancel': ({ service }, [id = '', deploymentId = '']) => ({
    deployment: service.cancel(id, deploymentId),
  }),
};

/** Answers a request to the control API. */
export async function answerControl(parts: ControlParts, incoming: Incoming): Promise<Answer> {
  const text = await incoming.readBody();
  try {
    if (incoming.request.headers.origin !== undefined) {
      // A page in a browser can send requests to this machine, but the browser adds where the page
      // comes from.
      throw new ApiError('forbidden', 'The control API is not for web pages.');
    }
    const { action, segments } = findAction(incoming);
    if (text === undefined) throw new ApiError('invalid_input', 'The request body is too long.');
    return {
      status: 200,
      json: action(parts, segments, text === '' ? undefined : parseJson(text, 'body')),
    };
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(error);
    if (error instanceof InputError)
      return errorAnswer(new ApiError('invalid_input', error.message));
    throw error;
  }
}

function findAction({ method, path }: Incoming): { action: Action; segments: readonly string[] } {
  const given = path.slice(CONTROL_ROOT.length).split('/');
  for (const [route, action] of Object.entries(ACTIONS)) {
    const [wantedMethod, pattern = ''] = route.split(' ');
    const wanted = pattern.split('/');
    const isMatch =
      wanted.length === given.length &&
      wanted.every((part, at) => part === '*' || part === given[at]);
    if (wantedMethod !== method || !isMatch) continue;
    return { action, segments: given.filter((_part, at) => wanted[at] === '*').map(decodeSegment) };
  }
  throw new ApiError(
    'not_found',
    `The control API has no ${method} ${path.slice(CONTROL_ROOT.length)}.`,
  );
}
