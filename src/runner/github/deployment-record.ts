// github-environment: one GitHub deployment for the whole step, created before the first deploy request and always
// given a final state. Errors of GitHub are reported and do not affect the verdict.
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

/** What the record depends on. */
interface DeploymentRecordOptions {
  readonly api: Pick<GithubApi, 'createDeployment' | 'listDeployments' | 'createStatus' | 'latestState'>;
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

/** Creates the record of a step; nothing is sent before `open`. */
export function createDeploymentRecord(options: DeploymentRecordOptions): DeploymentRecord {
  const { api, environment, commit, clock, signal, sanitizers, onError } = options;
  const { resourceIds, logUrl } = options;
  const [only = ''] = resourceIds;
  const what = resourceIds.length === 1 ? only : `${resourceIds.length} resources`;
  const description = shortLine(`Deploying ${what}`, sanitizers);
  const commonStatusFields = {
    ...(logUrl === undefined ? {} : { log_url: logUrl }),
    // A preview does not replace other deployments of its environment.
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

  /** Reports the error; after a timeout, the last error of GitHub if there was one. */
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
      // Waits between attempts end when closing begins; a pending request then has a little more time.
      const status = { state: 'in_progress', description, ...commonStatusFields } as const;
      await remote.setProgress(status, { ...sending, signal: closing.signal });
    } catch (error) {
      if (!closing.signal.aborted) report('progress', error);
    }
  }

  async function setFinalState(ending: Report, sending: Sending): Promise<void> {
    if (remote.id === undefined && remote.mayExist) await remote.lookUp(sending);
    if (remote.id !== undefined) {
      await remote.setLast({ ...lastStatus(ending, sanitizers), ...commonStatusFields }, sending);
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
      time.openingSignal.addEventListener('abort', () => givenUp.abort(), { once: true });
      try {
        await opening;
        await setFinalState(ending, sendingWith({ signal: time.closingSignal, send: time.send }));
      } catch (error) {
        report(remote.id === undefined ? 'creation' : 'end', error);
      } finally {
        time.end();
        stage = 'closed';
      }
    },
  };
}
