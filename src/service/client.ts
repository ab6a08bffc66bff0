// The client of the service for one step: each request once, with the key and at the pace of the
// step; three ways to read, and one to POST.
import { catchFailure, type Failure, isFailure } from '../failure.ts';
import type { Answer, Failed } from './answer.ts';
import type { Post, Read } from './endpoints.ts';
import { createRequests, type ServiceOptions } from './requests.ts';

const TIMEOUT_MS = 30_000;
/** A read with a limit of time gets at least this for a single request. */
const SHORTEST_TIMEOUT_MS = 5_000;
/** The time for a read that is only tried. */
const TRY_TIMEOUT_MS = 5_000;
/** How long after an acceptance the first poll is sent. */
const FIRST_POLL_MS = 1_100;

export type Service = ReturnType<typeof createService>;

/** Creates the client of one step. */
export function createService(options: ServiceOptions) {
  const { clock, signal, deadlineMs } = options;
  const { sendAndRecord, sendOnce, limit, outages, pace } = createRequests(options);

  /**
   * Reads once, after the end of a rate limit. Failures count as an outage until the next answer.
   * Throws only if there is no point in another attempt: a limit that lasts beyond `limitUntilMs`,
   * by default the deadline, or an outage that has lasted too long.
   */
  async function attempt<T>(
    { path, parse, ...read }: Read<T>,
    { timeoutMs = TIMEOUT_MS, limitUntilMs = deadlineMs } = {},
  ): Promise<Answer<T>> {
    const call = { method: 'GET', path, ...read } as const;
    const answer = await sendAndRecord(call, { timeoutMs, limitUntilMs });
    if (answer.kind === 'ok') return { kind: 'ok', value: parse(answer.value) };
    if (answer.kind === 'limited') limit.assertReadyBy(limitUntilMs);
    outages.assertPatience(answer);
    return answer;
  }

  /** Waits for the next attempt of a read. Throws the failure if that would come too late. */
  async function awaitNextAttempt({ kind, failure }: Failed, untilMs: number): Promise<void> {
    switch (kind) {
      case 'refused':
      case 'busy':
      case 'too-large':
        throw failure;
      case 'limited':
        return;
      case 'page':
      case 'lost':
      case 'unsent': {
        const waitMs = outages.nextAttemptMs(failure);
        if (clock.now() + waitMs > untilMs) throw failure;
        await clock.sleep(pace.untilLastPoll(waitMs), signal);
        return;
      }
      default:
        kind satisfies never;
    }
  }

  return {
    attempt,
    /**
     * Reads until it is answered. `giveUpMs`: throws the failure if the next attempt would come
     * later than this after the call; a rate limit is waited for all the same. Throws the failure
     * of a read that is refused or given up.
     */
    async read<T>(read: Read<T>, { giveUpMs = Infinity } = {}): Promise<T> {
      const untilMs = clock.now() + giveUpMs;
      for (;;) {
        const leftMs = Math.max(untilMs - clock.now(), SHORTEST_TIMEOUT_MS);
        const answer = await attempt(read, { timeoutMs: Math.min(leftMs, TIMEOUT_MS) });
        if (answer.kind === 'ok') return answer.value;
        await awaitNextAttempt(answer, untilMs);
      }
    },
    /**
     * Reads once, without waiting for anything: a rate limit counts as a failure, and so does the
     * signal's reason. What comes of it does not count as an outage. Never rejects.
     */
    async tryRead<T>({ path, parse, ...read }: Read<T>): Promise<T | Failure> {
      const limited = limit.current();
      if (limited !== undefined) return limited;
      const call = { method: 'GET', path, ...read } as const;
      const sentMs = clock.now();
      const answer = await catchFailure(sendOnce(call, { timeoutMs: TRY_TIMEOUT_MS }));
      if (isFailure(answer)) return answer;
      if (answer.kind === 'ok') return parse(answer.value);
      if (answer.kind === 'limited') limit.record(answer.failure, 'GET', sentMs);
      return answer.failure;
    },
    /** Sends a POST once, after the end of a rate limit. Throws a limit beyond the deadline. */
    post: async ({ path, body }: Post): Promise<Answer> =>
      await sendAndRecord({ method: 'POST', path, body }, { timeoutMs: TIMEOUT_MS }),
    /** Waits for the end of a rate limit. Throws the 429 if it lasts beyond this time. */
    ready: limit.ready,
    /**
     * Pauses between two polls: for `leastMs`, or longer as the pace demands. A last poll is sent
     * just before the deadline; the pause after it lasts until the step is aborted.
     */
    pause: async (leastMs = 0): Promise<void> => await clock.sleep(pace.pauseMs(leastMs), signal),
    /** Pauses between an acceptance and the first poll. */
    pauseBeforeFirstPoll: async (): Promise<void> =>
      await clock.sleep(pace.untilLastPoll(FIRST_POLL_MS), signal),
    /** The latest failure of an outage that has not ended. */
    outage: outages.latest,
  };
}
