// The client of the service for one step: each request once, with the key and at the pace of the
// step; three ways to read, and one to POST.
import type { Clock } from '../clock.ts';
import { catchFailure, Failure, isFailure } from '../failure.ts';
import type { Waits } from '../waits.ts';
import {
  type Answer,
  type Call,
  classify,
  classifyUnanswered,
  type Failed,
  type Reply,
  requestOf,
} from './answer.ts';
import { exchange, type HttpReply } from './http.ts';
import { parseJson, shapeOf } from './json.ts';
import { ExchangeError } from './network-errors.ts';
import { createOutages } from './outage.ts';
import { createPace } from './pace.ts';
import {
  type Deployment,
  type DeploymentDetail,
  readDeployment,
  readDeployments,
  readEnvNames,
  readPaths,
  readResource,
  readResources,
  readRuntimeLog,
} from './replies.ts';

/** A read of the API. */
export interface Read<T> {
  /** Below the base URL, with encoded ids and the query. */
  readonly path: string;
  /** What the reply shows. */
  readonly parse: (reply: Reply) => T;
  /** Sent without the key. */
  readonly isKeyless?: boolean;
  /** Text that is not JSON is an answer, too. */
  readonly mayBeText?: boolean;
}

/** The reads of the API (API 4). */
export const reads = {
  resources: {
    path: '/resources',
    parse: ({ json }) => readResources(json),
  } satisfies Read<unknown>,
  resource: (id: string) => ({
    path: `/resources/${segment(id)}`,
    parse: ({ json }: Reply) => readResource(json, id),
  }),
  /** Latest first. */
  deployments: (id: string): Read<readonly Deployment[] | undefined> => ({
    path: `/resources/${segment(id)}/deployments`,
    parse: ({ json }) => readDeployments(json),
  }),
  deployment: (id: string, deploymentId: string): Read<DeploymentDetail> => ({
    path: `/resources/${segment(id)}/deployments/${segment(deploymentId)}`,
    parse: ({ json }) => readDeployment(json, deploymentId),
  }),
  logs: (id: string, lines: 100 | 500 | 2000) => ({
    path: `/resources/${segment(id)}/logs?lines=${lines}`,
    parse: (reply: Reply) => ({ log: readRuntimeLog(reply), json: reply.json }),
    mayBeText: true,
  }),
  envNames: (id: string) => ({
    path: `/resources/${segment(id)}/env`,
    parse: ({ json }: Reply) => readEnvNames(json),
  }),
  /** Sent without the key, which this path does not need. */
  description: {
    path: '/openapi.json',
    parse: ({ json }: Reply) => readPaths(json),
    isKeyless: true,
  },
};

/** A POST of the API. */
export interface Post {
  readonly path: string;
  readonly body?: string;
}

/** The POSTs of the API (API 4). None of them takes a key for idempotency. */
export const posts = {
  deployment: (id: string, { force }: { force: boolean }): Post => ({
    path: `/resources/${segment(id)}/deployments`,
    ...(force && { body: '{"force":true}' }),
  }),
  change: (id: string, change: 'start' | 'stop' | 'restart'): Post => ({
    path: `/resources/${segment(id)}/${change}`,
  }),
};

/** An id as a segment of a path. `encodeURIComponent` would throw for half a surrogate pair. */
function segment(id: string): string {
  return encodeURIComponent(id.toWellFormed());
}

/** Larger replies are not read. */
const MAX_BYTES = 8 * 2 ** 20;
const TIMEOUT_MS = 30_000;
/** A read with a limit of time gets at least this for a single request. */
const SHORTEST_TIMEOUT_MS = 5_000;
/** A request without an answer for this long is in an outage when the step ends. */
const UNANSWERED_MS = 5_000;
/** How long after an acceptance the first poll is sent. */
const FIRST_POLL_MS = 1_100;
/** A reply is slow if it takes this much longer than any before. */
const SLOWER_BY_MS = 1_000;
/** The time for a read that is only tried. */
const TRY_TIMEOUT_MS = 5_000;

/** What the client of one step needs. */
export interface ServiceOptions {
  /** API root without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly concurrentJobs: number;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Everything rejects with its reason once it is aborted. */
  readonly signal: AbortSignal;
  /** Time on `clock`. */
  readonly deadlineMs: number;
  readonly waits: Waits;
  /** Receives a line for each request; undefined without debug logging. */
  readonly debug?: ((text: string) => void) | undefined;
}

interface SendOptions {
  readonly timeoutMs: number;
  readonly isKeyless?: boolean | undefined;
  readonly body?: string | undefined;
}

export type Service = ReturnType<typeof createService>;

/** Creates the client of one step. */
export function createService(options: ServiceOptions) {
  const { baseUrl, apiKey, clock, signal, deadlineMs, waits } = options;
  // With invalid inputs there is no address, and nothing is sent.
  const host = URL.parse(baseUrl)?.host ?? '';
  const pace = createPace(options);
  const outages = createOutages({ clock, pace, waits });
  let wasGood = false;
  let slowestReplyMs = 0;
  let lastLimit: Failed | undefined;

  /** Sends one request. Rejects only with the signal's reason. */
  async function sendOnce(
    call: Call,
    { timeoutMs, isKeyless = false, body }: SendOptions,
  ): Promise<Answer> {
    const sentMs = clock.now();
    let reply: HttpReply | undefined;
    const wait = {
      text: `${requestOf(call)}: ${host} has not answered yet; waiting`,
      untilMs: sentMs + timeoutMs,
      // A reply that takes about as long as an earlier one is not worth a line.
      usualMs: slowestReplyMs + SLOWER_BY_MS,
    };
    // A shorter wait is over when it would be told.
    if (timeoutMs > TRY_TIMEOUT_MS) waits.begin(call.path, wait);
    try {
      const headers = {
        accept: 'application/json',
        ...(!isKeyless && { authorization: `Bearer ${apiKey}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      };
      const { method } = call;
      const request = { method, url: baseUrl + call.path, headers, body, timeoutMs };
      reply = await exchange({ ...request, maxBytes: MAX_BYTES }, { clock, signal });
      slowestReplyMs = Math.max(slowestReplyMs, clock.now() - sentMs);
      return classify(reply, call);
    } catch (error) {
      if (error instanceof ExchangeError) return classifyUnanswered(error, call);
      recordUnanswered(call, sentMs);
      throw error;
    } finally {
      waits.end(call.path);
      const tookMs = Math.round(clock.now() - sentMs);
      options.debug?.(`${requestOf(call)} (${tookMs} ms): ${outlineOf(reply)}`);
    }
  }

  /** A request that the end of the step cuts short is in an outage if it had no answer for long. */
  function recordUnanswered(call: Call, sentMs: number): void {
    if (clock.now() - sentMs < UNANSWERED_MS) return;
    const message = `${requestOf(call)}: ${host} has not answered yet.`;
    outages.recordUnanswered(new Failure('unreachable', message), sentMs);
  }

  /** Sends a request once no rate limit holds, and keeps what it says about the service. */
  async function sendAndRecord(
    call: Call,
    { limitUntilMs, ...sending }: SendOptions & { limitUntilMs?: number },
  ): Promise<Answer> {
    await ready(limitUntilMs);
    const sentMs = clock.now();
    const answer = withBaseUrlAdvice(await sendOnce(call, sending));
    record(answer, call, sentMs);
    return answer;
  }

  function record(answer: Answer, { method }: Call, sentMs: number): void {
    if (answer.kind === 'ok' || answer.isFromApi === true) outages.recordReached();
    wasGood ||= answer.kind === 'ok';
    // A read that is answered does not show that POSTs are allowed again.
    const limit = limitKey(method);
    if (answer.kind !== 'limited') waits.end(limit);
    switch (answer.kind) {
      case 'ok':
      case 'refused':
      case 'busy':
      case 'too-large':
        pace.recordAnswer(sentMs, method);
        outages.end();
        return;
      case 'limited': {
        recordLimit(answer, { method }, sentMs);
        outages.end();
        const untilMs = clock.now() + pace.blockedMs();
        waits.begin(limit, { text: `${answer.failure.message} Waiting`, untilMs, reason: limit });
        return;
      }
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

  function recordLimit(limit: Failed, { method }: Pick<Call, 'method'>, sentMs: number): void {
    const { retryAfterMs } = limit.failure.options;
    lastLimit = limit;
    pace.recordLimit(sentMs, { method, retryAfterMs });
  }

  /** Throws the last 429 if the rate limit lasts beyond this time. */
  function assertReadyBy(untilMs: number): void {
    const readyMs = clock.now() + pace.blockedMs();
    if (lastLimit === undefined || pace.blockedMs() === 0 || readyMs < untilMs) return;
    for (const method of ['GET', 'POST'] as const) waits.leave(limitKey(method));
    throw lastLimit.failure;
  }

  /** Waits for the end of a rate limit. Throws the 429 if it lasts beyond this time. */
  async function ready(untilMs = deadlineMs): Promise<void> {
    while (pace.blockedMs() > 0) {
      assertReadyBy(untilMs);
      await clock.sleep(pace.blockedMs(), signal);
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

  /**
   * Reads once, after the end of a rate limit. Failures count as an outage until the next answer.
   * Throws only if there is no point in another attempt: a limit that lasts beyond `limitUntilMs`,
   * by default the deadline, or an outage that has lasted too long.
   */
  async function attempt<T>(
    { path, parse, ...read }: Read<T>,
    { timeoutMs = TIMEOUT_MS, limitUntilMs = deadlineMs } = {},
  ): Promise<Answer<T>> {
    const call = { method: 'GET', host, path, ...read } as const;
    const answer = await sendAndRecord(call, { timeoutMs, limitUntilMs, ...read });
    if (answer.kind === 'ok') return { kind: 'ok', value: parse(answer.value) };
    if (answer.kind === 'limited') assertReadyBy(limitUntilMs);
    outages.assertPatience(answer);
    return answer;
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
        switch (answer.kind) {
          case 'ok':
            return answer.value;
          case 'refused':
          case 'busy':
          case 'too-large':
            throw answer.failure;
          case 'limited':
            break;
          case 'page':
          case 'lost':
          case 'unsent': {
            const waitMs = outages.nextAttemptMs(answer.failure);
            if (clock.now() + waitMs > untilMs) throw answer.failure;
            await clock.sleep(pace.untilLastPoll(waitMs), signal);
            break;
          }
          default:
            answer satisfies never;
        }
      }
    },
    /**
     * Reads once, without waiting for anything: a rate limit counts as a failure, and so does the
     * signal's reason. What comes of it does not count as an outage. Never rejects.
     */
    async tryRead<T>({ path, parse, ...read }: Read<T>): Promise<T | Failure> {
      if (lastLimit !== undefined && pace.blockedMs() > 0) return lastLimit.failure;
      const call = { method: 'GET', host, path, ...read } as const;
      const sentMs = clock.now();
      const sent = await catchFailure(sendOnce(call, { timeoutMs: TRY_TIMEOUT_MS, ...read }));
      if (isFailure(sent)) return sent;
      const answer = withBaseUrlAdvice(sent);
      if (answer.kind === 'ok') return parse(answer.value);
      if (answer.kind === 'limited') recordLimit(answer, call, sentMs);
      return answer.failure;
    },
    /** Sends a POST once, after the end of a rate limit. Throws a limit beyond the deadline. */
    post: async ({ path, body }: Post): Promise<Answer> =>
      await sendAndRecord({ method: 'POST', host, path }, { timeoutMs: TIMEOUT_MS, body }),
    /** Waits for the end of a rate limit. Throws the 429 if it lasts beyond the deadline. */
    ready,
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

function outlineOf(reply: HttpReply | undefined): string {
  if (reply === undefined) return 'no reply';
  return `${reply.status}, ${shapeOf(parseJson(reply.body) ?? reply.body)}`;
}

/** The key of the wait for the end of a rate limit. */
function limitKey(method: Call['method']): string {
  return `limit ${method}`;
}
