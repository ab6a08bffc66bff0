// What an emulator begins with: keys and resources of its configuration, brought together with what
// its state file has kept.
import type { Clock } from './clock.ts';
import type { Config, ResourceConfig } from './config.ts';
import type { Keys } from './keys.ts';
import { appendLog } from './logs.ts';
import { ProcessWorkload } from './runner/process-workload.ts';
import type { RealWork } from './runner/real-work.ts';
import type { Service } from './service.ts';
import { type Resource, type State } from './state.ts';
import { ScriptedWorkload, type WorkloadEvents } from './workload.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Statuses of a resource that runs, or is about to. */
const RUNNING = new Set(['starting', 'running', 'restarting']);

/** What is set up, and with what. */
export interface SetupParts {
  readonly state: State;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly service: Service;
  readonly work: RealWork;
  /** Called with a sentence for each setting of the file that the state file overrules. */
  readonly onProblem: (sentence: string) => void;
}

/**
 * Sets up keys and resources; returns the values of keys that are known, by name. What happened
 * counts for more than the configuration: wallet and statuses are as the state file has them.
 */
export function setUp(config: Config, parts: SetupParts): Record<string, string> {
  const { state, clock, keys, onProblem } = parts;
  if (!state.isRestored) state.wallet = config.wallet ?? 'funded';
  else if (config.wallet !== undefined && config.wallet !== state.wallet)
    onProblem(overruled('The wallet', state.wallet, config.wallet));
  for (const deployment of state.deployments) {
    if (deployment.finishedAtMs !== null) continue;
    deployment.status = 'failed';
    deployment.finishedAtMs = clock.wallTime();
    deployment.log = appendLog(deployment.log, 'The emulator ended during this deployment.\n');
  }
  // Any name can be that of a key, such as `constructor`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const values = Object.create(null) as Record<string, string>;
  for (const request of config.keys) {
    const value = keys.ensure(request);
    if (value !== undefined) values[request.name] = value;
  }
  for (const each of config.resources) addResource(each, config, parts);
  return values;
}

function overruled(what: string, kept: string, configured: string): string {
  return `${what} is ${kept}, as the state file has it; the configuration says ${configured}.`;
}

function addResource(each: ResourceConfig, { passEnv }: Config, parts: SetupParts): void {
  const { state, clock, service, work, onProblem } = parts;
  const saved = state.savedResources.get(each.id);
  const record: Resource = { ...facts(each), createdAtMs: clock.wallTime() - DAY_MS, ...saved };
  const events: WorkloadEvents = {
    status: (status) => {
      record.status = status.toLowerCase();
      state.changed();
    },
    log: (text) => {
      record.runtimeLog = appendLog(record.runtimeLog, text);
      state.noted();
    },
  };
  if (each.source === undefined) {
    service.add(record, new ScriptedWorkload(each, clock, events));
    const { status } = facts(each);
    if (each.status !== undefined && record.status !== status)
      onProblem(overruled(each.id, record.status, status));
  } else {
    const wasRunning = RUNNING.has(record.status);
    record.status = 'stopped';
    const workDir = work.folderOf(each.id);
    const { processes } = work;
    service.add(record, new ProcessWorkload(each, { workDir, processes, passEnv, events }));
    if (wasRunning) service.resume(each.id);
  }
  if (saved === undefined) addHistory(each, parts);
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
function addHistory({ id, history }: ResourceConfig, { state, clock }: SetupParts): void {
  for (let hours = history; hours > 0; hours -= 1) {
    const createdAtMs = clock.wallTime() - hours * HOUR_MS;
    const actor = { resourceId: id, by: 'console', label: 'console', force: false };
    const times = { createdAtMs, finishedAtMs: createdAtMs + 60_000 };
    state.addDeployment({ ...actor, ...times, status: 'finished' }).log = 'Built\n';
  }
}
