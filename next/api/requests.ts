// Sends requests to the service with the key and at the pace of the step: a read until it is answered, a POST once.
import type { Clock } from '../clock.ts';
import { Failure } from '../failure.ts';
import { type Accepted, readAccepted } from './deployments.ts';
import { type Asked, classify, classifyError, type Result } from './classify.ts';
import { ExchangeError } from './connection-errors.ts';
import { createHttp } from './http.ts';
import { parseJson, shapeOf } from './json.ts';
import { createPace, type Pace } from './pace.ts';
import { createOutages, type Outages, retryWaitMs } from './retries.ts';

/** What a client is made of. */
export interface ApiOptions {
  /** API root without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** How many jobs use the key at once. */
  readonly concurrentJobs: number;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Aborted at the deadline and when the run is cancelled; all requests and waits reject with its reason. */
  readonly signal: AbortSignal;
  /** On the clock of the step. */
  readonly deadlineMs: number;
  /** How many resources are being worked on now. */
  readonly activeResources: () => number;
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

/** The meaning of an answer to a POST; whatever may have arrived is not sent again. */
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
  /** See {@link Asked}. */
  readonly mayBeText?: boolean;
}

/** A read, and what is made of its answer. */
export interface Read<T> extends Call {
  readonly read: (json: unknown, body: string) => T;
}

interface Sent {
  readonly result: Result;
  /** After a refusal: the wait of the pace. */
  readonly limitedMs: number;
}

const TIMEOUT_MS = 30_000;
const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** How long before the deadline the last poll is sent, so that its result can be reported. */
const LAST_POLL_MS = 1_500;
/** After a slow reply the next poll waits as long as it took, up to this. */
const LONGEST_PAUSE_AFTER_SLOW_MS = 26_000;

/** The requests of one step. */
export class Requests {
  readonly #options: ApiOptions;
  readonly #http: ReturnType<typeof createHttp>;
  readonly #pace: Pace;
  readonly #outages: Outages;
  readonly #host: string;
  #hasAnswered = false;
  #lastTookMs = 0;

  constructor(options: ApiOptions) {
    this.#options = options;
    this.#http = createHttp('deployment-service-action', options.clock);
    this.#pace = createPace(options);
    this.#outages = createOutages(options);
    this.#host = new URL(options.baseUrl).host;
  }

  /** Sends a read until it is answered. Rejects with a {@link Failure}, or with the reason of the signal. */
  async read<T>({ read, ...call }: Read<T>, options: ReadOptions = {}): Promise<T> {
    const { clock, signal: stepSignal, random } = this.#options;
    const { giveUpMs = Infinity, signal = stepSignal } = options;
    const startedMs = clock.now();
    let lastKind: Result['kind'] | undefined;
    let sameKindSinceMs = startedMs;
    try {
      for (let attempt = 1; ; attempt += 1) {
        const attemptMs = clock.now();
        const { result, limitedMs } = await this.#send('GET', call, signal);
        if (result.kind === 'ok' || result.kind === 'refused') this.#outages.answered(options);
        if (result.kind === 'ok') return read(result.json, result.body);
        if (result.kind !== lastKind) sameKindSinceMs = attemptMs;
        lastKind = result.kind;
        const sameKindForMs = clock.now() - sameKindSinceMs;
        const state = { attempt, hasAnswered: this.#hasAnswered, sameKindForMs, random };
        const waitMs = result.kind === 'limited' ? limitedMs : retryWaitMs(result, state);
        if (waitMs === undefined || clock.now() + waitMs - startedMs > giveUpMs) throw result.failure;
        if (result.kind === 'limited' && clock.now() + waitMs >= this.#options.deadlineMs) throw result.failure;
        this.#outages.failed(options, result.failure);
        // The pace holds back all requests after a refusal.
        if (result.kind !== 'limited') await clock.sleep(this.#untilLastPoll(waitMs, signal), signal);
      }
    } finally {
      this.#outages.left(options);
    }
  }

  /** Sends a POST once. Rejects only with the reason of the signal. */
  async post(call: Call, resourceId: string): Promise<Answer> {
    const { result, limitedMs } = await this.#send('POST', call, this.#options.signal);
    if (result.kind === 'ok') return { kind: 'ok', accepted: readAccepted(result.json, resourceId) };
    const { kind, failure } = result;
    if (kind === 'refused') return { kind, failure };
    if (kind === 'limited') return { kind, failure, waitMs: limitedMs };
    if (kind === 'page' && result.status >= 300 && result.status < 500) return { kind: 'refused', failure };
    if (kind === 'network' && result.isUnsent) return { kind: 'unsent', failure, isPermanent: result.isPermanent };
    const isApi = kind === 'server' && result.isApi;
    return { kind: 'lost', failure, isApi, waitMs: kind === 'server' ? (failure.options.retryAfterMs ?? 0) : 0 };
  }

  /** Sleeps to the next poll: at least `ms`; see `Api.pause`. */
  async pause(ms: number, { isQuick = false, signal = this.#options.signal }: PauseOptions = {}): Promise<void> {
    const afterSlowMs = Math.min(this.#lastTookMs, LONGEST_PAUSE_AFTER_SLOW_MS);
    const gapMs = isQuick ? 0 : this.#pace.gapMs();
    await this.#options.clock.sleep(this.#untilLastPoll(Math.max(ms, afterSlowMs, gapMs), signal), signal);
  }

  /** The failure of the outage that has not ended. */
  outage(): Failure | undefined {
    return this.#outages.current();
  }

  dispose(): void {
    this.#http.dispose();
  }

  /** A wait that ends for a last poll just before the deadline; after that one, it lasts until the step is aborted. */
  #untilLastPoll(waitMs: number, signal: AbortSignal): number {
    const { clock, deadlineMs, signal: stepSignal } = this.#options;
    const leftMs = deadlineMs - LAST_POLL_MS - clock.now();
    if (signal !== stepSignal || waitMs <= leftMs) return waitMs;
    return leftMs > 0 ? leftMs : Infinity;
  }

  /** One exchange, at the pace of the step. Rejects only with the reason of the signal. */
  async #send(method: 'GET' | 'POST', call: Call, signal: AbortSignal): Promise<Sent> {
    const { clock } = this.#options;
    await this.#pace.ready(method, signal);
    const sentMs = clock.now();
    const result = await this.#exchange(method, call, signal);
    this.#lastTookMs = clock.now() - sentMs;
    this.#hasAnswered ||=
      ['ok', 'refused', 'limited'].includes(result.kind) || (result.kind === 'server' && result.isApi);
    if (result.kind === 'limited') {
      return { result, limitedMs: this.#pace.refused(sentMs, result.failure.options.retryAfterMs) };
    }
    this.#pace.accepted();
    return { result, limitedMs: 0 };
  }

  async #exchange(method: 'GET' | 'POST', call: Call, signal: AbortSignal): Promise<Result> {
    const { baseUrl, apiKey, clock } = this.#options;
    const { path, body, mayBeText = false, isKeyless = false } = call;
    const asked: Asked = { method, path, host: this.#host, wallTimeMs: clock.wallTime(), mayBeText };
    const headers = {
      accept: 'application/json',
      ...(isKeyless ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const startedMs = clock.now();
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BODY_BYTES };
    try {
      const reply = await this.#http.exchange({ method, url: baseUrl + path, headers, body, ...limits }, signal);
      this.#debug(asked, reply.status, { startedMs, body: reply.body });
      return classify(reply, asked);
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      this.#debug(asked, error.status ?? 0, { startedMs, body: undefined });
      return classifyError(error, asked);
    }
  }

  /** Method, path, status, time and shape; never a value. */
  #debug(
    { method, path }: Asked,
    status: number,
    { startedMs, body }: { startedMs: number; body: string | undefined },
  ): void {
    const { isDebug, debug, clock } = this.#options;
    if (!isDebug) return;
    const json = body === undefined ? undefined : parseJson(body);
    const shape = json === undefined ? `${body?.length ?? 0} characters that are not JSON` : shapeOf(json);
    debug(
      `${method} ${path}: ${status === 0 ? 'no reply' : status} after ${Math.round(clock.now() - startedMs)} ms, ${shape}`,
    );
  }
}

/** See `Api.pause`. */
export interface PauseOptions {
  /** The gap of the pace does not count: only for the first reads after start, stop and restart. */
  readonly isQuick?: boolean;
  readonly signal?: AbortSignal;
}
