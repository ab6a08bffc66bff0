// github-environment: one GitHub deployment for the whole step. It is created in the background and gets its final state
// within a limit of its own; its errors do not affect the verdict.
import { randomUUID } from 'node:crypto';
import { withTimeLimit } from '../clock.ts';
import { errorMessage } from '../text.ts';
import { addressProblem } from '../url.ts';
import { createGitHubApi, field, GitHubError, type GitHubOptions, textField } from './github-api.ts';

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

/** The record of one step. */
export type DeploymentRecord = ReturnType<typeof createDeploymentRecord>;

/** What is recorded of the run. */
interface Recorded {
  readonly environment: string;
  readonly commit: string | undefined;
  /** A run for a fork may not write to this repository. */
  readonly isFork: boolean;
  /** The environment is the preview of a pull request. */
  readonly isPreview: boolean;
  /** Page of the run. */
  readonly runUrl: string;
}

/** GitHub's limit for a description. */
const MAX_DESCRIPTION_CHARS = 140;
/** A creation is sent only once; GitHub itself gives up a request after 10 s. */
const CREATE = { attempts: 1, timeoutMs: 10_000 } as const;
/** From the end of the step: the time for everything, and for the answers to earlier requests. */
const FINISH = {
  usual: { totalMs: 15_000, earlierMs: 3_000 },
  // A cancelled step must be gone within five seconds.
  cancelled: { totalMs: 4_500, earlierMs: 1_500 },
} as const;

/** Creates the record of a step and sets it in progress, in the background. */
export function createDeploymentRecord(options: GitHubOptions, recorded: Recorded) {
  const { clock, inputs, sanitizers } = options;
  const { environment, commit, isFork } = recorded;
  const request = createGitHubApi(options, 'deployments: write');
  const earlier = new AbortController();
  const ending = Promise.withResolvers<{ end: RecordEnd; signal: AbortSignal }>();
  const marker = randomUUID();
  let id = '';
  let isOpen = true;
  const closed = keep()
    .catch((error: unknown) => {
      const what =
        id === '' ? 'The deployment may not be recorded' : 'The deployment may be left without a final state';
      options.warn(`${what} at GitHub: ${errorMessage(error)}`);
    })
    .finally(() => (isOpen = false));

  /** The whole life of the record: created, in progress, and when the step has ended its final state. */
  async function keep(): Promise<void> {
    if (isFork || commit === undefined) {
      const why = isFork ? 'is for a fork, whose runs may not write to this repository' : 'names no commit';
      return options.info(`No deployment is recorded at GitHub: this run ${why}`);
    }
    const { resourceIds } = inputs;
    const subject = resourceIds.length === 1 ? resourceIds.join('') : `${resourceIds.length} resources`;
    const description = described(`Deploying ${subject}`);
    let failed: unknown;
    try {
      const deployment = {
        ref: commit,
        environment,
        description,
        payload: { marker },
        transient_environment: recorded.isPreview,
        // No merge of other branches, no required checks: the workflow has decided to deploy.
        auto_merge: false,
        required_contexts: [],
      };
      setId(await request('POST /deployments', deployment, { ...CREATE, signal: earlier.signal }));
      await setStatus({ state: 'in_progress', description }, { signal: earlier.signal });
    } catch (error) {
      // A creation that was refused ends it; one that was lost is looked up, and `in_progress` may be missing.
      if (id === '' && !(error instanceof GitHubError && error.isTransient)) throw error;
      failed = error;
    }
    const { end, signal } = await ending.promise;
    if (id === '') {
      const found = await find(signal);
      if (found === undefined) throw failed;
      setId(found);
    }
    await setStatus(end, { signal, attempts: end.isCancelled ? 1 : 3 });
  }

  /** The deployment with our marker in its payload, among 100 of its commit and environment. */
  async function find(signal: AbortSignal): Promise<unknown> {
    const fields = { sha: commit, environment, per_page: 100 };
    const data = await request('GET /deployments', fields, { signal, attempts: 1 });
    const items: readonly unknown[] = Array.isArray(data) ? data : [];
    // GitHub returns a payload as it was sent, or as a JSON string.
    return items.find((item) => JSON.stringify(field(item, 'payload') ?? '').includes(marker));
  }

  function setId(deployment: unknown): void {
    id = textField(deployment, 'id', /^\d+$/);
    options.onRecorded();
  }

  async function setStatus(
    { state, description, url = '' }: { state: string; description: string; url?: string | undefined },
    sending: { signal: AbortSignal; attempts?: number },
  ): Promise<void> {
    const isSafe = addressProblem(url) === undefined && sanitizers.redact(url) === url;
    const status = {
      deployment_id: id,
      state,
      description: described(description),
      log_url: recorded.runUrl,
      ...(isSafe && { environment_url: url }),
    };
    await request('POST /deployments/{deployment_id}/statuses', status, sending);
  }

  function described(text: string): string {
    return sanitizers.line(text, { maxChars: MAX_DESCRIPTION_CHARS });
  }

  return {
    /** The id at GitHub; empty until it is known. */
    id: (): string => id,
    /** True while the record has, or may have, no final state. */
    isOpen: (): boolean => isOpen,
    /** Sets the final state. Never rejects. */
    async finish(end: RecordEnd): Promise<void> {
      const { totalMs, earlierMs } = end.isCancelled ? FINISH.cancelled : FINISH.usual;
      const reason = new GitHubError('GitHub did not answer in time.');
      const total = withTimeLimit(clock, totalMs, { reason });
      const wait = withTimeLimit(clock, earlierMs, { reason });
      wait.signal.addEventListener('abort', () => earlier.abort(reason));
      ending.resolve({ end, signal: total.signal });
      await closed;
      wait.clear();
      total.clear();
    },
  };
}
