// skip-if-outdated: may this commit still be deployed, or has the branch moved past it? In doubt the answer is yes.
import type { Permission } from '../../operations/operation.ts';
import { type GithubApi, GithubError } from './github-api.ts';

/** What the guard needs to know and whom it tells. */
export interface BranchGuardOptions {
  readonly api: Pick<GithubApi, 'headOf' | 'compare'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Takes a sentence; it may quote GitHub. */
  readonly note: (text: string) => void;
  readonly onError: (trouble: GithubError) => void;
}

/** The push that started this run. */
interface Push {
  readonly branch: string;
  readonly sha: string;
}

/** Makes the question. It rejects only when the step is stopped; resources that ask at once share one answer. */
export function createBranchGuard(options: BranchGuardOptions): () => Promise<Permission> {
  const { api, env, signal, onError } = options;
  const push = pushOf(env);
  const told = new Set<string>();
  let asking: Promise<Permission> | undefined;

  function noteOnce(text: string): void {
    if (!told.has(text)) options.note(text);
    told.add(text);
  }

  async function ask({ branch, sha }: Push): Promise<Permission> {
    const head = await api.headOf(branch, signal);
    if (head === sha) return { go: true };
    const relation = await api.compare(sha, head, signal);
    if (relation === 'ahead') {
      return { go: false, detail: `${branch} has moved on to ${short(head)}, which is ahead of ${short(sha)}` };
    }
    // The branch was reset or rewritten: nobody can say that what it holds now is newer.
    noteOnce(`${branch} points at ${short(head)}, which does not contain ${short(sha)} (${relation}): deploying`);
    return { go: true };
  }

  async function answer(): Promise<Permission> {
    if (push === undefined) {
      const event = env['GITHUB_EVENT_NAME'] || 'unknown event';
      const ref = env['GITHUB_REF'] || 'no ref';
      noteOnce(`skip-if-outdated judges only pushes to a branch, and this run is none (${event}, ${ref}): deploying`);
      return { go: true };
    }
    try {
      return await ask(push);
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      onError(error);
      return { go: true };
    }
  }

  return async () => {
    asking ??= answer().finally(() => {
      asking = undefined;
    });
    return await asking;
  };
}

function pushOf(env: BranchGuardOptions['env']): Push | undefined {
  const branch = /^refs\/heads\/(.+)$/.exec(env['GITHUB_REF'] ?? '')?.[1];
  const sha = env['GITHUB_SHA'] ?? '';
  return env['GITHUB_EVENT_NAME'] === 'push' && branch !== undefined && sha !== '' ? { branch, sha } : undefined;
}

function short(sha: string): string {
  return sha.slice(0, 7);
}
