// What each endpoint does with a request that may be served: ask the service, then speak the dialect. No sockets, no keys.
import type { Dialect, EndpointName, Refusal, Reply } from '../api/index.ts';
import { isRefusal, jsonReply, refuse, shapes, specification } from '../api/index.ts';
import type { StandingFault } from '../faults/index.ts';
import { bendDeployments } from '../faults/index.ts';
import { isObject } from '../json.ts';
import type { Actor, LifecycleAction, ManagedResource, Service } from '../service/index.ts';
import type { DeploymentRecord, ResourceRecord } from '../state/index.ts';

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
export const handlers: Readonly<Record<EndpointName, (call: Call) => Reply | Refusal>> = {
  listResources: ({ service }) =>
    jsonReply(200, { ok: true, resources: service.resources().map(({ record }) => fieldsOf(record)) }),

  getResource: (call) =>
    withResource(call, ({ record, workload }) => {
      const domains = shapes.domains[call.dialect.domains](workload.domains());
      return jsonReply(200, shapes.resource[call.dialect.resource](fieldsOf(record), domains));
    }),

  startResource: (call) => performLifecycle(call, 'start'),
  stopResource: (call) => performLifecycle(call, 'stop'),
  restartResource: (call) => performLifecycle(call, 'restart'),

  listDeployments: (call) =>
    withResource(call, ({ record }) => {
      const deployments = bendDeployments(call.service.deployments(record.id), call.standing, call.nowMs);
      return jsonReply(200, shapes.list[call.dialect.list](deployments.map((one) => deploymentFields(call, one))));
    }),

  createDeployment: (call) =>
    withResource(call, ({ record }) => {
      if (record.type !== 'app') return refuse('invalid_input', `${record.id} is no app but a ${record.type}.`);
      const force = isObject(call.body) && call.body['force'] === true;
      const deployment = call.service.deploy(record.id, { ...call.actor, force, label: 'api' });
      return isRefusal(deployment) ? deployment : shapes.accepted[call.dialect.accepted](deployment);
    }),

  getDeployment: (call) =>
    withResource(call, ({ record }) => {
      const deployment = call.service.deployment(record.id, call.parameters['deploymentId'] ?? '');
      if (isRefusal(deployment)) return deployment;
      const [shown] = bendDeployments([deployment], call.standing, Infinity);
      if (shown === undefined) return refuse('not_found', `There is no deployment ${deployment.id} of ${record.id}.`);
      return jsonReply(200, detailOf(call, shown));
    }),

  getLogs: (call) =>
    withResource(call, ({ record }) => {
      const count = Number(call.query.get('lines') ?? DEFAULT_LINES);
      return shapes.runtimeLog[call.dialect.runtimeLog](lastLines(record.runtimeLog.text(), count), call.nowMs);
    }),

  getEnv: (call) => withResource(call, ({ record }) => jsonReply(200, shapes.env[call.dialect.env](record.env))),

  getOpenapi: () => jsonReply(200, specification.document),
};

function withResource(call: Call, answer: (resource: ManagedResource) => Reply | Refusal): Reply | Refusal {
  const resource = call.service.resource(call.parameters['id'] ?? '');
  return isRefusal(resource) ? resource : answer(resource);
}

function performLifecycle(call: Call, action: LifecycleAction): Reply | Refusal {
  const resource = call.service.lifecycle(call.parameters['id'] ?? '', action, call.actor);
  return isRefusal(resource) ? resource : shapes.lifecycle[call.dialect.lifecycle](resource.record);
}

/** The fields of the API page's list item, and no others. */
function fieldsOf(record: ResourceRecord): Readonly<Record<string, unknown>> {
  const { id, type, name, status, catalogKey, cpuMillicores, memoryMb, diskGb, createdAtMs } = record;
  const createdAt = new Date(createdAtMs).toISOString();
  return { id, type, name, status, catalogKey, cpuMillicores, memoryMb, diskGb, createdAt };
}

function deploymentFields({ dialect }: Call, deployment: DeploymentRecord): Readonly<Record<string, unknown>> {
  const extra: object = shapes.deploymentFields[dialect.deploymentFields](deployment);
  return { id: deployment.id, status: deployment.status, ...extra };
}

function detailOf(call: Call, record: DeploymentRecord): unknown {
  const { dialect } = call;
  return shapes.detail[dialect.detail]({
    deployment: deploymentFields(call, record),
    field: shapes.logField[dialect.logField](),
    log: shapes.logForm[dialect.logForm](record.log, record.createdAtMs),
  });
}

function lastLines(log: string, count: number): string {
  const lines = log.split('\n');
  const end = lines.at(-1) === '' ? 1 : 0;
  return lines.slice(-(count + end)).join('\n');
}
