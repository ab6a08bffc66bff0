// The state at the start, and its bounds: what was under way has failed, and the oldest is forgotten.
import { describe, expect, test } from '@jest/globals';
import { restoreState, trimState } from '../../../emulator/state/restore.ts';
import { emptyState } from '../../../emulator/state/state.ts';
import type { ActivityRecord, DeploymentFacts, State } from '../../../emulator/state/state.ts';
import { memoryStore } from '../../../emulator/state/store.ts';
import type { Store } from '../../../emulator/state/store.ts';

/** Deployments and changes that are kept. */
const KEPT = 20_000;
const NOW_MS = Date.UTC(2026, 0, 31, 12);

function deployment(number: number, more: Partial<DeploymentFacts> = {}): DeploymentFacts {
  return {
    id: `dep_${number}`,
    resourceId: 'app_web',
    status: 'finished',
    label: 'api',
    by: 'ci',
    force: false,
    createdAtMs: number,
    startedAtMs: number,
    finishedAtMs: number,
    ...more,
  };
}

function change(number: number): ActivityRecord {
  return { atMs: number, by: 'ci', address: null, action: 'deploy', target: 'app_web', deploymentId: null };
}

/** A store with this state, and what is saved, removed and trimmed in it. */
function storeWith(saved: State | undefined) {
  const written: string[] = [];
  const store: Store = {
    ...memoryStore({ logLimit: 1000 }),
    saved,
    saveDeployment: ({ id, status }) => {
      written.push(`${id} ${status}`);
      return true;
    },
    removeDeployment: (id) => void written.push(`remove ${id}`),
    trimActivity: (kept) => void written.push(`trim ${kept}`),
  };
  return { store, written };
}

describe('a start', () => {
  test('without a saved state is new, with the wallet given', () => {
    const { store } = storeWith(undefined);
    expect(restoreState(store, { wallet: 'empty', nowMs: NOW_MS })).toEqual(emptyState('empty'));
  });

  test('with a saved state has that one’s wallet', () => {
    const { store } = storeWith(emptyState('empty'));
    expect(restoreState(store, { wallet: 'funded', nowMs: NOW_MS }).wallet).toBe('empty');
  });

  test('fails what was queued or building, with the reason in its log, and leaves the rest alone', () => {
    const open = { startedAtMs: null, finishedAtMs: null };
    const { store, written } = storeWith({
      ...emptyState('funded'),
      deployments: [
        deployment(1),
        deployment(2, { ...open, status: 'building', startedAtMs: 2 }),
        deployment(3, { ...open, status: 'queued' }),
      ],
    });
    store.logs.append('dep_2', 'Building\n');
    const { deployments } = restoreState(store, { wallet: 'funded', nowMs: NOW_MS });
    expect(deployments.map(({ status, finishedAtMs }) => [status, finishedAtMs])).toEqual([
      ['finished', 1],
      ['failed', NOW_MS],
      ['failed', NOW_MS],
    ]);
    expect(written).toEqual(['dep_2 failed', 'dep_3 failed']);
    expect(store.logs.read('dep_2')).toBe(
      'Building\nThe service was restarted while this deployment was in progress.\n',
    );
    expect(store.logs.read('dep_1')).toBe('');
  });
});

describe('while it runs', () => {
  const filled = (deployments: number, changes: number): State => ({
    ...emptyState('funded'),
    deployments: Array.from({ length: deployments }, (_, number) => deployment(number)),
    activity: Array.from({ length: changes }, (_, number) => change(number)),
  });

  test('nothing is forgotten up to the bounds', () => {
    const state = filled(KEPT, KEPT);
    const { store, written } = storeWith(undefined);
    trimState(state, store);
    expect([state.deployments.length, state.activity.length, written]).toEqual([KEPT, KEPT, []]);
  });

  test('the oldest deployments and changes are forgotten beyond the bounds', () => {
    const state = filled(KEPT + 2, KEPT + 3);
    const { store, written } = storeWith(undefined);
    trimState(state, store);
    expect([state.deployments.length, state.deployments[0]?.id]).toEqual([KEPT, 'dep_2']);
    expect([state.activity.length, state.activity[0]?.atMs]).toEqual([KEPT, 3]);
    expect(written).toEqual(['remove dep_0', 'remove dep_1', `trim ${KEPT}`]);
  });

  test('a deployment in progress is kept, however old it is', () => {
    const state = filled(KEPT + 1, 0);
    const [first] = state.deployments;
    if (first !== undefined) first.finishedAtMs = null;
    const { store, written } = storeWith(undefined);
    trimState(state, store);
    expect(state.deployments.slice(0, 2).map(({ id }) => id)).toEqual(['dep_0', 'dep_2']);
    expect(written).toEqual(['remove dep_1']);
  });

  test('no deployment is forgotten while all are in progress, but changes are', () => {
    const state = filled(KEPT + 1, KEPT + 1);
    for (const one of state.deployments) one.finishedAtMs = null;
    trimState(state, storeWith(undefined).store);
    expect([state.deployments.length, state.activity.length]).toEqual([KEPT + 1, KEPT]);
  });
});
