// Puts the parts together: state, service, API, faults and the HTTP shell become one emulator that can be started and closed.
import type { ApiParts, RequestRecord } from './http/index.ts';
import { frontDoor, listen } from './http/index.ts';
import type { Clock } from './clock/index.ts';
import { systemClock } from './clock/index.ts';
import type { ConsoleView, Control, Controlled } from './control/index.ts';
import { createControl, viewOf } from './control/index.ts';
import type { DialectChoice } from './api/index.ts';
import { REQUESTS_PER_MINUTE, RateLimiter, dialectOf, orThrow } from './api/index.ts';
import { FaultList } from './faults/index.ts';
import { API_ROOT, LOOPBACK, originOf } from './addresses.ts';
import type { DeploymentRecord, KeyRequest, State } from './state/index.ts';
import { closeAbandoned, createKey, emptyState, isUsable, isValueOf, loadState, stateSaver } from './state/index.ts';
import type { EmulatorOptions } from './config/index.ts';
import { historyOf, resourceRecord, workloadOf } from './config/index.ts';
import { Service } from './service/index.ts';

/** A running emulator. */
export interface Emulator {
  /** Such as `http://127.0.0.1:41234`. */
  readonly origin: string;
  /** The API root. */
  readonly baseUrl: string;
  /** Values of the keys made from the options or by `control.createKey`, by name. */
  readonly keys: Readonly<Record<string, string>>;
  /** Requests to the API in order of arrival, the last hundred thousand. */
  readonly requests: readonly RequestRecord[];
  /** Mistakes of the emulator itself; a test that finds one here found a fault of ours. */
  readonly violations: readonly string[];
  /** Faults that are armed; they strike the requests that come after. */
  readonly faults: FaultList;
  /** What an owner does in the console. */
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
  const state = openState(options, clock);
  const saver = stateSaver(options.stateFile, state);
  const violations: string[] = [];
  const onError = (error: unknown): void => void violations.push(Error.isError(error) ? error.message : String(error));
  const service = new Service({ clock, state, onChange: saver.changed, onError });
  addResources(options, { clock, state, service });
  const { control, keys } = withKnownKeys(createControl({ clock, state, service, onChange: saver.changed }));
  Object.assign(keys, ensureKeys(options.keys ?? [], state, clock));
  saver.changed();

  const requests: RequestRecord[] = [];
  const faults = new FaultList();
  faults.add(...(options.faults ?? []));
  let dialect = dialectOf(options.dialect);
  const view = (): ConsoleView => viewOf(state, service, clock.wallTime());
  const parts: ApiParts = {
    clock,
    state,
    service,
    limiter: new RateLimiter({
      limit: options.requestsPerMinute ?? REQUESTS_PER_MINUTE,
      countRefused: options.countRefused ?? false,
    }),
    check: options.check ?? true,
    onChange: saver.changed,
    onViolation: (problem) => violations.push(problem),
  };
  const controlled: Controlled = {
    control,
    faults,
    requests: () => requests,
    view,
    useDialect: (wanted) => {
      dialect = wanted;
    },
  };
  const handle = frontDoor({
    parts,
    controlled,
    pages: options.pages,
    requests,
    dialect: () => dialect,
    onRequest: options.onRequest,
  });
  const server = await listen(handle, { clock, port: options.port ?? 0, onError }).catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  const origin = originOf(`${LOOPBACK}:${server.port}`);
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
    view,
    useDialect: (choice) => {
      dialect = dialectOf(choice);
    },
    close: async () => {
      await server.close();
      await service.close();
      saver.flush();
    },
  };
}

/** The state of the last run, which wins over what the options say of the wallet, or an empty one. */
function openState({ stateFile, wallet }: EmulatorOptions, clock: Clock): State {
  const saved = stateFile === undefined ? undefined : loadState(stateFile);
  if (saved === undefined) return emptyState(wallet ?? 'funded');
  closeAbandoned(saved, clock.wallTime());
  return saved;
}

function addResources(
  options: EmulatorOptions,
  { clock, state, service }: { readonly clock: Clock; readonly state: State; readonly service: Service },
): void {
  const nowMs = clock.wallTime();
  for (const resource of options.resources ?? []) {
    service.addResource(resourceRecord(resource, nowMs), workloadOf(resource, clock));
    if (state.deployments.some(({ resourceId }) => resourceId === resource.id)) continue;
    const history = historyOf(resource, nowMs, state.deploymentCount + 1);
    state.deployments.push(...history);
    state.deploymentCount += history.length;
  }
}

/** Creates the keys that are not there yet; what comes back are the values that are known, by name. */
function ensureKeys(wanted: readonly KeyRequest[], state: State, clock: Clock): Record<string, string> {
  const values: Record<string, string> = {};
  for (const request of wanted) {
    const { name, value } = request;
    const known = state.keys.filter((key) => key.name === name && isUsable(key, clock.wallTime()));
    const isThere = known.some((key) => value === undefined || isValueOf(key, value));
    const shown = isThere ? value : orThrow(createKey(state, request, clock)).value;
    if (shown !== undefined) values[name] = shown;
  }
  return values;
}

/** The owner's functions, with the values of the keys that they make kept by name for the program that asks. */
function withKnownKeys(control: Control): { readonly control: Control; readonly keys: Record<string, string> } {
  const keys: Record<string, string> = {};
  const createAndKeep: Control['createKey'] = (request) => {
    const key = control.createKey(request);
    keys[key.name] = key.value;
    return key;
  };
  return { control: { ...control, createKey: createAndKeep }, keys };
}
