// A thread that plays stories: it receives plans and returns results.
import { parentPort } from 'node:worker_threads';
import { type Result, tryPlan } from './explore.ts';
import type { Bound, Plan } from './play.ts';

/** The message that starts a batch. */
export interface Order {
  readonly plans: readonly Plan[];
  readonly bound: Bound;
}

if (parentPort === null) throw new Error('this is the code of a worker thread');
const port = parentPort;

async function playAll({ plans, bound }: Order): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const plan of plans) results.push(await tryPlan(plan, bound));
  return results;
}

port.on('message', (order: Order) => {
  playAll(order).then(
    (results) => port.postMessage({ results }),
    (error: unknown) =>
      port.postMessage({ error: Error.isError(error) ? `${error.stack} ${String(error.cause)}` : String(error) }),
  );
});
