// github-environment: one GitHub deployment for the whole step, always given a final state. A lost or late response
// neither creates a second record nor leaves a wrong state. Errors of GitHub are reported and do not affect the verdict.
import type { Clock } from '../../clock.ts';
import type { Report } from '../../operations/operation.ts';
import type { Sanitizers } from '../sanitize/index.ts';
import type { DeploymentStatus, GithubApi, NewDeployment } from './github-api.ts';
import { GithubError, githubErrorOf, unanswered } from './github-error.ts';
import { lastStatus, shortLine } from './last-status.ts';
import { type RetryLimit, retrying } from './retry.ts';

/** Which part of the record could not be written. */
export type RecordPart = 'creation' | 'end';

/** What the record depends on. */
interface DeploymentRecordOptions {
  readonly api: Pick<GithubApi, 'createDeployment' | 'findDeployment' | 'createStatus'>;
  readonly environment: string;
  readonly commit: { readonly sha: string; readonly isTransient: boolean };
  /** Identifies this step; stored in the payload of the record. */
  readonly identity: Readonly<Record<string, string>>;
  readonly resourceIds: readonly string[];
  /** Page of the run; undefined if unknown. */
  readonly logUrl: string | undefined;
  readonly clock: Clock;
  readonly sanitizers: Pick<Sanitizers, 'line' | 'redact'>;
  /** The step's signal, aborted at its deadline or when the run is cancelled. */
  readonly signal: AbortSignal;
  readonly onCreated: (githubDeploymentId: string) => void;
  readonly onError: (part: RecordPart, error: GithubError) => void;
}

/** The record of one step. */
export interface DeploymentRecord {
  /** Creates the record, once. Resolves when the first request has ended, even without a response; never rejects. */
  open(): Promise<void>;
  /** True while a record exists, or may exist, without a final state. */
  isOpen(): boolean;
  /** Sets the final state; does nothing when the record was never opened. Never rejects. */
  close(report: Report): Promise<void>;
}

/** GitHub stops processing a request after 10 s, so a request without effect after this time never has one. */
const REQUEST_LIFETIME_MS = 15_000;
const LOOK_UP_GAP_MS = 1_000;

/** Everything ends this long after the step was stopped. The process is ended at 4.9 s. */
const AFTER_STOP_MS = 4_500;
/** Everything ends this long after the work: GitHub may ask to wait a minute. Without that, retries end much earlier. */
const AFTER_WORK_MS = 75_000;
/** Reserved for the last request before the end. */
const LAST_REQUEST_MS = 800;

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
  /** Resolved when the first create request has ended. */
  const answered = Promise.withResolvers<void>();
  /** Resolves with the error of a creation that may have taken effect all the same. */
  let opening: Promise<GithubError | undefined> | undefined;
  let isOpen = false;
  let id: string | undefined;
  /** Until when a create request, or a progress status, without a response may take effect. */
  let creationUntilMs = -Infinity;
  let progressUntilMs = -Infinity;

  /** Aborted when the work has ended: from then on, only what closes the record is sent again. */
  const working = new AbortController();
  /** Aborted when everything must end, or has ended. */
  const ending = new AbortController();
  let endMs = Infinity;
  const whileWorking: RetryLimit = { clock, signal: working.signal, remainingMs: () => Infinity };
  const whileClosing: RetryLimit = { clock, signal: ending.signal, remainingMs: () => endMs - clock.now() };

  function endWithin(ms: number): void {
    working.abort();
    endMs = Math.min(endMs, clock.now() + ms);
    clock.sleep(endMs - clock.now(), ending.signal).then(
      () => ending.abort(unanswered('GitHub did not answer in time')),
      () => undefined,
    );
  }

  function found(foundId: string): void {
    id = foundId;
    options.onCreated(foundId);
  }

  /**
   * Sends one create request; after a lost response, searches for the record. Rejects with a transient error only if the
   * request has certainly created nothing.
   */
  async function createOrFind(): Promise<void> {
    const sentAtMs = clock.now();
    isOpen = true;
    try {
      found(await api.createDeployment(deployment, ending.signal).finally(answered.resolve));
    } catch (reason) {
      const error = githubErrorOf(reason, clock);
      isOpen = error.details.mayHaveApplied === true;
      creationUntilMs = sentAtMs + REQUEST_LIFETIME_MS;
      // Where the list cannot be read, nothing is sent again, and `close` searches once more.
      await lookUp(whileWorking).catch(() => undefined);
      if (id === undefined) throw isOpen ? new GithubError(error.message) : error;
    }
  }

  /** Searches for a record that a lost request may have created, if any, until it is found or can no longer appear. */
  async function lookUp(limit: RetryLimit): Promise<void> {
    const find = () => api.findDeployment(deployment, ending.signal);
    while (isOpen && id === undefined) {
      const isLast = clock.now() >= creationUntilMs;
      const foundId = await retrying(find, limit);
      if (foundId !== undefined) found(foundId);
      else if (isLast) isOpen = false;
      else await clock.sleep(LOOK_UP_GAP_MS, limit.signal);
    }
  }

  async function setState(status: DeploymentStatus, limit: RetryLimit): Promise<void> {
    await retrying(async () => {
      const sentAtMs = clock.now();
      try {
        await api.createStatus(id ?? '', { ...status, ...commonStatusFields }, ending.signal);
      } catch (error) {
        const { details } = githubErrorOf(error, clock);
        if (status.state === 'in_progress' && details.mayHaveApplied) progressUntilMs = sentAtMs + REQUEST_LIFETIME_MS;
        throw error;
      }
    }, limit);
  }

  async function establish(): Promise<GithubError | undefined> {
    try {
      await retrying(createOrFind, whileWorking);
    } catch (reason) {
      const error = githubErrorOf(reason, clock);
      if (isOpen) return error;
      options.onError('creation', error);
      return undefined;
    }
    if (working.signal.aborted) return undefined;
    // Not reported: if it matters, the final state cannot be set either.
    await setState({ state: 'in_progress', description }, whileWorking).catch(() => undefined);
    return undefined;
  }

  async function setFinalState(status: DeploymentStatus): Promise<void> {
    await setState(status, whileClosing);
    if (clock.now() >= progressUntilMs) return;
    // A progress status without a response may take effect until then, so the last request overwrites it.
    const waitMs = (): number => Math.max(0, Math.min(progressUntilMs, endMs - LAST_REQUEST_MS) - clock.now());
    await clock.sleep(waitMs(), signal).catch(() => undefined);
    // If the step was stopped meanwhile, everything ends sooner.
    await clock.sleep(waitMs(), ending.signal);
    await setState(status, whileClosing);
  }

  return {
    async open() {
      if (signal.aborted) return;
      if (opening === undefined) {
        signal.addEventListener('abort', () => endWithin(AFTER_STOP_MS), { once: true, signal: ending.signal });
        opening = establish();
      }
      await answered.promise;
    },
    isOpen: () => isOpen,
    async close(report) {
      if (opening === undefined) return;
      endWithin(AFTER_WORK_MS);
      try {
        const creationError = await opening;
        await lookUp(whileClosing).catch(() => undefined);
        if (id !== undefined) await setFinalState(lastStatus(report, sanitizers));
        else if (creationError !== undefined) options.onError('creation', creationError);
      } catch (error) {
        options.onError('end', githubErrorOf(error, clock));
      } finally {
        ending.abort();
        isOpen = false;
      }
    },
  };
}
