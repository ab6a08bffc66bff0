// What an emulator is started with, and the records that come of it. Plain data and defaults; no server.
import type { Clock } from '../clock/index.ts';
import type { DialectChoice } from '../testing/dialects/index.ts';
import type { Fault } from '../faults/index.ts';
import type { DeploymentFacts, KeyRequest, Logs, ResourceRecord, ResourceType, Wallet } from '../state/index.ts';
import { deploymentId, runtimeLogId } from '../state/index.ts';
import type { Pages } from '../http/index.ts';
import type { RequestLogLimits, RequestRecord } from '../request-log.ts';
import type { BuildScript, LifecycleScript, WorkloadFactory } from '../service/index.ts';
import { scriptedWorkload } from '../service/index.ts';
import type { TestOptions } from '../testing/options.ts';

const HOUR_MS = 3_600_000;

/** A resource to start with; everything but its id has a default. */
export interface ResourceOptions {
  /** Identifier, which is also the last part of its paths. */
  readonly id: string;
  /** Default `app`. */
  readonly type?: ResourceType;
  /** Default: the id without what stands before its first `_`. */
  readonly name?: string;
  /** Status at the start; default `running`, or `stopped` where `workload` does real work. */
  readonly status?: string;
  readonly catalogKey?: string;
  readonly cpuMillicores?: number;
  readonly memoryMb?: number;
  readonly diskGb?: number;
  /** Milliseconds since the epoch; default a day before the first start. */
  readonly createdAtMs?: number;
  /** Names of environment variables. */
  readonly env?: readonly string[];
  /** Hosts of a scripted resource; one with real work reports its own. */
  readonly domains?: readonly string[];
  /** Runtime log at the first start. */
  readonly runtimeLog?: string;
  /** How scripted builds go, one per deployment, the last one repeating; without effect beside `workload`. */
  readonly script?: BuildScript | readonly BuildScript[];
  /** How scripted starts, stops and restarts go; without effect beside `workload`. */
  readonly lifecycle?: LifecycleScript;
  /** Real work in the place of a script. */
  readonly workload?: WorkloadFactory;
  /** How many finished deployments it has already had, an hour apart. */
  readonly history?: number;
}

/** What `startEmulator` takes; everything has a default. */
export interface EmulatorOptions extends TestOptions {
  /** Default: the machine's clock. */
  readonly clock?: Clock;
  /** Loopback port, default one that is free. */
  readonly port?: number;
  readonly keys?: readonly KeyRequest[];
  readonly resources?: readonly ResourceOptions[];
  /** Default `funded`; the value in a state file wins. */
  readonly wallet?: Wallet;
  /** Which shapes the responses have where the API page shows none; default `plain`. */
  readonly dialect?: DialectChoice;
  readonly faults?: readonly Fault[];
  /** Requests per minute with one key; default 120 as the API page has it, `Infinity`: no limit. */
  readonly requestsPerMinute?: number | undefined;
  /** Whether refused requests count against the key's limit; default false. */
  readonly countRefused?: boolean | undefined;
  /** File that keeps keys, deployments, logs, activity and wallet across restarts; what ran with real work runs again. */
  readonly stateFile?: string | undefined;
  /** Bytes of one build or runtime log that are kept, the last ones; default 64 million. */
  readonly logLimit?: number;
  /** Bounds of the record of requests; default the last 100 000 in at most 64 MB. */
  readonly requestLog?: RequestLogLimits;
  /** Makes values and ids of keys the same at every start; for reproducible runs only. */
  readonly seed?: string | undefined;
  /** Called with one sentence when the state can no longer be saved; default: it is counted as a violation. */
  readonly onProblem?: (sentence: string) => void;
  /** Called with one sentence when the port was lost during a downtime; default: it is counted as a violation. */
  readonly onLost?: (sentence: string) => void;
  /** Called when a request has been answered or has broken off. */
  readonly onRequest?: (request: RequestRecord) => void;
  /** Answers for paths outside the API, such as the console. */
  readonly pages?: Pages;
}

/** The record of a resource as the options describe it; its runtime log is one of `logs`. */
export function resourceRecord(
  options: ResourceOptions,
  { createdAtMs, logs }: { readonly createdAtMs: number; readonly logs: Logs },
): ResourceRecord {
  const logId = runtimeLogId(options.id);
  if (options.runtimeLog !== undefined && logs.read(logId) === '') logs.append(logId, options.runtimeLog);
  return {
    id: options.id,
    type: options.type ?? 'app',
    name: options.name ?? options.id.slice(options.id.indexOf('_') + 1),
    status: (options.status ?? (options.workload === undefined ? 'running' : 'stopped')).toLowerCase(),
    catalogKey: options.catalogKey ?? `${options.type ?? 'app'}-standard`,
    cpuMillicores: options.cpuMillicores ?? 500,
    memoryMb: options.memoryMb ?? 512,
    diskGb: options.diskGb ?? 5,
    createdAtMs,
    env: options.env ?? [],
    runtimeLog: { append: (text) => logs.append(logId, text), text: () => logs.read(logId) },
  };
}

/** What does the work of a resource: the factory given, or a script on the clock. */
export function workloadOf(options: ResourceOptions, clock: Clock): WorkloadFactory {
  const { workload, script: builds, lifecycle, domains } = options;
  return workload ?? ((events) => scriptedWorkload({ builds, lifecycle, domains }, clock, events));
}

/** Finished deployments of the past, oldest first, an hour apart; `firstNumber` is the number of the oldest. */
export function historyOf(options: ResourceOptions, nowMs: number, firstNumber: number): DeploymentFacts[] {
  const count = options.history ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const createdAtMs = nowMs - (count - index) * HOUR_MS;
    return {
      id: deploymentId(firstNumber + index),
      resourceId: options.id,
      status: 'finished',
      label: 'console',
      by: 'console',
      force: false,
      createdAtMs,
      startedAtMs: createdAtMs,
      finishedAtMs: createdAtMs + 60_000,
    };
  });
}
