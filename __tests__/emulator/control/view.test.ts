// What an owner sees, as plain data: the latest first, bounded, without hashes, and no logs in a copy.
import { describe, expect, test } from '@jest/globals';
import { dialectOf } from '../../../emulator/testing/dialects/index.ts';
import { systemClock } from '../../../emulator/clock/index.ts';
import { resourceRecord, workloadOf } from '../../../emulator/config/index.ts';
import { viewOf, withoutHash } from '../../../emulator/control/view.ts';
import type { ConsoleView, ViewParts } from '../../../emulator/control/view.ts';
import { FaultList } from '../../../emulator/faults/index.ts';
import type { RequestRecord } from '../../../emulator/request-log.ts';
import { Service } from '../../../emulator/service/index.ts';
import { memoryStore } from '../../../emulator/state/index.ts';
import { emptyState } from '../../../emulator/state/state.ts';
import type { KeyRecord } from '../../../emulator/state/state.ts';
import { activity, deployment, key } from '../console/view.ts';

const store = memoryStore({ logLimit: 1000 });

/** The view of an app with so many deployments. */
function viewWith(deployments: number, more: Partial<ViewParts> = {}): ConsoleView {
  const state = emptyState('funded');
  for (let number = 1; number <= deployments; number += 1) {
    const { log: _log, ...facts } = deployment({ id: `dep_${number}`, resourceId: 'app_web' });
    state.deployments.push(facts);
  }
  const service = new Service({ clock: systemClock, state, store, onError: () => undefined });
  const options = { id: 'app_web', runtimeLog: 'up\n', domains: ['web.test'] };
  service.addResource(resourceRecord(options, { createdAtMs: 0, logs: store.logs }), workloadOf(options, systemClock));
  const parts = { state, service, faults: new FaultList(), requests: [], dialect: dialectOf('plain'), nowMs: 5 };
  return viewOf({ ...parts, ...more });
}

const request = (path: string): RequestRecord => ({
  endpoint: 'listResources',
  method: 'GET',
  path,
  status: 200,
  keyName: 'ci',
  atMs: 1,
  fault: null,
  held: true,
  headers: { host: 'h' },
  body: 'a body',
});

describe('the view of a resource', () => {
  test('has its domains, whether it is busy, and its latest 200 deployments, latest first', () => {
    const [resource] = viewWith(250).resources;
    expect(resource).toMatchObject({ id: 'app_web', domains: ['web.test'], busy: false });
    expect(resource?.deployments).toHaveLength(200);
    expect(resource?.deployments.slice(0, 2).map(({ id }) => id)).toEqual(['dep_250', 'dep_249']);
  });

  test('reads logs when they are used, and has none in JSON or a copy', () => {
    const [resource] = viewWith(1).resources;
    store.logs.append('dep_1', 'Built\n');
    expect([resource?.runtimeLog, resource?.deployments[0]?.log]).toEqual(['up\n', 'Built\n']);
    expect(JSON.stringify(resource)).not.toMatch(/up\\n|Built|og"/);
    expect(Object.keys({ ...resource })).not.toContain('runtimeLog');
  });
});

describe('the view of requests', () => {
  test('has the latest 200, the newest first, without headers and bodies', () => {
    const { requests } = viewWith(0, { requests: Array.from({ length: 250 }, (_, number) => request(`/${number}`)) });
    expect(requests).toHaveLength(200);
    expect(requests[0]).toEqual({ atMs: 1, method: 'GET', path: '/249', status: 200, keyName: 'ci', fault: null });
    expect(requests.at(-1)?.path).toBe('/50');
  });
});

describe('the view of everything else', () => {
  test('has changes with the latest first, armed faults, the dialect and the wallet', () => {
    const state = emptyState('empty');
    state.activity.push(activity({ by: 'first' }), activity({ by: 'second' }));
    const faults = new FaultList();
    faults.add({ kind: 'hang', on: '*' });
    const view = viewWith(0, { state, faults, dialect: dialectOf({ env: 'nulls' }) });
    expect(view.activity.map(({ by }) => by)).toEqual(['second', 'first']);
    expect(view).toMatchObject({ wallet: 'empty', faults: [{ kind: 'hang' }], dialect: 'env=nulls', nowMs: 5 });
    expect(state.activity.map(({ by }) => by)).toEqual(['first', 'second']);
  });

  test('has keys without their hashes', () => {
    const record: KeyRecord = { ...key(), valueHash: 'f'.repeat(64) };
    expect(withoutHash(record)).toEqual(key());
    const state = { ...emptyState('funded'), keys: [record] };
    expect(JSON.stringify(viewWith(0, { state }))).not.toContain(record.valueHash);
  });
});
