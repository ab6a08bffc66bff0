// github-environment: one GitHub deployment for the whole step. It is created in the background and given a final state
// within a limit of its own; trouble is one warning and does not affect the verdict.
import { randomUUID } from 'node:crypto';
import { type Clock, unlessAborted, withTimeLimit } from '../clock.ts';
import { addressProblem } from '../url.ts';
import { type DeploymentStatus, type FinalState, type GitHubApi, GitHubError, retrying } from './github-api.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';

/** The record of one step. */
export interface DeploymentRecord {
  /** Empty until GitHub has answered. */
  readonly id: string;
  /** Creates the record and sets it in progress, in the background; only the first call has an effect. */
  begin(): void;
  /** True while a record exists, or may exist, without a final state. */
  isOpen(): boolean;
  /** Sets the final state; does nothing when the record was not begun. Never rejects. */
  finish(final: RecordEnd): Promise<void>;
}

/** How the step has ended. */
export interface RecordEnd {
  readonly state: FinalState;
  /** Address of the app; sent only if it may be linked and holds no secret. */
  readonly url?: string | undefined;
  /** May quote others. */
  readonly description: string;
  /** Little time is left: everything is tried once. */
  readonly isCancelled: boolean;
}

/** What the record depends on. */
interface RecordOptions {
  readonly api: Pick<GitHubApi, 'createDeployment' | 'findDeployment' | 'createStatus'>;
  readonly environment: string;
  readonly commit: string;
  /** The environment is the preview of a pull request. */
  readonly isTransient: boolean;
  readonly runId: string;
  /** Page of the run. */
  readonly runUrl: string | undefined;
  readonly resourceIds: readonly string[];
  readonly clock: Clock;
  readonly sanitizers: Pick<Sanitizers, 'line' | 'redact'>;
  /** The id of the record is known. */
  readonly onRecorded: () => void;
  /** Called once at most. */
  readonly onError: (what: string, error: GitHubError) => void;
}

/** GitHub's limit for a description. */
const MAX_DESCRIPTION_CHARS = 140;

/** The whole of `finish`. A cancelled step must be gone within five seconds. */
const FINISH_MS = { usual: 15_000, cancelled: 4_500 };
/** How long `finish` waits for the answer to `in_progress`, which would otherwise overwrite the final state. */
const PROGRESS_MS = { usual: 3_000, cancelled: 1_500 };

/** Creates the record of a step; nothing is sent before `begin`. */
export function createDeploymentRecord(options: RecordOptions): DeploymentRecord {
  const { api, commit, environment, clock, sanitizers, resourceIds, runUrl } = options;
  const describe = (text: string): string => sanitizers.line(text, { maxChars: MAX_DESCRIPTION_CHARS });
  const what = resourceIds.length === 1 ? (resourceIds[0] ?? '') : `${resourceIds.length} resources`;
  const deployment = {
    ref: commit,
    environment,
    description: describe(`Deploying ${what}`),
    payload: { run_id: options.runId, word: randomUUID() },
    transient_environment: options.isTransient,
  };
  const logUrl = runUrl === undefined ? {} : { log_url: runUrl };
  /** Ends the requests in the background. */
  const background = new AbortController();
  let phase: 'none' | 'creating' | 'lost' | 'created' | 'ended' = 'none';
  let id = '';
  let creation = Promise.resolve();
  let progress = Promise.resolve();
  let lastError: GitHubError | undefined;
  let isFinishing = false;

  function recorded(found: string): void {
    id = found;
    phase = 'created';
    options.onRecorded();
  }

  async function create(): Promise<void> {
    try {
      recorded(await api.createDeployment(deployment, background.signal));
    } catch (error) {
      lastError = githubError(error);
      phase = lastError.mayHaveApplied ? 'lost' : 'ended';
      if (phase === 'ended') options.onError('No deployment was recorded at GitHub', lastError);
      return;
    }
    if (!isFinishing) progress = setState({ state: 'in_progress', description: deployment.description });
  }

  /** Not reported: if it matters, the final state cannot be set either. */
  async function setState(status: DeploymentStatus): Promise<void> {
    const send = (signal: AbortSignal) => api.createStatus(id, { ...status, ...logUrl }, signal);
    await retrying(send, { clock, signal: background.signal }).catch(() => undefined);
  }

  /** The final state, sent when its predecessor can no longer overtake it. */
  async function close({ state, url, description, isCancelled }: RecordEnd, signal: AbortSignal): Promise<void> {
    const limit = isCancelled ? 'cancelled' : 'usual';
    // A creation has a limit of its own; a cancelled step looks for the record instead.
    await (isCancelled ? within(creation, PROGRESS_MS[limit], signal) : unlessAborted(creation, signal));
    if (id === '' && phase !== 'ended') {
      const found = await api.findDeployment(deployment, signal);
      if (found === undefined) throw lastError ?? new GitHubError('GitHub did not answer in time');
      recorded(found);
    }
    if (phase === 'ended') return;
    await within(progress, PROGRESS_MS[limit], signal);
    background.abort();
    const isSafe = url !== undefined && addressProblem(url) === undefined && sanitizers.redact(url) === url;
    const status = { state, description: describe(description), ...logUrl, ...(isSafe && { environment_url: url }) };
    const send = (one: AbortSignal) => api.createStatus(id, status, one);
    await (isCancelled ? send(signal) : retrying(send, { clock, signal }));
  }

  /** Waits for `work`, but no longer than `ms`. */
  async function within(work: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
    const limit = withTimeLimit(clock, ms, { signal, reason: new GitHubError('GitHub did not answer in time') });
    await unlessAborted(work, limit.signal).catch(() => signal.throwIfAborted());
    limit.clear();
  }

  return {
    get id() {
      return id;
    },
    begin() {
      if (phase !== 'none') return;
      phase = 'creating';
      creation = create();
    },
    isOpen: () => phase !== 'none' && phase !== 'ended',
    async finish(end) {
      if (phase === 'none' || phase === 'ended') return;
      isFinishing = true;
      const reason = new GitHubError('GitHub did not answer in time');
      const limit = withTimeLimit(clock, end.isCancelled ? FINISH_MS.cancelled : FINISH_MS.usual, { reason });
      try {
        await close(end, limit.signal);
      } catch (error) {
        const what =
          id === ''
            ? 'It is not known whether the deployment was recorded at GitHub'
            : 'The record at GitHub may not show how the deployment ended';
        options.onError(what, githubError(error));
      } finally {
        limit.clear();
        background.abort();
        phase = 'ended';
      }
    },
  };
}

function githubError(error: unknown): GitHubError {
  return error instanceof GitHubError ? error : new GitHubError(String(error));
}
