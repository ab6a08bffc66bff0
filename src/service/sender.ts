// Sends single requests of one step, with the key, and says what they wait for.
import type { Clock } from '../clock.ts';
import type { Waits } from '../waits.ts';
import { type Answer, type Call, classify, classifyUnanswered, requestOf } from './answer.ts';
import { exchange, type HttpReply } from './http.ts';
import { parseJson, shapeOf } from './json.ts';
import { ExchangeError } from './network-errors.ts';

/** Larger replies are not read. */
const MAX_BYTES = 8 * 2 ** 20;

/** What the requests of one step have in common. */
export interface SenderOptions {
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

export interface SendOptions {
  readonly timeoutMs: number;
  /** Sent without the key. */
  readonly isKeyless?: boolean | undefined;
  readonly body?: string | undefined;
  /** Gets no line, however long it takes. */
  readonly isQuiet?: boolean;
}

/** Creates a function that sends one request. It rejects only with the signal's reason. */
export function createSender({ baseUrl, apiKey, clock, signal, waits, debug }: SenderOptions) {
  function headersFor({ isKeyless = false, body }: SendOptions): Record<string, string> {
    return {
      accept: 'application/json',
      ...(!isKeyless && { authorization: `Bearer ${apiKey}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
  }

  return async (call: Call, options: SendOptions): Promise<Answer> => {
    const { timeoutMs, body, isQuiet = false } = options;
    const sentMs = clock.now();
    let reply: HttpReply | undefined;
    const text = `${requestOf(call)}: ${call.host} has not answered yet; waiting`;
    if (!isQuiet) waits.begin(call.path, { text, untilMs: sentMs + timeoutMs });
    try {
      const request = { method: call.method, url: baseUrl + call.path, body, timeoutMs };
      const headers = headersFor(options);
      reply = await exchange({ ...request, headers, maxBytes: MAX_BYTES }, { clock, signal });
      return classify(reply, call);
    } catch (error) {
      if (error instanceof ExchangeError) return classifyUnanswered(error, call);
      throw error;
    } finally {
      waits.end(call.path);
      const tookMs = Math.round(clock.now() - sentMs);
      debug?.(`${requestOf(call)} (${tookMs} ms): ${outlineOf(reply)}`);
    }
  };
}

function outlineOf(reply: HttpReply | undefined): string {
  if (reply === undefined) return 'no reply';
  return `${reply.status}, ${shapeOf(parseJson(reply.body) ?? reply.body)}`;
}
