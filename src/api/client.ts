// The API client: its requests are paced and retried, or sent once per poll.
import { withStopCause } from '../clock.ts';
import { type Call, endpoints, type LogLines } from './endpoints.ts';
import { ApiError, isRefusal } from './errors.ts';
import { type ProbeAnswer, probe, type RequestLimits } from './http/index.ts';
import type {
  Acceptance,
  Deployment,
  DeploymentDetail,
  Identified,
  List,
  LogReading,
  Resource,
  ServiceDescription,
} from './model.ts';
import type { Pace, PollOptions, Turn } from './pacing/index.ts';
import type { PartListener } from './part-reports.ts';
import { createRequests, type RequestOptions } from './requests.ts';
import { retryAfterOf, type RetryLimits, type RetryNotice, sendOnce, withRetry } from './retry.ts';

export type { LogLines } from './endpoints.ts';
export type { ProbeAnswer } from './http/index.ts';

/** Called before every attempt to send a POST, which is sent if it resolves with true. */
type MayPost = () => Promise<boolean>;

/**
 * All eleven endpoints of the API. Reads are retried until the step is stopped. Every method rejects with an
 * `ApiError`, or with the reason of the step's signal.
 */
export interface Client {
  listResources(): Promise<List<Resource>>;
  readResource(id: string): Promise<Identified<Resource>>;
  /** Resolves with undefined when `mayPost` returns false. */
  changeResource(
    id: string,
    options: { action: 'start' | 'stop' | 'restart'; mayPost: MayPost },
  ): Promise<'accepted' | undefined>;
  /** Latest first. */
  listDeployments(id: string): Promise<List<Deployment>>;
  /** Resolves with undefined when `mayPost` returns false. */
  createDeployment(id: string, options: { force: boolean; mayPost: MayPost }): Promise<Acceptance | undefined>;
  readDeployment(id: string, deploymentId: string): Promise<DeploymentDetail>;
  readLogs(id: string, lines: LogLines): Promise<LogReading>;
  listEnvNames(id: string): Promise<List<string>>;
  readDescription(): Promise<ServiceDescription>;
  /** Requests an address of the app, without the key. Rejects only with the reason of the step's signal. */
  probe(url: string, options: { readBody: boolean }): Promise<ProbeAnswer>;
  /** Creates a poller for one deployment or resource. */
  poller(options: PollOptions): Poller;
  /** The same client with these limits. */
  withLimits(limits: Partial<RetryLimits>): Client;
  /** Reports where each part of further responses was read, and what of them was not recognised. */
  observe(listener: PartListener): void;
  /** The key is known to be used by others, too: an optional request would take the place of one of theirs. */
  isKeyShared(): boolean;
  dispose(): void;
}

/** The polls of one deployment or resource. */
interface Poller {
  /**
   * Waits for the next poll and returns a client for it, whose requests are not retried: the next poll is the retry. A stop
   * meanwhile has the first error of the last poll as its cause.
   */
  next(): Promise<Client>;
}

export interface ClientOptions extends RequestOptions {
  /** Aborted when the step is stopped; pending requests reject with its reason. */
  readonly signal: AbortSignal;
  readonly random: () => number;
  readonly pace: Pace;
  readonly onRetry: (notice: RetryNotice) => void;
}

/** Paces and repeats a request of this method; `send` is one attempt. */
type SendPolicy = <T>(method: 'GET' | 'POST', send: (limits: RequestLimits) => Promise<T>) => Promise<T>;

/** Nothing is sent until a method is called. */
export function createClient(options: ClientOptions): Client {
  const { clock, signal, pace, onRetry } = options;
  const requests = createRequests(options);

  function retryingClient(limits: Partial<RetryLimits>): Client {
    const context = { ...options, answeredBefore: requests.hasAnswered, ...limits };
    return clientOf((method, send) => withRetry(method, send, context));
  }

  function createPoller(poll: PollOptions): Poller {
    const poller = pace.poller(poll);
    /** The first of the last poll: a later request only replaced the one that failed. */
    let firstError: ApiError | undefined;
    let postponed = 0;

    async function sendPoll<T>(turn: Turn, send: (limits: RequestLimits) => Promise<T>): Promise<T> {
      try {
        const value = await sendOnce(turn, () => send({ signal }));
        postponed = 0;
        return value;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        firstError ??= error;
        const retryAfterMs = retryAfterOf(error);
        poller.delay(retryAfterMs ?? 0);
        if (retryAfterMs !== undefined || isRefusal(error, 'rate_limited')) {
          postponed += 1;
          onRetry({ error, afterMs: Math.max(retryAfterMs ?? 0, turn.waitMs()), attempt: postponed });
        }
        throw error;
      }
    }

    return {
      async next() {
        let pollTurn: Turn | undefined = await withStopCause(firstError, () => poller.turn());
        firstError = undefined;
        // The first request is the poll; others of the same client are paced as any read.
        return clientOf(async (_method, send) => {
          const turn = pollTurn ?? (await withStopCause(firstError, () => pace.turn('read')));
          pollTurn = undefined;
          return await sendPoll(turn, send);
        });
      },
    };
  }

  function clientOf(sendWith: SendPolicy): Client {
    const get = <T>(call: Call<T>) => sendWith('GET', (limits) => requests.send('GET', call, limits));
    const post = <T>(call: Call<T>, mayPost: MayPost) =>
      sendWith('POST', async (limits) => ((await mayPost()) ? await requests.send('POST', call, limits) : undefined));

    return {
      listResources: () => get(endpoints.listResources()),
      readResource: (id) => get(endpoints.readResource(id)),
      changeResource: (id, { action, mayPost }) => post(endpoints.changeResource(id, action), mayPost),
      listDeployments: (id) => get(endpoints.listDeployments(id)),
      createDeployment: (id, { force, mayPost }) => post(endpoints.createDeployment(id, { force }), mayPost),
      readDeployment: (id, deploymentId) => get(endpoints.readDeployment(id, deploymentId)),
      readLogs: (id, lines) => get(endpoints.readLogs(id, lines)),
      listEnvNames: (id) => get(endpoints.listEnvNames(id)),
      readDescription: () => get(endpoints.readDescription()),
      probe: (url, { readBody }) => probe(url, { clock, signal, readBody }),
      poller: createPoller,
      withLimits: retryingClient,
      observe: requests.observe,
      isKeyShared: pace.isShared,
      dispose: requests.dispose,
    };
  }

  return retryingClient({});
}
