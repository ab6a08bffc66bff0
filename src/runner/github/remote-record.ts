// Creates one GitHub deployment and sets its states, so that a lost or late response neither creates a second record
// nor leaves a wrong state. `deployment-record.ts` decides when.
import type { Clock } from '../../clock.ts';
import type { DeploymentStatus, GithubApi, NewDeployment } from './github-api.ts';
import { GithubError } from './github-error.ts';
import { retryTransient } from './retry-transient.ts';

/** How requests are sent at one stage of the step. */
export interface Sending {
  /** Ends the waits between requests. */
  readonly signal: AbortSignal;
  /** Runs one request within its limits. */
  readonly send: <T>(request: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/** One GitHub deployment. Every method rejects with a `GithubError`, or with the reason of a signal. */
interface RemoteRecord {
  /** Undefined while no record is known. */
  readonly id: string | undefined;
  /** True when a request without a response may have created a record that has not been found yet. */
  readonly mayExist: boolean;
  /** Creates the record, or finds the one that a lost request created. Calls `onAnswer` after each create request. */
  establish(sending: Sending, onAnswer: () => void): Promise<void>;
  /** Searches for the record until it is found or can no longer appear. */
  lookUp(sending: Sending): Promise<void>;
  /** Sets the state before `setLast`; retried until `sending` ends. */
  setProgress(status: DeploymentStatus, sending: Sending): Promise<void>;
  /** Sets the final state, and sets it again if an earlier request takes effect after it. */
  setLast(status: DeploymentStatus, sending: Sending): Promise<void>;
}

/** GitHub stops processing a request after 10 s, so a request without effect after this time never has one. */
const REQUEST_LIFETIME_MS = 15_000;

const CREATE_TRIES = 3;
const CREATE_GAP_MS = 1_000;
/** Waits before an idempotent request is sent again. */
const RETRY_GAPS_MS = [500, 2_000, 5_000];
/** Waits between searches for a record: doubling from the first to the second. */
const FIRST_LOOK_UP_GAP_MS = 500;
const MAX_LOOK_UP_GAP_MS = 4_000;
/** How often the final state is checked while an earlier request may still replace it. */
const CHECK_GAP_MS = 1_000;

/** Creates a record; nothing is sent yet. `onFound` is called once, with the id. */
export function createRemoteRecord(options: {
  api: Pick<GithubApi, 'createDeployment' | 'listDeployments' | 'createStatus' | 'latestState'>;
  deployment: NewDeployment;
  clock: Clock;
  onFound: (id: string) => void;
}): RemoteRecord {
  const { api, deployment, clock } = options;
  let id: string | undefined;
  /** Until when a create request, or a progress status, without a response may take effect. */
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

/** A request that was aborted may still have been processed. */
function mayHaveApplied(error: unknown): boolean {
  return !(error instanceof GithubError) || error.mayHaveApplied;
}
