// The state at the start: what was under way has failed.
import { describe, expect, test } from '@jest/globals';
import { restoreState } from '../../../emulator/state/restore.ts';
import { emptyState } from '../../../emulator/state/state.ts';
import type { DeploymentFacts, State } from '../../../emulator/state/state.ts';
import { memoryStore } from '../../../emulator/state/store.ts';
import type { Store } from '../../../emulator/state/store.ts';

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

/** A store with this state, and what is recorded in it. */
function storeWith(saved: State | undefined) {
  const written: string[] = [];
  const store: Store = {
    ...memoryStore({ logLimit: 1000 }),
    saved,
    record: ({ deployment: { id, status } = deployment(0) }) => void written.push(`${id} ${status}`),
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
