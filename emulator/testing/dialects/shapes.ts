// Every shape that the API page does not show, in several plausible variants each: one table. Data in, JSON out.
import { originOf } from '../../addresses.ts';
import { isObject } from '../../json.ts';
import type { Refusal } from '../../refusals.ts';
import { statusOfCode } from '../../refusals.ts';
import type { ApiResponse } from '../../api/index.ts';
import { emptyResponse, httpDate, jsonResponse, textResponse } from '../../api/index.ts';
import type { DeploymentRecord, ResourceRecord } from '../../state/index.ts';

type Json = Readonly<Record<string, unknown>>;
type ResourceState = Pick<ResourceRecord, 'id' | 'status'>;

/** What the detail of a deployment is made of; the log is called `field`. */
interface DetailParts {
  readonly deployment: Json;
  readonly field: string;
  readonly log: unknown;
}

/** What a refusal's response is made of. */
interface ErrorParts {
  readonly body: Json;
  readonly refusal: Refusal;
}

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

/** Keys of the table are the open shapes; below each, its variants by name. The first variant is that of `plain`. */
export const shapes = {
  /** The 202 of a deploy. */
  accepted: {
    deployment: ({ id, status }: DeploymentRecord) => jsonResponse(202, { ok: true, deployment: { id, status } }),
    ok: () => jsonResponse(202, { ok: true }),
    deploymentId: ({ id }: DeploymentRecord) => jsonResponse(202, { ok: true, deploymentId: id }),
    bare: ({ id, status }: DeploymentRecord) => jsonResponse(202, { id, status }),
    okId: ({ id }: DeploymentRecord) => jsonResponse(202, { ok: true, id }),
    data: ({ id }: DeploymentRecord) => jsonResponse(202, { data: { id } }),
    snake: ({ id }: DeploymentRecord) => jsonResponse(202, { deployment_id: id }),
    /** The id in the response is the resource's: a client that takes it for the deployment's polls nothing. */
    resourceId: ({ resourceId }: DeploymentRecord) => jsonResponse(202, { ok: true, id: resourceId }),
    empty: () => emptyResponse(202),
  },

  /** The 202 of start, stop and restart. */
  lifecycle: {
    ok: () => jsonResponse(202, { ok: true }),
    resource: ({ id, status }: ResourceState) => jsonResponse(202, { ok: true, resource: { id, status } }),
    message: () => jsonResponse(202, { ok: true, message: 'Accepted' }),
    status: ({ status }: ResourceState) => jsonResponse(202, { status }),
    data: ({ id, status }: ResourceState) => jsonResponse(202, { data: { id, status } }),
    empty: () => emptyResponse(202),
  },

  /** One resource; `domains` have their shape already. */
  resource: {
    wrapped: (resource: Json, domains: unknown) => ({ ok: true, resource: { ...resource, domains } }),
    bare: (resource: Json, domains: unknown) => ({ ...resource, domains }),
    okBare: (resource: Json, domains: unknown) => ({ ok: true, ...resource, domains }),
    data: (resource: Json, domains: unknown) => ({ data: { ...resource, domains } }),
    beside: (resource: Json, domains: unknown) => ({ ok: true, resource, domains }),
  },

  /** The domains of a resource. */
  domains: {
    strings: (hosts: readonly string[]) => hosts,
    objects: (hosts: readonly string[]) => hosts.map((domain) => ({ domain })),
    hosts: (hosts: readonly string[]) => hosts.map((host, index) => ({ host, primary: index === 0 })),
    hostnames: (hosts: readonly string[]) => hosts.map((hostname, index) => ({ hostname, primary: index === 0 })),
    names: (hosts: readonly string[]) => hosts.map((name, index) => ({ id: `dom_${index + 1}`, name, verified: true })),
    urlObjects: (hosts: readonly string[]) => hosts.map((host) => ({ url: originOf(host) })),
    urls: (hosts: readonly string[]) => hosts.map(originOf),
    empty: () => [],
  },

  /** What the list and the detail show of a deployment beyond `id` and `status`. */
  deploymentFields: {
    none: () => ({}),
    created: ({ createdAtMs }: DeploymentRecord) => ({ createdAt: iso(createdAtMs) }),
    times: ({ createdAtMs, startedAtMs, finishedAtMs, label }: DeploymentRecord) => ({
      label,
      createdAt: iso(createdAtMs),
      startedAt: isoOrNull(startedAtMs),
      finishedAt: isoOrNull(finishedAtMs),
    }),
    snake: ({ createdAtMs, finishedAtMs, resourceId }: DeploymentRecord) => ({
      resource_id: resourceId,
      created_at: iso(createdAtMs),
      finished_at: isoOrNull(finishedAtMs),
    }),
    epoch: ({ createdAtMs, startedAtMs, finishedAtMs, force }: DeploymentRecord) => ({
      force,
      createdAt: createdAtMs,
      startedAt: startedAtMs,
      finishedAt: finishedAtMs,
    }),
  },

  /** The list of deployments, whose array the API page does show. */
  list: {
    bare: (deployments: readonly Json[]) => ({ deployments }),
    ok: (deployments: readonly Json[]) => ({ ok: true, deployments }),
    total: (deployments: readonly Json[]) => ({ ok: true, total: deployments.length, deployments }),
    page: (deployments: readonly Json[]) => ({ deployments, nextCursor: null, hasMore: false }),
  },

  /** Where the detail of a deployment puts the deployment and, under `field`, its log. */
  detail: {
    wrapped: ({ deployment, field, log }: DetailParts) => ({ ok: true, deployment: { ...deployment, [field]: log } }),
    bare: ({ deployment, field, log }: DetailParts) => ({ ...deployment, [field]: log }),
    okBare: ({ deployment, field, log }: DetailParts) => ({ ok: true, ...deployment, [field]: log }),
    data: ({ deployment, field, log }: DetailParts) => ({ data: { ...deployment, [field]: log } }),
    beside: ({ deployment, field, log }: DetailParts) => ({ ok: true, deployment, [field]: log }),
  },

  /** How the build log is called. */
  logField: {
    log: () => 'log',
    logs: () => 'logs',
    buildLog: () => 'buildLog',
    buildLogSnake: () => 'build_log',
    output: () => 'output',
  },

  /** What a build log is: text, or a list of entries. */
  logForm: {
    text: (log: string) => log,
    lines: (log: string) => linesOf(log),
    messages: (log: string, atMs: number) => messagesOf(log, atMs),
    lineObjects: (log: string) => linesOf(log).map((line) => ({ line })),
    textObjects: (log: string) => linesOf(log).map((text, index) => ({ number: index + 1, text })),
  },

  /** The runtime log. */
  runtimeLog: {
    text: (log: string) => jsonResponse(200, { ok: true, logs: log }),
    lines: (log: string) => jsonResponse(200, { ok: true, lines: linesOf(log) }),
    messages: (log: string, atMs: number) => jsonResponse(200, { log: messagesOf(log, atMs) }),
    list: (log: string) => jsonResponse(200, { ok: true, logs: linesOf(log) }),
    data: (log: string) => jsonResponse(200, { data: log }),
    plainText: (log: string) => textResponse(200, log),
  },

  /** The names of environment variables. */
  env: {
    strings: (names: readonly string[]) => ({ ok: true, env: names }),
    names: (names: readonly string[]) => ({ names }),
    objects: (names: readonly string[]) => ({ ok: true, variables: names.map((name) => ({ name })) }),
    keys: (names: readonly string[]) => ({ env: names.map((key) => ({ key })) }),
    nulls: (names: readonly string[]) => ({ ok: true, env: Object.fromEntries(names.map((name) => [name, null])) }),
    array: (names: readonly string[]) => names,
    data: (names: readonly string[]) => ({ data: names }),
  },

  /** What an error holds beyond `code` and `message`. */
  errorExtras: {
    none: ({ body }: ErrorParts) => body,
    requestId: ({ body }: ErrorParts) => ({ ...body, requestId: 'req_1' }),
    status: ({ body, refusal }: ErrorParts) => ({ ...body, status: statusOfCode[refusal.refused] }),
    details: ({ body, refusal }: ErrorParts) => ({
      ...body,
      error: { ...(isObject(body['error']) ? body['error'] : {}), details: [{ reason: refusal.refused }] },
    }),
  },

  /** The `Retry-After` of a 429 and a 409; the API page shows none. */
  retryAfter: {
    none: () => ({}),
    seconds: (waitMs: number) => ({ 'retry-after': String(Math.ceil(waitMs / 1000)) }),
    date: (waitMs: number, nowMs: number) => ({ 'retry-after': httpDate(nowMs + waitMs) }),
    zero: () => ({ 'retry-after': '0' }),
  },
} as const;

/** The lines of a log, whose last line may lack its line feed. */
export function linesOf(log: string): readonly string[] {
  const lines = log.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function messagesOf(log: string, atMs: number): readonly Json[] {
  return linesOf(log).map((message) => ({ message, timestamp: iso(atMs) }));
}

/** Which variants the response to a refused request has. */
interface RefusalVariants {
  readonly retryAfter: keyof typeof shapes.retryAfter;
  readonly errorExtras: keyof typeof shapes.errorExtras;
}

/** The response to a refused request. */
export function refusalResponse(dialect: RefusalVariants, refusal: Refusal, nowMs: number): ApiResponse {
  const body = { ok: false, error: { code: refusal.refused, message: refusal.message } };
  const retryAfter =
    refusal.retryAfterMs === undefined ? {} : shapes.retryAfter[dialect.retryAfter](refusal.retryAfterMs, nowMs);
  return jsonResponse(statusOfCode[refusal.refused], shapes.errorExtras[dialect.errorExtras]({ body, refusal }), {
    ...refusal.headers,
    ...retryAfter,
  });
}
