// github-environment: one GitHub Deployment for the whole step, opened before the first deploy request and given its last
// state at the end, whatever the end is. Errors of GitHub are reported and have no part in the verdict.
import { type Clock, type Deadline, unlessAborted } from '../../clock.ts';
import type { Report } from '../../operations/operation.ts';
import type { Sanitizers } from '../sanitize/index.ts';
import { startClosing } from './closing-time.ts';
import type { GithubApi } from './github-api.ts';
import { GithubError, noResponse } from './github-error.ts';
import { lastStatus, shortLine } from './last-status.ts';
import { createRemoteRecord, type Sending } from './remote-record.ts';

/** Which part of the record could not be written. */
export type RecordPart = 'creation' | 'progress' | 'end';

/** What the record needs to know, and where its findings go. */
export interface DeploymentRecordOptions {
  readonly api: Pick<GithubApi, 'createDeployment' | 'listDeployments' | 'createStatus' | 'latestState'>;
  readonly environment: string;
  readonly commit: { readonly sha: string; readonly isTransient: boolean };
  /** Identifies this step among all others; kept in the payload of the record. */
  readonly identity: Readonly<Record<string, string>>;
  readonly resourceIds: readonly string[];
  /** Where the run is shown; undefined where that is not known. */
  readonly logUrl: string | undefined;
  readonly clock: Clock;
  readonly deadline: Pick<Deadline, 'remainingMs'>;
  readonly sanitizers: Pick<Sanitizers, 'line' | 'redact'>;
  /** The step's; once it is aborted nothing waits for the record any more, though it is still closed. */
  readonly signal: AbortSignal;
  readonly onCreated: (githubDeploymentId: string) => void;
  readonly onError: (part: RecordPart, error: GithubError) => void;
}

/** The record of one step. */
export interface DeploymentRecord {
  /** Resolves when GitHub has answered the first request to create the record. Rejects only when the step is stopped. */
  open(): Promise<void>;
  /** Whether a record exists, or may exist, that has not got its last state. */
  isOpen(): boolean;
  /** Gives the record its last state; does nothing when it was never opened. Never rejects. */
  close(report: Report): Promise<void>;
}

/** Makes the record of a step; nothing is sent before `open`. */
export function createDeploymentRecord(options: DeploymentRecordOptions): DeploymentRecord {
  const { api, environment, commit, clock, signal, sanitizers, onError } = options;
  const { resourceIds, logUrl } = options;
  const what = resourceIds.length === 1 ? resourceIds.join() : `${resourceIds.length} resources`;
  const description = shortLine(`Deploying ${what}`, sanitizers);
  const everyStatus = {
    ...(logUrl === undefined ? {} : { log_url: logUrl }),
    // A preview replaces no other deployment of its environment.
    ...(commit.isTransient ? { auto_inactive: false } : {}),
  };
  const remote = createRemoteRecord({
    api,
    clock,
    onFound: options.onCreated,
    deployment: {
      ref: commit.sha,
      environment,
      description,
      payload: options.identity,
      ...(commit.isTransient ? { transient_environment: true } : {}),
    },
  });
  const answered = Promise.withResolvers<void>();
  const closing = new AbortController();
  const givenUp = new AbortController();
  let stage: 'new' | 'opening' | 'open' | 'closed' = 'new';
  let opening = Promise.resolve();
  let isReported = false;
  let lastError: GithubError | undefined;
  let stoppedAtMs = signal.aborted ? clock.now() : undefined;
  signal.addEventListener('abort', () => (stoppedAtMs = clock.now()), { once: true });

  /** What stops the tries is the end of their time; the reason is the last error of GitHub, if it answered at all. */
  function report(part: RecordPart, error: unknown): void {
    isReported = true;
    onError(part, error instanceof GithubError ? error : (lastError ?? noResponse('in time')));
  }

  const sendingWith = ({ signal: waits, send }: Sending): Sending => ({
    signal: waits,
    async send(request) {
      try {
        const result = await send(request);
        lastError = undefined;
        return result;
      } catch (error) {
        if (error instanceof GithubError) lastError = error;
        throw error;
      }
    },
  });

  async function establish(): Promise<void> {
    const sending = sendingWith({ signal: givenUp.signal, send: (request) => request(givenUp.signal) });
    try {
      await remote.establish(sending, () => answered.resolve());
    } catch (error) {
      if (!givenUp.signal.aborted) report('creation', error);
      return;
    }
    if (closing.signal.aborted) return;
    try {
      // The waits between tries end when closing begins; a request under way is then given a little more time.
      const status = { state: 'in_progress', description, ...everyStatus } as const;
      await remote.setProgress(status, { ...sending, signal: closing.signal });
    } catch (error) {
      if (!closing.signal.aborted) report('progress', error);
    }
  }

  async function giveLastState(ending: Report, sending: Sending): Promise<void> {
    if (remote.id === undefined && remote.mayExist) await remote.lookUp(sending);
    if (remote.id !== undefined) {
      await remote.setLast({ ...lastStatus(ending, sanitizers), ...everyStatus }, sending);
    } else if (!isReported) {
      report('creation', undefined);
    }
  }

  return {
    async open() {
      signal.throwIfAborted();
      if (stage === 'new') {
        stage = 'opening';
        opening = establish().finally(() => {
          answered.resolve();
          stage = 'open';
        });
      }
      await unlessAborted(answered.promise, signal);
    },
    isOpen: () => stage === 'opening' || (stage === 'open' && (remote.id !== undefined || remote.mayExist)),
    async close(ending) {
      if (stage === 'new' || stage === 'closed') return;
      closing.abort();
      const time = startClosing({ ...options, stoppedAtMs });
      time.earlier.addEventListener('abort', () => givenUp.abort(), { once: true });
      try {
        await opening;
        await giveLastState(ending, sendingWith({ signal: time.all, send: time.limited }));
      } catch (error) {
        report(remote.id === undefined ? 'creation' : 'end', error);
      } finally {
        time.end();
        stage = 'closed';
      }
    },
  };
}
