// The requests of one step: each sent once, with the key, and recorded with what it says about the
// service.
import type { Clock } from '../clock.ts';
import { Failure } from '../failure.ts';
import type { Waits } from '../waits.ts';
import { type Answer, type Call, classify, classifyUnanswered, requestOf } from './answer.ts';
import { exchange, type HttpReply } from './http.ts';
import { parseJson, shapeOf } from './json.ts';
import { ExchangeError } from './network-errors.ts';
import { createOutages } from './outage.ts';
import { createPace, type PaceOptions } from './pace.ts';
import { createRateLimit } from './rate-limit.ts';

/** Larger replies are not read. */
const MAX_BYTES = 8 * 2 ** 20;
/** A request without an answer for this long gets a line, and is in an outage if the step ends. */
const UNANSWERED_MS = 5_000;

/** What the requests of one step have in common. */
export interface ServiceOptions extends Omit<PaceOptions, 'clock'> {
  /** API root without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly clock: Clock;
  /** Everything rejects with its reason once it is aborted. */
  readonly signal: AbortSignal;
  readonly waits: Waits;
  /** Receives a line for each request; undefined without debug logging. */
  readonly debug?: ((text: string) => void) | undefined;
}

/** What is sent. */
type Sent = Omit<Call, 'host'> & {
  readonly isKeyless?: boolean | undefined;
  readonly body?: string | undefined;
};

/** Creates the requests of one step. They reject only with the signal's reason. */
export function createRequests(options: ServiceOptions) {
  const { baseUrl, clock, signal, waits } = options;
  // With invalid inputs there is no address, and nothing is sent.
  const host = URL.parse(baseUrl)?.host ?? '';
  const pace = createPace(options);
  const outages = createOutages({ clock, pace, waits });
  const limit = createRateLimit({ ...options, pace });
  let wasGood = false;

  /** Sends a request and leaves no trace in pace, limits and outages. */
  async function sendOnce(sent: Sent, { timeoutMs }: { timeoutMs: number }): Promise<Answer> {
    const call = { ...sent, host };
    const sentMs = clock.now();
    let reply: HttpReply | undefined;
    const text = `${requestOf(call)}: ${host} has not answered yet; waiting`;
    // A shorter wait ends before its line.
    if (timeoutMs > UNANSWERED_MS) waits.begin(call.path, { text, untilMs: sentMs + timeoutMs });
    try {
      const { method, path, body } = sent;
      const request = { method, url: baseUrl + path, headers: headersOf(sent, options), body };
      reply = await exchange({ ...request, timeoutMs, maxBytes: MAX_BYTES }, { clock, signal });
      return withBaseUrlAdvice(classify(reply, call));
    } catch (error) {
      if (error instanceof ExchangeError) return classifyUnanswered(error, call);
      throw error;
    } finally {
      waits.end(call.path);
      const tookMs = Math.round(clock.now() - sentMs);
      options.debug?.(`${requestOf(call)} (${tookMs} ms): ${outlineOf(reply)}`);
    }
  }

  /** Sends a request once no rate limit holds, and keeps what it says about the service. */
  async function sendAndRecord(
    sent: Sent,
    { timeoutMs, limitUntilMs }: { timeoutMs: number; limitUntilMs?: number },
  ): Promise<Answer> {
    await limit.ready(limitUntilMs);
    const sentMs = clock.now();
    try {
      const answer = await sendOnce(sent, { timeoutMs });
      record(answer, sent, sentMs);
      return answer;
    } catch (error) {
      recordUnanswered(sent, sentMs);
      throw error;
    }
  }

  /** The end of the step has cut short a request. */
  function recordUnanswered(sent: Sent, sentMs: number): void {
    if (clock.now() - sentMs < UNANSWERED_MS) return;
    const message = `${requestOf(sent)}: ${host} has not answered yet.`;
    outages.recordUnanswered(new Failure('unreachable', message), sentMs);
  }

  function record(answer: Answer, { method }: Sent, sentMs: number): void {
    if (answer.kind === 'ok' || answer.isFromApi === true) outages.recordReached();
    wasGood ||= answer.kind === 'ok';
    if (answer.kind !== 'limited') limit.end(method);
    switch (answer.kind) {
      case 'ok':
      case 'refused':
      case 'busy':
      case 'too-large':
        pace.recordAnswer(sentMs, method);
        outages.end();
        return;
      case 'limited':
        limit.begin(answer.failure, method, sentMs);
        outages.end();
        return;
      case 'page':
      case 'lost':
      case 'unsent':
        // A POST is not sent again here: its caller says what happens next.
        if (method === 'GET') outages.begin(answer, answer.kind, sentMs);
        return;
      default:
        answer satisfies never;
    }
  }

  /** A 404 before anything else was read is probably a wrong address. */
  function withBaseUrlAdvice(answer: Answer): Answer {
    if (answer.kind === 'ok' || answer.failure.options.httpStatus !== 404) return answer;
    if (wasGood || /\/v\d+$/.test(baseUrl)) return answer;
    const next =
      'base-url must end with the version of the API, such as /api/v1. To check it, append ' +
      '/openapi.json and open it in a browser.';
    return { ...answer, failure: answer.failure.with({ next }) };
  }

  return { sendAndRecord, sendOnce, limit, outages, pace };
}

function headersOf({ isKeyless = false, body }: Sent, { apiKey }: { apiKey: string }) {
  return {
    accept: 'application/json',
    ...(!isKeyless && { authorization: `Bearer ${apiKey}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
}

function outlineOf(reply: HttpReply | undefined): string {
  if (reply === undefined) return 'no reply';
  return `${reply.status}, ${shapeOf(parseJson(reply.body) ?? reply.body)}`;
}
