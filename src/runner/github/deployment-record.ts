// github-environment: one GitHub deployment for the whole step, created before the first deploy request and always
// given a final state. A lost or late response neither creates a second record nor leaves a wrong state. Errors of
// GitHub are reported and do not affect the verdict.
import { type Clock, type Deadline, unlessAborted } from '../../clock.ts';
import type { Report } from '../../operations/operation.ts';
import type { Sanitizers } from '../sanitize/index.ts';
import { startClosing } from './closing-time.ts';
import type { DeploymentStatus, GithubApi, NewDeployment, RequestLimit } from './github-api.ts';
import { GithubError, noResponse } from './github-error.ts';
import { lastStatus, shortLine } from './last-status.ts';
import { retryTransient } from './retry-transient.ts';

/** Which part of the record could not be written. */
export type RecordPart = 'creation' | 'end';

/** What the record depends on. */
interface DeploymentRecordOptions {
  readonly api: Pick<GithubApi, 'createDeployment' | 'listDeployments' | 'createStatus'>;
  readonly environment: string;
  readonly commit: { readonly sha: string; readonly isTransient: boolean };
  /** Identifies this step; stored in the payload of the record. */
  readonly identity: Readonly<Record<string, string>>;
  readonly resourceIds: readonly string[];
  /** Page of the run; undefined if unknown. */
  readonly logUrl: string | undefined;
  readonly clock: Clock;
  readonly deadline: Pick<Deadline, 'remainingMs'>;
  readonly sanitizers: Pick<Sanitizers, 'line' | 'redact'>;
  /** The step's signal. Once it is aborted, `open` no longer waits; the record is still closed. */
  readonly signal: AbortSignal;
  readonly onCreated: (githubDeploymentId: string) => void;
  readonly onError: (part: RecordPart, error: GithubError) => void;
}

/** The record of one step. */
export interface DeploymentRecord {
  /**
   * Resolves when GitHub has answered the first request to create the record. Rejects only when the step is stopped.
   */
  open(): Promise<void>;
  /** True while a record exists, or may exist, without a final state. */
  isOpen(): boolean;
  /** Sets the final state; does nothing when the record was never opened. Never rejects. */
  close(report: Report): Promise<void>;
}

/** GitHub stops processing a request after 10 s, so a request without effect after this time never has one. */
const REQUEST_LIFETIME_MS = 15_000;

const CREATE_TRIES = 3;
const CREATE_GAP_MS = 1_000;
const LOOK_UP_GAP_MS = 1_000;
/** Waits before an idempotent request is sent again. */
const RETRY_GAPS_MS = [500, 2_000, 5_000];

/** Creates the record of a step; nothing is sent before `open`. */
export function createDeploymentRecord(options: DeploymentRecordOptions): DeploymentRecord {
  const { api, commit, environment, identity, clock, signal, sanitizers, resourceIds, logUrl } = options;
  const what = resourceIds.length === 1 ? resourceIds[0] : `${resourceIds.length} resources`;
  const description = shortLine(`Deploying ${what}`, sanitizers);
  const deployment: NewDeployment = {
    ref: commit.sha,
    environment,
    description,
    payload: identity,
    ...(commit.isTransient ? { transient_environment: true } : {}),
  };
  const commonStatusFields = {
    ...(logUrl === undefined ? {} : { log_url: logUrl }),
    // A preview does not replace other deployments of its environment.
    ...(commit.isTransient ? { auto_inactive: false } : {}),
  };
  const givenUp = new AbortController();
  let opening: { readonly answered: Promise<unknown>; readonly ended: Promise<void> } | undefined;
  let isOpen = false;
  let id: string | undefined;
  /** Until when a create request, or a progress status, without a response may take effect. */
  let creationUntilMs: number | undefined;
  let progressUntilMs = -Infinity;
  let lastError: GithubError | undefined;
  let isReported = false;
  let stoppedAtMs = signal.aborted ? clock.now() : undefined;
  signal.addEventListener('abort', () => (stoppedAtMs = clock.now()), { once: true });

  /** Reports the error; after a timeout, the last error of GitHub if there was one. */
  function report(error: unknown): void {
    isReported = true;
    options.onError(
      id === undefined ? 'creation' : 'end',
      error instanceof GithubError ? error : (lastError ?? noResponse('in time')),
    );
  }

  function found(foundId: string): void {
    id = foundId;
    creationUntilMs = undefined;
    options.onCreated(foundId);
  }

  /** Sends one create request; resolves with its error. */
  async function create(limit: RequestLimit): Promise<GithubError | undefined> {
    const sentAtMs = clock.now();
    try {
      found(await api.createDeployment(deployment, limit));
      return undefined;
    } catch (error) {
      if (mayHaveApplied(error)) creationUntilMs = sentAtMs + REQUEST_LIFETIME_MS;
      if (!(error instanceof GithubError)) throw error;
      lastError = error;
      return error;
    }
  }

  /** Searches for a record that a lost request may have created, until it is found or can no longer appear. */
  async function lookUp(limit: RequestLimit): Promise<void> {
    const list = () => api.listDeployments({ sha: commit.sha, environment }, limit);
    while (creationUntilMs !== undefined) {
      const isLast = clock.now() >= creationUntilMs;
      const listed = await retryTransient(list, { clock, signal: limit.signal, gapsMs: RETRY_GAPS_MS });
      const ours = listed.find(({ payload }) => Object.entries(identity).every(([name, own]) => payload[name] === own));
      if (ours !== undefined) return found(ours.id);
      if (isLast) creationUntilMs = undefined;
      else await clock.sleep(LOOK_UP_GAP_MS, limit.signal);
    }
  }

  async function setState(status: DeploymentStatus, limit: RequestLimit): Promise<void> {
    const set = async (): Promise<void> => {
      const sentAtMs = clock.now();
      try {
        await api.createStatus(id ?? '', { ...status, ...commonStatusFields }, limit);
      } catch (error) {
        if (error instanceof GithubError) lastError = error;
        const isProgress = status.state === 'in_progress';
        if (isProgress && mayHaveApplied(error)) progressUntilMs = sentAtMs + REQUEST_LIFETIME_MS;
        throw error;
      }
    };
    await retryTransient(set, { clock, signal: limit.signal, gapsMs: RETRY_GAPS_MS });
  }

  /** Creates the record, or finds the one that a lost request created, and shows that the deployment is in progress. */
  async function establish(first: Promise<GithubError | undefined>, limit: RequestLimit): Promise<void> {
    let error = await first;
    for (let tries = 1; error !== undefined; tries += 1) {
      if (error.mayHaveApplied) await lookUp(limit);
      if (id !== undefined) break;
      if (!error.isTransient || tries === CREATE_TRIES) return report(error);
      await clock.sleep(tries * CREATE_GAP_MS, limit.signal);
      error = await create(limit);
    }
    // Not reported: if it matters, the final state cannot be set either.
    await setState({ state: 'in_progress', description }, limit).catch(() => undefined);
  }

  async function setFinalState(status: DeploymentStatus, limit: RequestLimit): Promise<void> {
    if (id === undefined) await lookUp(limit);
    if (id === undefined) return isReported ? undefined : report(undefined);
    await setState(status, limit);
    if (clock.now() >= progressUntilMs) return;
    // A lost progress status may replace it until then.
    await clock.sleep(progressUntilMs - clock.now(), limit.signal);
    await setState(status, limit);
  }

  return {
    async open() {
      signal.throwIfAborted();
      if (opening === undefined) {
        const limit = { signal: givenUp.signal };
        const answered = create(limit);
        const ended = establish(answered, limit).catch((error: unknown) => {
          if (!givenUp.signal.aborted) report(error);
        });
        isOpen = true;
        opening = { answered: answered.catch(() => undefined), ended };
        void ended.then(() => (isOpen = id !== undefined || creationUntilMs !== undefined));
      }
      await unlessAborted(opening.answered, signal);
    },
    isOpen: () => isOpen,
    async close(ending) {
      if (opening === undefined) return;
      const time = startClosing({ ...options, stoppedAtMs });
      time.openingSignal.addEventListener('abort', () => givenUp.abort(), { once: true });
      try {
        await opening.ended;
        await setFinalState(lastStatus(ending, sanitizers), time.limit);
      } catch (error) {
        report(error);
      } finally {
        time.end();
        isOpen = false;
      }
    },
  };
}

/** A request that was aborted may still have been processed. */
function mayHaveApplied(error: unknown): boolean {
  return !(error instanceof GithubError) || error.mayHaveApplied;
}
