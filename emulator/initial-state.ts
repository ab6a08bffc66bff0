// What the options add to the state at the start: resources with the deployments they have had, and keys.
import type { EmulatorOptions } from './config/index.ts';
import { historyOf, resourceRecord, workloadOf } from './config/index.ts';
import type { Service } from './service/index.ts';
import type { ChangeParts, KeyParts, KeyRequest } from './state/index.ts';
import { createKey, isUsable, isValueOf, revokeKey } from './state/index.ts';
import { RefusedError, orThrow, refuse } from './refusals.ts';

const DAY_MS = 86_400_000;
/** Statuses of a resource that runs, or is about to. */
const RUNNING: ReadonlySet<string> = new Set(['starting', 'running', 'restarting']);

interface ResourceParts extends ChangeParts {
  readonly service: Service;
}

/** Adds the resources; returns the ids of those with real work that ran when the last emulator ended. */
export function addResources(options: EmulatorOptions, { clock, state, store, service }: ResourceParts): string[] {
  const nowMs = clock.wallTime();
  const saved = new Map(store.resources.map((one) => [one.id, one]));
  const running: string[] = [];
  for (const resource of options.resources ?? []) {
    const before = saved.get(resource.id);
    const createdAtMs = resource.createdAtMs ?? before?.createdAtMs ?? nowMs - DAY_MS;
    const record = resourceRecord(resource, { createdAtMs, logs: store.logs });
    service.addResource(record, workloadOf(resource, clock));
    store.saveSoon({ resource: { ...before, id: record.id, createdAtMs } });
    if (resource.workload !== undefined && RUNNING.has(before?.status ?? '')) running.push(resource.id);
    if (state.deployments.some(({ resourceId }) => resourceId === resource.id)) continue;
    for (const deployment of historyOf(resource, nowMs, state.deploymentCount + 1)) {
      state.deployments.push(deployment);
      state.deploymentCount += 1;
      store.record({ deployment });
      store.logs.append(deployment.id, 'Built.\n');
      store.logs.end(deployment.id);
    }
  }
  return running;
}

/** Creates the keys that are not there yet; returns the values that are known, by name. */
export function ensureKeys(wanted: readonly KeyRequest[], parts: KeyParts): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const names = new Set<string>();
  for (const request of wanted) {
    const { name, value } = request;
    if (names.has(name)) {
      throw new RefusedError(refuse('invalid_input', `Two keys have the name ${JSON.stringify(name)}.`));
    }
    names.add(name);
    const known = parts.state.keys.filter((key) => key.name === name && isUsable(key, parts.clock.wallTime()));
    const isThere = known.some((key) => value === undefined || isValueOf(key, value));
    // Another value in the configuration takes the place of the one before.
    if (!isThere && known.length > 0) orThrow(revokeKey(parts, name));
    const shown = isThere ? value : orThrow(createKey(parts, request)).value;
    if (shown !== undefined) values.set(name, shown);
  }
  return values;
}
