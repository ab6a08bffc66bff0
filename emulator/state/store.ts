// Where the state is kept: the contract, and the store of an emulator that keeps nothing beyond its own end.
import { BoundedLog } from './bounded-log.ts';
import type { ActivityRecord, DeploymentFacts, KeyRecord, State } from './state.ts';

/** Logs by their id: that of a deployment, or `runtimeLogId`. Each is of bounded size. */
export interface Logs {
  append(id: string, text: string): void;
  replace(id: string, text: string): void;
  /** The text so far, empty for an unknown id. */
  read(id: string): string;
  /** Nothing more will be appended for a while: the log need not stay in memory. */
  end(id: string): void;
  remove(id: string): void;
}

/** Id of the runtime log of a resource; no deployment has one with a space. */
export function runtimeLogId(resourceId: string): string {
  return `runtime ${resourceId}`;
}

/** What a resource keeps across restarts beside its configuration. */
export interface SavedResource {
  readonly id: string;
  readonly createdAtMs: number;
  /** The last status of a resource with real work. */
  readonly status?: string;
}

/** Records that change together, or not at all. */
export interface Change {
  readonly organisation?: Pick<State, 'wallet' | 'deploymentCount'>;
  readonly key?: KeyRecord;
  readonly deployment?: DeploymentFacts;
  readonly activity?: ActivityRecord;
  readonly resource?: SavedResource;
}

/** Keeps the state. */
export interface Store {
  readonly logs: Logs;
  /** The state of the last run; undefined for the first. */
  readonly saved: State | undefined;
  readonly resources: readonly SavedResource[];
  /** Saves a change as a whole. False when it could not be saved, which has been reported: it must not be made then. */
  save(change: Change): boolean;
  /** Saves what has happened anyhow, at once where that is possible, else as soon as it is. */
  record(change: Change): void;
  /** Saves within a second; for what may be lost when the process is killed. */
  saveSoon(change: Change): void;
  removeDeployment(deploymentId: string): void;
  /** Forgets the oldest activity but for the last `kept`. */
  trimActivity(kept: number): void;
  /** Saves what was put off, and releases the file. */
  close(): void;
}

/** Limits of what is kept of logs, in bytes. */
export interface LogLimits {
  /** Of one log. */
  readonly logLimit: number;
  /** Of all logs in memory together; the oldest build logs that have ended are dropped beyond. */
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
    save: () => true,
    record: () => undefined,
    saveSoon: () => undefined,
    removeDeployment: (id) => logs.remove(id),
    trimActivity: () => undefined,
    close: () => undefined,
  };
}

function memoryLogs({ logLimit, totalLimit = TOTAL_LIMIT }: LogLimits): Logs {
  const logs = new Map<string, BoundedLog>();
  /** In the order in which they ended. */
  const ended = new Set<string>();
  let total = 0;
  const change = (id: string, how: (log: BoundedLog) => void): void => {
    const log = logs.get(id) ?? new BoundedLog(logLimit);
    logs.set(id, log);
    const before = log.size;
    how(log);
    total += log.size - before;
    for (const oldest of ended) {
      if (total <= totalLimit) break;
      ended.delete(oldest);
      const note = new BoundedLog(logLimit);
      note.append('[the emulator dropped this log to bound its memory]\n');
      total += note.size - (logs.get(oldest)?.size ?? 0);
      logs.set(oldest, note);
    }
  };
  return {
    append: (id, text) => change(id, (log) => log.append(text)),
    replace: (id, text) => change(id, (log) => log.replace(text)),
    read: (id) => logs.get(id)?.text() ?? '',
    end: (id) => void ended.add(id),
    remove: (id) => {
      total -= logs.get(id)?.size ?? 0;
      logs.delete(id);
      ended.delete(id);
    },
  };
}
