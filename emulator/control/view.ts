// What an owner sees in the console, as plain data: for pages, for the control API, for tests. No value of a key, no hash.
import type { Dialect } from '../testing/dialects/index.ts';
import { dialectNames, nameOfDialect } from '../testing/dialects/index.ts';
import type { Fault, FaultList } from '../faults/index.ts';
import type { RequestRecord } from '../request-log.ts';
import type { ManagedResource, Service } from '../service/index.ts';
import type { ActivityRecord, DeploymentRecord, KeyRecord, ResourceRecord, State, Wallet } from '../state/index.ts';

/** A key in the list of keys. */
export type KeyView = Omit<KeyRecord, 'valueHash'>;

/** Deployments of a resource that are shown. */
const SHOWN_DEPLOYMENTS = 200;
/** Requests that are shown. */
const SHOWN_REQUESTS = 200;

/** A resource card with its tabs. */
export interface ResourceView extends Omit<ResourceRecord, 'runtimeLog'> {
  /** Read when it is used; not enumerable, so that a copy or JSON of the view has no logs. */
  readonly runtimeLog: string;
  readonly busy: boolean;
  readonly domains: readonly string[];
  /** The latest ones, latest first; a log is read when it is used. */
  readonly deployments: readonly DeploymentRecord[];
  /** How many there are altogether. */
  readonly deploymentCount: number;
}

/** A request without its headers and body. */
type ShownRequest = Omit<RequestRecord, 'headers' | 'body' | 'held' | 'endpoint'>;

/** Everything that the console shows. */
export interface ConsoleView {
  readonly wallet: Wallet;
  readonly resources: readonly ResourceView[];
  readonly keys: readonly KeyView[];
  /** Latest first. */
  readonly activity: readonly ActivityRecord[];
  /** Faults with hits left. */
  readonly faults: readonly Fault[];
  /** Name of the dialect, or what it is made of. */
  readonly dialect: string;
  readonly dialectNames: readonly string[];
  /** The latest requests to the API, the newest first. */
  readonly requests: readonly ShownRequest[];
  /** Wall time of the view, in milliseconds. */
  readonly nowMs: number;
}

/** What a view is made of. */
export interface ViewParts {
  readonly state: State;
  readonly service: Service;
  readonly faults: FaultList;
  readonly requests: readonly RequestRecord[];
  readonly dialect: Dialect;
  readonly nowMs: number;
}

/** Everything, each part as it is when it is read; in a copy of the view only logs and deployments are read later. */
export function viewOf({ state, service, faults, requests, dialect, nowMs }: ViewParts): ConsoleView {
  return {
    dialect: nameOfDialect(dialect),
    dialectNames,
    wallet: state.wallet,
    nowMs,
    get faults() {
      return faults.list();
    },
    get requests() {
      const latest = requests.slice(-SHOWN_REQUESTS).toReversed();
      return latest.map(({ atMs, method, path, status, keyName, fault }) => ({
        atMs,
        method,
        path,
        status,
        keyName,
        fault,
      }));
    },
    get resources() {
      return service.resources().map((resource) => resourceView(resource, { service, state }));
    },
    get keys() {
      return state.keys.map(withoutHash);
    },
    get activity() {
      return state.activity.toReversed();
    },
  };
}

function resourceView(
  { record, workload, jobs }: ManagedResource,
  { service, state }: Pick<ViewParts, 'service' | 'state'>,
): ResourceView {
  const { runtimeLog, ...shown } = record;
  const view = {
    ...shown,
    runtimeLog: '',
    busy: jobs.size > 0,
    domains: [...workload.domains()],
    // Read for the pages that show them only: there may be thousands.
    get deployments() {
      return service.deployments(record.id, SHOWN_DEPLOYMENTS);
    },
    get deploymentCount() {
      return state.deployments.reduce((sum, { resourceId }) => sum + (resourceId === record.id ? 1 : 0), 0);
    },
  };
  return Object.defineProperty(view, 'runtimeLog', { get: () => runtimeLog.text(), enumerable: false });
}

/** A key as it may be shown. */
export function withoutHash(key: KeyRecord): KeyView {
  const { valueHash: _hidden, ...shown } = key;
  return shown;
}
