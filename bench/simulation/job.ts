// One job of a fleet: list, POST, looks until the end of the build is seen, final read of the resource.
// It says what it wants to do next; when and against whom is the fleet's business.

/** How a job decides when to ask, and what it does when it is refused. */
export interface Agent {
  /** Milliseconds from the last look (or the POST) to the next. */
  gapMs(look: { nowMs: number; elapsedMs: number; receivingMs: number }): number;
  answered(nowMs: number): void;
  /** The end of the build was seen: no more looks. */
  leave(): void;
  /** Milliseconds until the refused request is sent again, or that the job fails. */
  refused(refusal: {
    nowMs: number;
    kind: 'read' | 'post';
    attempt: number;
    retryAfterMs: number | undefined;
  }): number | 'gives up';
}

/** The requests of a deploy; `look` is the one that is repeated. */
export type RequestKind = 'list' | 'post' | 'look' | 'read';

/** What a job wants next: to wait, or to send. Its build runs from `acceptedAtMs`. */
export type Wish = { readonly sleepMs: number } | { readonly send: RequestKind; readonly acceptedAtMs: number };

/** What came of a wish: the time it was done and, for a request, when the service dealt with it and how. */
export interface Done {
  readonly nowMs: number;
  readonly servedAtMs: number;
  readonly refused: boolean;
  readonly retryAfterMs: number | undefined;
}

/** Overhead: the wait for the POST plus the time from the end of the build to the answer that shows it. */
export type Outcome =
  { readonly failed: false; readonly postWaitMs: number; readonly detectionMs: number } | { readonly failed: true };

/** One job: when it starts, how long its build takes, and when it gives up. Times are of the simulation. */
export interface JobOptions {
  /** Whether the job lists before its POST and reads the resource at the end, as the action does. */
  readonly listsAndReads: boolean;
  readonly startMs: number;
  readonly buildMs: number;
  readonly deadlineMs: number;
}

const failed: Outcome = { failed: true };

/** Plays one job; it is resumed with what came of its last wish. */
export function* playJob(
  agent: Agent,
  { listsAndReads, startMs, buildMs, deadlineMs }: JobOptions,
): Generator<Wish, Outcome, Done> {
  let acceptedAtMs = Infinity;

  function* ask(send: RequestKind): Generator<Wish, Done | undefined, Done> {
    for (let attempt = 1; ; attempt += 1) {
      const done = yield { send, acceptedAtMs };
      if (done.nowMs > startMs + deadlineMs) return undefined;
      if (!done.refused) {
        agent.answered(done.nowMs);
        return done;
      }
      const kind = send === 'post' ? 'post' : 'read';
      const sleepMs = agent.refused({ nowMs: done.nowMs, kind, attempt, retryAfterMs: done.retryAfterMs });
      if (sleepMs === 'gives up') return undefined;
      yield { sleepMs };
    }
  }

  if (listsAndReads && (yield* ask('list')) === undefined) return failed;
  const posted = yield* ask('post');
  if (posted === undefined) return failed;
  acceptedAtMs = posted.servedAtMs;
  const endMs = acceptedAtMs + buildMs;
  let seen = posted;
  do {
    const elapsedMs = seen.nowMs - posted.nowMs;
    yield { sleepMs: agent.gapMs({ nowMs: seen.nowMs, elapsedMs, receivingMs: 1 }) };
    const look = yield* ask('look');
    if (look === undefined) return failed;
    seen = look;
  } while (seen.servedAtMs < endMs);
  agent.leave();
  if (listsAndReads && (yield* ask('read')) === undefined) return failed;
  return { failed: false, postWaitMs: acceptedAtMs - startMs, detectionMs: seen.nowMs - endMs };
}
