// Runs the work for several resources: how many at once, in which order, and whether a failure stops the rest.
import { ApiError, orApiError } from '../../api/errors.ts';
import { Stop } from '../../clock.ts';
import type { Args, Context, Inputs, Outcome } from '../operation.ts';
import { describeError } from '../failure.ts';
import { runTask, skipAfterFailure, type Task } from '../task.ts';
import { BRIEF_MS } from './resource/index.ts';

/** The inputs `max-parallel` and `fail-fast`. */
export interface FanOut {
  /** At most this many at once; undefined for all. 1 runs them in the order given. */
  readonly maxParallel: number | undefined;
  /** After a failure, start no further resource. */
  readonly failFast: boolean;
}

/** Reads `max-parallel` and `fail-fast`. */
export function readFanOut(inputs: Inputs): FanOut {
  return { maxParallel: inputs.count('max-parallel'), failFast: inputs.flag('fail-fast') };
}

/** What is left to do for a resource when the work on all of them has ended. */
export type AfterAll = () => Promise<void>;

/**
 * Runs `work` for each resource; resolves with the outcomes in the order given. Resources not started are `skipped`.
 */
export async function fanOut(
  { resourceIds, maxParallel, failFast }: Args & FanOut,
  context: Context,
  work: (task: Task) => Promise<AfterAll | undefined | void>,
): Promise<Outcome[]> {
  if (resourceIds.length > 1) await learnNames(resourceIds, context);
  const outcomes = new Map<string, Outcome>();
  const afterAll: AfterAll[] = [];
  const queue = [...resourceIds];
  let failed = false;

  async function worker(): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (failed && failFast) {
        outcomes.set(next, skipAfterFailure(next, context));
        continue;
      }
      const outcome = await runTask(next, context, async (task) => {
        const after = await work(task);
        if (after !== undefined) afterAll.push(after);
      });
      outcomes.set(next, outcome);
      failed ||= outcome.errorCode !== undefined;
    }
  }

  const workers = Math.min(maxParallel ?? resourceIds.length, resourceIds.length);
  await Promise.all(Array.from({ length: workers }, worker));
  await Promise.all(afterAll.map((after) => after()));
  return resourceIds.flatMap((id) => outcomes.get(id) ?? []);
}

/**
 * Reads all names with one request, so that lines and rows are labelled from the start. A stop is left to the work on each
 * resource, whose outcome it is.
 */
async function learnNames(resourceIds: readonly string[], context: Context): Promise<void> {
  const listed = await orApiError(context.client.withLimits({ timeoutMs: BRIEF_MS }).listResources()).catch(
    (error: unknown) => {
      if (error instanceof Stop) return undefined;
      throw error;
    },
  );
  if (listed instanceof ApiError) {
    context.emit({ kind: 'note', text: `the names of the resources could not be read. ${describeError(listed)}` });
    return;
  }
  for (const { id, name } of listed?.items ?? []) {
    if (id !== undefined && name !== undefined && resourceIds.includes(id))
      context.emit({ kind: 'named', resourceId: id, name });
  }
}
