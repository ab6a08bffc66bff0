// Puts the parts together: state, service, API, faults and HTTP server become one emulator that can be started and closed.
import { API_ROOT, LOOPBACK, originOf } from './addresses.ts';
import type { DialectChoice } from './testing/dialects/index.ts';
import { RateLimiter, REQUESTS_PER_MINUTE } from './api/index.ts';
import { dialectOf } from './testing/dialects/index.ts';
import { systemClock } from './clock/index.ts';
import type { EmulatorOptions } from './config/index.ts';
import type { ConsoleView, Control } from './control/index.ts';
import { createControl, viewOf } from './control/index.ts';
import { errorMessage } from './error-message.ts';
import { FaultList } from './faults/index.ts';
import type { ApiParts } from './http/index.ts';
import { createRouter, findDeployment, listen } from './http/index.ts';
import { addResources, ensureKeys } from './initial-state.ts';
import { createRandom } from './random.ts';
import type { RequestRecord } from './request-log.ts';
import { RequestLog } from './request-log.ts';
import { Service } from './service/index.ts';
import type { DeploymentRecord, KeyParts, Store } from './state/index.ts';
import { memoryStore, openStore, restoreState, saveChange } from './state/index.ts';
import { orThrow } from './refusals.ts';

/** Bytes of one log that are kept. */
const LOG_LIMIT = 64_000_000;
/** Bytes that a state file may grow to; the logs take half of it at most. */
const FILE_LIMIT = 2_000_000_000;
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
  const cleanup = new AsyncDisposableStack();
  try {
    return await start(options, cleanup);
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}

/** What has been opened is closed by `cleanup`, the latest first. */
async function start(options: EmulatorOptions, cleanup: AsyncDisposableStack): Promise<Emulator> {
  const clock = options.clock ?? systemClock;
  const violations: string[] = [];
  const onError = (error: unknown): void => {
    violations.push(errorMessage(error));
    if (violations.length > KEPT_VIOLATIONS) violations.shift();
  };
  const store = storeOf(options, onError);
  cleanup.defer(() => store.close());
  const state = restoreState(store, { wallet: options.wallet ?? 'funded', nowMs: clock.wallTime() });
  const service = new Service({ clock, state, store, onError });
  cleanup.defer(async () => await service.close());
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
  });
  cleanup.defer(async () => await server.close());
  // Only now: the value of a key created for an emulator that does not start would be lost.
  for (const [name, value] of ensureKeys(options.keys ?? [], keyParts)) keys[name] = value;
  orThrow(saveChange(keyParts, { organisation: state }, undefined));
  for (const id of running) service.resume(id);
  let closed: Promise<void> | undefined;
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
      closed ??= cleanup.disposeAsync();
      await closed;
    },
  };
}

function storeOf(options: EmulatorOptions, onError: (error: unknown) => void): Store {
  const { stateFile, logLimit = LOG_LIMIT, stateFileLimit: fileLimit = FILE_LIMIT, onProblem = onError } = options;
  return stateFile === undefined ? memoryStore({ logLimit }) : openStore(stateFile, { logLimit, fileLimit, onProblem });
}

/** The owner's functions; the values of the keys that they create are kept by name for the program that calls them. */
function withKnownKeys(control: Control): { readonly control: Control; readonly keys: Record<string, string> } {
  // Without a prototype a key may be called `constructor` or `__proto__`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object without a prototype has no other properties
  const keys = Object.create(null) as Record<string, string>;
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
