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
  /** Whether to log a failure: false if the same one was logged less than 25 s ago. */
  isNews(text: string): boolean;
  /** Resets the time. */
  answered(): void;
}

/** The same failure is logged again after this time, to show that polling continues. */
const SAME_FAILURE_MS = 25_000;

/** Creates the state of one poller. */
export function createPollFailures(clock: Clock): PollFailures {
  let pagesSinceMs: number | undefined;
  let logged = { text: '', atMs: -Infinity };
  return {
    mayContinueAfter(error) {
      if (error instanceof RefusedError) return isTransientRefusal(error);
      if (!isUnreadable(error)) return true;
      pagesSinceMs ??= clock.now();
      return clock.now() - pagesSinceMs < UNREADABLE_RETRY_MS;
    },
    isNews(text) {
      const isSame = text === logged.text && clock.now() - logged.atMs < SAME_FAILURE_MS;
      if (!isSame) logged = { text, atMs: clock.now() };
      return !isSame;
    },
    answered() {
      pagesSinceMs = undefined;
    },
  };
}
