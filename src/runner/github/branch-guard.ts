// skip-if-outdated: checks whether the branch has moved past this commit. When in doubt, the commit is deployed.
import type { Clock } from '../../clock.ts';
import type { Permission } from '../../operations/operation.ts';
import type { Env } from '../host.ts';
import type { GithubApi } from './github-api.ts';
import { GithubError } from './github-error.ts';
import { retryTransient } from './retry-transient.ts';

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

/** Waits before retries of a transient error. After a failed check, later ones are not retried until one succeeds. */
const RETRY_GAPS_MS = [1_000, 3_000];

/** GitHub's statuses for an unknown commit, and for commits without a common ancestor. */
const NOT_COMPARABLE = new Set([404, 422]);

/** Creates the check. It rejects only when the step is stopped; concurrent calls share one result. */
export function createBranchGuard(options: BranchGuardOptions): () => Promise<Permission> {
  const { api, env, clock, signal, onError } = options;
  const push = pushOf(env);
  const noted = new Set<string>();
  let gapsMs: readonly number[] = RETRY_GAPS_MS;
  let pendingCheck: Promise<Permission> | undefined;

  function noteOnce(text: string): void {
    if (!noted.has(text)) options.note(text);
    noted.add(text);
  }

  async function ask({ branch, sha }: Push): Promise<Permission> {
    const head = await retryTransient(() => api.headOf(branch, { signal }), { clock, signal, gapsMs });
    if (head === sha) return { go: true };
    const relation = await relationOf(sha, head);
    if (relation === 'ahead') {
      return { go: false, detail: `${branch} has moved on to ${short(head)}, which is ahead of ${short(sha)}` };
    }
    // The branch was reset or rewritten: it is not known which commit is newer.
    noteOnce(`${branch} points at ${short(head)}, which does not contain ${short(sha)} (${relation}): deploying`);
    return { go: true };
  }

  /** How `head` relates to `sha`: GitHub's comparison status, or why the two cannot be compared. */
  async function relationOf(sha: string, head: string): Promise<string> {
    try {
      return await retryTransient(() => api.compare(sha, head, { signal }), { clock, signal, gapsMs });
    } catch (error) {
      // Not a missing permission: the branch has just been read.
      if (error instanceof GithubError && NOT_COMPARABLE.has(error.status ?? 0)) return error.message;
      throw error;
    }
  }

  async function answer(): Promise<Permission> {
    if (push === undefined) {
      const event = env['GITHUB_EVENT_NAME'] || 'unknown event';
      const ref = env['GITHUB_REF'] || 'no ref';
      noteOnce(
        `skip-if-outdated applies only to pushes to a branch, and this run is none (${event}, ${ref}): deploying`,
      );
      return { go: true };
    }
    try {
      const permission = await ask(push);
      gapsMs = RETRY_GAPS_MS;
      return permission;
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      gapsMs = [];
      onError(error);
      return { go: true };
    }
  }

  return async () => {
    pendingCheck ??= answer().finally(() => {
      pendingCheck = undefined;
    });
    return await pendingCheck;
  };
}

function pushOf(env: Env): Push | undefined {
  const branch = /^refs\/heads\/(.+)$/.exec(env['GITHUB_REF'] ?? '')?.[1];
  const sha = env['GITHUB_SHA'] ?? '';
  return env['GITHUB_EVENT_NAME'] === 'push' && branch !== undefined && sha !== '' ? { branch, sha } : undefined;
}

function short(sha: string): string {
  return sha.slice(0, 7);
}
