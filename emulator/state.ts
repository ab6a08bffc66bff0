// Everything that the emulator remembers: in memory, and as one JSON snapshot where a state file is
// given.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { check, InputError, isObject, parseJson } from './check.ts';
import { messageOf } from './errors.ts';
import { lockState } from './lock.ts';
import { dropOldLogs } from './logs.ts';

/** What a key may do; `read` comes with every key. */
export const SCOPES = ['read', 'deploy', 'write', 'admin'] as const;
/** One scope. */
export type Scope = (typeof SCOPES)[number];

/** Types of resources, as on the API page. */
export const RESOURCE_TYPES = ['app', 'worker', 'database', 'service'] as const;

/** Statuses of a deployment, as on the API page. */
export const DEPLOYMENT_STATUSES = [
  'queued',
  'building',
  'finished',
  'failed',
  'cancelled',
] as const;

const DEPLOYMENT_LIMIT = 500;
const ACTIVITY_LIMIT = 2000;

/** How long a change may wait until it is written, where no client is told of it. */
const SAVE_WITHIN_MS = 1000;

const timeMs = z.number().int();
const count = z.number().int().min(0);

const keyRecord = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** SHA-256 of the value in hexadecimal; the value itself is not kept. */
  valueHash: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  createdAtMs: timeMs,
  /** Null: never. */
  expiresAtMs: timeMs.nullable(),
  revokedAtMs: timeMs.nullable(),
  lastUsedAtMs: timeMs.nullable(),
  lastUsedAddress: z.string().nullable(),
});

const deploymentRecord = z.strictObject({
  id: z.string(),
  resourceId: z.string(),
  status: z.enum(DEPLOYMENT_STATUSES),
  /** Where it came from, as the Deployments tab shows it: `api` or `console`. */
  label: z.string(),
  /** Name of the key, or `console`. */
  by: z.string(),
  force: z.boolean(),
  createdAtMs: timeMs,
  /** Null while it is in progress. */
  finishedAtMs: timeMs.nullable(),
  log: z.string(),
});

const activityEntry = z.strictObject({
  atMs: timeMs,
  /** Name of the key, or `console`. */
  by: z.string(),
  action: z.enum(['deploy', 'start', 'stop', 'restart', 'cancel', 'key.create', 'key.revoke']),
  /** Id of a resource, or name of a key. */
  target: z.string(),
  deploymentId: z.string().optional(),
});

const savedResource = z.strictObject({
  status: z.string(),
  createdAtMs: timeMs,
  runtimeLog: z.string(),
});

/** The content of a state file. */
const snapshot = z.strictObject({
  version: z.literal(1),
  wallet: z.enum(['funded', 'empty']),
  deploymentCount: count,
  keys: z.array(keyRecord),
  deployments: z.array(deploymentRecord),
  activity: z.array(activityEntry),
  resources: z.record(z.string(), savedResource),
});

/** A key. */
export type KeyRecord = z.output<typeof keyRecord>;
/** A deployment, with its build log. */
export type Deployment = z.output<typeof deploymentRecord>;
/** A line of the activity record. */
export type ActivityEntry = z.output<typeof activityEntry>;
/** Whether the organisation can pay. */
export type Wallet = z.output<typeof snapshot>['wallet'];

/** What the state file keeps of a resource. */
export type SavedResource = z.output<typeof savedResource>;

/** A resource. */
export interface Resource extends SavedResource {
  readonly id: string;
  readonly type: (typeof RESOURCE_TYPES)[number];
  readonly name: string;
  readonly catalogKey: string;
  readonly cpuMillicores: number;
  readonly memoryMb: number;
  readonly diskGb: number;
  /** Names of its environment variables. */
  readonly env: readonly string[];
}

/** The memory of one emulator. Whoever changes a record calls `changed`. */
export class State {
  wallet: Wallet = 'funded';
  deploymentCount = 0;
  readonly keys: KeyRecord[] = [];
  /** Oldest first. */
  readonly deployments: Deployment[] = [];
  /** Oldest first. */
  readonly activity: ActivityEntry[] = [];
  readonly resources = new Map<string, Resource>();
  /** Resources as the state file holds them, by id. */
  savedResources: ReadonlyMap<string, SavedResource> = new Map();
  /** Whether a state file was read. */
  isRestored = false;
  readonly #file: string | undefined;
  readonly #unlock: () => void;
  readonly #onProblem: (sentence: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #isSaved = true;
  /** Whether the next answer may tell of what is not saved yet. */
  #isUrgent = false;

  /**
   * Locks the state file, and reads it if it exists. Throws an `InputError` where another emulator
   * has it, or where it is not one of the emulator's.
   */
  constructor(file: string | undefined, onProblem: (sentence: string) => void) {
    this.#file = file;
    this.#onProblem = onProblem;
    this.#unlock = file === undefined ? () => undefined : lockState(file);
    try {
      const saved = file === undefined ? undefined : readSnapshot(file);
      if (saved === undefined) return;
      const { version: _version, resources, ...rest } = saved;
      const savedResources = new Map(Object.entries(resources));
      Object.assign(this, { ...rest, savedResources, isRestored: true });
    } catch (error) {
      this.#unlock();
      throw error;
    }
  }

  /** Forgets everything except keys. */
  clear(): void {
    this.wallet = 'funded';
    this.deploymentCount = 0;
    this.savedResources = new Map();
    this.isRestored = false;
    for (const list of [this.deployments, this.activity]) list.length = 0;
    this.resources.clear();
  }

  /** Adds a deployment with the next id. */
  addDeployment(facts: Omit<Deployment, 'id' | 'log'>): Deployment {
    this.deploymentCount += 1;
    const deployment = {
      id: `dep_${String(this.deploymentCount).padStart(6, '0')}`,
      ...facts,
      log: '',
    };
    this.deployments.push(deployment);
    if (this.deployments.length > DEPLOYMENT_LIMIT) this.deployments.shift();
    dropOldLogs(this.deployments);
    this.changed();
    return deployment;
  }

  /** Adds an entry to the activity record. */
  addActivity(entry: ActivityEntry): void {
    this.activity.push(entry);
    if (this.activity.length > ACTIVITY_LIMIT) this.activity.shift();
    this.changed();
  }

  /** Schedules the snapshot, and has it written before the next answer. */
  changed(): void {
    this.#isUrgent = true;
    this.noted();
  }

  /** Schedules the snapshot, for logs and the use of keys. */
  noted(): void {
    this.#isSaved = this.#file === undefined;
    if (!this.#isSaved) this.#timer ??= setTimeout(() => this.#trySave(), SAVE_WITHIN_MS);
  }

  /** Writes what was changed, so that no answer tells of what a kill would undo. */
  beforeAnswer(): void {
    if (this.#isUrgent && !this.#isSaved) this.#trySave();
  }

  #trySave(): void {
    try {
      this.#save();
    } catch (error) {
      this.#onProblem(messageOf(error));
    }
  }

  /**
   * Writes the snapshot now: whole, then renamed, so that the file is never half written. Throws
   * where that fails.
   */
  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isUrgent = false;
    const temporary = `${this.#file}.tmp`;
    const { wallet, deploymentCount, keys, deployments, activity } = this;
    const present = [...this.resources.values()].map(
      ({ id, status, createdAtMs, runtimeLog }) =>
        [id, { status, createdAtMs, runtimeLog }] as const,
    );
    const resources: unknown = Object.fromEntries([...this.savedResources, ...present]);
    const content = { version: 1, wallet, deploymentCount, keys, deployments, activity, resources };
    try {
      // Hashes of keys and logs of apps are for this user only.
      writeFileSync(temporary, JSON.stringify(content), { mode: 0o600 });
      renameSync(temporary, this.#file ?? '');
      this.#isSaved = true;
    } catch (error) {
      rmSync(temporary, { force: true });
      throw new Error(`The state could not be saved: ${messageOf(error)}`, { cause: error });
    }
  }

  /** Saves what is not saved yet, and unlocks the file. Throws where the state is lost. */
  close(): void {
    try {
      if (!this.#isSaved) this.#save();
    } finally {
      this.#unlock();
    }
  }
}

function readSnapshot(file: string): z.output<typeof snapshot> | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isObject(error) && error['code'] === 'ENOENT') return undefined;
    throw new InputError(`The state file cannot be read: ${messageOf(error)}`, { cause: error });
  }
  try {
    return check(snapshot, parseJson(text, 'it'), '');
  } catch (error) {
    const [why] = messageOf(error).split('\n');
    const message = `${file} is no state file of the emulator: ${why}. It stays as it is.`;
    throw new InputError(message, { cause: error });
  }
}
