// Sends one request to the service, with the key, and classifies its result. A request that stays
// unanswered for long is reported to the log of outages.
import type { Clock } from '../clock.ts';
import { Failure } from '../failure.ts';
import { formatDuration } from '../text.ts';
import { type Call, classify, classifyError, requestOf, type Result } from './classify.ts';
import { ExchangeError } from './connection-errors.ts';
import { createHttp, type HttpReply } from './http.ts';
import { isTooComplex, parseJson, shapeOf } from './json.ts';
import { LOGGED_AFTER_MS, type Outages } from './retries.ts';

/** What requests to the service have in common. */
export interface ExchangeOptions {
  /** API root without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly clock: Clock;
  /** Requests reject with its reason once it is aborted. */
  readonly signal: AbortSignal;
  /** Time on `clock`. */
  readonly deadlineMs: number;
  /** Receives a line for each request. */
  readonly debug: (text: string) => void;
}

/** Larger replies are not read. */
const MAX_BYTES = 2 ** 24;

/** A reply is slow if it takes this much longer than any before. */
const SLOWER_BY_MS = 1_000;

/**
 * Creates `exchange`, which sends a request once and rejects only with the signal's reason, and
 * `dispose`, which closes idle connections.
 */
export function createExchange(options: ExchangeOptions, outages: Outages) {
  const { baseUrl, apiKey, clock, signal, deadlineMs } = options;
  const http = createHttp('deployment-service-action', clock);
  // A request that takes about as long as an earlier one is not worth a line.
  let slowestReplyMs = 0;

  function httpRequestOf({ method, path, body, isKeyless }: Call, timeoutMs: number) {
    const headers = {
      accept: 'application/json',
      ...(isKeyless !== true && { authorization: `Bearer ${apiKey}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    return { method, url: baseUrl + path, headers, body, timeoutMs, maxBytes: MAX_BYTES };
  }

  /**
   * Reports a request that has no answer after 5 s, or 1 s later than the slowest reply so far if
   * that is longer.
   */
  function reportSilence(call: Call, timeoutMs: number, replied: AbortSignal): void {
    const sentMs = clock.now();
    const untilMs = Math.min(sentMs + timeoutMs, deadlineMs);
    const waitMs = untilMs - sentMs;
    const quietMs = Math.max(LOGGED_AFTER_MS, slowestReplyMs + SLOWER_BY_MS);
    if (quietMs >= waitMs) return;
    const next = `Waiting for up to ${formatDuration(waitMs - quietMs)} more.`;
    const what = `${requestOf(call)}: ${call.host} has not answered yet.`;
    const silence = new Failure('unreachable', what);
    const report = (): void =>
      // What the service has answered before says more than its silence.
      outages.failed(call, outages.current() ?? silence, { sentMs, waitMs, untilMs, next });
    clock.sleep(quietMs, replied).then(report, () => undefined);
  }

  async function exchange(call: Call, timeoutMs: number): Promise<Result> {
    const sentMs = clock.now();
    const replied = new AbortController();
    reportSilence(call, timeoutMs, replied.signal);
    let shown = 'no reply';
    try {
      const reply = await http.exchange(httpRequestOf(call, timeoutMs), signal);
      const json = parseJson(reply.body);
      shown = described(reply, json);
      slowestReplyMs = Math.max(slowestReplyMs, clock.now() - sentMs);
      if (json === undefined && call.mayBeText !== true && isTooComplex(reply.body))
        throw new ExchangeError('too-large', 'the reply is nested too deep or has too many values');
      return classify(reply, call, json);
    } catch (error) {
      if (error instanceof ExchangeError) return classifyError(error, call);
      throw error;
    } finally {
      replied.abort();
      options.debug(`${requestOf(call)} (${Math.round(clock.now() - sentMs)} ms): ${shown}`);
    }
  }

  return { exchange, dispose: (): void => http.dispose() };
}

/** The status of a reply, and names and types in it, never a value. */
function described({ status, body }: HttpReply, json: unknown): string {
  const size = `${body.length} characters that are not JSON`;
  return `${status}, ${json === undefined ? size : shapeOf(json)}`;
}
