// The bounds of what is kept while the emulator runs: the oldest is forgotten.
import { describe, expect, test } from '@jest/globals';
import { trimState } from '../../../emulator/state/changes.ts';
import { emptyState } from '../../../emulator/state/state.ts';
import type { ActivityRecord, DeploymentFacts, State } from '../../../emulator/state/state.ts';
import { memoryStore } from '../../../emulator/state/store.ts';
import type { Store } from '../../../emulator/state/store.ts';

/** Deployments and changes that are kept. */
const KEPT = 20_000;

function deployment(number: number): DeploymentFacts {
  const times = { createdAtMs: number, startedAtMs: number, finishedAtMs: number };
  return {
    id: `dep_${number}`,
    resourceId: 'app_web',
    status: 'finished',
    label: 'api',
    by: 'ci',
    force: false,
    ...times,
  };
}

function change(number: number): ActivityRecord {
  return { atMs: number, by: 'ci', address: null, action: 'deploy', target: 'app_web', deploymentId: null };
}

/** A store, and what is removed and trimmed in it. */
function observedStore() {
  const written: string[] = [];
  const store: Store = {
    ...memoryStore({ logLimit: 1000 }),
    removeDeployment: (id) => void written.push(`remove ${id}`),
    trimActivity: (kept) => void written.push(`trim ${kept}`),
  };
  return { store, written };
}

describe('while it runs', () => {
  const filled = (deployments: number, changes: number): State => ({
    ...emptyState('funded'),
    deployments: Array.from({ length: deployments }, (_, number) => deployment(number)),
    activity: Array.from({ length: changes }, (_, number) => change(number)),
  });

  test('nothing is forgotten up to the bounds', () => {
    const state = filled(KEPT, KEPT);
    const { store, written } = observedStore();
    trimState(state, store);
    expect([state.deployments.length, state.activity.length, written]).toEqual([KEPT, KEPT, []]);
  });

  test('the oldest deployments and changes are forgotten beyond the bounds', () => {
    const state = filled(KEPT + 2, KEPT + 3);
    const { store, written } = observedStore();
    trimState(state, store);
    expect([state.deployments.length, state.deployments[0]?.id]).toEqual([KEPT, 'dep_2']);
    expect([state.activity.length, state.activity[0]?.atMs]).toEqual([KEPT, 3]);
    expect(written).toEqual(['remove dep_0', 'remove dep_1', `trim ${KEPT}`]);
  });

  test('a deployment in progress is kept, however old it is', () => {
    const state = filled(KEPT + 1, 0);
    const [first] = state.deployments;
    if (first !== undefined) first.finishedAtMs = null;
    const { store, written } = observedStore();
    trimState(state, store);
    expect(state.deployments.slice(0, 2).map(({ id }) => id)).toEqual(['dep_0', 'dep_2']);
    expect(written).toEqual(['remove dep_1']);
  });

  test('no deployment is forgotten while all are in progress, but changes are', () => {
    const state = filled(KEPT + 1, KEPT + 1);
    for (const one of state.deployments) one.finishedAtMs = null;
    trimState(state, observedStore().store);
    expect([state.deployments.length, state.activity.length]).toEqual([KEPT + 1, KEPT]);
  });
});
