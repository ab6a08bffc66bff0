// The client of the service for one step: each request once, with the key and at the pace of the
// step; three ways to read, and one to POST.
import { catchFailure, Failure, isFailure } from '../failure.ts';
import { type Answer, type Call, type Failed, requestOf } from './answer.ts';
import type { Post, Read } from './endpoints.ts';
import { createOutages } from './outage.ts';
import { createPace, type PaceOptions } from './pace.ts';
import { createRateLimit } from './rate-limit.ts';
import { createSender, type SenderOptions, type SendOptions } from './sender.ts';

const TIMEOUT_MS = 30_000;
/** A read with a limit of time gets at least this for a single request. */
const SHORTEST_TIMEOUT_MS = 5_000;
/** The time for a read that is only tried. */
const TRY_TIMEOUT_MS = 5_000;
/** A request without an answer for this long is in an outage when the step ends. */
const UNANSWERED_MS = 5_000;
/** How long after an acceptance the first poll is sent. */
const FIRST_POLL_MS = 1_100;

/** What the client of one step needs. */
export interface ServiceOptions extends SenderOptions, Omit<PaceOptions, 'clock'> {}

export type Service = ReturnType<typeof createService>;

/** Creates the client of one step. */
export function createService(options: ServiceOptions) {
  const { baseUrl, clock, signal, deadlineMs, waits } = options;
  // With invalid inputs there is no address, and nothing is sent.
  const host = URL.parse(baseUrl)?.host ?? '';
  const pace = createPace(options);
  const outages = createOutages({ clock, pace, waits });
  const limit = createRateLimit({ clock, deadlineMs, signal, pace, waits });
  const send = createSender(options);
  let wasGood = false;

  /** Sends a request once no rate limit holds, and keeps what it says about the service. */
  async function sendAndRecord(
    call: Call,
    { limitUntilMs, ...sending }: SendOptions & { limitUntilMs?: number },
  ): Promise<Answer> {
    await limit.ready(limitUntilMs);
    const sentMs = clock.now();
    const sent = await send(call, sending).catch((error: unknown) => {
      recordUnanswered(call, sentMs);
      throw error;
    });
    const answer = withBaseUrlAdvice(sent);
    record(answer, call, sentMs);
    return answer;
  }

  /** A request that the end of the step cuts short is in an outage if it had no answer for long. */
  function recordUnanswered(call: Call, sentMs: number): void {
    if (clock.now() - sentMs < UNANSWERED_MS) return;
    const message = `${requestOf(call)}: ${host} has not answered yet.`;
    outages.recordUnanswered(new Failure('unreachable', message), sentMs);
  }

  function record(answer: Answer, { method }: Call, sentMs: number): void {
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
    if (answer.kind === 'limited') limit.assertReadyBy(limitUntilMs);
    outages.assertPatience(answer);
    return answer;
  }

  /** Waits for the next attempt of a read. Throws the failure if that would come too late. */
  async function awaitNextAttempt({ kind, failure }: Failed, untilMs: number): Promise<void> {
    switch (kind) {
      case 'refused':
      case 'busy':
      case 'too-large':
        throw failure;
      case 'limited':
        return;
      case 'page':
      case 'lost':
      case 'unsent': {
        const waitMs = outages.nextAttemptMs(failure);
        if (clock.now() + waitMs > untilMs) throw failure;
        await clock.sleep(pace.untilLastPoll(waitMs), signal);
        return;
      }
      default:
        kind satisfies never;
    }
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
        if (answer.kind === 'ok') return answer.value;
        await awaitNextAttempt(answer, untilMs);
      }
    },
    /**
     * Reads once, without waiting for anything: a rate limit counts as a failure, and so does the
     * signal's reason. What comes of it does not count as an outage. Never rejects.
     */
    async tryRead<T>({ path, parse, ...read }: Read<T>): Promise<T | Failure> {
      const limited = limit.current();
      if (limited !== undefined) return limited;
      const call = { method: 'GET', host, path, ...read } as const;
      const sentMs = clock.now();
      const sending = { timeoutMs: TRY_TIMEOUT_MS, isQuiet: true, ...read };
      const sent = await catchFailure(send(call, sending));
      if (isFailure(sent)) return sent;
      const answer = withBaseUrlAdvice(sent);
      if (answer.kind === 'ok') return parse(answer.value);
      if (answer.kind === 'limited') limit.record(answer.failure, 'GET', sentMs);
      return answer.failure;
    },
    /** Sends a POST once, after the end of a rate limit. Throws a limit beyond the deadline. */
    post: async ({ path, body }: Post): Promise<Answer> =>
      await sendAndRecord({ method: 'POST', host, path }, { timeoutMs: TIMEOUT_MS, body }),
    /** Waits for the end of a rate limit. Throws the 429 if it lasts beyond this time. */
    ready: limit.ready,
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
