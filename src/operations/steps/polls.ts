// Which failed polls are retried by the next poll.
import type { Clock } from '../../clock.ts';
import {
  type ApiError,
  isTransientRefusal,
  isUnreadable,
  RefusedError,
  UNREADABLE_RETRY_MS,
} from '../../api/errors.ts';

/** Measures for how long the polls of one deployment or resource have returned pages. */
export interface PollFailures {
  /** True when polling may continue after this error. */
  mayContinueAfter(error: ApiError): boolean;
  /** Resets the time. */
  answered(): void;
}

/** Creates the state of one poller. */
export function createPollFailures(clock: Clock): PollFailures {
  let pagesSinceMs: number | undefined;
  return {
    mayContinueAfter(error) {
      if (error instanceof RefusedError) return isTransientRefusal(error);
      if (!isUnreadable(error)) return true;
      pagesSinceMs ??= clock.now();
      return clock.now() - pagesSinceMs < UNREADABLE_RETRY_MS;
    },
    answered() {
      pagesSinceMs = undefined;
    },
  };
}
