// The control API: the owner's functions over HTTP, for other processes. No rules of its own.
import type { Control } from './control.ts';
import type { ApiResponse } from '../api/index.ts';
import type { Dialect } from '../testing/dialects/index.ts';
import { jsonResponse } from '../api/index.ts';
import { dialectOf, parseDialect } from '../testing/dialects/index.ts';
import type { FaultList } from '../faults/index.ts';
import { readFaults } from '../faults/index.ts';
import type { DeploymentRecord } from '../state/index.ts';
import { readKeyRequest } from '../state/index.ts';
import { matchPath } from '../addresses.ts';
import type { RequestRecord } from '../request-log.ts';
import { deploymentBody, dialectBody, logBody, statusBody, walletBody } from './bodies.ts';
import type { ConsoleView, ResourceView } from './view.ts';
import { errorMessage } from '../error-message.ts';
import type { Refusal } from '../refusals.ts';
import { RefusedError, orThrow, refuse, statusOfCode } from '../refusals.ts';

/** What the control API and the console reach. */
export interface ControlContext {
  readonly control: Control;
  readonly faults: FaultList;
  readonly requests: () => readonly RequestRecord[];
  readonly view: () => ConsoleView;
  /** Any deployment that the API shows, by its id or the one that the dialect shows. */
  readonly deployment: (resourceId: string, id: string) => DeploymentRecord | Refusal;
  readonly useDialect: (dialect: Dialect) => void;
}

/** A request to the control API. */
export interface ControlRequest {
  readonly method: string;
  /** Path below the root, not decoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** The body was too long and was not read to its end. */
  readonly tooLong: boolean;
}

type Action = (context: ControlContext, segments: readonly string[], body: unknown) => unknown;

const ACCEPTED = { ok: true };

/** Method and path, `*` standing for one segment; the result is sent as JSON. */
export const actions: Readonly<Record<string, Action>> = {
  // Without logs, which can be long: each has a path of its own.
  'GET /state': ({ view }) => view(),
  'GET /resources/*': ({ view }, [id = '']) => {
    const resource = resourceOf(view(), id);
    return { resource: { ...resource, runtimeLog: resource.runtimeLog } };
  },
  'GET /resources/*/deployments/*': (context, [id = '', deploymentId = '']) => {
    const deployment = orThrow(context.deployment(id, deploymentId));
    return { deployment: { ...deployment, log: deployment.log } };
  },
  'GET /requests': ({ requests }) => ({ requests: requests() }),
  'POST /keys': ({ control }, _segments, body) => ({ key: control.createKey(orThrow(readKeyRequest(body))) }),
  'DELETE /keys/*': ({ control }, [key = '']) => ({ key: control.revokeKey(key) }),
  'PUT /wallet': ({ control }, _segments, body) => {
    control.setWallet(walletBody(body).wallet);
    return ACCEPTED;
  },
  'GET /faults': ({ faults }) => ({ faults: faults.list() }),
  'POST /faults': ({ faults }, _segments, body) => {
    faults.add(...readFaults(body));
    return { faults: faults.list() };
  },
  'DELETE /faults': ({ faults }) => {
    faults.clear();
    return ACCEPTED;
  },
  'PUT /dialect': ({ useDialect }, _segments, body) => {
    const { dialect } = dialectBody(body);
    useDialect(typeof dialect === 'string' ? parseDialect(dialect) : dialectOf(dialect));
    return ACCEPTED;
  },
  'PUT /resources/*/status': ({ control }, [id = ''], body) => {
    control.setStatus(id, statusBody(body).status);
    return ACCEPTED;
  },
  'POST /resources/*/logs': ({ control }, [id = ''], body) => {
    control.appendRuntimeLog(id, logBody(body).text);
    return ACCEPTED;
  },
  'POST /resources/*/deployments': ({ control }, [id = ''], body) => {
    return { deployment: control.deploy(id, deploymentBody(body ?? {})) };
  },
  'POST /resources/*/deployments/*/cancel': (context, [id = '', deploymentId = '']) => ({
    deployment: context.control.cancel(id, orThrow(context.deployment(id, deploymentId)).id),
  }),
};

/** Answers a request to the control API; never throws. */
export function answerControl(context: ControlContext, request: ControlRequest): ApiResponse {
  if (request.headers['origin'] !== undefined) {
    // A page in a browser may send requests to this machine, but the browser adds where the page comes from.
    return problem(403, 'forbidden', 'The control API is not for web pages.');
  }
  const match = findAction(request);
  if (match === undefined) {
    return problem(404, 'not_found', `The control API has no ${request.method} ${request.path}.`);
  }
  if (request.tooLong) return problem(400, 'invalid_input', 'The request body is too long.');
  try {
    const body: unknown = request.body === '' ? undefined : JSON.parse(request.body);
    return jsonResponse(200, match.action(context, match.segments, body));
  } catch (error) {
    if (error instanceof RefusedError) return problem(statusOfCode[error.code], error.code, error.message);
    // Everything else that the readers above throw is about the request: its JSON, a fault, a dialect.
    return problem(400, 'invalid_input', errorMessage(error));
  }
}

function findAction({ method, path }: ControlRequest): { action: Action; segments: readonly string[] } | undefined {
  for (const [route, action] of Object.entries(actions)) {
    const [wantedMethod, pattern = ''] = route.split(' ');
    const segments = wantedMethod === method ? matchPath(pattern, path) : undefined;
    if (segments !== undefined) return { action, segments };
  }
  return undefined;
}

function problem(status: number, code: string, message: string): ApiResponse {
  return jsonResponse(status, { ok: false, error: { code, message } });
}

function resourceOf({ resources }: ConsoleView, id: string): ResourceView {
  const found = resources.find((resource) => resource.id === id);
  return orThrow<ResourceView>(found ?? refuse('not_found', `There is no resource ${id}.`));
}
