// github-environment: one GitHub deployment for the whole step; its errors do not affect the
// verdict.
//
//   openRecord   In the background: creates the record (one POST), then sets it in progress (three
//                attempts). Meanwhile the step follows the deployment of the service.
//   closeRecord  After the verdict was published:
//                - for 3 s, requests of the background may still be answered; then it aborts them;
//                - if the answer to the POST was lost, looks for the record by its marker;
//                - sets the final state (three attempts).
//                Gives up after 15 s; in a cancelled step after 4.5 s, with one attempt each.
import { randomUUID } from 'node:crypto';
import { withTimeLimit } from '../clock.ts';
import { errorMessage, formatDuration } from '../text.ts';
import { isAllowedAddress } from '../url.ts';
import { createGitHubApi, field, GitHubError, textField } from './github-api.ts';
import type { GitHubOptions } from './github-api.ts';
import type { RunFacts } from './run.ts';

/** How the step has ended. */
interface RecordEnd {
  readonly state: 'success' | 'failure' | 'error' | 'inactive';
  /** Address of the app; sent only if it may be linked and contains no secret. */
  readonly url?: string | undefined;
  /** Untrusted. */
  readonly description: string;
  /** Little time is left, so everything is tried once. */
  readonly isCancelled: boolean;
}

const ID = /^\d+$/;
/** GitHub's limit for a description. */
const MAX_DESCRIPTION_CHARS = 140;
/** A creation is sent only once; GitHub itself gives up a request after 10 s. */
const CREATE = { attempts: 1, timeoutMs: 10_000 } as const;
/** How long everything may take after the end of the step. A cancelled step is gone within 5 s. */
const CLOSE_MS = { usual: 15_000, cancelled: 4_500 } as const;
/** How long the requests of the background may take after the end of the step. */
const BACKGROUND_MS = 3_000;
/** A shorter wait is not worth a line. */
const QUIET_MS = 5_000;

/** Creates the record of a step; nothing is sent before `openRecord`. */
export function createDeploymentRecord(options: GitHubOptions, run: RunFacts) {
  const { clock, sanitizers } = options;
  const [commit] = run.commits;
  const { githubEnvironment: environment, resourceIds } = options.inputs;
  const request = createGitHubApi(options, 'deployments: write');
  const marker = randomUUID();
  const background = new AbortController();
  const ended = Promise.withResolvers<{ end: RecordEnd; signal: AbortSignal }>();
  let id = '';
  let isOpen = false;
  /** Settles when the record is closed or given up; undefined before `openRecord`. */
  let settled: Promise<void> | undefined;

  /** From the creation to the final state, which waits for the end of the step. */
  async function runRecord(): Promise<void> {
    const obstacle = obstacleOf(run);
    if (obstacle !== undefined)
      return options.info(`No deployment is recorded at GitHub: this run ${obstacle}`);
    const openingError = await create();
    const { end, signal } = await ended.promise;
    if (id === '') id = await find(signal);
    if (id === '') throw openingError;
    await setStatus(end, { signal, attempts: end.isCancelled ? 1 : 3 });
  }

  /**
   * Creates the record and sets it in progress. Resolves with the error if an answer was lost: the
   * record may exist, or `in_progress` may be missing. Rejects if the creation was refused.
   */
  async function create(): Promise<unknown> {
    const subject =
      resourceIds.length === 1 ? resourceIds.join('') : `${resourceIds.length} resources`;
    const description = shortDescription(`Deploying ${subject}`);
    const { signal } = background;
    try {
      const deployment = {
        ref: commit,
        environment,
        description,
        payload: { marker },
        transient_environment: run.isPreview,
        // No merge of other branches, no required checks: the workflow has decided to deploy.
        auto_merge: false,
        required_contexts: [],
      };
      const created = await request('POST /deployments', deployment, { ...CREATE, signal });
      id = textField(created, 'id', ID);
      await setStatus({ state: 'in_progress', description }, { signal });
      return undefined;
    } catch (error) {
      const wasRefused = id === '' && !(error instanceof GitHubError && error.isTransient);
      if (wasRefused) throw error;
      return error;
    }
  }

  /** Looks for our marker among 100 deployments of the commit; '' if no payload holds it. */
  async function find(signal: AbortSignal): Promise<string> {
    const fields = { sha: commit, environment, per_page: 100 };
    const data = await request('GET /deployments', fields, { signal, attempts: 1 });
    const items: readonly unknown[] = Array.isArray(data) ? data : [];
    // GitHub returns a payload as it was sent, or as a JSON string.
    const found = items.find((item) =>
      JSON.stringify(field(item, 'payload') ?? '').includes(marker),
    );
    return found === undefined ? '' : textField(found, 'id', ID);
  }

  async function setStatus(
    { state, description, url = '' }: Pick<RecordEnd, 'description' | 'url'> & { state: string },
    sending: { signal: AbortSignal; attempts?: number },
  ): Promise<void> {
    const isSafe = isAllowedAddress(url) && sanitizers.redact(url) === url;
    const status = {
      deployment_id: id,
      state,
      description: shortDescription(description),
      log_url: run.runUrl,
      ...(isSafe && { environment_url: url }),
    };
    await request('POST /deployments/{deployment_id}/statuses', status, sending);
  }

  function shortDescription(text: string): string {
    return sanitizers.safeLine(text, { maxChars: MAX_DESCRIPTION_CHARS });
  }

  function warnAbout(error: unknown): void {
    const what =
      id === ''
        ? 'The deployment may not be recorded'
        : 'The deployment may be left without a final state';
    options.warn(`${what} at GitHub: ${errorMessage(error)}`);
  }

  return {
    /**
     * Creates the record in the background; further calls do nothing. Called once a deployment was
     * accepted, or one of the same commit is followed instead.
     */
    openRecord(): void {
      if (environment === undefined || settled !== undefined) return;
      isOpen = true;
      settled = runRecord()
        .catch(warnAbout)
        .finally(() => (isOpen = false));
    },
    /** The id of the record; empty while it is not known, or if nothing is recorded. */
    recordId: (): string => id,
    /** True while a record without a final state exists, or may exist. */
    hasOpenRecord: (): boolean => isOpen,
    /** Sets the final state. Takes at most 15 s, 4.5 s in a cancelled step. Never rejects. */
    async closeRecord(end: RecordEnd): Promise<void> {
      const totalMs = end.isCancelled ? CLOSE_MS.cancelled : CLOSE_MS.usual;
      const reason = new GitHubError('GitHub did not answer in time.');
      const limit = withTimeLimit(clock, totalMs, { reason });
      const backgroundLimit = withTimeLimit(clock, BACKGROUND_MS, { reason });
      backgroundLimit.signal.addEventListener('abort', () => background.abort(reason));
      ended.resolve({ end, signal: limit.signal });
      const silence = withTimeLimit(clock, QUIET_MS, { reason });
      const text = `waiting for GitHub, for at most ${formatDuration(totalMs - QUIET_MS)} more`;
      silence.signal.addEventListener('abort', () => options.info(`Deployment record: ${text}.`));
      await settled;
      silence.clear();
      backgroundLimit.clear();
      limit.clear();
    },
  };
}

/** Why nothing is recorded; undefined if nothing stands in the way. */
function obstacleOf({ isFork, commits }: RunFacts): string | undefined {
  if (isFork) return 'is for a fork, whose runs may not write to this repository';
  return commits.length === 0 ? 'names no commit' : undefined;
}
