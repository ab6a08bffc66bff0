// github-environment: one GitHub deployment for the whole step. It is created in the background and given a final state
// within a limit of its own; trouble does not affect the verdict.
import { randomUUID } from 'node:crypto';
import { type Clock, unlessAborted, withTimeLimit } from '../clock.ts';
import { errorMessage } from '../text.ts';
import { addressProblem } from '../url.ts';
import { CREATE_TIMEOUT_MS, type GitHubApi, GitHubError, retrying } from './github-api.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';

/** The record of one step. */
export type DeploymentRecord = ReturnType<typeof createDeploymentRecord>;

/** How the step has ended. */
export interface RecordEnd {
  readonly state: 'success' | 'failure' | 'error' | 'inactive';
  /** Address of the app; sent only if it may be linked and holds no secret. */
  readonly url?: string | undefined;
  /** May quote others. */
  readonly description: string;
  /** Little time is left: everything is tried once. */
  readonly isCancelled: boolean;
}

/** What the record depends on. */
interface RecordOptions {
  readonly api: GitHubApi;
  readonly environment: string;
  readonly commit: string;
  /** The environment is the preview of a pull request. */
  readonly isTransient: boolean;
  /** What is deployed. */
  readonly subject: string;
  readonly runId: string;
  /** Page of the run. */
  readonly runUrl: string | undefined;
  readonly clock: Clock;
  readonly sanitizers: Pick<Sanitizers, 'line' | 'redact'>;
  /** The id of the record is known. */
  readonly onRecorded: () => void;
  /** Called once at most. */
  readonly onError: (what: string, error: GitHubError) => void;
}

/** GitHub's limit for a description. */
const MAX_DESCRIPTION_CHARS = 140;
/** A cancelled step must be gone within five seconds. */
const FINISH_MS = { usual: 15_000, cancelled: 4_500 };
/** How long the final state waits for the answer to `in_progress`, which could otherwise overwrite it. */
const PROGRESS_MS = { usual: 3_000, cancelled: 1_500 };

/** Creates the record of a step, and sets it in progress, in the background. */
export function createDeploymentRecord(options: RecordOptions) {
  const { api, clock, sanitizers, runUrl } = options;
  const described = (text: string): string => sanitizers.line(text, { maxChars: MAX_DESCRIPTION_CHARS });
  const logUrl = runUrl === undefined ? {} : { log_url: runUrl };
  const { commit, environment, isTransient } = options;
  const description = described(`Deploying ${options.subject}`);
  const word = randomUUID();
  const payload = { run_id: options.runId, word };
  let id = '';
  let isOpen = true;
  let isFinishing = false;
  const background = new AbortController();
  const opening = open(background.signal);

  function recorded(found: string): void {
    id = found;
    options.onRecorded();
  }

  /** Never rejects. Resolves with the error of a creation that may have taken effect all the same. */
  async function open(signal: AbortSignal): Promise<GitHubError | undefined> {
    try {
      const deployment = { ref: commit, environment, description, payload, transient_environment: isTransient };
      recorded(await api.createDeployment(deployment, signal));
      if (isFinishing) return undefined;
      const status = { state: 'in_progress', description, ...logUrl };
      await retrying((one) => api.createStatus(id, status, one), { clock, signal });
    } catch (thrown) {
      // A status that was not set is not reported: if it matters, the final one cannot be set either.
      if (id !== '') return undefined;
      const error = gitHubError(thrown);
      if (error.mayHaveApplied) return error;
      isOpen = false;
      options.onError('No deployment was recorded at GitHub', error);
    }
    return undefined;
  }

  async function close(end: RecordEnd, signal: AbortSignal): Promise<void> {
    const usualMs = id === '' ? CREATE_TIMEOUT_MS : PROGRESS_MS.usual;
    const reason = new GitHubError('GitHub did not answer in time');
    const limit = withTimeLimit(clock, end.isCancelled ? PROGRESS_MS.cancelled : usualMs, { signal, reason });
    const error = await unlessAborted(opening, limit.signal).catch(() => reason);
    limit.clear();
    if (!isOpen) return;
    if (id === '') {
      const found = await api.findDeployment({ sha: commit, environment, word }, signal);
      if (found === undefined) throw error ?? reason;
      recorded(found);
    }
    background.abort();
    const { state, url } = end;
    const isSafe = url !== undefined && addressProblem(url) === undefined && sanitizers.redact(url) === url;
    const address = isSafe ? { environment_url: url } : {};
    const status = { state, description: described(end.description), ...logUrl, ...address };
    const send = async (one: AbortSignal): Promise<void> => await api.createStatus(id, status, one);
    await (end.isCancelled ? send(signal) : retrying(send, { clock, signal }));
  }

  return {
    /** The id at GitHub; empty until it is known. */
    id: (): string => id,
    /** True while the record has, or may have, no final state. */
    isOpen: (): boolean => isOpen,
    /** Sets the final state. Never rejects. */
    async finish(end: RecordEnd): Promise<void> {
      if (!isOpen) return;
      isFinishing = true;
      const reason = new GitHubError('GitHub did not answer in time');
      const limit = withTimeLimit(clock, end.isCancelled ? FINISH_MS.cancelled : FINISH_MS.usual, { reason });
      try {
        await close(end, limit.signal);
      } catch (error) {
        const unknown = id === '' ? 'whether the deployment was recorded' : 'how the record of the deployment ends';
        options.onError(`It is not known ${unknown} at GitHub`, gitHubError(error));
      } finally {
        limit.clear();
        background.abort();
        isOpen = false;
      }
    },
  };
}

function gitHubError(error: unknown): GitHubError {
  return error instanceof GitHubError ? error : new GitHubError(errorMessage(error));
}
