// Puts the parts together: state, service, API, faults and the HTTP shell become one emulator that can be started and closed.
import { answer } from './api.ts';
import type { ApiParts } from './api.ts';
import type { Clock } from './clock.ts';
import { createControl } from './control.ts';
import type { Control } from './control.ts';
import type { Dialect, DialectChoice } from './dialects.ts';
import { dialectOf, parseDialect } from './dialects.ts';
import { inflict, strikesEarly } from './fault-effects.ts';

import { FaultList, parseFaults } from './faults.ts';
import type { Handle, Incoming } from './http-server.ts';
import { listen } from './http-server.ts';
import { recognise } from './keys.ts';
import { RateLimiter } from './limits.ts';
import type { EmulatorOptions } from './options.ts';
import { historyOf, resourceRecord, workloadOf } from './options.ts';
import type { Reply } from './reply.ts';
import { jsonReply } from './reply.ts';
import type { RequestRecord } from './request-log.ts';
import { withoutKey } from './request-log.ts';
import { Service } from './service.ts';
import type { Route } from './spec.ts';
import { specification } from './spec.ts';
import { bendReply } from './standing-faults.ts';
import type { DeploymentRecord, State } from './state.ts';
import { emptyState } from './state.ts';
import { systemClock } from './system-clock.ts';
import type { ConsoleView } from './view.ts';
import { viewOf } from './view.ts';

/** The version segment that the paths of the API follow. */
const API_ROOT = '/api/v1';

/** A running emulator. */
export interface Emulator {
  /** Such as `http://127.0.0.1:41234`. */
  readonly origin: string;
  /** The API root. */
  readonly baseUrl: string;
  /** Values of the keys made from the options or by `control.createKey`, by name. */
  readonly keys: Readonly<Record<string, string>>;
  /** Every request to the API, in order of arrival. */
  readonly requests: readonly RequestRecord[];
  /** Mistakes of the emulator itself; a test that finds one here found a fault of ours. */
  readonly violations: readonly string[];
  readonly faults: FaultList;
  readonly control: Control;
  /** The truth about the deployments of a resource, latest first; copies. */
  deployments(resourceId: string): DeploymentRecord[];
  /** Deploys as a person at the console does. */
  deploy: Control['deploy'];
  /** Cancels as a person at the console does. */
  cancel: Control['cancel'];
  /** Everything that the console shows. */
  view(): ConsoleView;
  /** Speaks another dialect from now on. */
  useDialect(choice: DialectChoice): void;
  /** Ends all work, breaks all connections and stops listening. */
  close(): Promise<void>;
}

/** Starts an emulator on loopback. Rejects when the port is taken or an option makes no sense. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const clock = options.clock ?? systemClock;
  const state = emptyState(options.wallet ?? 'funded');
  const onChange = (): void => undefined;
  const service = new Service({ clock, state, onChange });
  const violations: string[] = [];
  const requests: RequestRecord[] = [];
  const faults = new FaultList();
  faults.add(...(options.faults ?? []));
  let dialect = dialectOf(options.dialect);

  addResources(options, { clock, state, service });
  const keys: Record<string, string> = {};
  const ownerControl = createControl({ clock, state, service, onChange });
  const control: Control = {
    ...ownerControl,
    createKey: (request) => {
      const key = ownerControl.createKey(request);
      keys[key.name] = key.value;
      return key;
    },
  };
  for (const key of options.keys ?? []) control.createKey(key);

  const parts: ApiParts = {
    clock,
    state,
    service,
    limiter: new RateLimiter({ countRefused: options.countRefused ?? false }),
    check: options.check ?? true,
    onChange,
    onViolation: (problem) => violations.push(problem),
  };
  const handle: Handle = async (incoming, listenTo) => {
    if (!incoming.path.startsWith(`${API_ROOT}/`)) {
      await incoming.body();
      incoming.exchange.send(pageReply(incoming, options, () => viewOf(state, service, clock.wallTime())));
      return;
    }
    const record = recordOf(incoming, clock);
    requests.push(record);
    listenTo({
      onStatus: (status) => {
        record.status = status;
      },
      onHeld: () => {
        record.held = true;
      },
    });
    incoming.gone.addEventListener('abort', () => options.onRequest?.(record), { once: true });
    await serve(incoming, { parts, faults, record, dialect });
  };
  const server = await listen(handle, { clock, port: options.port ?? 0 });
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    origin,
    baseUrl: `${origin}${API_ROOT}`,
    keys,
    requests,
    violations,
    faults,
    control,
    deployments: (resourceId) => structuredClone([...service.deployments(resourceId)]),
    deploy: (resourceId, request) => control.deploy(resourceId, request),
    cancel: (resourceId, deploymentId) => control.cancel(resourceId, deploymentId),
    view: () => viewOf(state, service, clock.wallTime()),
    useDialect: (choice) => {
      dialect = dialectOf(choice);
    },
    close: async () => {
      await server.close();
      await service.close();
    },
  };
}

interface Parts {
  readonly clock: Clock;
  readonly state: State;
  readonly service: Service;
}

function addResources(options: EmulatorOptions, { clock, state, service }: Parts): void {
  const nowMs = clock.wallTime();
  for (const resource of options.resources ?? []) {
    service.addResource(resourceRecord(resource, nowMs), workloadOf(resource, clock));
    const history = historyOf(resource, nowMs, state.deploymentCount + 1);
    state.deployments.push(...history);
    state.deploymentCount += history.length;
  }
}

function recordOf({ request, path }: Incoming, clock: Clock): RequestRecord {
  const { method = '', url = '', headers } = request;
  return {
    endpoint: null,
    method,
    path: path.startsWith(API_ROOT) ? url.slice(API_ROOT.length) : url,
    status: null,
    keyName: null,
    atMs: clock.wallTime(),
    fault: null,
    held: false,
    headers: withoutKey(headers),
    body: '',
  };
}

interface Serving {
  readonly parts: ApiParts;
  readonly faults: FaultList;
  readonly record: RequestRecord;
  readonly dialect: Dialect;
}

/** One request to the API: the record, the faults that hit it, the work, the answer. */
async function serve(incoming: Incoming, { parts, faults, record, dialect }: Serving): Promise<void> {
  const { request, exchange } = incoming;
  const { headers } = request;
  const route = specification.route(request.method ?? '', incoming.path.slice(API_ROOT.length));
  record.endpoint = route !== undefined && 'endpoint' in route ? route.endpoint.name : null;
  record.keyName = recognise(parts.state, headers.authorization, parts.clock.wallTime())?.name ?? null;
  const { exchange: fault, standing } = takeFaults(route, { faults, record, header: headers['x-emulator-fault'] });
  record.fault = fault?.kind ?? null;
  if (fault !== undefined && strikesEarly(fault)) {
    await inflict(fault, { ...exchange, work: () => Promise.reject(new Error('This fault does no work.')) });
    return;
  }
  const { text, tooLong } = await incoming.body();
  record.body = text;
  const header = headers['x-emulator-dialect'];
  const work = (): Reply => {
    const reply = answer(parts, {
      route,
      query: incoming.query,
      authorization: headers.authorization,
      contentType: headers['content-type'],
      body: text,
      tooLong,
      address: request.socket.remoteAddress ?? null,
      dialect: typeof header === 'string' ? parseDialect(header) : dialect,
      standing,
    });
    return bendReply(reply, standing);
  };
  if (fault === undefined) exchange.send(work());
  else await inflict(fault, { ...exchange, work: async () => await Promise.resolve(work()) });
}

function takeFaults(
  route: Route,
  { faults, record, header }: { faults: FaultList; record: RequestRecord; header: string | string[] | undefined },
): ReturnType<FaultList['take']> {
  if (route === undefined || !('endpoint' in route)) return { exchange: undefined, standing: [] };
  const aimed = {
    endpoint: route.endpoint.name,
    method: route.endpoint.method,
    resourceId: route.parameters['id'],
    keyName: record.keyName ?? undefined,
  };
  if (typeof header !== 'string') return faults.take(aimed);
  const own = new FaultList();
  own.add(...parseFaults(header));
  return own.take(aimed);
}

function pageReply({ request, path }: Incoming, { pages }: EmulatorOptions, view: () => ConsoleView): Reply {
  const page = request.method === 'GET' ? pages?.(new URL(request.url ?? '/', 'http://127.0.0.1'), view()) : undefined;
  if (page === undefined) {
    return jsonReply(404, { ok: false, error: { code: 'not_found', message: `There is nothing at ${path}.` } });
  }
  return { status: page.status, headers: page.headers ?? {}, body: { text: page.body, type: page.contentType } };
}
