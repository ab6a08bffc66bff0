// What an owner sees in the console, as plain data: for pages, for the control API, for tests. No value of a key, no hash.
import type { ManagedResource, Service } from '../service/index.ts';
import type { ActivityRecord, DeploymentRecord, KeyRecord, ResourceRecord, State, Wallet } from '../state/index.ts';

/** A key in the list of keys. */
export type KeyView = Omit<KeyRecord, 'valueHash'>;

/** A resource card with its tabs. */
export interface ResourceView extends ResourceRecord {
  readonly busy: boolean;
  readonly domains: readonly string[];
  /** Latest first. */
  readonly deployments: readonly DeploymentRecord[];
}

/** Everything that the console shows. */
export interface ConsoleView {
  readonly wallet: Wallet;
  readonly resources: readonly ResourceView[];
  readonly keys: readonly KeyView[];
  /** Latest first. */
  readonly activity: readonly ActivityRecord[];
  /** Wall time of the look, in milliseconds. */
  readonly nowMs: number;
}

/** One look at everything; a copy that later changes do not touch. */
export function viewOf(state: State, service: Service, nowMs: number): ConsoleView {
  return structuredClone({
    wallet: state.wallet,
    resources: service.resources().map((resource) => resourceView(resource, service)),
    keys: state.keys.map(withoutHash),
    activity: state.activity.toReversed(),
    nowMs,
  });
}

function resourceView({ record, workload, jobs }: ManagedResource, service: Service): ResourceView {
  const deployments = service.deployments(record.id);
  return { ...record, busy: jobs.size > 0, domains: workload.domains(), deployments };
}

/** A key as it may be shown. */
export function withoutHash(key: KeyRecord): KeyView {
  const { valueHash: _hidden, ...shown } = key;
  return shown;
}
