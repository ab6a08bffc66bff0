// Sends requests to the service, with the key and at the pace of the step. A read is sent again
// until it is answered or given up; a POST is sent once.
import { isFailure } from '../failure.ts';
import { formatDuration } from '../text.ts';
import type { Call, Failed, Ok, Result } from './classify.ts';
import { parseAccepted } from './deployments.ts';
import { createExchange, type ExchangeOptions } from './exchange.ts';
import { type Answer, FAILURE_KINDS, type FailureKind } from './failure-kinds.ts';
import { createPace, type PaceOptions } from './pace.ts';
import { createOutages, createSchedule } from './retries.ts';

/** What the client of one step needs: the service, the pace, the time, and where lines go. */
export interface ApiOptions extends PaceOptions, ExchangeOptions {
  /** Receives the lines about outages and rate limits of reads (`createOutages`); untrusted. */
  readonly info: (text: string) => void;
  /** Length of the longest form of a secret, in characters. */
  readonly longestSecretChars: number;
}

/** Limits of a read. */
export interface ReadOptions {
  /** If the next attempt would start later than this after the call, throws the failure instead. */
  readonly giveUpMs?: number;
  /** Waits for the end of a rate limit, even beyond `giveUpMs`, but not beyond the deadline. */
  readonly waitsForLimit?: boolean;
  /** The caller reads again until the deadline, so a single attempt has the usual time, too. */
  readonly isPoll?: boolean;
}

/** These results show that the service itself was reached. */
const ANSWERS: ReadonlySet<Result['kind']> = new Set(['ok', 'refused', 'rateLimited', 'server']);

type CallOptions = Omit<Call, 'method' | 'host'>;

/** The limit for one request. */
const TIMEOUT_MS = 30_000;
/** With `giveUpMs`, a request is limited to the remaining time, but gets at least this. */
const SHORTEST_TIMEOUT_MS = 5_000;
/** The limit for a read that is sent only once (`giveUpMs: 0`). */
const ONCE_TIMEOUT_MS = 10_000;

export function createRequests(options: ApiOptions) {
  const { baseUrl, clock, signal, deadlineMs } = options;
  const { host } = new URL(baseUrl);
  const pace = createPace(options);
  const outages = createOutages(options);
  const { exchange, dispose } = createExchange(options, outages);
  let wasReached = false;
  let lastRateLimit: Failed | undefined;

  /**
   * Sends a read until it is answered or given up. Rejects with a `Failure`, or with the signal's
   * reason.
   */
  async function read(callOptions: CallOptions, limits: ReadOptions = {}): Promise<Ok> {
    const call = { ...callOptions, method: 'GET', host } as const;
    const startedMs = clock.now();
    const schedule = createSchedule(options);
    let isDone = false;
    try {
      for (;;) {
        const sentMs = clock.now();
        // While the key is limited nothing is sent: the last 429 still holds.
        const knownRateLimit = pace.blockedMs() > 0 ? lastRateLimit : undefined;
        const result = knownRateLimit ?? (await send(call, attemptTimeoutMs(startedMs, limits)));
        isDone = result.kind === 'ok' || result.kind === 'refused';
        if (result.kind === 'ok') return result;
        const { kind, failure } = result;
        const next = schedule(result, { sentMs, isFirst: !wasReached });
        const waitMs = kind === 'rateLimited' ? pace.blockedMs() : next.waitMs;
        const lastMs = lastAttemptMs(kind, startedMs, limits);
        if (waitMs === Infinity || clock.now() + waitMs > lastMs) throw failure;
        const untilMs = Math.min(repeatedUntilMs(lastMs, limits), next.untilMs);
        outages.failed(call, failure, {
          sentMs,
          waitMs,
          untilMs,
          next: repetition(waitMs, untilMs),
        });
        if (kind === 'rateLimited') await pace.ready();
        else await clock.sleep(pace.untilLastPoll(waitMs), signal);
      }
    } finally {
      outages.ended(call, isDone);
    }
  }

  /** The limit for the next attempt of a read. */
  function attemptTimeoutMs(startedMs: number, limits: ReadOptions): number {
    const { giveUpMs = Infinity, isPoll = false } = limits;
    if (giveUpMs === 0) return isPoll ? TIMEOUT_MS : ONCE_TIMEOUT_MS;
    const leftMs = startedMs + giveUpMs - clock.now();
    return Math.min(Math.max(leftMs, SHORTEST_TIMEOUT_MS), TIMEOUT_MS);
  }

  /** Until when the read is sent again; a poll is, by its caller, until the deadline. */
  function repeatedUntilMs(lastMs: number, { isPoll = false }: ReadOptions): number {
    return isPoll ? deadlineMs : Math.min(lastMs, deadlineMs);
  }

  /** What a read does after a failure, in a sentence. */
  function repetition(waitMs: number, untilMs: number): string {
    const leftMs = untilMs - clock.now();
    const again = `Trying again in ${formatDuration(Math.min(waitMs, leftMs))}`;
    return `${again}, for at most ${formatDuration(leftMs)}.`;
  }

  /** When another attempt may start at the latest, on the clock of the step. */
  function lastAttemptMs(kind: FailureKind, startedMs: number, limits: ReadOptions): number {
    const { giveUpMs = Infinity, waitsForLimit = false } = limits;
    const untilMs = startedMs + giveUpMs;
    if (kind !== 'rateLimited') return untilMs;
    return waitsForLimit ? deadlineMs : Math.min(untilMs, deadlineMs);
  }

  /** Sends a POST once. Rejects only with the signal's reason. */
  async function postOnce(callOptions: CallOptions, resourceId: string): Promise<Answer> {
    const call = { ...callOptions, method: 'POST', host } as const;
    const result = await send(call, TIMEOUT_MS);
    outages.ended(call, ANSWERS.has(result.kind));
    if (result.kind === 'ok') {
      const { json, location } = result;
      return { kind: 'ok', accepted: parseAccepted(json, resourceId, location) };
    }
    const { failure } = result;
    const kind = FAILURE_KINDS[result.kind].post;
    return {
      kind: kind === 'refused' && isFailure(failure, 'busy') ? 'busy' : kind,
      failure,
      isApiError: result.kind === 'server',
      waitMs: kind === 'rateLimited' ? pace.blockedMs() : (failure.options.retryAfterMs ?? 0),
    };
  }

  /** Sends one request once no rate limit holds. Rejects only with the signal's reason. */
  async function send(call: Call, timeoutMs: number): Promise<Result> {
    const { method } = call;
    await pace.ready();
    const sentMs = clock.now();
    const result = await exchange(call, timeoutMs);
    if (result.kind === 'rateLimited') {
      lastRateLimit = result;
      pace.recordRateLimit(sentMs, { method, retryAfterMs: result.failure.options.retryAfterMs });
    } else pace.recordAnswer(sentMs, method);
    wasReached ||= ANSWERS.has(result.kind);
    return result;
  }

  return {
    read,
    postOnce,
    /** Waits for the end of a rate limit. Throws the 429 if it lasts beyond the deadline. */
    async ready(): Promise<void> {
      if (lastRateLimit !== undefined && clock.now() + pace.blockedMs() >= deadlineMs)
        throw lastRateLimit.failure;
      await pace.ready();
    },
    pause: pace.pause,
    firstPollMs: pace.firstPollMs,
    /** Other jobs use the key, too, so optional requests should be left out. */
    hasConcurrentJobs: options.concurrentJobs > 1,
    /** The latest failure of an outage that has not ended. */
    outage: outages.current,
    /** Closes idle connections, which would keep the process alive. */
    dispose,
  };
}
