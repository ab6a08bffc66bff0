// Sends requests to the service, with the key and at the pace of the step. A read is sent until it
// is answered, a POST once.
import { Failure, isFailure } from '../failure.ts';
import { formatDuration } from '../text.ts';
import { type Answer, POST_ANSWERS } from './answers.ts';
import {
  type Call,
  classify,
  classifyError,
  type FailureKind,
  type Ok,
  type Result,
} from './classify.ts';
import { ExchangeError } from './connection-errors.ts';
import { readAccepted } from './deployments.ts';
import { createHttp, type HttpReply } from './http.ts';
import { isTooComplex, parseJson, shapeOf } from './json.ts';
import { createPace, type PaceOptions } from './pace.ts';
import { createOutages, LOGGED_AFTER_MS, RETRY_MS, retryWaitMs } from './retries.ts';

/** What the client of one step needs: the service, the pace, the time, and where lines go. */
export interface ApiOptions extends PaceOptions {
  /** API root without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /**
   * Receives one line when an outage or a rate limit begins, and one when it ends. The text is
   * untrusted.
   */
  readonly info: (text: string) => void;
  readonly debug: (text: string) => void;
  /** Length of the longest form of a secret, in characters. */
  readonly longestForm: number;
  /** Composes a debug line for each request. */
  readonly isDebug: boolean;
}

/** Limits of a read. */
export interface ReadOptions {
  /** Throws the failure instead of sending another attempt later than this after the call. */
  readonly giveUpMs?: number;
  /** Waits for the end of a rate limit, even beyond `giveUpMs`, but not beyond the deadline. */
  readonly waitsForLimit?: boolean;
}

/** These results show that the service itself was reached. */
const ANSWERS: ReadonlySet<Result['kind']> = new Set(['ok', 'refused', 'rateLimited', 'server']);

type CallOptions = Omit<Call, 'method' | 'host'>;

/** The limit for one request. */
const TIMEOUT_MS = 30_000;
/** With `giveUpMs`, a request is limited to the remaining time, but at least to this. */
const SHORTEST_TIMEOUT_MS = 5_000;
/** The limit for a read that is sent only once (`giveUpMs: 0`). */
const ONCE_TIMEOUT_MS = 10_000;
/** Larger replies are not read. */
const MAX_BYTES = 2 ** 24;

export function createRequests(options: ApiOptions) {
  const { baseUrl, apiKey, clock, random, signal, deadlineMs } = options;
  const { host } = new URL(baseUrl);
  const http = createHttp('deployment-service-action', clock);
  const pace = createPace(options);
  const outages = createOutages(options);
  let hasAnswered = false;
  let lastRateLimit: Exclude<Result, Ok> | undefined;
  // A reply that is as slow as an earlier one is not worth a line.
  let slowestReplyMs = 0;

  /** Sends a read until it is answered. Rejects with a `Failure`, or with the signal's reason. */
  async function read(callOptions: CallOptions, limits: ReadOptions = {}): Promise<Ok> {
    const { giveUpMs = Infinity } = limits;
    const call = { ...callOptions, method: 'GET', host } as const;
    const startedMs = clock.now();
    let isAnswered = false;
    let current = { limitMs: NaN, sinceMs: startedMs };
    try {
      for (let attempt = 1; ; attempt += 1) {
        const sentMs = clock.now();
        const leftMs = Math.max(startedMs + giveUpMs - sentMs, SHORTEST_TIMEOUT_MS);
        const timeoutMs = giveUpMs === 0 ? ONCE_TIMEOUT_MS : Math.min(leftMs, TIMEOUT_MS);
        // While the key is limited nothing is sent: the last 429 still holds.
        const knownRateLimit = pace.blockedMs() > 0 ? lastRateLimit : undefined;
        const result = knownRateLimit ?? (await send(call, timeoutMs));
        isAnswered = result.kind === 'ok' || result.kind === 'refused';
        if (result.kind === 'ok') return result;
        const { kind, failure } = result;
        const phase = hasAnswered ? 'later' : 'first';
        const limitMs = RETRY_MS[kind][phase];
        if (current.limitMs !== limitMs) current = { limitMs, sinceMs: sentMs };
        const state = { attempt, phase, sameMs: clock.now() - current.sinceMs, random } as const;
        const waitMs =
          kind === 'rateLimited' ? pace.blockedMs() : retryWaitMs(kind, failure, state);
        const lastMs = lastAttemptMs(kind, startedMs, limits);
        if (waitMs === Infinity || clock.now() + waitMs > lastMs) throw failure;
        const untilMs = Math.min(lastMs, current.sinceMs + limitMs, deadlineMs);
        const forAtMost = `for at most ${formatDuration(untilMs - clock.now())}`;
        const next = `Trying again in ${formatDuration(waitMs)}, ${forAtMost}.`;
        outages.failed(call, failure, { sentMs, waitMs, next });
        if (kind === 'rateLimited') await pace.ready();
        else await clock.sleep(pace.untilLastPoll(waitMs), signal);
      }
    } finally {
      outages.ended(call, isAnswered);
    }
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
    let isAnswered = false;
    try {
      const result = await send(call, TIMEOUT_MS);
      isAnswered = ANSWERS.has(result.kind);
      if (result.kind === 'ok') {
        const { json, location } = result;
        return { kind: 'ok', accepted: readAccepted(json, resourceId, location) };
      }
      const { failure } = result;
      const kind = POST_ANSWERS[result.kind];
      const isLimited = result.kind === 'rateLimited';
      return {
        kind: kind === 'refused' && isFailure(failure, 'busy') ? 'busy' : kind,
        failure,
        isApi: result.kind === 'server',
        waitMs: isLimited ? pace.blockedMs() : (failure.options.retryAfterMs ?? 0),
      };
    } finally {
      outages.ended(call, isAnswered);
    }
  }

  /** Sends one request at the pace of the step. Rejects only with the signal's reason. */
  async function send(call: Call, timeoutMs: number): Promise<Result> {
    const { method } = call;
    await pace.ready();
    const sentMs = clock.now();
    const result = await exchange(call, timeoutMs);
    if (result.kind === 'rateLimited') {
      lastRateLimit = result;
      pace.rateLimited(sentMs, { method, retryAfterMs: result.failure.options.retryAfterMs });
    } else pace.answered(sentMs, method);
    hasAnswered ||= ANSWERS.has(result.kind);
    return result;
  }

  async function exchange(call: Call, timeoutMs: number): Promise<Result> {
    const { method, path, body, isKeyless } = call;
    const headers = {
      accept: 'application/json',
      ...(isKeyless !== true && { authorization: `Bearer ${apiKey}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const request = { method, url: baseUrl + path, headers, body, timeoutMs, maxBytes: MAX_BYTES };
    const sentMs = clock.now();
    const quietMs = Math.max(LOGGED_AFTER_MS, slowestReplyMs);
    let silence: Failure | undefined;
    const noteSilence = (): void => {
      const silentMs = clock.now() - sentMs;
      if (silentMs < quietMs || silentMs >= timeoutMs) return;
      const what = `${method} ${path}: ${host} has not answered for ${formatDuration(silentMs)}.`;
      const waitMs = Math.min(timeoutMs, deadlineMs - sentMs);
      const next = `Waiting for up to ${formatDuration(waitMs)}.`;
      // What the service has answered before says more than its silence.
      const known = outages.current();
      const isNews = known === undefined || known === silence;
      const failure = isNews ? new Failure('unreachable', what) : known;
      if (isNews) silence = failure;
      outages.failed(call, failure, { sentMs, waitMs, next });
    };
    const answered = new AbortController();
    clock.sleep(quietMs, answered.signal).then(noteSilence, () => undefined);
    let reply: HttpReply | undefined;
    let json: unknown;
    try {
      reply = await http.exchange(request, signal);
      slowestReplyMs = Math.max(slowestReplyMs, clock.now() - sentMs);
      json = parseJson(reply.body);
      if (json === undefined && call.mayBeText !== true && isTooComplex(reply.body))
        throw new ExchangeError('too-large', 'the reply is nested too deep or has too many values');
      return classify(reply, call, json);
    } catch (error) {
      if (error instanceof ExchangeError) return classifyError(error, call);
      // The step has ended while nothing was answered: that explains it.
      noteSilence();
      throw error;
    } finally {
      answered.abort();
      if (options.isDebug) logDebug(call, clock.now() - sentMs, { reply, json });
    }
  }

  /** Names and types of a reply, never a value. */
  function logDebug(
    { method, path }: Call,
    tookMs: number,
    { reply, json }: { reply: HttpReply | undefined; json: unknown },
  ): void {
    const size = `${reply?.body.length ?? 0} characters that are not JSON`;
    const shown = json === undefined ? size : shapeOf(json);
    const status = reply?.status ?? 'no reply';
    options.debug(`${method} ${path}: ${status} after ${Math.round(tookMs)} ms, ${shown}`);
  }

  return {
    read,
    postOnce,
    /** Waits for the end of a rate limit. Rejects with its failure if that is past the deadline. */
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
    dispose: (): void => http.dispose(),
  };
}
