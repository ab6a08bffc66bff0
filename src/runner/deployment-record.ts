// github-environment: one GitHub deployment for the whole step; its errors do not affect the
// verdict.
//
//   begin     in the background: creates the record (one POST), then sets it in progress (three
//   attempts)
//   …         the step follows the deployment of the service, and its verdict is published
//   finish    + 3 s: the requests of the background are aborted if they are still without an answer
//             if the id is not known: looks for the record by its marker, since the answer to the
//             POST may be lost
//             sets the final state (three attempts)
//             + 15 s: gives up. In a cancelled step 1.5 s and 4.5 s, and one attempt
import { randomUUID } from 'node:crypto';
import { withTimeLimit } from '../clock.ts';
import { errorMessage } from '../text.ts';
import { addressProblem } from '../url.ts';
import {
  createGitHubApi,
  field,
  GitHubError,
  type GitHubOptions,
  textField,
} from './github-api.ts';

/** How the step has ended. */
interface RecordEnd {
  readonly state: 'success' | 'failure' | 'error' | 'inactive';
  /** Address of the app; sent only if it may be linked and holds no secret. */
  readonly url?: string | undefined;
  /** May quote others. */
  readonly description: string;
  /** Little time is left: everything is tried once. */
  readonly isCancelled: boolean;
}

const ID = /^\d+$/;
/** GitHub's limit for a description. */
const MAX_DESCRIPTION_CHARS = 140;
/** A creation is sent only once; GitHub itself gives up a request after 10 s. */
const CREATE = { attempts: 1, timeoutMs: 10_000 } as const;
/**
 * From the end of the step: the time for everything, and for the answers to requests of the
 * background.
 */
const FINISH = {
  usual: { totalMs: 15_000, backgroundMs: 3_000 },
  // A cancelled step must be gone within five seconds.
  cancelled: { totalMs: 4_500, backgroundMs: 1_500 },
} as const;

/** Creates the record of a step; nothing is sent before `begin`. */
export function createDeploymentRecord(
  options: GitHubOptions,
  run: {
    readonly commit: string | undefined;
    /** A run for a fork may not write to this repository. */
    readonly isFork: boolean;
    /** The environment is the preview of a pull request. */
    readonly isPreview: boolean;
    /** Page of the run. */
    readonly runUrl: string;
  },
) {
  const { clock, sanitizers } = options;
  const { githubEnvironment: environment, resourceIds } = options.inputs;
  const request = createGitHubApi(options, 'deployments: write');
  const background = new AbortController();
  const ended = Promise.withResolvers<{ end: RecordEnd; signal: AbortSignal }>();
  const marker = randomUUID();
  let id = '';
  let isOpen = false;
  let closed: Promise<void> | undefined;

  /**
   * The whole life of the record: created, in progress, and when the step has ended its final
   * state.
   */
  async function keep(): Promise<void> {
    if (run.isFork || run.commit === undefined) {
      const why = run.isFork
        ? 'is for a fork, whose runs may not write to this repository'
        : 'names no commit';
      return options.info(`No deployment is recorded at GitHub: this run ${why}`);
    }
    const subject =
      resourceIds.length === 1 ? resourceIds.join('') : `${resourceIds.length} resources`;
    const description = sanitizers.safeLine(`Deploying ${subject}`, {
      maxChars: MAX_DESCRIPTION_CHARS,
    });
    let failed: unknown;
    try {
      const deployment = {
        ref: run.commit,
        environment,
        description,
        payload: { marker },
        transient_environment: run.isPreview,
        // No merge of other branches, no required checks: the workflow has decided to deploy.
        auto_merge: false,
        required_contexts: [],
      };
      const created = await request('POST /deployments', deployment, {
        ...CREATE,
        signal: background.signal,
      });
      id = textField(created, 'id', ID);
      await setStatus({ state: 'in_progress', description }, { signal: background.signal });
    } catch (error) {
      // A creation that was refused ends it; one that was lost is looked up, and `in_progress` may
      // be missing.
      if (id === '' && !(error instanceof GitHubError && error.isTransient)) throw error;
      failed = error;
    }
    const { end, signal } = await ended.promise;
    if (id === '') {
      const found = await find(signal);
      if (found === undefined) throw failed;
      id = textField(found, 'id', ID);
    }
    await setStatus(end, { signal, attempts: end.isCancelled ? 1 : 3 });
  }

  /** The deployment with our marker in its payload, among 100 of its commit and environment. */
  async function find(signal: AbortSignal): Promise<unknown> {
    const fields = { sha: run.commit, environment, per_page: 100 };
    const data = await request('GET /deployments', fields, { signal, attempts: 1 });
    const items: readonly unknown[] = Array.isArray(data) ? data : [];
    // GitHub returns a payload as it was sent, or as a JSON string.
    return items.find((item) => JSON.stringify(field(item, 'payload') ?? '').includes(marker));
  }

  async function setStatus(
    {
      state,
      description,
      url = '',
    }: { state: string; description: string; url?: string | undefined },
    sending: { signal: AbortSignal; attempts?: number },
  ): Promise<void> {
    const isSafe = addressProblem(url) === undefined && sanitizers.redact(url) === url;
    const status = {
      deployment_id: id,
      state,
      description: sanitizers.safeLine(description, { maxChars: MAX_DESCRIPTION_CHARS }),
      log_url: run.runUrl,
      ...(isSafe && { environment_url: url }),
    };
    await request('POST /deployments/{deployment_id}/statuses', status, sending);
  }

  function warnOf(error: unknown): void {
    const what =
      id === ''
        ? 'The deployment may not be recorded'
        : 'The deployment may be left without a final state';
    options.warn(`${what} at GitHub: ${errorMessage(error)}`);
  }

  return {
    /**
     * For github-environment: the service accepted a request. Creates the record in the background,
     * once per step.
     */
    begin(): void {
      if (environment === undefined || closed !== undefined) return;
      isOpen = true;
      closed = keep()
        .catch(warnOf)
        .finally(() => (isOpen = false));
    },
    /** The id of the record; empty when there is none, and until it is known. */
    deploymentId: (): string => id,
    /** True while a record exists, or may exist, without a final state. */
    hasOpenRecord: (): boolean => isOpen,
    /**
     * Sets the final state of the record; takes at most 15 s, 4.5 s in a cancelled step. Never
     * rejects.
     */
    async finish(end: RecordEnd): Promise<void> {
      const { totalMs, backgroundMs } = end.isCancelled ? FINISH.cancelled : FINISH.usual;
      const reason = new GitHubError('GitHub did not answer in time.');
      const limit = withTimeLimit(clock, totalMs, { reason });
      const backgroundLimit = withTimeLimit(clock, backgroundMs, { reason });
      backgroundLimit.signal.addEventListener('abort', () => background.abort(reason));
      ended.resolve({ end, signal: limit.signal });
      await closed;
      backgroundLimit.clear();
      limit.clear();
    },
  };
}
