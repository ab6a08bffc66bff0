// Reads that are repeated by polling: which failures end it, and how the others are noted.
import type { Clock } from '../../clock.ts';
import {
  ApiError,
  isOtherShape,
  isRefusal,
  isTransientRefusal,
  isUnreadable,
  orApiError,
  RefusedError,
  UNREADABLE_RETRY_MS,
} from '../../api/errors.ts';
import { describeError } from '../failure.ts';
import type { Task } from '../task.ts';
import { createNotes } from './notes.ts';

/** The reads of one poller. */
export interface Polls {
  /** Resolves with undefined and notes that `what` could not be read if polling may continue after the failure. */
  read<T>(what: string, request: Promise<T>): Promise<T | undefined>;
  /** Reports a good response to another read. */
  answered(): void;
}

/** Creates the state of one poller. `otherShapes`: how many answers of another shape in a row end it; by default any. */
export function createPolls(
  task: Pick<Task, 'emit'>,
  clock: Pick<Clock, 'now'>,
  { otherShapes = Infinity }: { otherShapes?: number } = {},
): Polls {
  const note = createNotes(task, clock);
  let pagesSinceMs: number | undefined;
  let shapes = 0;

  function mayContinueAfter(error: ApiError): boolean {
    shapes = isOtherShape(error) ? shapes + 1 : 0;
    if (shapes >= otherShapes) return false;
    if (error instanceof RefusedError) return isTransientRefusal(error) || isRefusal(error, 'busy');
    if (!isUnreadable(error)) return true;
    pagesSinceMs ??= clock.now();
    return clock.now() - pagesSinceMs < UNREADABLE_RETRY_MS;
  }

  function answered(): void {
    shapes = 0;
    pagesSinceMs = undefined;
  }

  return {
    async read(what, request) {
      const result = await orApiError(request);
      if (!(result instanceof ApiError)) {
        answered();
        return result;
      }
      if (!mayContinueAfter(result)) throw result;
      note(`${what} could not be read. ${describeError(result)}`, { kind: `${what} ${result.message}` });
      return undefined;
    },
    answered,
  };
}
