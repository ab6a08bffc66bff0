// What the service remembers: plain records that can be saved.

/** Whether the organisation can pay. */
export type Wallet = 'funded' | 'empty';

/** What a key may be allowed to do; every key has `read`. */
export const scopes = ['read', 'deploy', 'write', 'admin'] as const;
/** One of the scopes. */
export type Scope = (typeof scopes)[number];

/** The four kinds of resources. */
export const resourceTypes = ['app', 'worker', 'database', 'service'] as const;
/** One of the kinds. */
export type ResourceType = (typeof resourceTypes)[number];

/** A key as it is kept: its value is not in here, only the value's SHA-256. Times are milliseconds since the epoch. */
export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  readonly valueHash: string;
  readonly scopes: readonly Scope[];
  readonly createdAtMs: number;
  /** Null when the key never expires. */
  readonly expiresAtMs: number | null;
  readonly dailyCreationCap: number;
  /** Made before scopes existed: read only, for ever. */
  readonly legacy: boolean;
  revokedAtMs: number | null;
  lastUsedAtMs: number | null;
  lastUsedAddress: string | null;
}

/** One thing that the service runs, as its list shows it, and what belongs to it. */
export interface ResourceRecord {
  readonly id: string;
  readonly type: ResourceType;
  readonly name: string;
  status: string;
  readonly catalogKey: string;
  readonly cpuMillicores: number;
  readonly memoryMb: number;
  readonly diskGb: number;
  readonly createdAtMs: number;
  /** Names of environment variables; their values never come here. */
  readonly env: readonly string[];
  /** What the app printed. */
  readonly runtimeLog: RuntimeLog;
}

/** The runtime log of a resource. */
interface RuntimeLog {
  append(text: string): void;
  text(): string;
}

/** Who requests a change. */
export interface Actor {
  /** The key's name, or `console`. */
  readonly by: string;
  readonly address: string | null;
}

/** One deployment. Times are milliseconds since the epoch. */
export interface DeploymentRecord {
  readonly id: string;
  readonly resourceId: string;
  status: string;
  /** Who asked, as the Deployments tab shows it: `api` for a key, `console` for a person. */
  readonly label: string;
  /** The key's name, or `console`. */
  readonly by: string;
  readonly force: boolean;
  log: string;
  readonly createdAtMs: number;
  startedAtMs: number | null;
  finishedAtMs: number | null;
}

/** One change, under the name of the key (or `console`) that made it. Reads leave none. */
export interface ActivityRecord {
  readonly atMs: number;
  readonly by: string;
  readonly address: string | null;
  /** `deploy`, `start`, `stop`, `restart`, `cancel`, `key.create` or `key.revoke`. */
  readonly action: string;
  readonly target: string;
  readonly deploymentId: string | null;
}

/** A deployment without its log, which is kept apart. */
export type DeploymentFacts = Omit<DeploymentRecord, 'log'>;

/** Everything that outlives a restart; the resources themselves come from the configuration. */
export interface State {
  wallet: Wallet;
  readonly keys: KeyRecord[];
  /** Oldest first. */
  readonly deployments: DeploymentFacts[];
  /** Oldest first. */
  readonly activity: ActivityRecord[];
  /** Number of the latest deployment ever made; ids are not used twice. */
  deploymentCount: number;
}

/** The state of an organisation that has nothing yet. */
export function emptyState(wallet: Wallet): State {
  return { wallet, keys: [], deployments: [], activity: [], deploymentCount: 0 };
}

/** The identifier of the n-th deployment ever made. */
export function deploymentId(number: number): string {
  return `dep_${String(number).padStart(6, '0')}`;
}
