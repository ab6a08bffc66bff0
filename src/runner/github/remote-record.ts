// The requests that make one deployment at GitHub and give it states, so that a lost or late answer neither creates a
// second record nor leaves a state that is not true. When to do what is decided in deployment-record.ts.
import type { Clock } from '../../clock.ts';
import type { DeploymentStatus, GithubApi, NewDeployment } from './github-api.ts';
import { GithubError } from './github-error.ts';
import { retryTransient } from './retry-transient.ts';

/** How requests are sent at some stage of the step. */
export interface Sending {
  /** Ends the waits between requests. */
  readonly signal: AbortSignal;
  /** Runs one request within its limits. */
  readonly send: <T>(request: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/** One deployment at GitHub. Every method rejects with a `GithubError`, or with the reason of a signal. */
export interface RemoteRecord {
  /** Undefined while no record is known. */
  readonly id: string | undefined;
  /** Whether a request without an answer may have created a record that has not been found. */
  readonly mayExist: boolean;
  /** Creates the record, or finds the one that a lost request has created. `onAnswer`: after the first request. */
  establish(sending: Sending, onAnswer: () => void): Promise<void>;
  /** Searches for the record until it is found or cannot appear any more. */
  lookUp(sending: Sending): Promise<void>;
  /** Sets a state that `setLast` may follow; tried again until `sending` ends. */
  setProgress(status: DeploymentStatus, sending: Sending): Promise<void>;
  /** Sets the last state, and sets it again when an earlier request takes effect after it. */
  setLast(status: DeploymentStatus, sending: Sending): Promise<void>;
}

/** GitHub ends its own work on a request after 10 s: what has not taken effect after this time never will. */
const REQUEST_LIFETIME_MS = 15_000;

const CREATE_TRIES = 3;
const CREATE_GAP_MS = 1_000;
/** Gaps before a request that may be repeated without harm is sent again. */
const RETRY_GAPS_MS = [500, 2_000, 5_000];
/** Gaps between the searches for a record; they double up to the second. */
const FIRST_LOOK_UP_GAP_MS = 500;
const MAX_LOOK_UP_GAP_MS = 4_000;
/** How often a state is read that an earlier request may still replace. */
const CHECK_GAP_MS = 1_000;

/** Makes a record that nobody has requested yet. `onFound` is called once, with the id. */
export function createRemoteRecord(options: {
  api: Pick<GithubApi, 'createDeployment' | 'listDeployments' | 'createStatus' | 'latestState'>;
  deployment: NewDeployment;
  clock: Clock;
  onFound: (id: string) => void;
}): RemoteRecord {
  const { api, deployment, clock } = options;
  let id: string | undefined;
  /** Until when a create request, or a state, that got no answer may take effect. */
  let creationUntilMs: number | undefined;
  let progressUntilMs = -Infinity;

  function found(foundId: string): void {
    id = foundId;
    creationUntilMs = undefined;
    options.onFound(foundId);
  }

  /** Sends one create request; resolves with its error. */
  async function create({ send }: Sending): Promise<GithubError | undefined> {
    const sentAtMs = clock.now();
    try {
      found(await send((signal) => api.createDeployment(deployment, signal)));
      return undefined;
    } catch (error) {
      if (mayHaveApplied(error)) creationUntilMs = sentAtMs + REQUEST_LIFETIME_MS;
      if (error instanceof GithubError) return error;
      throw error;
    }
  }

  async function lookUp({ signal, send }: Sending): Promise<void> {
    const { ref: sha, environment, payload: identity } = deployment;
    for (let gapMs = FIRST_LOOK_UP_GAP_MS; creationUntilMs !== undefined; gapMs *= 2) {
      const isLast = clock.now() >= creationUntilMs;
      const list = () => send((until) => api.listDeployments({ sha, environment }, until));
      const listed = await retryTransient(list, { clock, signal, gapsMs: RETRY_GAPS_MS });
      const ours = listed.find(({ payload }) =>
        Object.keys(identity).every((name) => payload[name] === identity[name]),
      );
      if (ours !== undefined) return found(ours.id);
      if (isLast) creationUntilMs = undefined;
      else await clock.sleep(Math.min(gapMs, MAX_LOOK_UP_GAP_MS, creationUntilMs - clock.now()), signal);
    }
  }

  async function setState(status: DeploymentStatus, { signal, send }: Sending): Promise<void> {
    const set = async (): Promise<void> => {
      const sentAtMs = clock.now();
      try {
        await send((until) => api.createStatus(id ?? '', status, until));
      } catch (error) {
        const isProgress = status.state === 'in_progress';
        if (isProgress && mayHaveApplied(error)) progressUntilMs = sentAtMs + REQUEST_LIFETIME_MS;
        throw error;
      }
    };
    await retryTransient(set, { clock, signal, gapsMs: RETRY_GAPS_MS });
  }

  async function isLatest({ state }: DeploymentStatus, { send }: Sending): Promise<boolean> {
    try {
      return (await send((signal) => api.latestState(id ?? '', signal))) === state;
    } catch (error) {
      if (error instanceof GithubError) return false;
      throw error;
    }
  }

  return {
    get id() {
      return id;
    },
    get mayExist() {
      return creationUntilMs !== undefined;
    },
    async establish(sending, onAnswer) {
      for (let tries = 1; ; tries += 1) {
        const error = await create(sending);
        onAnswer();
        if (error?.mayHaveApplied === true) await lookUp(sending);
        if (error === undefined || id !== undefined) return;
        if (!error.isTransient || tries === CREATE_TRIES) throw error;
        await clock.sleep(tries * CREATE_GAP_MS, sending.signal);
      }
    },
    lookUp,
    setProgress: setState,
    async setLast(status, sending) {
      await setState(status, sending);
      while (clock.now() < progressUntilMs) {
        await clock.sleep(Math.min(CHECK_GAP_MS, progressUntilMs - clock.now()), sending.signal);
        if (!(await isLatest(status, sending))) await setState(status, sending);
      }
    },
  };
}

/** A request that was given up may have been carried out all the same. */
function mayHaveApplied(error: unknown): boolean {
  return !(error instanceof GithubError) || error.mayHaveApplied;
}
