// The state at the start of an emulator.
import type { State, Wallet } from './state.ts';
import { emptyState } from './state.ts';
import type { Store } from './store.ts';

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
    store.record({ deployment });
  }
  return state;
}
