// Sends requests to the service with the key and at the pace of the step: a read until it is
// answered, a POST once.
import { Failure, isFailure } from '../failure.ts';
import { formatDuration } from '../text.ts';
import { type Call, classify, classifyError, type Result } from './classify.ts';
import { ExchangeError } from './connection-errors.ts';
import { type Accepted, readAccepted } from './deployments.ts';
import { createHttp, type HttpReply } from './http.ts';
import { parseJson, shapeOf } from './json.ts';
import { createPace, type PaceOptions } from './pace.ts';
import { createOutages, retryWaitMs } from './retries.ts';

/** What a client is made of. */
export interface ApiOptions extends PaceOptions {
  /** API root without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /**
   * Receives one line when an outage or a rate limit begins, and one when it ends. Holds untrusted
   * text.
   */
  readonly info: (text: string) => void;
  readonly debug: (text: string) => void;
  /** Debug lines are written: otherwise none is composed. */
  readonly isDebug: boolean;
}

/** Limits of a read. */
export interface ReadOptions {
  /** No further attempt later than this after the call: the failure is thrown. */
  readonly giveUpMs?: number;
  /** A rate limit is waited for, to the deadline: everything else has to wait for it, too. */
  readonly waitsForLimit?: boolean;
}

/** What became of a POST; one that may have arrived is not sent again. */
export type Answer =
  /** 2xx with JSON or an empty body. */
  | { readonly kind: 'ok'; readonly accepted: Accepted }
  /** Not carried out: other work keeps the resource busy. */
  | { readonly kind: 'busy'; readonly failure: Failure }
  /**
   * Certainly not carried out: another error of the API, 3xx and 4xx of something in between,
   * `rejected`.
   */
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** 429, to be sent again after `waitMs`. */
  | { readonly kind: 'rateLimited'; readonly failure: Failure; readonly waitMs: number }
  /**
   * It may have been carried out. `isApi`: the API itself reported it; `waitMs`: from
   * `Retry-After`, else 0.
   */
  | {
      readonly kind: 'outcomeUnknown';
      readonly failure: Failure;
      readonly isApi: boolean;
      readonly waitMs: number;
    }
  /** There was no connection. */
  | { readonly kind: 'unsent'; readonly failure: Failure };

type CallOptions = Omit<Call, 'method' | 'host'>;

/**
 * A request times out after this; within a read that is given up sooner after what is left, but not
 * below the second.
 */
const TIMEOUT_MS = 30_000;
const SHORTEST_TIMEOUT_MS = 5_000;
const MAX_BYTES = 2 ** 24;
/** A request that has waited for so long when the step ends counts as an outage. */
const UNANSWERED_MS = 15_000;

/** The requests of one step. */
export function createRequests(options: ApiOptions) {
  const { baseUrl, apiKey, clock, random, signal } = options;
  const { host } = new URL(baseUrl);
  const http = createHttp('deployment-service-action', clock);
  const pace = createPace(options);
  const outages = createOutages(options);
  let hasAnswered = false;
  let unanswered: Failure | undefined;
  let lastRefusal: Extract<Result, { kind: 'rateLimited' }> | undefined;

  /**
   * Sends a read until it is answered. Rejects with a {@link Failure}, or with the reason of the
   * signal.
   */
  async function read<T>(
    call: CallOptions,
    reader: (json: unknown, body: string) => T,
    limits: ReadOptions = {},
  ): Promise<T> {
    const { giveUpMs = Infinity, waitsForLimit = false } = limits;
    const thisRead = {};
    const startedMs = clock.now();
    let isAnswered = false;
    let same: { kind: Result['kind']; sinceMs: number } | undefined;
    try {
      for (let attempt = 1; ; attempt += 1) {
        const sentMs = clock.now();
        const leftMs = Math.max(giveUpMs - (sentMs - startedMs), SHORTEST_TIMEOUT_MS);
        const heldBack = pace.blockedMs() > 0 ? lastRefusal : undefined;
        const result =
          heldBack ?? (await send({ ...call, method: 'GET', host }, Math.min(leftMs, TIMEOUT_MS)));
        isAnswered = result.kind === 'ok' || result.kind === 'refused';
        if (result.kind === 'ok') return reader(result.json, result.body);
        if (same?.kind !== result.kind) same = { kind: result.kind, sinceMs: sentMs };
        const isRateLimited = result.kind === 'rateLimited';
        const state = { attempt, hasAnswered, sameKindForMs: clock.now() - same.sinceMs, random };
        const waitMs = isRateLimited ? pace.blockedMs() : retryWaitMs(result, state);
        const nextMs = clock.now() + (waitMs ?? Infinity);
        const isGivenUp = nextMs - startedMs > giveUpMs && !(isRateLimited && waitsForLimit);
        if (waitMs === undefined || isGivenUp || (isRateLimited && nextMs >= options.deadlineMs))
          throw result.failure;
        outages.failed(thisRead, result.failure, waitMs);
        await (isRateLimited ? pace.ready() : clock.sleep(pace.untilLastPoll(waitMs), signal));
      }
    } finally {
      outages.ended(thisRead, isAnswered);
    }
  }

  /** Sends a POST once. Rejects only with the reason of the signal. */
  async function post(call: CallOptions, resourceId: string): Promise<Answer> {
    const result = await send({ ...call, method: 'POST', host }, TIMEOUT_MS);
    if (result.kind === 'ok')
      return { kind: 'ok', accepted: readAccepted(result.json, resourceId) };
    const { kind, failure } = result;
    const { status = 0, retryAfterMs = 0 } = failure.options;
    const errorKind = kind === 'network' ? result.errorKind : undefined;
    if (kind === 'rateLimited') return { kind, failure, waitMs: pace.blockedMs() };
    if (errorKind === 'unsent') return { kind: errorKind, failure };
    if (kind === 'refused' && isFailure(failure, 'busy')) return { kind: 'busy', failure };
    if (kind === 'refused' || errorKind === 'rejected' || (kind === 'notApi' && status >= 300))
      return { kind: 'refused', failure };
    return {
      kind: 'outcomeUnknown',
      failure,
      isApi: kind === 'server' && result.isApi,
      waitMs: retryAfterMs,
    };
  }

  /** One exchange, at the pace of the step. Rejects only with the reason of the signal. */
  async function send(call: Call, timeoutMs: number): Promise<Result> {
    await pace.ready();
    const sentMs = clock.now();
    const result = await exchange(call, timeoutMs);
    if (result.kind === 'rateLimited') {
      pace.refused(sentMs, {
        method: call.method,
        retryAfterMs: result.failure.options.retryAfterMs,
      });
      lastRefusal = result;
    } else pace.answered(sentMs, call.method);
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
    const startedMs = clock.now();
    let reply: HttpReply | undefined;
    try {
      reply = await http.exchange(
        { method, url: baseUrl + path, headers, body, timeoutMs, maxBytes: MAX_BYTES },
        signal,
      );
      return classify(reply, call);
    } catch (error) {
      if (error instanceof ExchangeError) return classifyError(error, call);
      const waitedMs = clock.now() - startedMs;
      const what = `${method} ${path}: ${host} has not answered for ${formatDuration(waitedMs)}.`;
      if (waitedMs >= UNANSWERED_MS) unanswered = new Failure('unreachable', what);
      throw error;
    } finally {
      logDebug(call, startedMs, reply);
    }
  }

  /** Method, path, status, time and shape; never a value. */
  function logDebug({ method, path }: Call, startedMs: number, reply?: HttpReply): void {
    if (!options.isDebug) return;
    const json = parseJson(reply?.body ?? '');
    const shape =
      json === undefined
        ? `${reply?.body.length ?? 0} characters that are not JSON`
        : shapeOf(json);
    const tookMs = Math.round(clock.now() - startedMs);
    options.debug(`${method} ${path}: ${reply?.status ?? 'no reply'} after ${tookMs} ms, ${shape}`);
  }

  /**
   * Waits until a request may be sent; rejects with the last refusal where that is after the
   * deadline.
   */
  async function ready(): Promise<void> {
    if (lastRefusal !== undefined && clock.now() + pace.blockedMs() >= options.deadlineMs)
      throw lastRefusal.failure;
    await pace.ready();
  }

  return {
    read,
    post,
    ready,
    pace,
    outage: () => outages.current() ?? unanswered,
    dispose: (): void => http.dispose(),
  };
}
