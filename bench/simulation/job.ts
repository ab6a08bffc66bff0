// One job of a fleet: the requests before its POST, the POST, polls until the end of the build is seen, a final read. Its
// agent decides when each request is sent.

/** The requests of a deploy. */
export type RequestKind = 'list' | 'post' | 'poll' | 'read';

/** A request with its response. Times are simulated, in milliseconds. */
interface Exchange {
  readonly kind: RequestKind;
  readonly sentMs: number;
  readonly receivedMs: number;
}

/** How a job decides when to send. */
export interface Agent {
  /** When a request of this kind may be sent; called again after each wait. A time in the past means at once. */
  dueMs(kind: RequestKind): number;
  /** Called when a request is sent. */
  sent(kind: RequestKind, nowMs: number): void;
  answered(exchange: Exchange): void;
  /** Returns `false` if the job fails now. */
  refused(exchange: Exchange & { readonly retryAfterMs: number | undefined }): boolean;
}

/** What a job does next: wait, or send. Its build runs from `acceptedAtMs`. */
export type Action = { readonly sleepMs: number } | { readonly send: RequestKind; readonly acceptedAtMs: number };

/** The result of an action: when it was done and, for a request, when the service handled it and how. */
export interface Done {
  readonly nowMs: number;
  readonly servedAtMs: number;
  readonly refused: boolean;
  readonly retryAfterMs: number | undefined;
}

/** Overhead: the wait for the POST plus the time from the end of the build to the end of the job. */
export type Outcome =
  { readonly failed: false; readonly postWaitMs: number; readonly detectionMs: number } | { readonly failed: true };

/** One job: when it starts, how long its build takes, and when it gives up. Times are simulated. */
export interface JobOptions {
  /** What it sends before its POST; with any of it, a read of the resource follows the build's end. */
  readonly before: readonly RequestKind[];
  readonly startMs: number;
  readonly buildMs: number;
  readonly deadlineMs: number;
}

/** The action gives up a read of the resource that is refused for this long, before its POST and after the end. */
const readLimitMs = { before: 10_000, after: 120_000 };

const failed: Outcome = { failed: true };

/** Plays one job; it is resumed with the result of its last action. */
export function* playJob(
  agent: Agent,
  { before, startMs, buildMs, deadlineMs }: JobOptions,
): Generator<Action, Outcome, Done> {
  let nowMs = startMs;
  let acceptedAtMs = Infinity;
  let readUntilMs = startMs + readLimitMs.before;

  /** Sends until it is answered; undefined when the job fails. */
  function* request(kind: RequestKind): Generator<Action, Done | undefined, Done> {
    for (;;) {
      if (kind === 'read' && agent.dueMs(kind) > readUntilMs)
        return { nowMs, servedAtMs: nowMs, refused: true, retryAfterMs: undefined };
      // Whole milliseconds, as timers have them; with fractions, rounding might keep the clock below the scheduled time.
      for (let waitMs = wait(kind); waitMs > 0; waitMs = wait(kind)) nowMs = (yield { sleepMs: waitMs }).nowMs;
      const sentMs = nowMs;
      agent.sent(kind, nowMs);
      const done = yield { send: kind, acceptedAtMs };
      nowMs = done.nowMs;
      if (nowMs > startMs + deadlineMs) return undefined;
      const exchange = { kind, sentMs, receivedMs: nowMs };
      if (!done.refused) {
        agent.answered(exchange);
        return done;
      }
      if (!agent.refused({ ...exchange, retryAfterMs: done.retryAfterMs })) return undefined;
    }
  }

  /** A wait beyond the deadline is as good as one just beyond it. */
  function wait(kind: RequestKind): number {
    return Math.ceil(Math.min(agent.dueMs(kind), startMs + deadlineMs + 1) - nowMs);
  }

  for (const kind of before) if ((yield* request(kind)) === undefined) return failed;
  const posted = yield* request('post');
  if (posted === undefined) return failed;
  acceptedAtMs = posted.servedAtMs;
  const endMs = acceptedAtMs + buildMs;
  let seen = posted;
  do {
    const polled = yield* request('poll');
    if (polled === undefined) return failed;
    seen = polled;
  } while (seen.servedAtMs < endMs);
  readUntilMs = Math.min(nowMs + readLimitMs.after, startMs + deadlineMs);
  if (before.length > 0 && (yield* request('read')) === undefined) return failed;
  return { failed: false, postWaitMs: acceptedAtMs - startMs, detectionMs: nowMs - endMs };
}
