// What a failed poll means: the next poll is the retry, unless no patience can help.
import type { Clock } from '../../clock.ts';
import {
  type ApiError,
  isPostponed,
  isRateLimited,
  isUnreadable,
  RefusedError,
  UNREADABLE_PATIENCE_MS,
} from '../../api/errors.ts';

/** Remembers since when the polls of one deployment or resource have brought pages. */
export interface PollFailures {
  /** Whether a failed poll may be followed by another one. */
  mayContinueAfter(error: ApiError): boolean;
  /** A poll was answered. */
  answered(): void;
}

/** Begins with a service that answers. */
export function createPollFailures(clock: Clock): PollFailures {
  let pagesSinceMs: number | undefined;
  return {
    mayContinueAfter(error) {
      if (error instanceof RefusedError) return isRateLimited(error) || isPostponed(error);
      if (!isUnreadable(error)) return true;
      pagesSinceMs ??= clock.now();
      return clock.now() - pagesSinceMs < UNREADABLE_PATIENCE_MS;
    },
    answered() {
      pagesSinceMs = undefined;
    },
  };
}

/** A key that is gone or may not do this: no patience helps. */
export function isKeyProblem({ code }: ApiError): boolean {
  return code === 'unauthorized' || code === 'forbidden' || code === 'billing';
}
