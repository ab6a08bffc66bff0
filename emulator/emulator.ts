// Puts the parts together: state, service, API, faults and HTTP server become one emulator that can be started and closed.
import { API_ROOT, LOOPBACK, originOf } from './addresses.ts';
import type { DialectChoice } from './testing/dialects/index.ts';
import { RateLimiter, REQUESTS_PER_MINUTE, RefusedError, orThrow, refuse } from './api/index.ts';
import { dialectOf } from './testing/dialects/index.ts';
import type { Clock } from './clock/index.ts';
import { systemClock } from './clock/index.ts';
import type { EmulatorOptions } from './config/index.ts';
import { historyOf, resourceRecord, workloadOf } from './config/index.ts';
import type { ConsoleView, Control } from './control/index.ts';
import { createControl, viewOf } from './control/index.ts';
import { FaultList } from './faults/index.ts';
import type { ApiParts } from './http/index.ts';
import { createRouter, findDeployment, listen } from './http/index.ts';
import { createRandom } from './random.ts';
import type { RequestRecord } from './request-log.ts';
import { RequestLog } from './request-log.ts';
import { Service } from './service/index.ts';
import type { DeploymentRecord, KeyParts, KeyRequest, State, Store } from './state/index.ts';
import {
  createKey,
  isUsable,
  isValueOf,
  saveChange,
  memoryStore,
  openStore,
  restoreState,
  revokeKey,
} from './state/index.ts';
import { errorMessage } from './error-message.ts';

/** Bytes of one log that are kept. */
const LOG_LIMIT = 64_000_000;
/** Bytes that a state file may grow to; the logs take half of it at most. */
const FILE_LIMIT = 2_000_000_000;
const DAY_MS = 86_400_000;
/** Statuses of a resource that runs, or is about to. */
const RUNNING: ReadonlySet<string> = new Set(['starting', 'running', 'restarting']);
/** Mistakes of the emulator that are kept. */
const KEPT_VIOLATIONS = 1000;

/** A running emulator. */
export interface Emulator {
  /** Such as `http://127.0.0.1:41234`. */
  readonly origin: string;
  /** The API root. */
  readonly baseUrl: string;
  /** Values of the keys made from the options or by `control.createKey`, by name. */
  readonly keys: Readonly<Record<string, string>>;
  /** Requests to the API in order of arrival, the latest ones. */
  readonly requests: readonly RequestRecord[];
  /** Mistakes of the emulator itself; a test that finds one here found a bug of the emulator. */
  readonly violations: readonly string[];
  /** Faults that are armed; they hit the requests that come after. */
  readonly faults: FaultList;
  /** What an owner does in the console. */
  readonly control: Control;
  /** The deployments of a resource as they really are, latest first; copies. */
  deployments(resourceId: string): DeploymentRecord[];
  /** Deploys as a person at the console does. */
  deploy: Control['deploy'];
  /** Cancels as a person at the console does. */
  cancel: Control['cancel'];
  /** Everything that the console shows. */
  view(): ConsoleView;
  /** Answers in another dialect from now on. */
  useDialect(choice: DialectChoice): void;
  /** Ends all work, breaks all connections and stops listening. */
  close(): Promise<void>;
}

/**
 * Starts an emulator on loopback. Rejects when the port is taken, an option makes no sense or the state file cannot be
 * used; nothing is left behind then, and no key has been created.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const clock = options.clock ?? systemClock;
  const violations: string[] = [];
  const onError = (error: unknown): void => {
    violations.push(errorMessage(error));
    if (violations.length > KEPT_VIOLATIONS) violations.shift();
  };
  const logLimit = options.logLimit ?? LOG_LIMIT;
  const store =
    options.stateFile === undefined
      ? memoryStore({ logLimit })
      : openStore(options.stateFile, {
          logLimit,
          fileLimit: options.stateFileLimit ?? FILE_LIMIT,
          onProblem: options.onProblem ?? onError,
        });
  try {
    return await startWith(options, { clock, store, violations, onError });
  } catch (error) {
    store.close();
    throw error;
  }
}

interface Foundation {
  readonly clock: Clock;
  readonly store: Store;
  readonly violations: string[];
  readonly onError: (error: unknown) => void;
}

async function startWith(
  options: EmulatorOptions,
  { clock, store, violations, onError }: Foundation,
): Promise<Emulator> {
  const state = restoreState(store, { wallet: options.wallet ?? 'funded', nowMs: clock.wallTime() });
  const service = new Service({ clock, state, store, onError });
  const running = addResources(options, { clock, state, store, service });
  const keyParts: KeyParts = { state, store, clock, random: createRandom(options.seed) };
  const { control, keys } = withKnownKeys(createControl(keyParts, service));

  const requests = new RequestLog(options.requestLog);
  const faults = new FaultList(service.resources().map(({ record }) => record.id));
  faults.add(...(options.faults ?? []));
  let dialect = dialectOf(options.dialect);
  const view = (): ConsoleView =>
    viewOf({ state, service, faults, requests: requests.records, dialect, nowMs: clock.wallTime() });
  const parts: ApiParts = {
    clock,
    state,
    store,
    service,
    limiter: new RateLimiter({
      limit: options.requestsPerMinute ?? REQUESTS_PER_MINUTE,
      countRefused: options.countRefused ?? false,
    }),
    check: options.check ?? true,
    onViolation: onError,
  };
  const handle = createRouter({
    parts,
    context: {
      control,
      faults,
      requests: () => requests.records,
      view,
      deployment: (resourceId, id) => findDeployment(service, dialect, { resourceId, id }),
      useDialect: (wanted) => {
        dialect = wanted;
      },
    },
    pages: options.pages,
    hosts: options.hosts ?? [],
    requests,
    dialect: () => dialect,
    onRequest: options.onRequest,
  });
  const server = await listen(handle, {
    clock,
    port: options.port ?? 0,
    onError,
    onLost: options.onLost ?? onError,
  }).catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await server.close();
    await service.close();
    store.close();
  };
  try {
    // Only now: the value of a key created for an emulator that does not start would be lost.
    Object.assign(keys, ensureKeys(options.keys ?? [], keyParts));
    const refusal = saveChange(keyParts, { organisation: state }, undefined);
    if (refusal !== undefined) throw new RefusedError(refusal);
  } catch (error) {
    await close();
    throw error;
  }
  for (const id of running) service.resume(id);
  const origin = originOf(`${LOOPBACK}:${server.port}`);
  return {
    origin,
    baseUrl: `${origin}${API_ROOT}`,
    keys,
    requests: requests.records,
    violations,
    faults,
    control,
    deployments: (resourceId) => service.deployments(resourceId).map(copyOf),
    deploy: (resourceId, request) => control.deploy(resourceId, request),
    cancel: (resourceId, deploymentId) => control.cancel(resourceId, deploymentId),
    view: () => ({ ...view() }),
    useDialect: (choice) => {
      dialect = dialectOf(choice);
    },
    close: async () => {
      closed ??= close();
      await closed;
    },
  };
}

interface ResourceParts {
  readonly clock: Clock;
  readonly state: State;
  readonly store: Store;
  readonly service: Service;
}

/** Adds the resources; returns the ids of those with real work that ran when the last emulator ended. */
function addResources(options: EmulatorOptions, { clock, state, store, service }: ResourceParts): string[] {
  const nowMs = clock.wallTime();
  const saved = new Map(store.resources.map((one) => [one.id, one]));
  const running: string[] = [];
  for (const resource of options.resources ?? []) {
    const before = saved.get(resource.id);
    const createdAtMs = resource.createdAtMs ?? before?.createdAtMs ?? nowMs - DAY_MS;
    const record = resourceRecord(resource, { createdAtMs, logs: store.logs });
    service.addResource(record, workloadOf(resource, clock));
    store.saveSoon({ resource: { ...before, id: record.id, createdAtMs } });
    if (resource.workload !== undefined && RUNNING.has(before?.status ?? '')) running.push(resource.id);
    if (state.deployments.some(({ resourceId }) => resourceId === resource.id)) continue;
    for (const deployment of historyOf(resource, nowMs, state.deploymentCount + 1)) {
      state.deployments.push(deployment);
      state.deploymentCount += 1;
      store.record({ deployment });
      store.logs.append(deployment.id, 'Built.\n');
      store.logs.end(deployment.id);
    }
  }
  return running;
}

/** Creates the keys that are not there yet; returns the values that are known, by name. */
function ensureKeys(wanted: readonly KeyRequest[], parts: KeyParts): Record<string, string> {
  const values = emptyRecord();
  const names = new Set<string>();
  for (const request of wanted) {
    const { name, value } = request;
    if (names.has(name))
      throw new RefusedError(refuse('invalid_input', `Two keys have the name ${JSON.stringify(name)}.`));
    names.add(name);
    const known = parts.state.keys.filter((key) => key.name === name && isUsable(key, parts.clock.wallTime()));
    const isThere = known.some((key) => value === undefined || isValueOf(key, value));
    // Another value in the configuration takes the place of the one before.
    if (!isThere && known.length > 0) orThrow(revokeKey(parts, name));
    const shown = isThere ? value : orThrow(createKey(parts, request)).value;
    if (shown !== undefined) values[name] = shown;
  }
  return values;
}

/** The owner's functions; the values of the keys that they create are kept by name for the program that calls them. */
function withKnownKeys(control: Control): { readonly control: Control; readonly keys: Record<string, string> } {
  const keys = emptyRecord();
  const createAndKeep: Control['createKey'] = (request) => {
    const key = control.createKey(request);
    keys[key.name] = key.value;
    return key;
  };
  return { control: { ...control, createKey: createAndKeep }, keys };
}

function copyOf(deployment: DeploymentRecord): DeploymentRecord {
  return { ...deployment, log: deployment.log };
}

/** A record in which a key may be called `constructor` or `__proto__`. */
function emptyRecord(): Record<string, string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object without a prototype has no other properties
  return Object.create(null) as Record<string, string>;
}
