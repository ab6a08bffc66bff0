// The API client: endpoints whose requests are paced and retried, or sent once per poll.
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
  ReadPart,
  Resource,
  ServiceDescription,
} from './model.ts';
import type { Pace, PollOptions, Turn } from './pacing/index.ts';
import { createRequests, type RequestOptions } from './requests.ts';
import { retryAfterOf, type RetryLimits, type RetryNotice, sendOnce, withRetry } from './retry.ts';

export type { LogLines } from './endpoints.ts';
export type { ProbeAnswer } from './http/index.ts';

/** Called before every attempt to send a POST: may it be sent? A rejection keeps it from being sent, too. */
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
  within(limits: Partial<RetryLimits>): Client;
  /** Reports where each part of further responses was read, and what of them was not recognised. */
  observe(onPart: (part: ReadPart) => void): void;
  /** The key is known to be used by others, too: a request that nothing depends on takes the place of one of theirs. */
  isKeyShared(): boolean;
  dispose(): void;
}

/** The polls of one deployment or resource. */
interface Poller {
  /**
   * Waits until the next poll is due and returns a client for it, whose requests are not retried: the next poll is the
   * retry.
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

/** Sends a request as often as a client does, each time with `send`. */
type Sending = <T>(method: Call<T>['method'], send: (limits: RequestLimits) => Promise<T>) => Promise<T>;

/** Creates a client; nothing is sent until a method is called. */
export function createClient(options: ClientOptions): Client {
  const { clock, signal, pace, onRetry } = options;
  const requests = createRequests(options);

  /** A client whose requests are paced and retried. */
  function retryingClient(limits: Partial<RetryLimits>): Client {
    const retry = { ...options, answeredBefore: requests.hasAnswered, ...limits };
    return clientOf((method, send) => withRetry(method, send, retry));
  }

  function createPoller(poll: PollOptions): Poller {
    const poller = pace.poller(poll);
    let failure: ApiError | undefined;
    let refusals = 0;

    async function sendPoll<T>(turn: Turn, send: (limits: RequestLimits) => Promise<T>): Promise<T> {
      try {
        const value = await sendOnce(turn, () => send({ signal }));
        failure = undefined;
        refusals = 0;
        return value;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        failure = error;
        const askedMs = retryAfterOf(error);
        poller.delay(askedMs ?? 0);
        if (askedMs !== undefined || isRefusal(error, 'rate_limited')) {
          onRetry({ error, afterMs: Math.max(askedMs ?? 0, turn.waitMs()), attempt: (refusals += 1) });
        }
        throw error;
      }
    }

    return {
      async next() {
        let granted: Turn | undefined = await withStopCause(failure, () => poller.turn());
        return clientOf(async (_method, send) => {
          const turn = granted ?? (await pace.turn('read'));
          granted = undefined;
          return await sendPoll(turn, send);
        });
      },
    };
  }

  function clientOf(sending: Sending): Client {
    const get = <T>(call: Call<T>) => sending('GET', (limits) => requests.send(call, limits));
    const post = <T>(call: Call<T>, mayPost: MayPost) =>
      sending('POST', async (limits) => ((await mayPost()) ? await requests.send(call, limits) : undefined));

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
      within: retryingClient,
      observe: (listener) => requests.observe(listener),
      isKeyShared: () => pace.isShared(),
      dispose: () => requests.dispose(),
    };
  }

  return retryingClient({});
}
