// skip-if-outdated: checks whether the branch has moved past this commit. When in doubt, the commit is deployed.
import { type Clock, Deadline, withDeadline } from '../../clock.ts';
import { formatDuration } from '../../duration.ts';
import type { Permission } from '../../operations/operation.ts';
import type { Env } from '../host.ts';
import type { GithubApi } from './github-api.ts';
import { GithubError, unanswered } from './github-error.ts';
import { type RetryLimit, retrying } from './retry.ts';

/** What the guard depends on. */
interface BranchGuardOptions {
  readonly api: Pick<GithubApi, 'headOf' | 'compare'>;
  readonly env: Env;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Receives a note, which may quote GitHub. */
  readonly note: (text: string) => void;
  readonly onError: (error: GithubError) => void;
}

/** The push that started this run. */
interface Push {
  readonly branch: string;
  readonly sha: string;
}

/** Longest delay of a deploy request by a check, and by the check after one that failed. */
const CHECK_MS = 15_000;
const CHECK_AFTER_FAILURE_MS = 3_000;

/** GitHub's statuses for an unknown commit, and for commits without a common ancestor. */
const NOT_COMPARABLE = new Set([404, 422]);

/** Creates the check. It rejects only when the step is stopped; concurrent calls share one result. */
export function createBranchGuard(options: BranchGuardOptions): () => Promise<Permission> {
  const { api, env, clock, signal, onError } = options;
  const push = pushOf(env);
  const noted = new Set<string>();
  let checkMs = CHECK_MS;
  let pendingCheck: Promise<Permission> | undefined;

  function noteOnce(text: string): void {
    if (!noted.has(text)) options.note(text);
    noted.add(text);
  }

  async function checkPush({ branch, sha }: Push, limit: RetryLimit): Promise<Permission> {
    const head = await retrying(() => api.headOf(branch, limit.signal), limit);
    if (head === sha) return { go: true };
    const relation = await retrying(() => api.compare(sha, head, limit.signal), limit).catch(whyNotComparable);
    if (relation === 'ahead') {
      return { go: false, detail: `${branch} has moved on to ${short(head)}, which is ahead of ${short(sha)}` };
    }
    // The branch was reset or rewritten: it is not known which commit is newer.
    noteOnce(`${branch} points at ${short(head)}, which does not contain ${short(sha)} (${relation}): deploying`);
    return { go: true };
  }

  async function check(): Promise<Permission> {
    if (push === undefined) {
      const event = env['GITHUB_EVENT_NAME'] || 'unknown event';
      const ref = env['GITHUB_REF'] || 'no ref';
      noteOnce(
        `skip-if-outdated applies only to pushes to a branch, and this run is none (${event}, ${ref}): deploying`,
      );
      return { go: true };
    }
    const deadline = new Deadline(clock, checkMs);
    const reason = unanswered(`GitHub did not answer within ${formatDuration(checkMs)}`);
    const time = withDeadline(clock, checkMs, { signal, reason });
    try {
      const permission = await checkPush(push, {
        clock,
        signal: time.signal,
        remainingMs: () => deadline.remainingMs(),
      });
      checkMs = CHECK_MS;
      return permission;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof GithubError)) throw error;
      checkMs = CHECK_AFTER_FAILURE_MS;
      onError(error);
      return { go: true };
    } finally {
      time.clear();
    }
  }

  return async () => {
    pendingCheck ??= check().finally(() => {
      pendingCheck = undefined;
    });
    return await pendingCheck;
  };
}

/** Not a missing permission: the branch has just been read. */
function whyNotComparable(error: unknown): string {
  if (error instanceof GithubError && NOT_COMPARABLE.has(error.details.status ?? 0)) return error.message;
  throw error;
}

function pushOf(env: Env): Push | undefined {
  const branch = /^refs\/heads\/(.+)$/.exec(env['GITHUB_REF'] ?? '')?.[1];
  const sha = env['GITHUB_SHA'] ?? '';
  return env['GITHUB_EVENT_NAME'] === 'push' && branch !== undefined && sha !== '' ? { branch, sha } : undefined;
}

function short(sha: string): string {
  return sha.slice(0, 7);
}
