// Sends requests to the service with the key and at the pace of the step: a read until it is answered, a POST once.
import type { Failure } from '../failure.ts';
import { type Asked, classify, classifyError, type Result } from './classify.ts';
import { ExchangeError } from './connection-errors.ts';
import { type Accepted, readAccepted } from './deployments.ts';
import { createHttp, type HttpReply } from './http.ts';
import { parseJson, shapeOf } from './json.ts';
import { createPace, type PaceOptions, type PauseOptions } from './pace.ts';
import { createOutages, retryWaitMs } from './retries.ts';

/** What a client is made of. */
export interface ApiOptions extends PaceOptions {
  /** API root without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Receives one line when an outage or a rate limit begins, and one when it ends. Holds untrusted text. */
  readonly info: (text: string) => void;
  readonly debug: (text: string) => void;
  /** Debug lines are written: otherwise none is composed. */
  readonly isDebug: boolean;
}

/** Limits of a read. */
export interface ReadOptions {
  /** No further attempt later than this after the call: the failure is thrown. */
  readonly giveUpMs?: number;
  /** Aborts it (default: the signal of the step). */
  readonly signal?: AbortSignal;
}

/** What became of a POST; one that may have arrived is not sent again. */
export type Answer =
  /** 2xx with JSON or an empty body. */
  | { readonly kind: 'ok'; readonly accepted: Accepted }
  /** Certainly not carried out: an error of the API (also `busy`), or 3xx and 4xx of something in between. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** 429, to be sent again after `waitMs`. */
  | { readonly kind: 'limited'; readonly failure: Failure; readonly waitMs: number }
  /** It may have been carried out. `isApi`: the API itself reported it; `waitMs`: from `Retry-After`, else 0. */
  | { readonly kind: 'lost'; readonly failure: Failure; readonly isApi: boolean; readonly waitMs: number }
  /** There was no connection. `isPermanent`: nor will there be one within a minute. */
  | { readonly kind: 'unsent'; readonly failure: Failure; readonly isPermanent: boolean };

/** A request below the base URL. */
interface Call {
  /** With encoded ids and the query. */
  readonly path: string;
  readonly body?: string;
  /** The OpenAPI description needs no key. */
  readonly isKeyless?: boolean;
  /** Text that is not JSON is an answer, too: a runtime log. */
  readonly mayBeText?: boolean;
}

/** A request times out after this; `maxBytes` is the limit of the body. */
const LIMITS = { timeoutMs: 30_000, maxBytes: 2 ** 24 } as const;

/** The requests of one step. */
export function createRequests(options: ApiOptions) {
  const { baseUrl, apiKey, clock, random, signal: stepSignal } = options;
  const { host } = new URL(baseUrl);
  const http = createHttp('deployment-service-action', clock);
  const pace = createPace(options);
  const outages = createOutages(options);
  let hasAnswered = false;

  /** Sends a read until it is answered. Rejects with a {@link Failure}, or with the reason of the signal. */
  async function read<T>(call: Call, reader: (json: unknown, body: string) => T, limits: ReadOptions = {}): Promise<T> {
    const { giveUpMs = Infinity, signal = stepSignal } = limits;
    const thisRead = {};
    const startedMs = clock.now();
    let same: { kind: Result['kind']; sinceMs: number } | undefined;
    try {
      for (let attempt = 1; ; attempt += 1) {
        const sentMs = clock.now();
        const result = await send('GET', call, signal);
        if (result.kind === 'ok' || result.kind === 'refused') outages.answered(thisRead);
        if (result.kind === 'ok') return reader(result.json, result.body);
        if (same?.kind !== result.kind) same = { kind: result.kind, sinceMs: sentMs };
        const isLimited = result.kind === 'limited';
        const state = { attempt, hasAnswered, sameKindForMs: clock.now() - same.sinceMs, random };
        const waitMs = isLimited ? pace.blockedMs() : retryWaitMs(result, state);
        const nextMs = clock.now() + (waitMs ?? Infinity);
        if (nextMs - startedMs > giveUpMs || (isLimited && nextMs >= options.deadlineMs)) throw result.failure;
        if (waitMs === undefined) throw result.failure;
        outages.failed(thisRead, result.failure);
        // After a refusal the pace holds back all requests, this one too.
        if (!isLimited) await clock.sleep(pace.untilLastPoll(waitMs, signal), signal);
      }
    } finally {
      outages.left(thisRead);
    }
  }

  /** Sends a POST once. Rejects only with the reason of the signal. */
  async function post(call: Call, resourceId: string): Promise<Answer> {
    const result = await send('POST', call, stepSignal);
    if (result.kind === 'ok') return { kind: 'ok', accepted: readAccepted(result.json, resourceId) };
    const { kind, failure } = result;
    if (kind === 'refused') return { kind, failure };
    if (kind === 'limited') return { kind, failure, waitMs: pace.blockedMs() };
    if (kind === 'page' && result.status >= 300 && result.status < 500) return { kind: 'refused', failure };
    if (kind === 'network' && result.isUnsent) return { kind: 'unsent', failure, isPermanent: result.isPermanent };
    const isApi = kind === 'server' && result.isApi;
    return { kind: 'lost', failure, isApi, waitMs: kind === 'server' ? (failure.options.retryAfterMs ?? 0) : 0 };
  }

  /** One exchange, at the pace of the step. Rejects only with the reason of the signal. */
  async function send(method: 'GET' | 'POST', call: Call, signal: AbortSignal): Promise<Result> {
    await pace.ready(method, signal);
    const sentMs = clock.now();
    const result = await exchange({ ...call, method, host, wallTimeMs: clock.wallTime() }, call, signal);
    if (result.kind === 'limited') pace.refused(sentMs, result.failure.options.retryAfterMs);
    else pace.answered(sentMs);
    hasAnswered ||= ['ok', 'refused', 'limited'].includes(result.kind) || (result.kind === 'server' && result.isApi);
    return result;
  }

  async function exchange(asked: Asked, { body, isKeyless }: Call, signal: AbortSignal): Promise<Result> {
    const { method, path } = asked;
    const headers = {
      accept: 'application/json',
      ...(isKeyless !== true && { authorization: `Bearer ${apiKey}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const startedMs = clock.now();
    try {
      const reply = await http.exchange({ method, url: baseUrl + path, headers, body, ...LIMITS }, signal);
      logDebug(asked, startedMs, reply);
      return classify(reply, asked);
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      logDebug(asked, startedMs);
      return classifyError(error, asked);
    }
  }

  /** Method, path, status, time and shape; never a value. */
  function logDebug({ method, path }: Asked, startedMs: number, reply?: HttpReply): void {
    if (!options.isDebug) return;
    const json = parseJson(reply?.body ?? '');
    const shape = json === undefined ? `${reply?.body.length ?? 0} characters that are not JSON` : shapeOf(json);
    const tookMs = Math.round(clock.now() - startedMs);
    options.debug(`${method} ${path}: ${reply?.status ?? 'no reply'} after ${tookMs} ms, ${shape}`);
  }

  /**
   * Sleeps until the next poll may be sent: at least `ms`, the gap of the pace, and as long as the last reply took (up to
   * 26 s). One last poll comes just before the deadline; after it, it sleeps until the step is aborted. With a signal of
   * its own the deadline does not count.
   */
  const pause = (ms: number, how?: PauseOptions): Promise<void> => pace.pause(ms, how);
  return { read, post, pause, outage: outages.current, dispose: (): void => http.dispose() };
}
