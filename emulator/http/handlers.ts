// What each endpoint does with a permitted request: ask the service, then shape the response in the dialect. No sockets, no keys.
import type { EndpointName, ApiResponse } from '../api/index.ts';
import type { Dialect } from '../testing/dialects/index.ts';
import { jsonResponse } from '../api/index.ts';
import { shapes, shownId, shownList } from '../testing/dialects/index.ts';
import type { StandingFault } from '../faults/index.ts';
import { alterDeployments } from '../faults/index.ts';
import { isObject } from '../json.ts';
import { describeApi } from './document.ts';
import { acceptedResponse, deploymentFields, detailOf, fieldsOf } from './responses.ts';
import type { LifecycleAction, ManagedResource, Service } from '../service/index.ts';
import type { Actor, DeploymentRecord } from '../state/index.ts';
import type { Refusal } from '../refusals.ts';
import { isRefusal, refuse } from '../refusals.ts';

/** The service leaves the default of `lines` open; this is our choice. */
const DEFAULT_LINES = 100;

/** A request after all checks that are the same for every endpoint. */
export interface Call {
  readonly service: Service;
  readonly dialect: Dialect;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed and checked against the document; undefined where there was none. */
  readonly body: unknown;
  readonly actor: Actor;
  readonly standing: readonly StandingFault[];
  readonly nowMs: number;
}

/** The endpoints by the names of the document. */
export const handlers: Readonly<Record<EndpointName, (call: Call) => ApiResponse | Refusal>> = {
  listResources: ({ service, dialect }) =>
    jsonResponse(200, { ok: true, resources: service.resources().map(({ record }) => fieldsOf(record, dialect)) }),

  getResource: (call) =>
    withResource(call, ({ record, workload }) => {
      const domains = shapes.domains[call.dialect.domains](workload.domains());
      return jsonResponse(200, shapes.resource[call.dialect.resource](fieldsOf(record, call.dialect), domains));
    }),

  startResource: (call) => performLifecycle(call, 'start'),
  stopResource: (call) => performLifecycle(call, 'stop'),
  restartResource: (call) => performLifecycle(call, 'restart'),

  listDeployments: (call) =>
    withResource(call, ({ record }) => {
      const deployments = alterDeployments(call.service.deployments(record.id), call.standing, call.nowMs);
      const { traits = {}, list } = call.dialect;
      if (deployments.length === 0 && traits.noneYet === true) {
        return refuse('not_found', `There are no deployments of ${record.id} yet.`);
      }
      const items = deployments.map((one) => ({
        ...deploymentFields(call.dialect, one),
        ...(traits.list === 'withLogs' ? { log: one.log } : {}),
      }));
      return jsonResponse(200, shownList(items, traits) ?? shapes.list[list](items));
    }),

  createDeployment: (call) =>
    withResource(call, ({ record }) => {
      if (record.type !== 'app') return refuse('invalid_input', `${record.id} is no app but a ${record.type}.`);
      const force = isObject(call.body) && call.body['force'] === true;
      const deployment = call.service.deploy(record.id, { ...call.actor, force, label: 'api' });
      return isRefusal(deployment) ? deployment : acceptedResponse(call.dialect, deployment);
    }),

  getDeployment: (call) =>
    withResource(call, ({ record }) => {
      const deployment = shownAs(call.service, call.dialect, {
        resourceId: record.id,
        id: call.parameters['deploymentId'] ?? '',
      });
      if (isRefusal(deployment)) return deployment;
      const [shown] = alterDeployments([deployment], call.standing, Infinity);
      if (shown === undefined) return refuse('not_found', `There is no deployment ${deployment.id} of ${record.id}.`);
      return jsonResponse(200, detailOf(call.dialect, shown));
    }),

  getLogs: (call) =>
    withResource(call, ({ record }) => {
      const count = Number(call.query.get('lines') ?? DEFAULT_LINES);
      return shapes.runtimeLog[call.dialect.runtimeLog](lastLines(record.runtimeLog.text(), count), call.nowMs);
    }),

  getEnv: (call) => withResource(call, ({ record }) => jsonResponse(200, shapes.env[call.dialect.env](record.env))),

  getOpenapi: ({ dialect, service }) =>
    jsonResponse(
      200,
      describeApi(
        dialect,
        service.resources().map(({ record }) => record),
      ),
    ),
};

function withResource(call: Call, answer: (resource: ManagedResource) => ApiResponse | Refusal): ApiResponse | Refusal {
  const resource = call.service.resource(call.parameters['id'] ?? '');
  return isRefusal(resource) ? resource : answer(resource);
}

function performLifecycle(call: Call, action: LifecycleAction): ApiResponse | Refusal {
  const resource = call.service.lifecycle(call.parameters['id'] ?? '', action, call.actor);
  return isRefusal(resource) ? resource : shapes.lifecycle[call.dialect.lifecycle](resource.record);
}

/** Where a deployment is searched. */
interface Place {
  readonly resourceId: string;
  readonly id: string;
}

/** A deployment by its id, or by that which the dialect shows. */
export function findDeployment(service: Service, dialect: Dialect, place: Place): DeploymentRecord | Refusal {
  const found = service.deployment(place.resourceId, place.id);
  return isRefusal(found) ? shownAs(service, dialect, place) : found;
}

/** A deployment by its id as the dialect shows it. */
function shownAs(service: Service, { traits }: Dialect, { resourceId, id }: Place): DeploymentRecord | Refusal {
  if (traits?.ids === undefined) return service.deployment(resourceId, id);
  const found = service.deployments(resourceId).find((one) => String(shownId(one.id, traits)) === id);
  return found ?? refuse('not_found', `There is no deployment ${id} of ${resourceId}.`);
}

/** The last lines of a log, without a copy of all the others. */
function lastLines(log: string, count: number): string {
  let start = log.endsWith('\n') ? log.length - 1 : log.length;
  for (let left = count; left > 0 && start >= 0; left -= 1) start = start === 0 ? -1 : log.lastIndexOf('\n', start - 1);
  return log.slice(start + 1);
}
