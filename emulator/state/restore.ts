// The state at the start of an emulator, and its bounds while it runs.
import type { State, Wallet } from './state.ts';
import { emptyState } from './state.ts';
import type { Store } from './store.ts';

/** Deployments and changes that are kept; older ones are forgotten. */
const KEPT_DEPLOYMENTS = 20_000;
const KEPT_CHANGES = 20_000;

/**
 * The saved state, whose wallet wins over the given one, or a new state. Deployments that were under way when the last
 * emulator ended have failed.
 */
export function restoreState(
  store: Store,
  { wallet, nowMs }: { readonly wallet: Wallet; readonly nowMs: number },
): State {
  const state = store.saved ?? emptyState(wallet);
  for (const deployment of state.deployments) {
    if (deployment.finishedAtMs !== null) continue;
    deployment.status = 'failed';
    deployment.finishedAtMs = nowMs;
    store.logs.append(deployment.id, 'The service was restarted while this deployment was in progress.\n');
    store.logs.end(deployment.id);
    store.saveDeployment(deployment);
  }
  return state;
}

/** Forgets the oldest deployments that have ended, and the oldest changes, beyond what is kept. */
export function trimState(state: State, store: Store): void {
  while (state.deployments.length > KEPT_DEPLOYMENTS) {
    const oldest = state.deployments.findIndex(({ finishedAtMs }) => finishedAtMs !== null);
    if (oldest === -1) break;
    const [gone] = state.deployments.splice(oldest, 1);
    if (gone !== undefined) store.removeDeployment(gone.id);
  }
  if (state.activity.length > KEPT_CHANGES) {
    state.activity.splice(0, state.activity.length - KEPT_CHANGES);
    store.trimActivity(KEPT_CHANGES);
  }
}
