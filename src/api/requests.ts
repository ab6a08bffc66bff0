// Sends requests to the service, with the key and at the pace of the step. A read is sent until it
// is answered, a POST once.
import { Failure } from '../failure.ts';
import { formatDuration } from '../text.ts';
import { type Answer, answerOf } from './answers.ts';
import { type Call, classify, classifyError, type Result } from './classify.ts';
import { ExchangeError } from './connection-errors.ts';
import { createHttp, type HttpReply } from './http.ts';
import { isTooComplex, parseJson, shapeOf } from './json.ts';
import type { ApiOptions } from './options.ts';
import { createPace } from './pace.ts';
import { createOutages, retryWaitMs } from './retries.ts';

/** Limits of a read. */
export interface ReadOptions {
  /** Throws the failure instead of sending another attempt later than this after the call. */
  readonly giveUpMs?: number;
  /** Waits for the end of a rate limit, even beyond `giveUpMs`, but not beyond the deadline. */
  readonly waitsForLimit?: boolean;
}

type CallOptions = Omit<Call, 'method' | 'host'>;
type Ok = Extract<Result, { kind: 'ok' }>;
type RateLimited = Extract<Result, { kind: 'rateLimited' }>;

/** The limit for one request. */
const TIMEOUT_MS = 30_000;
/** With `giveUpMs`, a request is limited to the remaining time, but at least to this. */
const SHORTEST_TIMEOUT_MS = 5_000;
/** Larger replies are not read. */
const MAX_BYTES = 2 ** 24;
/** A request that has been unanswered for this long when the step ends counts as an outage. */
const UNANSWERED_MS = 15_000;

export function createRequests(options: ApiOptions) {
  const { baseUrl, apiKey, clock, random, signal, deadlineMs } = options;
  const { host } = new URL(baseUrl);
  const http = createHttp('deployment-service-action', clock);
  const pace = createPace(options);
  const outages = createOutages(options);
  let hasAnswered = false;
  let hasSucceeded = false;
  let unanswered: Failure | undefined;
  let lastRateLimit: RateLimited | undefined;

  /** Sends a read until it is answered. Rejects with a `Failure`, or with the signal's reason. */
  async function read(call: CallOptions, limits: ReadOptions = {}): Promise<Ok> {
    const { giveUpMs = Infinity } = limits;
    const thisRead = {};
    const startedMs = clock.now();
    let isAnswered = false;
    let same: { kind: Result['kind']; sinceMs: number } | undefined;
    try {
      for (let attempt = 1; ; attempt += 1) {
        const sentMs = clock.now();
        const leftMs = Math.max(giveUpMs - (sentMs - startedMs), SHORTEST_TIMEOUT_MS);
        const heldBack = pace.blockedMs() > 0 ? lastRateLimit : undefined;
        const result =
          heldBack ?? (await send({ ...call, method: 'GET', host }, Math.min(leftMs, TIMEOUT_MS)));
        isAnswered = result.kind === 'ok' || result.kind === 'refused';
        if (result.kind === 'ok') return result;
        if (same?.kind !== result.kind) same = { kind: result.kind, sinceMs: sentMs };
        const progress = { attempt, startedMs, sameSinceMs: same.sinceMs };
        const waitMs = untilNextAttempt(result, progress, limits);
        if (waitMs === undefined) throw result.failure;
        outages.failed(thisRead, result.failure, { sentMs, waitMs });
        if (result.kind === 'rateLimited') await pace.ready();
        else await clock.sleep(pace.untilLastPoll(waitMs), signal);
      }
    } finally {
      outages.ended(thisRead, isAnswered);
    }
  }

  /** Milliseconds until a read is sent again; undefined if it is given up. */
  function untilNextAttempt(
    result: Exclude<Result, { kind: 'ok' }>,
    progress: { attempt: number; startedMs: number; sameSinceMs: number },
    { giveUpMs = Infinity, waitsForLimit = false }: ReadOptions,
  ): number | undefined {
    const nowMs = clock.now();
    const { attempt, startedMs, sameSinceMs } = progress;
    const isTooLate = (waitMs: number): boolean => nowMs + waitMs - startedMs > giveUpMs;
    if (result.kind === 'rateLimited') {
      const waitMs = pace.blockedMs();
      const isGivenUp = nowMs + waitMs >= deadlineMs || (!waitsForLimit && isTooLate(waitMs));
      return isGivenUp ? undefined : waitMs;
    }
    const sameKindForMs = nowMs - sameSinceMs;
    const state = { attempt, hasAnswered, hasSucceeded, sameKindForMs, random };
    const waitMs = retryWaitMs(result, state);
    return waitMs === undefined || isTooLate(waitMs) ? undefined : waitMs;
  }

  /** Sends a POST once. Rejects only with the signal's reason. */
  async function postOnce(call: CallOptions, resourceId: string): Promise<Answer> {
    const result = await send({ ...call, method: 'POST', host }, TIMEOUT_MS);
    return answerOf(result, { resourceId, blockedMs: pace.blockedMs() });
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
    hasSucceeded ||= result.kind === 'ok';
    hasAnswered ||=
      ['ok', 'refused', 'rateLimited'].includes(result.kind) ||
      (result.kind === 'server' && result.isApi);
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
    const startedMs = clock.now();
    let reply: HttpReply | undefined;
    let json: unknown;
    try {
      reply = await http.exchange(request, signal);
      json = parseJson(reply.body);
      if (json === undefined && call.mayBeText !== true && isTooComplex(reply.body))
        throw new ExchangeError('too-large', 'the reply is nested too deep or has too many values');
      return classify(reply, call, json);
    } catch (error) {
      if (error instanceof ExchangeError) return classifyError(error, call);
      const waitedMs = clock.now() - startedMs;
      const what = `${method} ${path}: ${host} has not answered for ${formatDuration(waitedMs)}.`;
      if (waitedMs >= UNANSWERED_MS) unanswered = new Failure('unreachable', what);
      throw error;
    } finally {
      logDebug(call, startedMs, { reply, json });
    }
  }

  /** Writes method, path, status, time and shape; never a value. */
  function logDebug(
    { method, path }: Call,
    startedMs: number,
    { reply, json }: { reply: HttpReply | undefined; json: unknown },
  ): void {
    if (!options.isDebug) return;
    const { status = 'no reply', body = '' } = reply ?? {};
    const shape =
      json === undefined ? `${body.length} characters that are not JSON` : shapeOf(json);
    const tookMs = Math.round(clock.now() - startedMs);
    options.debug(`${method} ${path}: ${status} after ${tookMs} ms, ${shape}`);
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
    outage: (): Failure | undefined => outages.current() ?? unanswered,
    /** Closes idle connections, which would keep the process alive. */
    dispose: (): void => http.dispose(),
  };
}
