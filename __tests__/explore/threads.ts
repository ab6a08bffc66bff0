// Worker threads that play stories.
import { Worker } from 'node:worker_threads';
import type { Result } from './explore.ts';
import type { Bound, Plan } from './play.ts';

/** Threads that share the work. */
export interface Threads {
  readonly count: number;
  playAll(plans: readonly Plan[]): Promise<readonly Result[]>;
  close(): Promise<void>;
}

/** A batch that takes longer is reported as an error: one of its stories hangs in real time. */
const BATCH_WITHIN_MS = 120_000;

export function startThreads({ count, bound }: { count: number; bound: Bound }): Threads {
  const workers = Array.from({ length: count }, () => new Worker(new URL('worker.ts', import.meta.url)));
  const idle = [...workers];

  async function playAll(plans: readonly Plan[]): Promise<readonly Result[]> {
    const worker = idle.pop();
    if (worker === undefined) throw new Error('all threads are busy');
    const { promise, resolve, reject } = Promise.withResolvers<readonly Result[]>();
    const timer = setTimeout(() => reject(new Error('a story hangs in real time')), BATCH_WITHIN_MS);
    const onMessage = (message: { results: readonly Result[] } | { error: string }): void => {
      if ('results' in message) resolve(message.results);
      else reject(new Error(message.error));
    };
    worker.once('message', onMessage).once('error', reject);
    worker.postMessage({ plans, bound }, []);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', reject);
      idle.push(worker);
    }
  }

  return {
    count,
    playAll,
    close: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))),
  };
}
