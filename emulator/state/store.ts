// Where the state is kept: the contract, and the store of an emulator that keeps nothing beyond its own end.
import { BoundedLog } from './bounded-log.ts';
import type { ActivityRecord, DeploymentFacts, KeyRecord, State } from './state.ts';

/** The build logs, by the id of their deployment. Each is of bounded length. */
export interface BuildLogs {
  append(deploymentId: string, text: string): void;
  replace(deploymentId: string, text: string): void;
  /** The text so far, empty for an unknown id. */
  read(deploymentId: string): string;
  /** Nothing more will be appended for a while: the log need not stay in memory. */
  end(deploymentId: string): void;
  remove(deploymentId: string): void;
}

/** What a resource keeps across restarts beside its configuration. */
export interface SavedResource {
  readonly id: string;
  readonly createdAtMs: number;
}

/** Keeps the state. A save that returns a boolean returns false when it could not be done, which has been reported. */
export interface Store {
  readonly logs: BuildLogs;
  /** The state of the last run; undefined for the first. */
  readonly saved: State | undefined;
  readonly resources: readonly SavedResource[];
  saveKey(key: KeyRecord): boolean;
  /** Saves a key within a second; for what may be lost when the process is killed. */
  saveKeySoon(key: KeyRecord): void;
  saveDeployment(deployment: DeploymentFacts): boolean;
  removeDeployment(deploymentId: string): void;
  saveActivity(change: ActivityRecord): boolean;
  /** Forgets the oldest changes but for the last `kept`. */
  trimActivity(kept: number): void;
  /** Saves wallet and deployment count. */
  saveOrganisation(state: State): boolean;
  saveResource(resource: SavedResource): boolean;
  /** Saves what was put off. */
  flush(): void;
  /** Saves what was put off, and releases the file. */
  close(): void;
}

/** Limits of what is kept of logs, in characters. */
export interface LogLimits {
  /** Of one log. */
  readonly logLimit: number;
  /** Of all build logs in memory together; the oldest ones that have ended are dropped beyond. */
  readonly totalLimit?: number;
}

const TOTAL_LIMIT = 256_000_000;

/** A store in memory: it saves nothing. */
export function memoryStore(limits: LogLimits): Store {
  const logs = memoryLogs(limits);
  return {
    logs,
    saved: undefined,
    resources: [],
    saveKey: () => true,
    saveKeySoon: () => undefined,
    saveDeployment: () => true,
    removeDeployment: (id) => logs.remove(id),
    saveActivity: () => true,
    trimActivity: () => undefined,
    saveOrganisation: () => true,
    saveResource: () => true,
    flush: () => undefined,
    close: () => undefined,
  };
}

function memoryLogs({ logLimit, totalLimit = TOTAL_LIMIT }: LogLimits): BuildLogs {
  const logs = new Map<string, BoundedLog>();
  /** In the order in which they ended. */
  const ended = new Set<string>();
  let total = 0;
  const change = (id: string, how: (log: BoundedLog) => void): void => {
    const log = logs.get(id) ?? new BoundedLog(logLimit);
    logs.set(id, log);
    const before = log.length;
    how(log);
    total += log.length - before;
    for (const oldest of ended) {
      if (total <= totalLimit) break;
      ended.delete(oldest);
      const note = new BoundedLog(logLimit);
      note.append('[the emulator dropped this log to bound its memory]\n');
      total += note.length - (logs.get(oldest)?.length ?? 0);
      logs.set(oldest, note);
    }
  };
  return {
    append: (id, text) => change(id, (log) => log.append(text)),
    replace: (id, text) => change(id, (log) => log.replace(text)),
    read: (id) => logs.get(id)?.text() ?? '',
    end: (id) => void ended.add(id),
    remove: (id) => {
      total -= logs.get(id)?.length ?? 0;
      logs.delete(id);
      ended.delete(id);
    },
  };
}
