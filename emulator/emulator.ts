// One emulator: state, resources, keys and faults behind a loopback port.
import { InputError, isObject } from './check.ts';
import { type Clock, systemClock } from './clock.ts';
import { checkConfig, type ConfigInput } from './config.ts';
import { type View, viewOf } from './control.ts';
import { Faults, readFault } from './faults.ts';
import { HttpServer, type ListenOptions } from './http.ts';
import { Keys } from './keys.ts';
import { API_ROOT } from './openapi.ts';
import { RateWindow } from './rate-window.ts';
import { type RequestRecord, Requests } from './requests.ts';
import { route, type RouterParts } from './router.ts';
import { LOOPBACK } from './runner/loopback-port.ts';
import { RealWork } from './runner/real-work.ts';
import { Service } from './service.ts';
import { setUp } from './setup.ts';
import { State } from './state.ts';

/** What an emulator starts with: its configuration, and what only a program can give. */
export interface EmulatorOptions extends ConfigInput {
  /** Default: real time. */
  readonly clock?: Clock;
  /** Keeps the state across starts. */
  readonly stateFile?: string | undefined;
  /** Called when a request to the API was answered or has broken off. */
  readonly onRequest?: (request: RequestRecord) => void;
  /**
   * Called with a sentence when something is not as expected (the state cannot be saved, the port
   * cannot be had again), and with what is a defect of the emulator.
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
  /** Arms a fault, such as `busy@createDeployment`. Throws an `InputError` for what is none. */
  arm(fault: string): void;
  /**
   * Ends all work, and brings everything back to the configuration: no deployments but `history`.
   * Its keys keep their values.
   */
  reset(): Promise<void>;
  /** Ends all work and every process, and listens no more. Rejects where the state is lost. */
  stop(): Promise<void>;
}

/**
 * Starts an emulator. Throws an `InputError` for a configuration that cannot be used, a port that
 * is taken, and a state file that another emulator uses.
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
  const state = new State(stateFile, onProblem);
  const keys = new Keys(state, clock);
  const faults = new Faults();
  const requests = new Requests();
  const window = new RateWindow(config.requestsPerMinute);
  const work = new RealWork();
  const newService = () => new Service({ state, clock, onError });
  let service = newService();
  const parts = (): RouterParts => {
    const closePort = async (ms: number) => await server.closePort(ms);
    const kept = { clock, state, keys, faults, requests, window, dialect: config.dialect };
    return { ...kept, service, onRequest, closePort, reset };
  };
  const handle: ListenOptions['handle'] = async (incoming) => await route(parts(), incoming);
  const server = new HttpServer({ clock, port: config.port, onError, onProblem, handle });
  const begin = (): Record<string, string> => {
    for (const fault of config.faults) faults.arm(readFault(fault));
    const values = setUp(config, { state, clock, keys, service, work, onProblem });
    state.changed();
    state.beforeAnswer(); // the greeting tells new keys
    return values;
  };
  const reset = async (): Promise<void> => {
    const before = service;
    state.clear();
    keys.restore(config.keys.map(({ name }) => name));
    for (const each of [faults, requests, window]) each.clear();
    service = newService();
    begin();
    await before.close();
  };
  const end = async (): Promise<void> => {
    await server.close();
    await service.close();
    work.end();
    state.close();
  };
  let ended: Promise<void> | undefined;
  const stop = async (): Promise<void> => await (ended ??= end());
  try {
    await listen(server, config.port);
    const values = begin();
    const origin = `http://${LOOPBACK}:${server.port}`;
    return {
      origin,
      baseUrl: `${origin}${API_ROOT}`,
      keys: values,
      requests: requests.records,
      view: () => viewOf(parts()),
      arm: (fault) => faults.arm(readFault(fault)),
      reset,
      stop,
    };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

/** Why the port cannot be listened on, by the code of the error. */
const LISTEN_PROBLEMS = new Map([
  ['EADDRINUSE', 'is taken'],
  ['EACCES', 'needs rights that this user does not have'],
]);

async function listen(server: HttpServer, port: number): Promise<void> {
  try {
    await server.listen();
  } catch (error) {
    const problem = LISTEN_PROBLEMS.get(isObject(error) ? String(error['code']) : '');
    if (problem === undefined) throw error;
    throw new InputError(
      `Port ${port} ${problem}. Choose another one with --port, such as --port 0.`,
      { cause: error },
    );
  }
}
