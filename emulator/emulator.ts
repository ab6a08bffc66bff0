// One emulator: state, resources, keys and faults behind a loopback port.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InputError, isObject } from './check.ts';
import { type Clock, systemClock } from './clock.ts';
import { checkConfig, type Config, type ConfigInput, type ResourceConfig } from './config.ts';
import { type View, viewOf } from './control.ts';
import { type FaultInput, Faults, readFault } from './faults.ts';
import { HttpServer } from './http.ts';
import { Keys } from './keys.ts';
import { API_ROOT } from './openapi.ts';
import { RateWindow } from './rate-window.ts';
import { type RequestRecord, Requests } from './requests.ts';
import { route, type RouterParts } from './router.ts';
import { LOOPBACK } from './runner/loopback-port.ts';
import { ProcessGroups } from './runner/process.ts';
import { ProcessWorkload } from './runner/process-workload.ts';
import { Service } from './service.ts';
import { appendLog, type Resource, State } from './state.ts';
import { ScriptedWorkload, type Workload, type WorkloadEvents } from './workload.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Statuses of a resource that runs, or is about to. */
const RUNNING = new Set(['starting', 'running', 'restarting']);

/** What an emulator starts with: its configuration, and what only a program can give. */
export interface EmulatorOptions extends ConfigInput {
  readonly clock?: Clock;
  /** Keeps the state across starts. */
  readonly stateFile?: string | undefined;
  /** Called when a request to the API was answered or has broken off. */
  readonly onRequest?: (request: RequestRecord) => void;
  /**
   * Called with a sentence when the state cannot be saved, and with what is a defect of the
   * emulator.
   */
  readonly onProblem?: (sentence: string) => void;
}

/** A running emulator. */
export interface Emulator {
  /** Scheme, host and port; the console is there. */
  readonly origin: string;
  /** What the action takes as `base-url`. */
  readonly baseUrl: string;
  /** Values of the keys that are known, by name. */
  readonly keys: Readonly<Record<string, string>>;
  /** The requests to the API, in order of arrival. */
  readonly requests: readonly RequestRecord[];
  /** What an owner sees in the console. */
  view(): View;
  /** Arms a fault. Throws an `InputError` for what is none. */
  arm(fault: FaultInput): void;
  /** Ends all work and every process, and listens no more. */
  close(): Promise<void>;
}

/**
 * Starts an emulator. Throws an `InputError` for a configuration that cannot be used, and for a
 * port that is taken.
 */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const {
    clock = systemClock,
    stateFile,
    onRequest,
    onProblem = () => undefined,
    ...input
  } = options;
  const config = checkConfig(input);
  const onError = (error: unknown): void =>
    onProblem(`A defect of the emulator: ${Error.isError(error) ? error.stack : String(error)}`);
  const state = new State({ file: stateFile, onProblem });
  const keys = new Keys(state, clock);
  const faults = new Faults();
  for (const fault of config.faults) faults.arm(fault);
  const service = new Service({ state, clock, onError });
  const requests = new Requests();
  const server = new HttpServer({
    clock,
    port: config.port,
    onError,
    handle: async (incoming) => await route(parts, incoming),
  });
  const parts: RouterParts = {
    clock,
    state,
    keys,
    faults,
    service,
    requests,
    onRequest,
    dialect: config.dialect,
    window: new RateWindow(config.requestsPerMinute),
    closePort: async (ms) => await server.closePort(ms),
  };
  // First the port: without it nothing is changed in the state file, which may be that of the
  // emulator that has the port.
  await listen(server, config.port);
  const work = new RealWork();
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await server.close();
    await service.close();
    work.end();
    state.save();
  };
  let values: Readonly<Record<string, string>>;
  try {
    values = restoreState(config, { state, keys, clock });
    addResources(config, { clock, state, service, work });
  } catch (error) {
    await close();
    throw error;
  }
  const origin = `http://${LOOPBACK}:${server.port}`;
  return {
    origin,
    baseUrl: `${origin}${API_ROOT}`,
    keys: values,
    requests: requests.records,
    view: () => viewOf(parts),
    arm: (fault) => faults.arm(readFault(fault)),
    close: async () => await (closed ??= close()),
  };
}

/** Folder and processes of builds and apps that really run. */
class RealWork {
  readonly processes = new ProcessGroups();
  #root: string | undefined;
  readonly #onExit = (): void => this.end();

  /** The folder of a resource. */
  folderOf(id: string): string {
    if (this.#root === undefined) {
      this.#root = mkdtempSync(path.join(tmpdir(), 'emulator-'));
      process.once('exit', this.#onExit);
    }
    // An id may hold a colon, which no folder on Windows can.
    return path.join(this.#root, encodeURIComponent(id));
  }

  /** Kills what still runs, and removes everything. */
  end(): void {
    this.processes.killAll();
    process.off('exit', this.#onExit);
    if (this.#root !== undefined)
      rmSync(this.#root, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface StateParts {
  readonly state: State;
  readonly clock: Clock;
}

/**
 * Brings what was saved and what is configured together; returns the values of keys that are known,
 * by name.
 */
function restoreState(
  config: Config,
  { state, keys, clock }: StateParts & { keys: Keys },
): Record<string, string> {
  if (config.wallet === 'empty') state.wallet = 'empty';
  for (const deployment of state.deployments) {
    if (deployment.finishedAtMs !== null) continue;
    deployment.status = 'failed';
    deployment.finishedAtMs = clock.wallTime();
    deployment.log = appendLog(deployment.log, 'The emulator ended during this deployment.\n');
  }
  const values: Record<string, string> = {};
  for (const request of config.keys) {
    const value = keys.ensure(request);
    if (value !== undefined) values[request.name] = value;
  }
  return values;
}

function addResources(
  config: Config,
  { clock, state, service, work }: StateParts & { service: Service; work: RealWork },
): void {
  for (const each of config.resources) {
    const saved = state.savedResources[each.id];
    const record: Resource = { ...facts(each), createdAtMs: clock.wallTime() - DAY_MS, ...saved };
    const wasRunning = RUNNING.has(record.status);
    if (each.source !== undefined) record.status = 'stopped';
    const events: WorkloadEvents = {
      status: (status) => {
        record.status = status.toLowerCase();
        state.changed();
      },
      log: (text) => {
        record.runtimeLog = appendLog(record.runtimeLog, text);
        state.changed();
      },
    };
    const workload: Workload =
      each.source === undefined
        ? new ScriptedWorkload(each, clock, events)
        : new ProcessWorkload(each, {
            workDir: work.folderOf(each.id),
            processes: work.processes,
            events,
          });
    service.add(record, workload);
    if (saved === undefined) addHistory(each, { state, clock });
    if (wasRunning && each.source !== undefined) service.resume(each.id);
  }
}

function facts(each: ResourceConfig): Omit<Resource, 'createdAtMs'> {
  const { id, type, catalogKey, cpuMillicores, memoryMb, diskGb, runtimeLog } = each;
  return {
    id,
    type,
    cpuMillicores,
    memoryMb,
    diskGb,
    runtimeLog,
    name: each.name ?? id.slice(id.indexOf('_') + 1),
    status: (each.status ?? (each.source === undefined ? 'running' : 'stopped')).toLowerCase(),
    catalogKey: catalogKey ?? `${type}-standard`,
    env: Object.keys(each.env),
  };
}

/** Finished deployments of the past, an hour apart. */
function addHistory({ id, history }: ResourceConfig, { state, clock }: StateParts): void {
  for (let hours = history; hours > 0; hours -= 1) {
    const createdAtMs = clock.wallTime() - hours * HOUR_MS;
    const actor = { resourceId: id, by: 'console', label: 'console', force: false };
    const times = { createdAtMs, finishedAtMs: createdAtMs + 60_000 };
    state.addDeployment({ ...actor, ...times, status: 'finished' }).log = 'Built\n';
  }
}

/** Why the port cannot be listened on, by the code of the error. */
const LISTEN_PROBLEMS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken',
  EACCES: 'needs rights that this user does not have',
};

async function listen(server: HttpServer, port: number): Promise<void> {
  try {
    await server.listen();
  } catch (error) {
    const problem = LISTEN_PROBLEMS[isObject(error) ? String(error['code']) : ''];
    if (problem === undefined) throw error;
    throw new InputError(
      `Port ${port} ${problem}. Choose another one with --port, such as --port 0.`,
      {
        cause: error,
      },
    );
  }
}
